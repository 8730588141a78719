extension [Double] {
    /// The range of those that are numbers; `nil` if there are none.
    package var extent: ClosedRange<Double>? {
        var (least, greatest) = (Double.infinity, -Double.infinity)
        for number in self where number.isFinite {
            (least, greatest) = (Swift.min(least, number), Swift.max(greatest, number))
        }
        return least <= greatest ? least...greatest : nil
    }
}

extension ClosedRange<Double> {
    /// The distance between its ends.
    package var length: Double { upperBound - lowerBound }
}
