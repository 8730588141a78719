/// An estimate of the squared error of a mean.
struct VarianceOfMean {
    /// How many times greater the square of one estimate must be for two not to be estimates of one error.
    private static let significantRatio = 1.6

    var value: Double
    let degreesOfFreedom: Double

    private init(value: Double, degreesOfFreedom: Double) {
        self.value = value
        self.degreesOfFreedom = degreesOfFreedom
    }

    /// That of the mean of independent values.
    init(of values: [Double]) {
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        self.init(value: squares / (count * (count - 1)), degreesOfFreedom: count - 1)
    }

    /// The mean of this and another estimate, or the greater one if they differ by too much for that.
    ///
    /// Both count alike: if the one that is known better is the smaller one, it is none of the same error.
    func together(with other: VarianceOfMean) -> VarianceOfMean {
        if value > Self.significantRatio * other.value { return self }
        if other.value > Self.significantRatio * value { return other }
        return VarianceOfMean(
            value: (value + other.value) / 2, degreesOfFreedom: 2 * min(degreesOfFreedom, other.degreesOfFreedom))
    }

    /// The error, within which the true mean lies with a probability of 68 %, and within two with one of 95 %. It is widened by half
    /// of what Student's distribution asks for, since the greater one of two estimates is too great by chance.
    var standardError: Double { value.squareRoot() * (1 + 0.25 / degreesOfFreedom) }
}
