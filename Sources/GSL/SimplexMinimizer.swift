import CGSL

/// Looks for a minimum of a function of some variables without its gradient, by a simplex that moves and shrinks
/// (`gsl_multimin_fminimizer_nmsimplex2`).
///
/// J. A. Nelder and R. Mead, *A simplex method for function minimization*, The Computer Journal 7 (1965) 308,
/// DOI 10.1093/comjnl/7.4.308.
///
/// - Parameters:
///   - start: The arguments to begin with, at least one.
///   - step: How far the other corners of the first simplex are from there, each in the direction of one argument. All
///     of its values must be finite.
///   - size: The mean distance of the corners from their centre at which the search ends.
///   - maximumIterations: After how many iterations to give up: at once unless it is greater than 0.
///   - function: The function, which is infinite where its arguments are not allowed. What it throws ends the search.
/// - Returns: The best corner.
/// - Throws: Errors of the function; ``GSLError`` if a value at the beginning is not finite, the size cannot be reached,
///   or there are no arguments.
/// - Complexity: One or two calls of the function an iteration, as many as there are arguments where the simplex shrinks.
package func findMinimum(
    from start: [Double], step: Double, size: Double, maximumIterations: Int, of function: ([Double]) throws -> Double
) throws -> MultidimensionalMinimum {
    _ = ErrorHandler.isOff
    guard !start.isEmpty else { throw GSLError(status: Int32(GSL_EINVAL), operation: "gsl_multimin_fminimizer_set") }
    guard let minimizer = gsl_multimin_fminimizer_alloc(cgsl_multimin_nmsimplex2(), start.count) else {
        throw GSLError(status: Int32(GSL_ENOMEM), operation: "gsl_multimin_fminimizer_alloc")
    }
    defer { gsl_multimin_fminimizer_free(minimizer) }
    return try withoutActuallyEscaping(function) { function in
        let function = VectorFunction(function, dimension: start.count)
        var (corner, steps) = (start, start.map { _ in step })
        try corner.withUnsafeMutableBufferPointer { corner in
            try steps.withUnsafeMutableBufferPointer { steps in
                var first = gsl_vector_view_array(corner.baseAddress, corner.count).vector
                var edges = gsl_vector_view_array(steps.baseAddress, steps.count).vector
                try function.check(
                    gsl_multimin_fminimizer_set(minimizer, function.pointer, &first, &edges),
                    of: "gsl_multimin_fminimizer_set")
            }
        }
        for iteration in 0..<max(0, maximumIterations) {
            if iteration > 0, gsl_multimin_fminimizer_size(minimizer) <= size {
                return MultidimensionalMinimum(
                    arguments: Array(minimizer.pointee.x.pointee.numbers), value: minimizer.pointee.fval,
                    iterations: iteration)
            }
            try function.check(gsl_multimin_fminimizer_iterate(minimizer), of: "gsl_multimin_fminimizer_iterate")
        }
        throw GSLError(status: Int32(GSL_EMAXITER), operation: "gsl_multimin_fminimizer_iterate")
    }
}

/// A closure for values as GSL calls it, with what it threw.
private final class VectorFunction: ThrowingCallback {
    private let function: ([Double]) throws -> Double

    /// For as long as this object lives.
    let pointer = UnsafeMutablePointer<gsl_multimin_function>.allocate(capacity: 1)

    init(_ function: @escaping ([Double]) throws -> Double, dimension: Int) {
        self.function = function
        super.init()
        pointer.initialize(
            to: gsl_multimin_function(
                f: { arguments, parameters in
                    guard let parameters, let arguments else { return .nan }
                    let vector = Unmanaged<VectorFunction>.fromOpaque(parameters).takeUnretainedValue()
                    return vector.value { try vector.function(Array(arguments.pointee.numbers)) }
                },
                n: dimension, params: Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit {
        pointer.deallocate()
    }
}
