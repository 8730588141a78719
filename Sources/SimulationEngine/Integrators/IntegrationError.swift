import GSL

/// Why an integrator gave up a step. The state of the model is that before the step; of a ``JumpIntegrator`` it is that after
/// the last jump.
public enum IntegrationError: Error, Equatable, Sendable {
    /// The step led to a number that is infinite or not a number.
    case stateNotFinite(StateFailure)

    /// The equations gave a derivative that is infinite or not a number, and no smaller step of the method avoided it.
    case derivativeNotFinite(StateFailure)

    /// The method took the greatest number of steps that is allowed within one step of the simulation, and has come
    /// from one time only to another.
    /// The failure is that of the number that changes fastest for its tolerance, with its rate of change as the value.
    case tooManySteps(limit: Int, start: Double, time: Double, end: Double, fastest: StateFailure?)

    /// An explicit method stalled on a stiff system: the steps that are allowed would not lead to the end.
    case stiff(StiffnessStall)

    /// A method stalled on a rate that jumps and pushes the state back to the jump from both sides.
    case sliding(SlidingStall)

    /// The steps of the method became too small, as the `ODEError` says whose words are given. The failure is that of the
    /// number that changes fastest for its tolerance, with its rate of change as the value.
    case cannotGoOn(reason: String, fastest: StateFailure)

    /// So many jumps, leaps, or tries that came to nothing led from one time only to another that, at this pace, the end would
    /// never be reached.
    case tooManyJumps(count: Int, start: Double, time: Double, end: Double)

    /// The step was given up at this time because ``InterruptibleIntegrator/shouldInterrupt`` said so.
    case interrupted(time: Double)
}

extension IntegrationError {
    /// Throws the error for the first of some numbers that is not finite, unless all are, which a map has given if that is said.
    ///
    /// - Complexity: O(*n*), without allocation unless it throws.
    package static func check<Model: DifferentialEquations>(
        _ new: UnsafePointer<Double>, of model: Model, from start: Double, to end: Double, inMap isMap: Bool = false
    ) throws(IntegrationError) {
        let count = model.state.count
        guard !areAllFinite(new, count: count), let component = (0..<count).first(where: { !new[$0].isFinite })
        else { return }
        var failure = StateFailure(
            in: model, component: component, value: new[component], time: end, last: model.state.elements,
            lastTime: start)
        failure.isOfMap = isMap
        throw .stateNotFinite(failure)
    }
}

extension IntegrationError {
    /// The error with the number of the step of the simulation in which it arose.
    func inStep(_ step: Int) -> IntegrationError {
        switch self {
        case .stateNotFinite(let failure): .stateNotFinite(failure.inStep(step))
        case .derivativeNotFinite(let failure): .derivativeNotFinite(failure.inStep(step))
        case .tooManySteps(let limit, let start, let time, let end, let fastest):
            .tooManySteps(limit: limit, start: start, time: time, end: end, fastest: fastest?.inStep(step))
        case .cannotGoOn(let reason, let fastest): .cannotGoOn(reason: reason, fastest: fastest.inStep(step))
        case .stiff, .sliding, .tooManyJumps, .interrupted: self
        }
    }
}

extension IntegrationError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .stateNotFinite(let failure):
            "\(failure.instant) \(failure.place) is \(failure.diagnosis): "
                + (failure.isOfMap
                    ? "the state has left the domain of the map, or grows beyond all bounds"
                    : "take a smaller step, or look for a singularity, such as particles that meet")
                + "; \(failure.last)"
        case .derivativeNotFinite(let failure):
            "\(failure.instant) the derivative of \(failure.place) is \(failure.diagnosis): the state has left the "
                + "domain of the equations, or grows beyond all bounds; \(failure.last)"
        case .tooManySteps(let limit, let start, let time, let end, let fastest):
            "\(limit) steps of the method led from time \(start) only to \(time), not to \(end)"
                + (fastest.map { ", where \($0.fastestNumber)" } ?? "")
                + ": allow a larger error, look for a singularity at this time, or for rates that jump ever more often, or, if "
                + "so many steps are what it takes, write a shorter 'step'"
        case .cannotGoOn(let reason, let fastest):
            "\(reason); \(fastest.fastestNumber)"
        case .stiff(let stall):
            "\(stall.steps) steps of the method led from time \(stall.start) only to \(stall.time), not to \(stall.end): "
                + "the system is stiff, for something in it decays at a rate of about \(stall.shownRate), which keeps the "
                + "steps of an explicit method at about \(stall.shownLength) however smooth the motion is; "
                + stall.advice
        case .sliding(let stall): stall.words
        case .tooManyJumps(let count, let start, let time, let end):
            "\(count) jumps, leaps, or tries that came to nothing led from time \(start) only to \(time), and would never lead to "
                + "\(end): lower the greatest rates, take longer leaps, or run to an earlier time"
        case .interrupted(let time):
            "the step was interrupted at time \(time)"
        }
    }
}
