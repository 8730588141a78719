import GSL

/// One of GSL's steppers with steps of adaptive size (`gsl_odeiv2_evolve_apply`).
///
/// The method chooses its steps by the tolerance alone. It steps past the time that is asked for, and the state at that
/// time is reached by a branch: from the last step before it, by a step of the same kind and tolerance, which nothing
/// goes on from. The steps, and so the trajectory, therefore do not depend on the times at which it is looked at.
///
/// A multistep method cannot branch off, since a branch would replace its history; its branches are steps of
/// `ODEStepper.branching`.
///
/// Implicit methods ask the model for its Jacobian (``DifferentialEquations/jacobian(at:of:into:timeDerivative:)``), and take
/// finite differences if it does not know it. An explicit method that stalls on a stiff system is stopped
/// (``IntegrationError/stiff(_:)``), and so is one that a jump of a rate holds up (``IntegrationError/sliding(_:)``).
///
/// A jump of a rate may be missed by all points by which a method estimates the error of a step. All but `ODEStepper.rkf45`,
/// `ODEStepper.rkck` and `ODEStepper.rk8pd`, which look at six points and more, therefore ask models whose rates jump on which
/// branches they are (``DifferentialEquations/branches(at:of:withKinks:)``), and take a step back that crosses a jump and is longer
/// than the tolerance allows. So do `msadams`, `msbdf`, `bsimp` and `rk4imp` at kinks of systems of at most 16
/// numbers.
///
/// The state that is asked for last costs one branch; the memory is that of four states besides GSL's own, of nine more where rates
/// have several branches, and of another eight once a step is looked at that crosses between them.
public final class AdaptiveIntegrator<Model: DifferentialEquations>: InterruptibleIntegrator, StateCheckingIntegrator {
    /// How many steps the method may take within one step of the simulation unless another number is given: ten
    /// million, which take minutes even for a system of two bodies.
    public static var defaultMaximumSteps: Int { 10_000_000 }

    /// Is asked every 16 steps of the method.
    public var shouldInterrupt: (() -> Bool)?

    /// The most steps that the method may take within one step of the simulation.
    package let maximumSteps: Int

    let equations: Equations

    /// `nil` where there is nothing to integrate, for which GSL has no driver.
    var trajectory: AdaptiveTrajectory?

    private let givenInitialStep: Double?

    /// The time up to which the state has been moved on, `nil` if it was changed since.
    var reachedTime: Double?

    /// The steps that were taken from one moment of the simulation toward the next.
    var counted = (end: -Double.infinity, start: 0.0, steps: 0)

    /// After how many of the last steps that were looked at the method was held at a jump of a rate.
    private var stepsAtJump = 0

    /// The time after the steps that led to the last look, and how long each of them was on average.
    private var lastLook = (time: 0.0, stepLength: 0.0)

    /// The steps that were taken while there were fewer nodes.
    var stepsBefore = (accepted: 0, rejected: 0)

    /// The model whose derivative the drivers ask for.
    final class Equations {
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
    ///   - initialStep: The step that is tried first, at the beginning and after each change of the state from outside;
    ///     chosen by the tolerance and the first derivatives unless it is given.
    ///   - maximumSteps: The most steps that the method may take within one step of the simulation. A tolerance that
    ///     the method cannot reach makes its steps tiny; this number is what ends the run then.
    /// - Throws: `ODEError` for tolerances or steps that are not possible.
    public init(
        _ model: Model, stepper: ODEStepper, control: StepSizeControl, initialStep: Double? = nil,
        maximumSteps: Int = defaultMaximumSteps
    ) throws(ODEError) {
        let equations = Equations(model)
        self.equations = equations
        self.maximumSteps = maximumSteps
        givenInitialStep = initialStep
        guard maximumSteps >= 1 else { throw .maximumSteps(maximumSteps) }
        if let initialStep, !(initialStep > 0) {
            throw .initialStep(initialStep, minimum: 0, maximum: .greatestFiniteMagnitude)
        }
        guard model.state.count > 0 else {
            try control.validate(dimension: 0)
            trajectory = nil
            return
        }
        trajectory = try Self.trajectory(
            of: equations, stepper: stepper, control: control, initialStep: initialStep, maximumSteps: maximumSteps)
    }

    /// Kinks are looked for in systems of at most so many numbers. In larger ones many a step leads over several, each of which takes
    /// fifty evaluations to be judged, and their estimates of the error add up.
    private static var mostNumbersWithKinks: Int { 16 }

    private static func trajectory(
        of equations: Equations, stepper: ODEStepper, control: StepSizeControl, initialStep: Double?, maximumSteps: Int
    ) throws(ODEError) -> AdaptiveTrajectory {
        let withKinks = stepper.overlooksKinks && equations.model.state.count <= mostNumbersWithKinks
        return try AdaptiveTrajectory(
            dimension: equations.model.state.count, stepper: stepper, control: control, initialStep: initialStep ?? 1,
            maximumSteps: maximumSteps,
            jacobian: { time, state, matrix, timeDerivative in
                guard equations.model.state.holdsNothing else { return false }
                return equations.model.jacobian(at: time, of: state, into: &matrix, timeDerivative: &timeDerivative)
            },
            rightHandSide: { time, state, derivative in
                withPointers(state, &derivative) { equations.model.rates(at: time, of: $0, into: $1) }
            },
            branches: { equations.model.branches(at: $0, of: $1, withKinks: withKinks) },
            smoothStretch: { equations.model.wholeSmoothStretch(from: $0, to: $1) },
            settle: { time, state in
                if let state = state.baseAddress { equations.model.state.placeHeld(at: time, in: state) }
            })
    }

    /// The trajectory for the numbers that the model now has: nodes may have come.
    func trajectory(for model: Model, after known: AdaptiveTrajectory) throws(ODEError) -> AdaptiveTrajectory {
        guard model.state.count != known.dimension else { return known }
        guard model === equations.model else {
            throw .stateSize(model.state.count, dimension: known.dimension)
        }
        stepsBefore = (acceptedSteps, rejectedSteps)
        let new = try Self.trajectory(
            of: equations, stepper: known.driver.stepper, control: known.driver.control, initialStep: givenInitialStep,
            maximumSteps: maximumSteps)
        trajectory = new
        reachedTime = nil
        return new
    }

    /// The number of steps that the method has taken, without branches.
    public var acceptedSteps: Int { stepsBefore.accepted + (trajectory?.driver.acceptedSteps ?? 0) }

    /// The number of steps that the method has rejected because of their error, without branches.
    public var rejectedSteps: Int { stepsBefore.rejected + (trajectory?.driver.rejectedSteps ?? 0) }

    /// Moves the state on.
    ///
    /// - Throws: ``IntegrationError``; `ODEError` if the state has not as many numbers as that of the model for which the
    ///   integrator was made. The state is then as it was.
    public func advance(_ model: Model, from start: Double, to end: Double) throws {
        guard let known = trajectory else {
            guard model.state.count == 0 else { throw ODEError.stateSize(model.state.count, dimension: 0) }
            return
        }
        let trajectory = try trajectory(for: model, after: known)
        if equations.model !== model { reachedTime = nil }
        equations.model = model
        guard end >= start else { throw ODEError.targetBehind(time: start, target: end, step: end - start) }
        try reportingFailures(of: trajectory, in: model, until: end) {
            if reachedTime != start {
                try begin(trajectory, at: start)
                counted = (end, start, 0)
            }
            reachedTime = start
            while trajectory.timeAfter < end { try countedStep(trajectory, from: start, to: end) }
            try model.look { try trajectory.branch(to: end, into: model.state.elements) }
            reachedTime = end
        }
    }

    /// Calls a closure, and tells in the words of models what went wrong in it.
    func reportingFailures(
        of trajectory: AdaptiveTrajectory, in model: Model, until end: Double, _ body: () throws -> Void
    ) throws {
        do {
            try body()
        } catch ODEError.nonFiniteDerivative(let value, let component, let time) {
            // The method has tried ever shorter steps, beside 0 down to the least number that there is.
            let isAtOnce = time - trajectory.timeAfter < end.ulp
            throw IntegrationError.derivativeNotFinite(
                StateFailure(
                    in: model, component: component, value: value, time: isAtOnce ? trajectory.timeAfter : time,
                    last: trajectory.after, lastTime: trajectory.timeAfter))
        } catch let error as ODEError where error.isOfSmallSteps {
            if let jump = jumpThatHolds(trajectory) {
                throw IntegrationError.sliding(
                    slidingStall(trajectory, at: jump, after: counted.steps, from: counted.start, to: end))
            }
            guard let fastest = fastestNumber(of: trajectory) else { throw error }
            throw IntegrationError.cannotGoOn(reason: error.description, fastest: fastest)
        }
    }

    /// The number of the last good state that changes fastest for its tolerance, with its rate.
    private func fastestNumber(of trajectory: AdaptiveTrajectory) -> StateFailure? {
        let (model, control, state) = (equations.model, trajectory.driver.control, trajectory.after)
        guard let numbers = state.baseAddress else { return nil }
        var rates = [Double](repeating: 0, count: trajectory.dimension)
        model.look { model.rates(at: trajectory.timeAfter, of: numbers, into: &rates) }
        func demand(_ component: Int) -> Double {
            let rate = abs(rates[component])
            guard rate > 0 else { return rate.isNaN ? .infinity : 0 }
            let absolute = control.absolute * (control.scales?[component] ?? 1)
            return rate / (absolute + control.relative * abs(numbers[component]))
        }
        guard let fastest = rates.indices.max(by: { demand($0) < demand($1) }) else { return nil }
        return StateFailure(
            in: model, component: fastest, value: rates[fastest], time: trajectory.timeAfter, last: state,
            lastTime: trajectory.timeAfter)
    }

    /// Begins anew from the state as it is then.
    public func stateWasChanged() {
        reachedTime = nil
    }

    func begin(_ trajectory: AdaptiveTrajectory, at time: Double) throws(ODEError) {
        let model = equations.model
        let step =
            givenInitialStep
            ?? trajectory.firstStep(at: time, of: model.state.elements) { model.rates(at: $0, of: $1, into: $2) }
        try trajectory.begin(at: time, state: model.state.elements, initialStep: step)
    }

    /// Takes one step of the trajectory, and counts it toward a moment of the simulation, also where it is one after an
    /// interruption.
    func countedStep(_ trajectory: AdaptiveTrajectory, from start: Double, to end: Double) throws {
        if counted.end != end { counted = (end, start, 0) }
        try step(trajectory, number: counted.steps, from: counted.start, to: end)
        counted.steps += 1
    }

    /// Takes one step of the trajectory, of those from one moment of the simulation to the next.
    ///
    /// - Parameters:
    ///   - trajectory: The trajectory.
    ///   - steps: How many have been taken before.
    ///   - start: The time at which the first of them began.
    ///   - end: The time to which they are to lead.
    /// - Throws: ``IntegrationError``, `ODEError`.
    private func step(_ trajectory: AdaptiveTrajectory, number steps: Int, from start: Double, to end: Double) throws {
        if steps & 0xF == 0, shouldInterrupt?() == true {
            throw IntegrationError.interrupted(time: trajectory.timeAfter)
        }
        if steps > 0, steps % max(1, maximumSteps / 10) == 0, !trajectory.driver.stepper.isImplicit,
            let stall = stall(trajectory, after: steps, from: start, to: end)
        {
            throw IntegrationError.stiff(stall)
        }
        if let stall = slidingStall(trajectory, after: steps, from: start, to: end) {
            counted.end = -.infinity
            throw IntegrationError.sliding(stall)
        }
        guard steps < maximumSteps else {
            // Whoever tries again has as many again.
            counted.end = -.infinity
            throw IntegrationError.tooManySteps(
                limit: maximumSteps, start: start, time: trajectory.timeAfter, end: end,
                fastest: fastestNumber(of: trajectory))
        }
        try trajectory.step()
    }

    /// The stall after some steps, if a jump of a rate has held the state at several ones, and a tenth of the steps that are allowed would
    /// not lead to the end.
    ///
    /// Looks at 4 of 65,536 steps.
    private func slidingStall(_ trajectory: AdaptiveTrajectory, after steps: Int, from start: Double, to end: Double)
        -> SlidingStall?
    {
        let (period, lookedAt) = (65_536, 4)
        guard steps % period < lookedAt else { return nil }
        if steps % period == 0 {
            lastLook = (trajectory.timeAfter, (trajectory.timeAfter - lastLook.time) / Double(period))
            stepsAtJump = 0
        }
        guard steps >= period, (end - trajectory.timeAfter) / lastLook.stepLength > Double(maximumSteps / 10),
            let jump = jumpThatHolds(trajectory)
        else { return nil }
        stepsAtJump += 1
        return stepsAtJump < lookedAt ? nil : slidingStall(trajectory, at: jump, after: steps, from: start, to: end)
    }

    private func jumpThatHolds(_ trajectory: AdaptiveTrajectory) -> RateJump? {
        let model = equations.model
        return model.look {
            trajectory.jumpThatHolds { model.rates(at: trajectory.timeAfter, of: $0, into: $1) }
        }
    }

    private func slidingStall(
        _ trajectory: AdaptiveTrajectory, at jump: RateJump, after steps: Int, from start: Double, to end: Double
    ) -> SlidingStall {
        SlidingStall(
            steps: steps, start: start, end: end,
            failure: StateFailure(
                in: equations.model, component: jump.component, value: jump.rates.0, time: trajectory.timeAfter,
                last: trajectory.after, lastTime: trajectory.timeAfter),
            otherRate: jump.rates.1)
    }

    /// The stall after some steps, if they do not lead to the end and the system is stiff.
    private func stall(_ trajectory: AdaptiveTrajectory, after steps: Int, from start: Double, to end: Double)
        -> StiffnessStall?
    {
        let (time, length) = (trajectory.timeAfter, (trajectory.timeAfter - start) / Double(steps))
        guard length > 0, (end - time) / length > Double(maximumSteps - steps) else { return nil }
        let model = equations.model
        let rate = model.look { trajectory.dominantDecay { model.rates(at: time, of: $0, into: $1) } }
        // An accurate method that is not held back by stability does not follow a decay that is long over.
        guard let rate, rate * length > 0.2 else { return nil }
        return StiffnessStall(
            steps: steps, start: start, time: time, end: end, stepLength: length, decayRate: rate,
            dimension: model.state.count)
    }
}

extension ODEError {
    /// True if the steps of a method became too small, or too many in a branch.
    fileprivate var isOfSmallSteps: Bool {
        switch self {
        case .toleranceNotReached, .stepTooSmall, .tooManySteps: true
        default: false
        }
    }
}
