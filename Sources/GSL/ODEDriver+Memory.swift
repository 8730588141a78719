import CGSL

extension ODEDriver {
    /// The memory that a driver of a one-step method has of earlier steps. Another driver of the same method goes on from it to
    /// the last bit: GSL's evolution computes the derivative at the beginning of each step anew.
    package struct Memory: Equatable, Sendable {
        /// The step that is tried next.
        package var nextStep: Double

        /// The number of steps taken.
        package var acceptedSteps: Int

        /// The number of steps rejected.
        package var rejectedSteps: Int
    }

    /// The memory of earlier steps; `nil` for a multistep method, whose history GSL keeps to itself.
    package var memory: Memory? {
        guard !stepper.keepsHistory else { return nil }
        return Memory(nextStep: currentStep, acceptedSteps: acceptedSteps, rejectedSteps: rejectedSteps)
    }

    /// Goes on from what another driver of the same one-step method knew.
    ///
    /// - Throws: ``ODEError/initialStep(_:minimum:maximum:)`` for a step that is not possible; the driver is as it was then.
    package func resume(from memory: Memory) throws(ODEError) {
        try reset(initialStep: memory.nextStep)
        acceptedSteps = memory.acceptedSteps
        rejectedBeforeReset = memory.rejectedSteps
    }
}
