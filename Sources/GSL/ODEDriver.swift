import CGSL

/// Integrates a system of ordinary differential equations y′ = f(t, y) (`gsl_odeiv2_driver`).
///
///     let oscillator = try ODEDriver(
///         dimension: 2, stepper: .rk8pd, control: .state(absolute: 1e-10, relative: 0), initialStep: 0.01
///     ) { time, state, derivative in
///         derivative[0] = state[1]
///         derivative[1] = -state[0]
///     }
///     var time = 0.0
///     var state = [1.0, 0.0]
///     try oscillator.advance(from: &time, to: 2 * .pi, state: &state)
///
/// The driver goes through step, control and evolution objects of GSL itself, because `gsl_odeiv2_driver_apply` of
/// GSL 2.7 reports success for a target that lies behind, counts steps two too many, and leaves the state beyond the
/// last good step if the tolerance cannot be reached.
///
/// A driver belongs to one thread. Its right-hand side must not advance it.
public final class ODEDriver {
    /// Computes the derivative of a state at a time.
    ///
    /// The spans hold one number for each equation. Every number of the
    /// derivative has to be written; what it held before is undefined. A derivative that is not finite makes the driver
    /// try a smaller step, and fail if that does not help.
    public typealias RightHandSide = (
        _ time: Double, _ state: Span<Double>, _ derivative: inout MutableSpan<Double>
    ) throws -> Void

    /// Computes the Jacobian of the right-hand side.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - state: One number for each equation.
    ///   - matrix: Receives ∂fᵢ/∂yⱼ at *i* · *n* + *j* for *n* equations. It holds zeros.
    ///   - timeDerivative: Receives ∂fᵢ/∂t. It holds zeros.
    /// - Returns: True if the Jacobian is known; if not, it is formed by finite differences.
    public typealias Jacobian = (
        _ time: Double, _ state: Span<Double>, _ matrix: inout MutableSpan<Double>,
        _ timeDerivative: inout MutableSpan<Double>
    ) throws -> Bool

    /// The largest dimension for implicit methods. Solving their equations takes of the order of *n*³ operations; for 500
    /// numbers that is a tenth of a second.
    package static let maximumDenseDimension = 500

    /// The largest dimension for which the size of every array of GSL's (13 numbers an equation at most) fits in `Int`.
    static let maximumDimension = Int.max / (13 * MemoryLayout<Double>.stride)

    /// The number of equations.
    package let dimension: Int

    /// The method of integration.
    package let stepper: ODEStepper

    /// The error that is allowed in a step.
    package let control: StepSizeControl

    /// The most steps that one adaptive advance may accept.
    package let maximumSteps: Int

    /// The number of steps accepted since the driver was made.
    public internal(set) var acceptedSteps = 0

    /// How many of the last steps in a row were hardly longer than times can be told apart.
    var stuckSteps = 0

    var initialStep: Double
    let pointer: UnsafeMutablePointer<gsl_odeiv2_driver>
    let system: ODESystem
    let history: StepHistory?
    var rejectedBeforeReset = 0

    /// True while an advance is going on, so that whatever is called comes from the right-hand side.
    var isAdvancing = false

    /// True if a reset was asked for meanwhile.
    private var isResetWanted = false

    /// Makes a driver (`gsl_odeiv2_driver_alloc_standard_new`, `gsl_odeiv2_driver_alloc_scaled_new`).
    ///
    /// - Parameters:
    ///   - dimension: The number of equations.
    ///   - stepper: The method of integration.
    ///   - control: The error that is allowed in a step.
    ///   - initialStep: The first step to try. Its sign is the direction of integration.
    ///   - minimumStep: The size below which an adaptive advance gives up (`gsl_odeiv2_driver_set_hmin`).
    ///   - maximumStep: The size that no adaptive step exceeds (`gsl_odeiv2_driver_set_hmax`).
    ///   - maximumSteps: The most steps that one adaptive advance may accept.
    ///   - jacobian: The Jacobian for implicit methods, kept as long as the driver lives. Without one it is formed by finite
    ///     differences, which take *n* + 2 calls of the right-hand side.
    ///   - rightHandSide: The derivative; kept as long as the driver lives.
    /// - Throws: ``ODEError`` for an argument that does not fit, or for lack of memory.
    /// - Complexity: O(*n*) in time and memory, where *n* is the dimension; O(*n*²) for implicit methods.
    public init(
        dimension: Int,
        stepper: ODEStepper,
        control: StepSizeControl,
        initialStep: Double,
        minimumStep: Double = 0,
        maximumStep: Double = .greatestFiniteMagnitude,
        maximumSteps: Int = .max,
        jacobian: Jacobian? = nil,
        rightHandSide: @escaping RightHandSide
    ) throws(ODEError) {
        _ = ErrorHandler.isOff
        guard (1...Self.maximumDimension).contains(dimension) else {
            throw .dimension(dimension, maximum: Self.maximumDimension)
        }
        guard !stepper.isImplicit || dimension <= Self.maximumDenseDimension else {
            throw .denseDimension(dimension, stepper: stepper, maximum: Self.maximumDenseDimension)
        }
        try control.validate(dimension: dimension)
        guard minimumStep >= 0, maximumStep > 0, minimumStep <= maximumStep, minimumStep.isFinite else {
            throw .stepLimits(minimum: minimumStep, maximum: maximumStep)
        }
        let maximumStep = min(maximumStep, .greatestFiniteMagnitude)
        try Self.check(initialStep: initialStep, minimum: minimumStep, maximum: maximumStep)
        guard maximumSteps >= 1 else { throw .maximumSteps(maximumSteps) }

        let differences =
            stepper.isImplicit
            ? FiniteDifferences(dimension: dimension, control: control, timeScale: abs(initialStep)) : nil
        let system = ODESystem(
            dimension: dimension, rightHandSide: rightHandSide, jacobian: jacobian, differences: differences,
            hidesRounding: stepper == .rk4imp)
        pointer = try Self.allocate(system.pointer, stepper, control, initialStep)
        // In this order: GSL compares each limit with the other and with the present step.
        gsl_odeiv2_driver_set_hmin(pointer, minimumStep)
        gsl_odeiv2_driver_set_hmax(pointer, maximumStep)
        self.system = system
        self.dimension = dimension
        self.stepper = stepper
        self.control = control
        self.initialStep = initialStep
        self.maximumSteps = maximumSteps
        history = stepper.keepsHistory ? StepHistory(dimension: dimension) : nil
    }

    deinit {
        gsl_odeiv2_driver_free(pointer)
    }

    /// The step that the next adaptive advance begins with; after a failure, the step that failed.
    public var currentStep: Double { pointer.pointee.h }

    /// The number of steps rejected since the driver was made, because of their error or of a derivative that was not
    /// finite.
    public var rejectedSteps: Int { rejectedBeforeReset + Int(pointer.pointee.e.pointee.failed_steps) }

    /// True while the right-hand side is evaluated for finite differences: at states that are none of a step.
    package var formsDifferences: Bool { system.formsDifferences }

    /// The derivatives at both ends of the last step that was taken, which explicit methods compute; they hold until the
    /// next one. `nil` for other methods.
    package var lastSlopes: (start: UnsafePointer<Double>, end: UnsafePointer<Double>)? {
        guard !stepper.isImplicit, let evolution = pointer.pointee.e?.pointee,
            let start = evolution.dydt_in, let end = evolution.dydt_out
        else { return nil }
        return (UnsafePointer(start), UnsafePointer(end))
    }

    /// Forgets what earlier steps taught (`gsl_odeiv2_driver_reset_hstart`): call it after a discontinuity.
    ///
    /// The next step is the initial one again. The counts of steps go on. A right-hand side that calls this has it done after the
    /// advance.
    public func reset() {
        guard !isAdvancing else { return isResetWanted = true }
        rejectedBeforeReset = rejectedSteps
        history?.clear()
        gsl_odeiv2_driver_reset_hstart(pointer, initialStep)
    }

    /// Takes note that an advance is over.
    func endAdvance() {
        isAdvancing = false
        guard isResetWanted else { return }
        isResetWanted = false
        reset()
    }

    /// Forgets what earlier steps taught, and begins with another step or in the other direction.
    ///
    /// - Parameter step: The new initial step.
    /// - Throws: ``ODEError/initialStep(_:minimum:maximum:)``; the driver is as it was then.
    public func reset(initialStep step: Double) throws(ODEError) {
        try Self.check(initialStep: step, minimum: pointer.pointee.hmin, maximum: pointer.pointee.hmax)
        initialStep = step
        reset()
    }

    private static func check(initialStep step: Double, minimum: Double, maximum: Double) throws(ODEError) {
        guard step.isFinite, step != 0, (minimum...maximum).contains(abs(step)) else {
            throw .initialStep(step, minimum: minimum, maximum: maximum)
        }
    }

    private static func allocate(
        _ system: UnsafePointer<gsl_odeiv2_system>, _ stepper: ODEStepper, _ control: StepSizeControl, _ step: Double
    ) throws(ODEError) -> UnsafeMutablePointer<gsl_odeiv2_driver> {
        let (absolute, relative) = (control.absolute, control.relative)
        let (state, derivative) = (control.stateWeight, control.derivativeWeight)
        let operation: String
        let driver: UnsafeMutablePointer<gsl_odeiv2_driver>?
        if let scales = control.scales {
            operation = "gsl_odeiv2_driver_alloc_scaled_new"
            driver = gsl_odeiv2_driver_alloc_scaled_new(
                system, stepper.type, step, absolute, relative, state, derivative, scales)
        } else {
            operation = "gsl_odeiv2_driver_alloc_standard_new"
            driver = gsl_odeiv2_driver_alloc_standard_new(
                system, stepper.type, step, absolute, relative, state, derivative)
        }
        // The arguments have been checked, so only memory can be lacking.
        guard let driver else { throw .gsl(GSLError(status: Int32(GSL_ENOMEM), operation: operation)) }
        return driver
    }
}

@available(*, unavailable, message: "A driver belongs to one thread.")
extension ODEDriver: Sendable {}
