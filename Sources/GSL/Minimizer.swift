import CGSL

/// Looks for a minimum of a function of one variable by Brent's method (`gsl_min_fminimizer_brent`).
///
/// R. P. Brent, *Algorithms for Minimization without Derivatives*, Prentice-Hall 1973, chapter 5.
///
/// - Parameters:
///   - lower: An argument and the value there.
///   - guess: A greater argument and the value there, which is less than those at both ends.
///   - upper: A still greater argument and the value there.
///   - tolerance: How far the ends of the last interval may be apart. The minimum of a smooth function cannot be told
///     more exactly than to the square root of the rounding.
///   - maximumIterations: After how many iterations to give up: at once unless it is greater than 0.
///   - isEnough: Ends the search with an argument whose value is small enough.
///   - function: The function. What it throws ends the search.
/// - Returns: The argument and the least value that was found.
/// - Throws: Errors of the function; ``GSLError`` if the value at the guess is not the least, a value is not finite,
///   or the tolerance cannot be reached.
/// - Complexity: Superlinear convergence for smooth functions, some ten calls.
public func findMinimum(
    between lower: (argument: Double, value: Double), guess: (argument: Double, value: Double),
    and upper: (argument: Double, value: Double), tolerance: Double, maximumIterations: Int = 200,
    until isEnough: (Double) -> Bool = { _ in false }, of function: (Double) throws -> Double
) throws -> (argument: Double, value: Double) {
    _ = ErrorHandler.isOff
    guard let minimizer = gsl_min_fminimizer_alloc(cgsl_min_fminimizer_brent()) else {
        throw GSLError(status: Int32(GSL_ENOMEM), operation: "gsl_min_fminimizer_alloc")
    }
    defer { gsl_min_fminimizer_free(minimizer) }
    return try withoutActuallyEscaping(function) { function in
        let function = ScalarFunction(function)
        try function.check(
            gsl_min_fminimizer_set_with_values(
                minimizer, function.pointer, guess.argument, guess.value, lower.argument, lower.value, upper.argument,
                upper.value), of: "gsl_min_fminimizer_set_with_values")
        for _ in 0..<max(0, maximumIterations) {
            let least = gsl_min_fminimizer_f_minimum(minimizer)
            let width = gsl_min_fminimizer_x_upper(minimizer) - gsl_min_fminimizer_x_lower(minimizer)
            if width <= tolerance || isEnough(least) {
                return (gsl_min_fminimizer_x_minimum(minimizer), least)
            }
            try function.check(gsl_min_fminimizer_iterate(minimizer), of: "gsl_min_fminimizer_iterate")
        }
        throw GSLError(status: Int32(GSL_EMAXITER), operation: "gsl_min_fminimizer_iterate")
    }
}
