extension [Double] {
    /// The range of those that are numbers; `nil` if there are none.
    package var extent: ClosedRange<Double>? {
        var (least, greatest) = (Double.infinity, -Double.infinity)
        for number in self where number.isFinite {
            (least, greatest) = (Swift.min(least, number), Swift.max(greatest, number))
        }
        return least <= greatest ? least...greatest : nil
    }

    /// The numbers if they are few and whole, such as states; none otherwise.
    package var fewWholeNumbers: [Int] {
        var known: Set<Int> = []
        for number in self where number.isFinite {
            guard let whole = Int(exactly: number) else { return [] }
            if known.insert(whole).inserted, known.count > 8 { return [] }
        }
        guard let first = known.min(), let last = known.max(), last - first < 8 else { return [] }
        return known.sorted()
    }

    /// True if a logarithmic axis shows more of them: all are above 0, and there are some thousand between them.
    package var spanMagnitudes: Bool {
        guard let extent, extent.lowerBound > 0 else { return false }
        return extent.upperBound / extent.lowerBound > 1000
    }
}

extension Array {
    /// Some elements at equal distances, the first and the last among them; the last alone if it is to be one.
    package func spread(_ count: Int) -> [Element] {
        guard count > 1, self.count > count else { return count > 1 ? self : suffix(1) }
        return (0..<count).map { self[$0 * (self.count - 1) / (count - 1)] }
    }
}

extension ClosedRange<Double> {
    /// The distance between its ends.
    package var length: Double { upperBound - lowerBound }

    /// The range with a margin on both sides; never empty.
    package var widened: ClosedRange<Double> {
        let margin = Swift.max(length * 0.04, Swift.max(abs(lowerBound), abs(upperBound)) * 1e-9, 1e-12)
        return (lowerBound - margin)...(upperBound + margin)
    }

    /// The least range that has both in it.
    package func union(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}
