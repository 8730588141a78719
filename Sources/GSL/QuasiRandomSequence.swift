import CGSL

/// Points that fill a cube more evenly than random ones (`gsl_qrng_get`).
///
///     let sequence = try QuasiRandomSequence(.sobol, dimension: 2)
///     let first = sequence.next()  // [0.5, 0.5]
public final class QuasiRandomSequence {
    /// How points are made.
    public enum Kind: Sendable {
        /// Sobol's sequence with the direction numbers of P. Bratley and B. L. Fox, *ACM Trans. Math. Softw.* 14, 1988, 88,
        /// DOI 10.1145/42288.214372, of up to 40 dimensions (`gsl_qrng_sobol`), without its first point, the corner.
        case sobol

        /// Halton's sequence, J. H. Halton, *Commun. ACM* 7, 1964, 701, DOI 10.1145/355588.365104, of up to 1,229 dimensions
        /// (`gsl_qrng_halton`), without its first point, the corner.
        case halton

        /// The greatest dimension.
        public var greatestDimension: Int {
            switch self {
            case .sobol: 40
            case .halton: 1229
            }
        }
    }

    /// The number of coordinates of a point.
    public let dimension: Int

    private let generator: UnsafeMutablePointer<gsl_qrng>

    /// Begins a sequence.
    ///
    /// - Parameters:
    ///   - kind: How points are made.
    ///   - dimension: The number of coordinates, from 1 to ``Kind/greatestDimension``.
    /// - Throws: `GSLError` if the dimension is another, or there is no memory.
    public init(_ kind: Kind, dimension: Int) throws(GSLError) {
        _ = ErrorHandler.isOff
        guard (1...kind.greatestDimension).contains(dimension) else {
            throw GSLError(status: Int32(GSL_EINVAL), operation: "gsl_qrng_alloc")
        }
        let type = kind == .sobol ? cgsl_qrng_sobol() : cgsl_qrng_halton()
        guard let generator = gsl_qrng_alloc(type, UInt32(dimension)) else {
            throw GSLError(status: Int32(GSL_ENOMEM), operation: "gsl_qrng_alloc")
        }
        (self.dimension, self.generator) = (dimension, generator)
    }

    deinit { gsl_qrng_free(generator) }

    /// The next point, whose coordinates are greater than 0 and less than 1.
    ///
    /// - Complexity: O(d) for d dimensions.
    public func next() -> [Double] {
        var point = [Double](repeating: 0, count: dimension)
        gsl_qrng_get(generator, &point)
        return point
    }
}
