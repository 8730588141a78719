import CGSL

/// The number that a sum of squares of independent normal deviates exceeds with a probability.
///
/// GSL's iteration does not converge for a million degrees of freedom, and such: then the program ends with its message.
public func upperQuantileOfChiSquared(_ probability: Double, degreesOfFreedom: Double) -> Double {
    gsl_cdf_chisq_Qinv(probability, degreesOfFreedom)
}
