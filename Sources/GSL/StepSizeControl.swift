/// The error that an ``ODEDriver`` allows in a step.
///
/// A step *h* is accepted when the estimated error of every component *i* stays below 1.1 Dᵢ, where
///
/// Dᵢ = absolute · scaleᵢ + relative · (stateWeight · |yᵢ| + derivativeWeight · |*h* y′ᵢ|).
///
/// The step grows when the error stays below half of D. A component that passes through zero needs an absolute
/// tolerance, for without one no step is small enough there.
public struct StepSizeControl: Equatable, Sendable {
    /// The tolerance that holds however small the state is.
    public var absolute: Double

    /// The tolerance in proportion to the state, its change in a step, or both.
    public var relative: Double

    /// The weight of the state in the relative part, GSL's `a_y`.
    public var stateWeight: Double

    /// The weight of the state's change in a step in the relative part, GSL's `a_dydt`.
    public var derivativeWeight: Double

    /// The factors by which the absolute tolerance is multiplied for each component, or `nil` for 1 throughout.
    public var scales: [Double]?

    private init(absolute: Double, relative: Double, weights: (Double, Double), scales: [Double]? = nil) {
        self.absolute = absolute
        self.relative = relative
        (stateWeight, derivativeWeight) = weights
        self.scales = scales
    }

    /// Allows errors in proportion to the state (`gsl_odeiv2_control_y_new`).
    public static func state(absolute: Double, relative: Double) -> StepSizeControl {
        StepSizeControl(absolute: absolute, relative: relative, weights: (1, 0))
    }

    /// Allows errors in proportion to the state's change in a step (`gsl_odeiv2_control_yp_new`).
    public static func derivative(absolute: Double, relative: Double) -> StepSizeControl {
        StepSizeControl(absolute: absolute, relative: relative, weights: (0, 1))
    }

    /// Allows errors in proportion to a weighted sum of both (`gsl_odeiv2_control_standard_new`).
    public static func standard(
        absolute: Double, relative: Double, stateWeight: Double, derivativeWeight: Double
    ) -> StepSizeControl {
        StepSizeControl(absolute: absolute, relative: relative, weights: (stateWeight, derivativeWeight))
    }

    /// Allows each component an absolute error of its own (`gsl_odeiv2_control_scaled_new`).
    public static func scaled(
        absolute: Double, relative: Double, stateWeight: Double = 1, derivativeWeight: Double = 0, scales: [Double]
    ) -> StepSizeControl {
        StepSizeControl(
            absolute: absolute, relative: relative, weights: (stateWeight, derivativeWeight), scales: scales)
    }

    /// The error that is allowed in a component, without what its change in a step allows.
    ///
    /// - Complexity: O(1).
    @inlinable
    package func allowedError(of value: Double, component: Int) -> Double {
        absolute * (scales?[component] ?? 1) + relative * stateWeight * abs(value)
    }

    /// Checks that the tolerances fit a system.
    ///
    /// - Parameter dimension: The number of the system's equations.
    /// - Throws: ``ODEError`` with the number that does not fit.
    /// - Complexity: O(1), or O(*n*) in the number of scales.
    public func validate(dimension: Int) throws(ODEError) {
        let numbers = [
            ("absolute tolerance", absolute), ("relative tolerance", relative),
            ("weight of the state", stateWeight), ("weight of the derivative", derivativeWeight),
        ]
        for (name, value) in numbers where !(value.isFinite && value >= 0) {
            throw .tolerance(name: name, value: value)
        }
        guard absolute > 0 || relative * (stateWeight + derivativeWeight) > 0 else { throw .noTolerance }
        guard let scales else { return }
        guard scales.count == dimension else { throw .scaleCount(scales.count, dimension: dimension) }
        for (component, scale) in scales.enumerated() where !(scale.isFinite && scale > 0) {
            throw .scale(scale, component: component)
        }
    }
}
