import CGSL

extension ODEDriver {
    /// Integrates up to a time with steps of adaptive size (`gsl_odeiv2_evolve_apply`).
    ///
    /// The last step is shortened to end exactly at the target; the size before that is kept for the next advance. A
    /// multistep method carries on from its history if time, state and direction are those with which the last advance
    /// ended, and starts afresh otherwise.
    ///
    /// - Parameters:
    ///   - time: The time of the state; the target when the advance returns.
    ///   - target: The time to reach, in the direction of ``currentStep``.
    ///   - state: The state, one number for each equation.
    /// - Throws: Errors of the right-hand side, or ``ODEError``. Time and state are those after the last good step
    ///   then. The step may have become very small: ``reset()`` restores the initial one.
    /// - Complexity: O(*n*) a step besides the calls of the right-hand side; no allocation.
    package func advance(
        from time: inout Double, to target: Double, state: UnsafeMutableBufferPointer<Double>
    ) throws {
        let base = try prepare(time: time, state: state, step: currentStep)
        defer { endAdvance() }
        guard target.isFinite else { throw ODEError.time(target) }
        guard currentStep > 0 ? target >= time : target <= time else {
            throw ODEError.targetBehind(time: time, target: target, step: currentStep)
        }
        defer { history?.save(time: time, state: state, step: currentStep) }
        var steps = 0
        while time != target {
            guard steps < maximumSteps else {
                throw ODEError.tooManySteps(limit: maximumSteps, time: time, target: target)
            }
            try step(from: &time, to: target, state: base)
            steps += 1
        }
    }

    /// Integrates up to a time with steps of adaptive size.
    ///
    /// - Parameters:
    ///   - time: The time of the state; the target when the advance returns.
    ///   - target: The time to reach, in the direction of ``currentStep``.
    ///   - state: The state, one number for each equation.
    /// - Throws: Errors of the right-hand side, or ``ODEError``. Time and state are those after the last good step
    ///   then.
    /// - Complexity: O(*n*) a step besides the calls of the right-hand side.
    public func advance(from time: inout Double, to target: Double, state: inout [Double]) throws {
        try state.withUnsafeMutableBufferPointer { try advance(from: &time, to: target, state: $0) }
    }

    /// Takes one good step of adaptive size in the direction of ``currentStep``.
    ///
    /// A multistep method carries on as in ``advance(from:to:state:)-(_,_,[Double])``.
    ///
    /// - Parameters:
    ///   - time: The time of the state; that after the step when it returns.
    ///   - target: The time at which the step ends at the latest, in that direction; any unless given.
    ///   - state: The state, one number for each equation.
    /// - Throws: Errors of the right-hand side, or ``ODEError``. Time and state are unchanged then.
    /// - Complexity: O(*n*) besides the calls of the right-hand side; no allocation.
    package func step(
        from time: inout Double, upTo target: Double? = nil, state: UnsafeMutableBufferPointer<Double>
    ) throws {
        let base = try prepare(time: time, state: state, step: currentStep)
        defer { endAdvance() }
        defer { history?.save(time: time, state: state, step: currentStep) }
        let farthest = Double.greatestFiniteMagnitude
        try step(from: &time, to: target ?? (currentStep > 0 ? farthest : -farthest), state: base)
    }

    /// Takes the last good step back, which counts as a rejected one, and begins anew with another.
    ///
    /// - Parameter step: The step to try.
    /// - Throws: ``ODEError/initialStep(_:minimum:maximum:)``; the driver is as it was then.
    package func takeBack(initialStep step: Double) throws(ODEError) {
        try reset(initialStep: step)
        acceptedSteps -= 1
        rejectedBeforeReset += 1
    }

    /// After as many steps that are too short in a row, nothing will be reached any more.
    private static let mostStuckSteps = 1000

    /// Takes one good step, and chooses the size of the next.
    private func step(from time: inout Double, to target: Double, state: UnsafeMutablePointer<Double>) throws {
        let driver = pointer
        let start = time
        // GSL ends at the target only with a step that is longer than what is left. One of just that length would end
        // beside it by rounding, perhaps beyond it.
        let step = driver.pointee.h
        if step == target - time { driver.pointee.h = step > 0 ? step.nextUp : step.nextDown }
        system.stepLength = abs(driver.pointee.h)
        system.longestStep = min(system.stepLength, abs(target - time))
        let status = gsl_odeiv2_evolve_apply(
            driver.pointee.e, driver.pointee.c, driver.pointee.s, system.pointer, &time, target, &driver.pointee.h,
            state)
        guard status == GSL_SUCCESS else {
            time = start
            throw failure(
                status, operation: "gsl_odeiv2_evolve_apply", state: state,
                missed: .toleranceNotReached(time: start, step: currentStep))
        }
        guard time != start else {
            // The state would move and the time would not, forever if the largest step is that small.
            restore(state)
            throw ODEError.stepTooSmall(time: start, step: driver.pointee.e.pointee.last_step, minimum: start.ulp)
        }
        // At the end of a domain steps are good as long as the state stays where it is, which would last forever.
        stuckSteps = abs(time - start) < 1024 * start.ulp && time != target ? stuckSteps + 1 : 0
        guard stuckSteps < Self.mostStuckSteps else {
            stuckSteps = 0
            throw ODEError.stepTooSmall(
                time: time, step: driver.pointee.e.pointee.last_step, minimum: 1024 * start.ulp)
        }
        acceptedSteps += 1
        let size = abs(driver.pointee.h)
        if size > driver.pointee.hmax {
            driver.pointee.h = driver.pointee.h > 0 ? driver.pointee.hmax : -driver.pointee.hmax
        } else if size < driver.pointee.hmin, time != target {
            throw ODEError.stepTooSmall(time: time, step: driver.pointee.h, minimum: driver.pointee.hmin)
        }
    }
}
