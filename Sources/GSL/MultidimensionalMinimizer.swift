import CGSL

/// A method that looks for a minimum along gradients.
public enum GradientMethod: String, CaseIterable, Sendable {
    /// Of R. Fletcher, *Practical Methods of Optimization*, Wiley 1987 (`gsl_multimin_fdfminimizer_vector_bfgs2`).
    case bfgs = "bfgs"

    /// Of Fletcher and Reeves (`gsl_multimin_fdfminimizer_conjugate_fr`).
    case conjugateFletcherReeves = "conjugate-fletcher-reeves"

    /// Of Polak and Ribière (`gsl_multimin_fdfminimizer_conjugate_pr`).
    case conjugatePolakRibiere = "conjugate-polak-ribiere"

    fileprivate var type: UnsafePointer<gsl_multimin_fdfminimizer_type>? {
        switch self {
        case .bfgs: cgsl_multimin_vector_bfgs2()
        case .conjugateFletcherReeves: cgsl_multimin_conjugate_fr()
        case .conjugatePolakRibiere: cgsl_multimin_conjugate_pr()
        }
    }
}

/// A minimum of a function of many variables.
package struct MultidimensionalMinimum: Equatable, Sendable {
    /// The arguments.
    package var arguments: [Double]

    /// The value there.
    package var value: Double

    /// How many iterations it took, each a search along a line.
    package var iterations: Int
}

/// Looks for a minimum of a function of many variables along its gradient (`gsl_multimin_fdfminimizer_iterate`).
///
/// - Parameters:
///   - start: The arguments to begin with, at least one.
///   - method: How to look.
///   - firstStep: The length of the first step, greater than 0.
///   - lineTolerance: How exactly minima along lines are found: 0.1 is a good value.
///   - maximumIterations: After how many iterations to give up: at once unless it is greater than 0.
///   - isEnough: Tests if a gradient is small enough.
///   - function: Computes the value and its gradient. What it throws ends the search.
/// - Returns: Where the gradient is small enough.
/// - Throws: Errors of the function; ``GSLError`` with the status `GSL_ENOPROG` if rounding ends the search,
///   `GSL_EMAXITER`, or `GSL_EINVAL` if there are no arguments, or a step or tolerance is not possible.
/// - Complexity: Some calls of the function an iteration; memory for O(1) copies of the arguments.
package func findMinimum(
    from start: [Double], by method: GradientMethod, firstStep: Double, lineTolerance: Double = 0.1,
    maximumIterations: Int, until isEnough: (UnsafeBufferPointer<Double>) -> Bool,
    of function: (_ arguments: UnsafePointer<Double>, _ gradient: UnsafeMutablePointer<Double>) throws -> Double
) throws -> MultidimensionalMinimum {
    _ = ErrorHandler.isOff
    guard !start.isEmpty, firstStep > 0, firstStep.isFinite, lineTolerance >= 0, lineTolerance.isFinite else {
        throw GSLError(status: Int32(GSL_EINVAL), operation: "gsl_multimin_fdfminimizer_set")
    }
    guard let minimizer = gsl_multimin_fdfminimizer_alloc(method.type, start.count) else {
        throw GSLError(status: Int32(GSL_ENOMEM), operation: "gsl_multimin_fdfminimizer_alloc")
    }
    defer { gsl_multimin_fdfminimizer_free(minimizer) }
    return try withoutActuallyEscaping(function) { function in
        let function = GradientFunction(function, dimension: start.count)
        try start.withUnsafeBufferPointer { start in
            var view = gsl_vector_const_view_array(start.baseAddress, start.count).vector
            try function.check(
                gsl_multimin_fdfminimizer_set(minimizer, function.pointer, &view, firstStep, lineTolerance),
                of: "gsl_multimin_fdfminimizer_set")
        }
        for iteration in 0..<max(0, maximumIterations) {
            if isEnough(minimizer.pointee.gradient.pointee.numbers) {
                return MultidimensionalMinimum(
                    arguments: Array(minimizer.pointee.x.pointee.numbers), value: minimizer.pointee.f,
                    iterations: iteration)
            }
            try function.check(
                gsl_multimin_fdfminimizer_iterate(minimizer), of: "gsl_multimin_fdfminimizer_iterate")
        }
        throw GSLError(status: Int32(GSL_EMAXITER), operation: "gsl_multimin_fdfminimizer_iterate")
    }
}

extension GSLError {
    /// True if a method came to the end of its iterations.
    package var isIterationLimit: Bool { status == Int32(GSL_EMAXITER) }

    /// True if a method could not go on, since rounding hides any improvement.
    package var isLackOfProgress: Bool { status == Int32(GSL_ENOPROG) }
}

extension gsl_vector {
    /// The numbers of a vector that GSL has made itself, or of a view on an array: they are contiguous.
    var numbers: UnsafeBufferPointer<Double> { UnsafeBufferPointer(start: data, count: size) }
}

/// A closure for values and gradients as GSL calls it, with what it threw.
private final class GradientFunction: ThrowingCallback {
    private let function: (UnsafePointer<Double>, UnsafeMutablePointer<Double>) throws -> Double
    private var unwanted: [Double]

    /// For as long as this object lives.
    let pointer = UnsafeMutablePointer<gsl_multimin_function_fdf>.allocate(capacity: 1)

    init(
        _ function: @escaping (UnsafePointer<Double>, UnsafeMutablePointer<Double>) throws -> Double, dimension: Int
    ) {
        self.function = function
        unwanted = [Double](repeating: 0, count: dimension)
        super.init()
        pointer.initialize(
            to: gsl_multimin_function_fdf(
                f: { x, parameters in GradientFunction.at(parameters)?.value(x, nil) ?? .nan },
                df: { x, parameters, gradient in _ = GradientFunction.at(parameters)?.value(x, gradient) },
                fdf: { x, parameters, value, gradient in
                    value?.pointee = GradientFunction.at(parameters)?.value(x, gradient) ?? .nan
                },
                n: dimension, params: Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit {
        pointer.deallocate()
    }

    private static func at(_ address: UnsafeMutableRawPointer?) -> GradientFunction? {
        address.map { Unmanaged<GradientFunction>.fromOpaque($0).takeUnretainedValue() }
    }

    private func value(_ x: UnsafePointer<gsl_vector>?, _ gradient: UnsafeMutablePointer<gsl_vector>?) -> Double {
        guard let x = x?.pointee.data else { return .nan }
        return value {
            if let gradient = gradient?.pointee.data { return try function(x, gradient) }
            return try unwanted.withUnsafeMutableBufferPointer { unwanted in
                guard let unwanted = unwanted.baseAddress else { return .nan }
                return try function(x, unwanted)
            }
        }
    }
}
