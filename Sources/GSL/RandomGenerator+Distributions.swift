import CGSL

/// Draws check nothing and allocate nothing; ``Distribution/validate()`` checks parameters, once.
extension RandomGenerator {
    /// Draws from the uniform distribution (`gsl_ran_flat`).
    ///
    /// The number is (1 − *u*) · lower + *u* · upper, where *u* is the upper 53 bits of one word, as a fraction in
    /// [0, 1). Rounding can yield the upper bound itself when the bounds are close to each other.
    ///
    /// - Parameter range: The bounds, which must be finite.
    /// - Returns: The number.
    /// - Complexity: O(1); one word of the stream.
    public func uniform(in range: Range<Double>) -> Double {
        gsl_ran_flat(pointer, range.lowerBound, range.upperBound)
    }

    /// Draws from the normal distribution by the ziggurat method (`gsl_ran_gaussian_ziggurat`).
    ///
    /// GSL takes 24 bits of a word for the position in a strip of the ziggurat: the smallest deviate other than zero
    /// is about 1.6 × 10⁻⁸ standard deviations.
    ///
    /// G. Marsaglia and W. W. Tsang, *The ziggurat method for generating random variables*, J. Stat. Softw. 5 (2000),
    /// [doi:10.18637/jss.v005.i08](https://doi.org/10.18637/jss.v005.i08).
    ///
    /// - Parameters:
    ///   - mean: The mean.
    ///   - deviation: The standard deviation, not negative.
    /// - Returns: The number.
    /// - Complexity: O(1) expected; one word of the stream in most draws, more when the ziggurat rejects.
    public func normal(mean: Double, deviation: Double) -> Double {
        mean + gsl_ran_gaussian_ziggurat(pointer, deviation)
    }
}
