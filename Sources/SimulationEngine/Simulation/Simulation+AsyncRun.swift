extension Simulation {
    /// Runs like ``run(until:)``, and lets the other tasks of its isolation domain go on now and then: those that wait for
    /// messages and promises, and the user interface.
    ///
    ///     let updates = simulation.nodes[1].state.messages
    ///     let watching = Task { for await update in updates { … } }
    ///     try await simulation.run(until: 100, yieldingEvery: 10)
    ///
    /// The results are those of ``run(until:)``, to the last bit. What such a task changes is applied before the next step,
    /// like what an observer changes; if it runs the simulation, that throws ``SimulationError/alreadyRunning``.
    ///
    /// When the task that runs the simulation is cancelled, the run ends as by ``stop()`` at the next multiple of the
    /// interval, or within a step where the integrator is an ``InterruptibleIntegrator``, and can be gone on with.
    ///
    /// - Parameters:
    ///   - end: The time.
    ///   - interval: The number of steps from one turn of the others to the next, at least 1.
    /// - Throws: As ``run(until:)``; `CancellationError` if the task was cancelled before the end;
    ///   ``SimulationError/invalidInterval(steps:)``.
    nonisolated(nonsending) public func run(until end: Double, yieldingEvery interval: Int) async throws {
        try await run(steps: steps(until: end), yieldingEvery: interval)
    }

    /// Runs a number of steps like ``run(steps:)``, and lets the other tasks of its isolation domain go on now and then; see
    /// ``run(until:yieldingEvery:)``.
    ///
    /// - Throws: As ``run(until:yieldingEvery:)``.
    nonisolated(nonsending) public func run(steps: Int, yieldingEvery interval: Int) async throws {
        guard interval >= 1 else { throw SimulationError.invalidInterval(steps: interval) }
        let lastStep = try beginRun(steps: steps)
        let interruptible = integrator as? any InterruptibleIntegrator
        let shouldInterrupt = interruptible?.shouldInterrupt
        interruptible?.shouldInterrupt = { Task.isCancelled || shouldInterrupt?() == true }
        defer {
            interruptible?.shouldInterrupt = shouldInterrupt
            endRun()
        }
        while moment.step < lastStep, status.stopReason == nil {
            do {
                try step(lastStep: lastStep)
            } catch IntegrationError.interrupted where Task.isCancelled {
                // As by a stop, at the time to which the step has led.
                stop()
                watch.publish()
                continue
            }
            guard moment.step % interval == 0 else { continue }
            await Task.yield()
            if Task.isCancelled { stop() }
        }
        try finishRun()
        if moment.step < lastStep { try Task.checkCancellation() }
    }
}
