extension ODEError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .dimension(let dimension, let maximum):
            "a system needs between 1 and \(maximum) equations, not \(dimension)"
        case .denseDimension(let dimension, let stepper, let maximum):
            "'\(stepper.rawValue)' solves dense equations in each step and takes at most \(maximum) numbers, "
                + "not \(dimension): use a method that is not implicit, or a smaller system"
        case .tolerance(let name, let value):
            "the \(name) must be 0 or more and finite, not \(value)"
        case .noTolerance:
            "no step is free of error: give an absolute or a relative tolerance above 0"
        case .scaleCount(let count, let dimension):
            "a system of \(dimension) equations needs as many scales for its tolerance, not \(count)"
        case .scale(let scale, let component):
            "the scale of the tolerance of component \(component) must be above 0 and finite, not \(scale)"
        case .stepLimits(let minimum, let maximum):
            "the step needs limits 0 <= minimum <= maximum with a maximum above 0, not \(minimum) and \(maximum)"
        case .initialStep(let step, let minimum, let maximum):
            "the initial step must be finite, not 0, and in size between \(minimum) and \(maximum), not \(step)"
        case .maximumSteps(let count):
            "an advance needs at least 1 step, not at most \(count)"
        case .advancing:
            "a right-hand side cannot advance the driver that calls it: it needs a driver of its own"
        case .stateSize(let size, let dimension):
            "a system of \(dimension) equations needs a state of as many numbers, not \(size)"
        case .time(let time):
            "a time must be finite, not \(time)"
        case .targetBehind(let time, let target, let step):
            "the time \(target) cannot be reached from \(time) by steps such as \(step): "
                + "an initial step of the other sign integrates the other way"
        case .fixedStep(let step):
            "a fixed step must be finite and not 0, not \(step)"
        case .fixedStepCount(let count):
            "the number of fixed steps must be 0 or more, not \(count)"
        default:
            describeFailure()
        }
    }

    private func describeFailure() -> String {
        switch self {
        case .nonFiniteDerivative(let value, let component, let time):
            "the derivative of component \(component) at time \(time) is \(value): "
                + "the state has left the domain of the equations, or grows beyond all bounds"
        case .toleranceNotReached(let time, let step):
            "at time \(time) a step of \(step) still misses the tolerance: "
                + "allow a larger error, or look for a singularity at this time"
        case .fixedStepInaccurate(let time, let step):
            "at time \(time) a fixed step of \(step) misses the tolerance: take a smaller step or allow a larger error"
        case .stepTooSmall(let time, let step, let minimum):
            "at time \(time) a step of \(step) is smaller than \(minimum): "
                + "allow a larger error or smaller steps, or look for a singularity at this time"
        case .tooManySteps(let limit, let time, let target):
            "\(limit) steps led only to time \(time), not to \(target): allow more steps or a larger error"
        case .gsl(let error):
            error.description
        default:
            "the equations cannot be integrated"
        }
    }
}
