import GSL

extension AdaptiveIntegrator: OwnSteppingIntegrator {
    /// Moves the model to the end of the step of the method that leads on from a time.
    ///
    /// - Returns: The time at which the step ends; `end` where there is nothing to integrate.
    /// - Throws: As ``advance(_:from:to:)``. The state is then as it was.
    public func advanceByStep(_ model: Model, from start: Double, toward end: Double) throws -> Double {
        guard let known = course else { return end }
        let course = try course(for: model, after: known)
        equations.model = model
        try reportingFailures(of: course, in: model, until: end) {
            // A course that was given up beyond the time cannot show what lies between.
            if reachedTime != start || start < course.timeBefore { try begin(course, at: start) }
            reachedTime = start
            if course.timeAfter <= start { try countedStep(course, from: start, to: end) }
        }
        showEnd(in: model)
        return course.timeAfter
    }

    /// The error that the tolerance allows in a number of the state; where numbers have tolerances of their own, that of the
    /// most exact one.
    public func allowedError(of value: Double) -> Double {
        guard let control = course?.driver.control else { return 0 }
        let scale = control.scales?.min() ?? 1
        return control.absolute * scale + control.relative * control.stateWeight * abs(value)
    }

    /// Puts the state of a time within the last step into the model.
    func show(_ time: Double, in model: Model) throws {
        // Nodes that have come since are in no state inside of the step.
        guard let course, course.dimension == model.state.count else { return }
        try reportingFailures(of: course, in: model, until: time) {
            try course.branch(to: time, into: model.state.elements)
        }
        reachedTime = time
    }

    /// Puts the state after the last step into the model.
    func showEnd(in model: Model) {
        guard let course, course.dimension == model.state.count else { return }
        _ = model.state.elements.update(fromContentsOf: course.after)
        reachedTime = course.timeAfter
    }

    /// The states inside of the steps of the course, which keeps all that is needed.
    public func makeInterior(for model: Model) -> (any StepInterior<Model>)? {
        course == nil ? nil : CourseInterior(of: self)
    }
}

extension AdaptiveIntegrator: SlopeKeepingIntegrator {
    /// What the method has computed. Where numbers are held, its states are not those that are shown.
    var lastSlopes: StepSlopes? {
        guard let course, course.knowsSlopes, course.dimension == equations.model.state.count,
            equations.model.state.holdsNothing
        else { return nil }
        return course.driver.lastSlopes
    }
}

extension AdaptiveIntegrator {
    /// Puts the interpolated state of a time within the last step into the model.
    ///
    /// - Returns: Whether enough is known: not in the first step after the beginning, or after a change.
    func interpolate(_ time: Double, by polynomial: StepPolynomial, in model: Model) -> Bool {
        guard let course, course.dimension == model.state.count else { return false }
        let isKnown = course.interpolate(time, by: polynomial, into: model.state.elements) { time, state, rates in
            model.look { model.rates(at: time, of: state, into: rates) }
        }
        // Nobody goes on from there.
        if isKnown { reachedTime = nil }
        return isKnown
    }
}

/// The states inside of the steps of an adaptive method: branches from its course.
final class CourseInterior<Model: DifferentialEquations>: InterpolatingInterior {
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
