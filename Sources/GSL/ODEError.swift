/// Why an ``ODEDriver`` could not be made or could not go on.
public enum ODEError: Error, Equatable, Sendable {
    /// The number of equations is not positive, or too large for the memory of any machine.
    case dimension(Int, maximum: Int)

    /// There are more equations than the dense matrices of an implicit method are meant for.
    case denseDimension(Int, stepper: ODEStepper, maximum: Int)

    /// A tolerance or a weight is negative, infinite or not a number.
    case tolerance(name: String, value: Double)

    /// All tolerances are zero, which no step can meet.
    case noTolerance

    /// The number of scales is not the number of equations.
    case scaleCount(Int, dimension: Int)

    /// The scale of a component is not a positive finite number.
    case scale(Double, component: Int)

    /// The limits of the step size are not limits.
    case stepLimits(minimum: Double, maximum: Double)

    /// The initial step is zero, not finite, or outside the limits.
    case initialStep(Double, minimum: Double, maximum: Double)

    /// The greatest number of steps per advance is not positive.
    case maximumSteps(Int)

    /// The right-hand side advances the driver that calls it.
    case advancing

    /// The buffer for the state has not one element for each equation.
    case stateSize(Int, dimension: Int)

    /// A time is infinite or not a number.
    case time(Double)

    /// The target lies behind the present time, as the driver steps.
    case targetBehind(time: Double, target: Double, step: Double)

    /// A fixed step is zero or not finite.
    case fixedStep(Double)

    /// A number of fixed steps is negative.
    case fixedStepCount(Int)

    /// The right-hand side gave a derivative that is infinite or not a number, and no smaller step avoided it.
    case nonFiniteDerivative(Double, component: Int, time: Double)

    /// The error of a step exceeds the tolerance although the step cannot get any smaller.
    case toleranceNotReached(time: Double, step: Double)

    /// The error of a fixed step exceeds the tolerance, or the implicit formula of a step was not solved to it.
    case fixedStepInaccurate(time: Double, step: Double)

    /// The step has become smaller than the smallest one allowed, or than the spacing of numbers at this time.
    case stepTooSmall(time: Double, step: Double, minimum: Double)

    /// The greatest number of steps per advance did not suffice.
    case tooManySteps(limit: Int, time: Double, target: Double)

    /// A function of GSL failed in another way.
    case gsl(GSLError)
}
