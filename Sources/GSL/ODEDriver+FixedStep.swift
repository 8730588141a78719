import CGSL

extension ODEDriver {
    /// Integrates over a number of steps of one size (`gsl_odeiv2_evolve_apply_fixed_step`).
    ///
    /// Times are computed as start + *i* · step, not summed up. The sign of the step is the direction; the adaptive
    /// step and its limits neither matter nor change. With ``ODEStepper/msadams`` and implicit methods the tolerance decides when
    /// their formula counts as solved, so a step can fail for it even if errors are not checked.
    ///
    /// - Parameters:
    ///   - time: The time of the state; start + count · step when the advance returns.
    ///   - step: The step.
    ///   - count: The number of steps.
    ///   - checksError: True if a step whose estimated error exceeds the tolerance fails.
    ///   - state: The state, one number for each equation.
    /// - Throws: Errors of the right-hand side, or ``ODEError``. Time and state are those after the last good step
    ///   then.
    /// - Complexity: O(count · *n*) besides the calls of the right-hand side; no allocation.
    package func advanceFixed(
        from time: inout Double, step: Double, count: Int, checksError: Bool = true,
        state: UnsafeMutableBufferPointer<Double>
    ) throws {
        guard step.isFinite, step != 0 else { throw ODEError.fixedStep(step) }
        guard count >= 0 else { throw ODEError.fixedStepCount(count) }
        let base = try prepare(time: time, state: state, step: step)
        defer { endAdvance() }
        defer { history?.save(time: time, state: state, step: step) }
        let driver = pointer
        let control = checksError ? driver.pointee.c : nil
        let start = time
        for index in 0..<count {
            var now = time
            let status = gsl_odeiv2_evolve_apply_fixed_step(
                driver.pointee.e, control, driver.pointee.s, system.pointer, &now, step, base)
            guard status == GSL_SUCCESS else {
                throw failure(
                    status, operation: "gsl_odeiv2_evolve_apply_fixed_step", state: base,
                    missed: .fixedStepInaccurate(time: time, step: step))
            }
            acceptedSteps += 1
            time = start + Double(index + 1) * step
        }
    }

    /// Integrates over a number of steps of one size.
    ///
    /// - Parameters:
    ///   - time: The time of the state; start + count · step when the advance returns.
    ///   - step: The step.
    ///   - count: The number of steps.
    ///   - checksError: True if a step whose estimated error exceeds the tolerance fails.
    ///   - state: The state, one number for each equation.
    /// - Throws: Errors of the right-hand side, or ``ODEError``. Time and state are those after the last good step
    ///   then.
    /// - Complexity: O(count · *n*) besides the calls of the right-hand side.
    public func advanceFixed(
        from time: inout Double, step: Double, count: Int, checksError: Bool = true, state: inout [Double]
    ) throws {
        try state.withUnsafeMutableBufferPointer {
            try advanceFixed(from: &time, step: step, count: count, checksError: checksError, state: $0)
        }
    }
}
