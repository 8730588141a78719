import CGSL

/// The chi-squared distribution.
package enum ChiSquared {
    /// The number that is exceeded with a probability (`gsl_cdf_chisq_Qinv`).
    ///
    /// - Parameters:
    ///   - probability: The probability, from 0 to 1.
    ///   - degreesOfFreedom: The degrees of freedom, positive.
    /// - Returns: The number; not a number if the arguments are out of range, and where GSL's iteration does not converge,
    ///   as for a million degrees of freedom.
    package static func upperQuantile(_ probability: Double, degreesOfFreedom: Double) -> Double {
        _ = ErrorHandler.isOff
        guard (0...1).contains(probability), degreesOfFreedom > 0 else { return .nan }
        return gsl_cdf_chisq_Qinv(probability, degreesOfFreedom)
    }
}
