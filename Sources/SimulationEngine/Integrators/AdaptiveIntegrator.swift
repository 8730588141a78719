import GSL

/// One of GSL's steppers with steps of adaptive size (`gsl_odeiv2_evolve_apply`).
///
/// Each step of the simulation is covered by as many steps of the method as the tolerance asks for; their size is kept
/// from one step of the simulation to the next.
public final class AdaptiveIntegrator<Model: DifferentialEquations>: Integrator {
    /// `nil` where there is nothing to integrate, for which GSL has no driver.
    private let driver: ODEDriver?
    private let equations: Equations

    /// The model whose derivative the driver asks for.
    private final class Equations {
        var model: Model

        init(_ model: Model) {
            self.model = model
        }
    }

    /// Creates an integrator for a model.
    ///
    /// - Parameters:
    ///   - model: The model, or another one whose state has as many numbers.
    ///   - stepper: The method.
    ///   - control: The error that is allowed in a step of the method.
    ///   - initialStep: The step that is tried first.
    /// - Throws: `ODEError` for tolerances or steps that are not possible.
    public init(_ model: Model, stepper: ODEStepper, control: StepSizeControl, initialStep: Double) throws(ODEError) {
        let equations = Equations(model)
        self.equations = equations
        guard model.state.count > 0 else {
            try control.validate(dimension: 0)
            driver = nil
            return
        }
        driver = try ODEDriver(
            dimension: model.state.count, stepper: stepper, control: control, initialStep: initialStep
        ) { time, state, derivative in
            guard let state = state.baseAddress, let derivative = derivative.baseAddress else { return }
            equations.model.derivative(at: time, of: state, into: derivative)
        }
    }

    /// The number of steps that the method has taken.
    public var acceptedSteps: Int { driver?.acceptedSteps ?? 0 }

    /// The number of steps that the method has rejected because of their error.
    public var rejectedSteps: Int { driver?.rejectedSteps ?? 0 }

    /// Moves the state on.
    ///
    /// - Throws: `ODEError` if the tolerance cannot be reached, a derivative is not finite, or the state has not as many
    ///   numbers as that of the model for which the integrator was made. The state is then that after the last good
    ///   step of the method.
    public func advance(_ model: Model, from start: Double, to end: Double) throws {
        guard let driver else { return }
        equations.model = model
        var time = start
        try driver.advance(from: &time, to: end, state: model.state.elements)
    }

    /// Begins anew with the initial step.
    public func stateWasChanged() {
        driver?.reset()
    }
}
