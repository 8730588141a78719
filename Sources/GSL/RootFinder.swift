import CGSL

/// Looks for a root of a function of one variable by Brent's method (`gsl_root_fsolver_brent`).
///
/// R. P. Brent, *An algorithm with guaranteed convergence for finding a zero of a function*, The Computer Journal 14
/// (1971) 422, DOI 10.1093/comjnl/14.4.422.
///
/// - Parameters:
///   - lower: An argument and the value there.
///   - upper: A greater argument and the value there, whose sign is another one, unless one of the values is zero.
///   - tolerance: How far the result may be from the root; not less than rounding allows.
///   - maximumIterations: After how many iterations to give up.
///   - function: The function. What it throws ends the search.
/// - Throws: What the function throws; ``GSLError`` if the signs are equal, a value is not finite, or the tolerance
///   cannot be reached.
/// - Complexity: Superlinear convergence for smooth functions, some ten calls; no more than some hundred otherwise.
public func findRoot(
    between lower: (argument: Double, value: Double), and upper: (argument: Double, value: Double), tolerance: Double,
    maximumIterations: Int = 200, of function: (Double) throws -> Double
) throws -> Double {
    _ = ErrorHandler.isOff
    guard let solver = gsl_root_fsolver_alloc(cgsl_root_fsolver_brent()) else {
        throw GSLError(status: Int32(GSL_ENOMEM), operation: "gsl_root_fsolver_alloc")
    }
    defer { gsl_root_fsolver_free(solver) }
    return try withoutActuallyEscaping(function) { function in
        let function = ScalarFunction { argument in
            if argument == lower.argument { return lower.value }
            return argument == upper.argument ? upper.value : try function(argument)
        }
        try function.check(
            gsl_root_fsolver_set(solver, function.pointer, lower.argument, upper.argument), of: "gsl_root_fsolver_set")
        for _ in 0..<maximumIterations {
            let root = gsl_root_fsolver_root(solver)
            let width = gsl_root_fsolver_x_upper(solver) - gsl_root_fsolver_x_lower(solver)
            if width <= max(tolerance, 2 * root.ulp) { return root }
            try function.check(gsl_root_fsolver_iterate(solver), of: "gsl_root_fsolver_iterate")
        }
        throw GSLError(status: Int32(GSL_EMAXITER), operation: "gsl_root_fsolver_iterate")
    }
}
