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

extension RandomGenerator {
    /// Draws from the gamma distribution with the density x^(k − 1) e^(−x/θ) / (Γ(k) θᵏ) (`gsl_ran_gamma`).
    ///
    /// G. Marsaglia and W. W. Tsang, *A simple method for generating gamma variables*, ACM Trans. Math. Softw. 26 (2000) 363,
    /// [doi:10.1145/358407.358414](https://doi.org/10.1145/358407.358414).
    ///
    /// - Parameters:
    ///   - shape: The shape *k*, greater than 0.
    ///   - scale: The scale θ, greater than 0.
    /// - Returns: The number.
    /// - Complexity: O(1) expected.
    public func gamma(shape: Double, scale: Double) -> Double {
        gsl_ran_gamma(pointer, shape, scale)
    }

    /// Draws from the Weibull distribution, of which a part exp(−(x/λ)ᵏ) lies above x (`gsl_ran_weibull`).
    ///
    /// - Parameters:
    ///   - shape: The shape *k*, greater than 0.
    ///   - scale: The scale λ, greater than 0.
    /// - Returns: The number.
    /// - Complexity: O(1); one word of the stream.
    public func weibull(shape: Double, scale: Double) -> Double {
        gsl_ran_weibull(pointer, scale, shape)
    }
}
