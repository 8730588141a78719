import ScenarioFiles

/// The context of results besides their tables: the scenario as it was run.
struct PlotContext {
    let scenario: Scenario

    /// The title above a picture of a table.
    func title(of table: ResultTable) -> String { "\(scenario.name): \(Self.words(table.name))" }

    func axis(_ column: String, called name: String? = nil) -> Axis {
        Axis(name ?? Self.words(column), unit: unit(of: column))
    }

    func unit(of column: String) -> String? {
        scenario.unit(ofColumn: column)?.replacing("^2", with: "²").replacing("^3", with: "³")
    }

    private static func words(_ name: String) -> String { name.replacing("-", with: " ") }
}

extension [Double] {
    /// The numbers if they are few and whole, such as states; none otherwise.
    var fewWholeNumbers: [Int] {
        var known: Set<Int> = []
        for number in self where number.isFinite {
            guard let whole = Int(exactly: number) else { return [] }
            if known.insert(whole).inserted, known.count > 8 { return [] }
        }
        guard let first = known.min(), let last = known.max(), last - first < 8 else { return [] }
        return known.sorted()
    }

    /// True if a logarithmic axis shows more of them: all are above 0, and there are some thousand between them.
    var spanMagnitudes: Bool {
        guard let extent, extent.lowerBound > 0 else { return false }
        return extent.upperBound / extent.lowerBound > 1000
    }
}

extension Array {
    /// Some elements at equal distances, the first and the last among them; the last alone if it is to be one.
    func spread(_ count: Int) -> [Element] {
        guard count > 1, self.count > count else { return count > 1 ? self : suffix(1) }
        return (0..<count).map { self[$0 * (self.count - 1) / (count - 1)] }
    }
}

extension ClosedRange<Double> {
    /// The range with a margin on both sides; never empty.
    var widened: ClosedRange<Double> {
        let margin = Swift.max(length * 0.04, Swift.max(abs(lowerBound), abs(upperBound)) * 1e-9, 1e-12)
        return (lowerBound - margin)...(upperBound + margin)
    }

    func union(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}
