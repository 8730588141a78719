import CGSL

/// The integral of a function from a number to infinity (`gsl_integration_qagiu`).
///
/// R. Piessens, E. de Doncker-Kapenga, C. W. Überhuber and D. K. Kahaner, *QUADPACK* (Springer 1983), DOI
/// 10.1007/978-3-642-61786-7.
///
/// - Parameters:
///   - lower: Where the integral begins.
///   - tolerance: The error that is allowed, relative to the integral.
///   - function: The function. What it throws ends the integration.
/// - Returns: The integral.
/// - Throws: Errors of the function; ``GSLError`` if a value is not finite or the tolerance cannot be reached, such as where the
///   integral has no limit.
/// - Complexity: Some hundred calls for smooth functions, 30,000 at most.
public func integrate(
    from lower: Double, tolerance: Double = 1e-10, _ function: (Double) throws -> Double
) throws -> Double {
    _ = ErrorHandler.isOff
    let intervalCount = 1000
    guard let workspace = gsl_integration_workspace_alloc(intervalCount) else {
        throw GSLError(status: Int32(GSL_ENOMEM), operation: "gsl_integration_workspace_alloc")
    }
    defer { gsl_integration_workspace_free(workspace) }
    return try withoutActuallyEscaping(function) { function in
        let function = ScalarFunction(function)
        var (result, error) = (0.0, 0.0)
        try function.check(
            gsl_integration_qagiu(
                function.pointer, lower, .leastNormalMagnitude, tolerance, intervalCount, workspace, &result, &error),
            of: "gsl_integration_qagiu")
        guard result.isFinite else { throw GSLError(status: Int32(GSL_EDIVERGE), operation: "gsl_integration_qagiu") }
        return result
    }
}
