import GSL

/// The trajectory of an adaptive method: the states before and after its last step, the one before those, and the branches to states
/// in between.
final class AdaptiveTrajectory {
    typealias States = UnsafeMutableBufferPointer<Double>

    let dimension: Int

    /// Takes the steps of the trajectory.
    let driver: ODEDriver

    /// The time before the last step but one; that before the last one if there is no other.
    var timeEarlier = 0.0

    /// The time before the last step.
    var timeBefore = 0.0

    /// The time after the last step.
    var timeAfter = 0.0

    /// The state before the last step but one.
    var earlier: States

    /// The state before the last step.
    var before: States

    /// The state after the last step.
    var after: States

    /// True if the driver knows the rates of change at both ends of the last step.
    private(set) var knowsSlopes = false

    /// Where the next state is formed.
    private(set) var spare: States

    /// The pieces in which the last step is shown to those who watch, if they have been asked for.
    private var pieces: StepPieces?

    /// The end of the piece that was shown last, and the state there; `nil` if that is the end of the step.
    var innerEnd: (time: Double, state: [Double])?

    /// Takes the steps of branches.
    private let branchDriver: ODEDriver

    /// Watches whether rates jump within a step, where the method itself might not see that.
    private let jumpGuard: JumpGuard?

    /// Tells how far nothing jumps or has a kink by the time alone, from one time to another at most; `nil` if that is not known.
    typealias Smoothness = (_ time: Double, _ end: Double) -> SmoothStretch?
    private let smoothStretch: Smoothness

    private let rightHandSide: ODEDriver.RightHandSide

    /// True if the next step is the first one behind something that jumps by the time alone, or behind the beginning.
    private var beginsAnew = true

    /// Puts what does not follow from the equations to where it is at a time, in a state that is to be shown. The trajectory goes on
    /// without that: a multistep method begins anew where its state has been changed.
    private let settle: (Double, States) -> Void

    private lazy var interpolation = StepInterpolation(dimension: dimension)

    /// `maximumSteps` is the most steps that a branch may take; those of the trajectory are counted by who takes them.
    init(
        dimension: Int, stepper: ODEStepper, control: StepSizeControl, initialStep: Double, maximumSteps: Int,
        jacobian: @escaping ODEDriver.Jacobian, rightHandSide: @escaping ODEDriver.RightHandSide,
        branches: @escaping JumpGuard.Branches, smoothStretch: @escaping Smoothness = { _, _ in nil },
        settle: @escaping (Double, UnsafeMutableBufferPointer<Double>) -> Void
    ) throws(ODEError) {
        self.settle = settle
        self.smoothStretch = smoothStretch
        self.rightHandSide = rightHandSide
        let jumpGuard =
            stepper.overlooksJumps
            ? JumpGuard(dimension: dimension, branches: branches, rightHandSide: rightHandSide) : nil
        driver = try ODEDriver(
            dimension: dimension, stepper: stepper, control: control, initialStep: initialStep, jacobian: jacobian,
            rightHandSide: jumpGuard.map { jumpGuard in { try jumpGuard.evaluate(at: $0, of: $1, into: &$2) } }
                ?? rightHandSide)
        self.jumpGuard = jumpGuard
        jumpGuard?.driver = driver
        branchDriver = try ODEDriver(
            dimension: dimension, stepper: stepper.branching, control: control,
            initialStep: initialStep, maximumSteps: maximumSteps, jacobian: jacobian, rightHandSide: rightHandSide)
        self.dimension = dimension
        earlier = .allocate(capacity: dimension)
        before = .allocate(capacity: dimension)
        after = .allocate(capacity: dimension)
        spare = .allocate(capacity: dimension)
        for states in [earlier, before, after, spare] { states.initialize(repeating: 0) }
    }

    deinit {
        for states in [earlier, before, after, spare] { states.deallocate() }
    }

    /// Begins at a state.
    func begin(at time: Double, state: States, initialStep: Double) throws(ODEError) {
        try driver.reset(initialStep: initialStep)
        _ = before.update(fromContentsOf: state)
        _ = after.update(fromContentsOf: state)
        (timeEarlier, timeBefore, timeAfter) = (time, time, time)
        noteNewStates()
    }

    /// Nothing is known of the states but themselves.
    func noteNewStates() {
        knowsSlopes = false
        beginsAnew = true
        jumpGuard?.forget()
        forgetPieces()
        interpolation.forget()
    }

    /// Takes one step of the size that the tolerance allows. What fails leaves the trajectory as it was.
    func step() throws {
        var time = timeAfter
        knowsSlopes = false
        forgetPieces()
        interpolation.noteStep()
        let (target, nextTime) = end(ofStepFrom: &timeAfter)
        repeat {
            _ = spare.update(fromContentsOf: after)
            time = timeAfter
            try jumpGuard?.begin(at: timeAfter, after)
            try driver.step(from: &time, upTo: target, state: spare)
        } while try takesBack(stepTo: time)
        beginsAnew = false
        if time == target, let nextTime {
            try passOver(from: time, to: nextTime)
            time = nextTime
            try driver.reset(initialStep: try firstStep(at: time, of: spare, derivative: evaluate))
            beginsAnew = true
        }
        (earlier, before, after, spare) = (before, after, spare, earlier)
        (timeEarlier, timeBefore, timeAfter) = (timeBefore, timeAfter, time)
        knowsSlopes = true
    }

    /// Where a step is to end at the latest, and if something jumps just behind by the time alone, a time on the other side, before which
    /// the state cannot change. What jumps just behind the beginning is passed over in the same way.
    private func end(ofStepFrom start: inout Double) -> (target: Double, nextTime: Double?) {
        while case let end = start + driver.currentStep, let stretch = smoothStretch(start, end) {
            // A step to its target teaches nothing of the next one.
            guard stretch.endsAtSwitch else { return (stretch.end < end ? stretch.end : .greatestFiniteMagnitude, nil) }
            let doubt = Self.doubt(at: stretch.end)
            if stretch.end - start > 2 * doubt {
                // A method that looks at the ends of its steps alone is not to look at the ends of the stretch alone.
                guard driver.stepper.evaluatesEndsAlone, beginsAnew else {
                    return (stretch.end - doubt, stretch.end + doubt)
                }
                return (start + (stretch.end - start) / 16, nil)
            }
            start = stretch.end + doubt
        }
        return (.greatestFiniteMagnitude, nil)
    }

    /// Moves the new state to a time just behind, between which and the time before rates jump.
    private func passOver(from time: Double, to next: Double) throws {
        try withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * dimension) { memory in
            guard let state = spare.baseAddress, let rates = memory.baseAddress else { return }
            try evaluate(time, state, rates)
            try evaluate(next, state, rates + dimension)
            for i in 0..<dimension {
                let change = (next - time) / 2 * (rates[i] + rates[dimension + i])
                if change.isFinite { state[i] += change }
            }
        }
    }

    private func evaluate(
        _ time: Double, _ state: UnsafePointer<Double>, _ rates: UnsafeMutablePointer<Double>
    ) throws {
        var rates = UnsafeMutableBufferPointer(start: rates, count: dimension).mutableSpan
        try rightHandSide(time, UnsafeBufferPointer(start: state, count: dimension).span, &rates)
    }

    /// Times of jumps are known but for rounding.
    private static func doubt(at time: Double) -> Double { 32 * time.ulp }

    /// Takes a step back in which rates jump by more than the tolerance allows, so that a shorter one is tried.
    private func takesBack(stepTo time: Double) throws -> Bool {
        let length = time - timeAfter
        guard let jumpGuard, length > 64 * timeAfter.ulp,
            try jumpGuard.hasJumped(
                from: (timeAfter, after), to: (time, spare), looksInside: driver.stepper.evaluatesEndsAlone,
                allowed: driver.control)
        else { return false }
        try driver.takeBack(initialStep: length / 4)
        return true
    }

    /// The last step, if the driver knows the rates of change at both ends of it.
    var lastStep: KnownStep? {
        guard knowsSlopes, let slopes = driver.lastSlopes, let start = before.baseAddress, let end = after.baseAddress,
            let earlier = earlier.baseAddress
        else { return nil }
        return KnownStep(
            start: (timeBefore, UnsafePointer(start)), end: (timeAfter, UnsafePointer(end)), slopes: slopes,
            earlier: timeEarlier < timeBefore ? (timeEarlier, UnsafePointer(earlier)) : nil)
    }

    /// Computes the state at a time within the last step. What fails leaves the target as it was.
    func branch(to time: Double, into target: States) throws {
        // The step itself has ended a little before, if something jumps there by the time alone.
        guard timeAfter - time > 2 * Self.doubt(at: timeAfter) else {
            _ = target.update(fromContentsOf: after)
            return settle(time, target)
        }
        // It begins a little behind what jumps there.
        guard time != timeBefore, !(timeBefore - 2 * Self.doubt(at: timeBefore)..<timeBefore).contains(time) else {
            _ = target.update(fromContentsOf: before)
            return
        }
        _ = spare.update(fromContentsOf: before)
        var reached = timeBefore
        try branchDriver.reset(initialStep: time - timeBefore)
        try branchDriver.advance(from: &reached, to: time, state: spare)
        _ = target.update(fromContentsOf: spare)
        settle(time, target)
    }

    /// Goes to the end of the piece of the last step that leads on from a time: to that of the whole step unless steps are long.
    ///
    /// - Parameter time: A time within the last step, but not its end.
    /// - Throws: Errors of branches.
    func goToEndOfPiece(after time: Double) throws {
        innerEnd = nil
        guard driver.stepper.hasLongSteps else { return }
        let pieces = self.pieces ?? makePieces()
        self.pieces = pieces
        let end = try pieces.end(after: time)
        if end < timeAfter { innerEnd = (end, try state(at: end)) }
    }

    private func makePieces() -> StepPieces {
        StepPieces(
            from: (timeBefore, Array(before)), to: (timeAfter, Array(after)), control: driver.control
        ) { [unowned self] in try state(at: $0) }
    }

    private func forgetPieces() {
        pieces = nil
        innerEnd = nil
    }

    private func state(at time: Double) throws -> [Double] {
        var state = [Double](repeating: 0, count: dimension)
        try state.withUnsafeMutableBufferPointer { try branch(to: time, into: $0) }
        return state
    }

    /// Interpolates the state at a time within the last step, at next to no cost.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - polynomial: By which polynomial.
    ///   - target: Memory for the state.
    ///   - rates: Computes slopes where the method does not know them.
    /// - Returns: True if enough is known: not in the first step after the beginning.
    func interpolate(
        _ time: Double, by polynomial: StepPolynomial, into target: States, rates: StepInterpolation.Rates
    ) -> Bool {
        guard timeEarlier < timeBefore, timeBefore < timeAfter else { return false }
        interpolation.interpolate(time, by: polynomial, on: self, into: target, rates: rates)
        settle(time, target)
        return true
    }
}
