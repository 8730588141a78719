import CGSL

/// Looks for a root of a function of one variable by Brent's method (`gsl_root_fsolver_brent`).
///
/// R. P. Brent, *An algorithm with guaranteed convergence for finding a zero of a function*, The Computer Journal 14
/// (1971) 422, DOI 10.1093/comjnl/14.4.422.
///
/// - Parameters:
///   - lower: An argument and the value there.
///   - upper: A greater argument and the value there, whose sign is another one. Zero counts as positive.
///   - tolerance: How far the result may be from the root; not less than rounding allows.
///   - maximumIterations: After how many iterations to give up: at once unless it is greater than 0.
///   - function: The function. What it throws ends the search.
/// - Returns: The least argument that was tried on the far side of the root, and the value there. It is no farther from
///   the root than the tolerance, and its value has the sign of that at the greater argument.
/// - Throws: Errors of the function; ``GSLError`` if the signs are equal, a value is not finite, or the tolerance
///   cannot be reached.
/// - Complexity: Superlinear convergence for smooth functions, some ten calls; no more than some hundred otherwise.
public func findRoot(
    between lower: (argument: Double, value: Double), and upper: (argument: Double, value: Double), tolerance: Double,
    maximumIterations: Int = 200, of function: (Double) throws -> Double
) throws -> (argument: Double, value: Double) {
    _ = ErrorHandler.isOff
    guard let solver = gsl_root_fsolver_alloc(cgsl_root_fsolver_brent()) else {
        throw GSLError(status: Int32(GSL_ENOMEM), operation: "gsl_root_fsolver_alloc")
    }
    defer { gsl_root_fsolver_free(solver) }
    return try withoutActuallyEscaping(function) { function in
        var beyond = upper
        let function = ScalarFunction { argument in
            let isEnd = argument == lower.argument || argument == upper.argument
            let value = isEnd ? (argument == lower.argument ? lower.value : upper.value) : try function(argument)
            if argument < beyond.argument, !isEnd, (value >= 0) == (upper.value >= 0) { beyond = (argument, value) }
            // GSL stops at a zero, from whichever side it comes.
            return value == 0 ? .leastNonzeroMagnitude : value
        }
        try function.check(
            gsl_root_fsolver_set(solver, function.pointer, lower.argument, upper.argument), of: "gsl_root_fsolver_set")
        for _ in 0..<max(0, maximumIterations) {
            let width = gsl_root_fsolver_x_upper(solver) - gsl_root_fsolver_x_lower(solver)
            if width <= max(tolerance, 2 * beyond.argument.ulp) { return beyond }
            try function.check(gsl_root_fsolver_iterate(solver), of: "gsl_root_fsolver_iterate")
        }
        throw GSLError(status: Int32(GSL_EMAXITER), operation: "gsl_root_fsolver_iterate")
    }
}
