import GSL

extension AdaptiveIntegrator: OwnSteppingIntegrator {
    /// Moves the model to the end of the step of the method that leads on from a time, or of a piece of it where the steps of the
    /// method are long (`StepPieces`).
    ///
    /// - Returns: The time at which that ends; `end` where there is nothing to integrate.
    /// - Throws: As ``advance(_:from:to:)``. The state is then as it was.
    public func advanceByStep(_ model: Model, from start: Double, toward end: Double) throws -> Double {
        guard let known = trajectory else { return end }
        let trajectory = try trajectory(for: model, after: known)
        equations.model = model
        try reportingFailures(of: trajectory, in: model, until: end) {
            // A trajectory that was given up beyond the time cannot show what lies between.
            if reachedTime != start || start < trajectory.timeBefore { try begin(trajectory, at: start) }
            reachedTime = start
            if trajectory.timeAfter <= start { try countedStep(trajectory, from: start, to: end) }
            if trajectory.driver.stepper.hasLongSteps, shouldInterrupt?() == true {
                throw IntegrationError.interrupted(time: start)
            }
            try model.look { try trajectory.goToEndOfPiece(after: start) }
        }
        showEnd(in: model)
        return trajectory.innerEnd?.time ?? trajectory.timeAfter
    }

    /// The error that the tolerance allows in a number of the state; where numbers have tolerances of their own, that of the
    /// most exact one.
    public func allowedError(of value: Double) -> Double {
        guard let control = trajectory?.driver.control else { return 0 }
        let scale = control.scales?.min() ?? 1
        return control.absolute * scale + control.relative * control.stateWeight * abs(value)
    }

    /// Puts the state of a time within the last step into the model.
    func show(_ time: Double, in model: Model) throws {
        // Nodes that have come since are in no state inside of the step.
        guard let trajectory, trajectory.dimension == model.state.count else { return }
        try reportingFailures(of: trajectory, in: model, until: time) {
            try trajectory.branch(to: time, into: model.state.elements)
        }
        reachedTime = time
    }

    /// Puts the state after the last step, or the last piece of it, into the model.
    func showEnd(in model: Model) {
        guard let trajectory, trajectory.dimension == model.state.count else { return }
        if let (time, state) = trajectory.innerEnd {
            _ = model.state.elements.update(fromContentsOf: state)
            reachedTime = time
        } else {
            _ = model.state.elements.update(fromContentsOf: trajectory.after)
            reachedTime = trajectory.timeAfter
        }
    }

    /// The states inside of the steps of the trajectory, which keeps all that is needed.
    public func makeDenseOutput(for model: Model) -> (any DenseOutput<Model>)? {
        trajectory == nil ? nil : AdaptiveDenseOutput(of: self)
    }
}

extension AdaptiveIntegrator: SlopeKeepingIntegrator {
    /// The slopes that the method has computed. Where numbers are held, its states are not those that are shown.
    var lastSlopes: StepSlopes? { equations.model.state.holdsNothing ? lastStep?.slopes : nil }

    var lastStep: KnownStep? {
        guard let trajectory, trajectory.dimension == equations.model.state.count else { return nil }
        return trajectory.lastStep
    }

    var hasExactSlopes: Bool { !(trajectory?.driver.stepper.isImplicit ?? false) }
}

extension AdaptiveIntegrator {
    /// Puts the interpolated state of a time within the last step into the model.
    ///
    /// - Returns: True if enough is known: not in the first step after the beginning, or after a change, nor in long steps.
    func interpolate(_ time: Double, by polynomial: StepPolynomial, in model: Model) -> Bool {
        guard let trajectory, trajectory.dimension == model.state.count, !trajectory.driver.stepper.hasLongSteps else {
            return false
        }
        let isKnown = trajectory.interpolate(time, by: polynomial, into: model.state.elements) { time, state, rates in
            model.look { model.rates(at: time, of: state, into: rates) }
        }
        // Nobody goes on from there.
        if isKnown { reachedTime = nil }
        return isKnown
    }
}

/// The states inside of the steps of an adaptive method: branches from its trajectory.
final class AdaptiveDenseOutput<Model: DifferentialEquations>: InterpolatingDenseOutput {
    private let integrator: AdaptiveIntegrator<Model>

    init(of integrator: AdaptiveIntegrator<Model>) {
        self.integrator = integrator
    }

    func begin(_ model: Model, at time: Double) {}
    func noteEnd(_ model: Model) {}
    func show(_ time: Double, in model: Model) throws { try integrator.show(time, in: model) }
    func showEnd(in model: Model) { integrator.showEnd(in: model) }

    func interpolate(_ time: Double, by polynomial: StepPolynomial, in model: Model) -> Bool {
        integrator.interpolate(time, by: polynomial, in: model)
    }
}
