import CGSL

/// Student's *t* distribution.
public enum StudentsDistribution {
    /// The number that is exceeded with a probability (`gsl_cdf_tdist_Qinv`).
    ///
    /// - Parameters:
    ///   - probability: The probability, from 0 to 1.
    ///   - degreesOfFreedom: The degrees of freedom, positive.
    /// - Returns: The number; not a number if the arguments are out of range.
    public static func upperQuantile(_ probability: Double, degreesOfFreedom: Double) -> Double {
        _ = ErrorHandler.isOff
        guard (0...1).contains(probability), degreesOfFreedom > 0 else { return .nan }
        return gsl_cdf_tdist_Qinv(probability, degreesOfFreedom)
    }
}
