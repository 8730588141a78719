import GSL

/// One of GSL's steppers with steps of adaptive size (`gsl_odeiv2_evolve_apply`).
///
/// Each step of the simulation is covered by as many steps of the method as the tolerance asks for; their size is kept
/// from one step of the simulation to the next.
public final class AdaptiveIntegrator<Model: DifferentialEquations>: Integrator {
    private let driver: ODEDriver

    /// Creates an integrator for a model.
    ///
    /// - Parameters:
    ///   - model: The model, for which alone the integrator can be used.
    ///   - stepper: The method.
    ///   - control: The error that is allowed in a step of the method.
    ///   - initialStep: The step that is tried first.
    /// - Throws: `ODEError` for tolerances or steps that are not possible.
    public init(_ model: Model, stepper: ODEStepper, control: StepSizeControl, initialStep: Double) throws(ODEError) {
        driver = try ODEDriver(
            dimension: model.state.count, stepper: stepper, control: control, initialStep: initialStep
        ) { [unowned model] time, state, derivative in
            guard let state = state.baseAddress, let derivative = derivative.baseAddress else { return }
            model.derivative(at: time, of: state, into: derivative)
        }
    }

    /// The number of steps that the method has taken.
    public var acceptedSteps: Int { driver.acceptedSteps }

    /// The number of steps that the method has rejected because of their error.
    public var rejectedSteps: Int { driver.rejectedSteps }

    /// Moves the state on.
    ///
    /// - Throws: `ODEError` if the tolerance cannot be reached or a derivative is not finite. The state is then that
    ///   after the last good step of the method.
    public func advance(_ model: Model, from start: Double, to end: Double) throws {
        var time = start
        try driver.advance(from: &time, to: end, state: model.state.elements)
    }

    /// Begins anew with the initial step.
    public func stateWasChanged() {
        driver.reset()
    }
}
