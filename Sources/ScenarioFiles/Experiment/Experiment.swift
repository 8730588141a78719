import ObserverCore
import Recording
import SimulationEngine

/// What a run needs from an experiment, whatever its model.
protocol RunnableExperiment {
    var nodeCount: Int { get }
    var stepCount: Int { get }
    var endTime: Double { get }

    /// Runs to the end, or until the monitor says stop, and writes the tables.
    func run(in directory: ResultDirectory, monitor: RunMonitor) throws
}

/// A model with its integrator, and what is to be recorded of it.
struct Experiment<Model: SimulationModel>: RunnableExperiment {
    let model: Model
    let integrator: any Integrator<Model>
    let integration: Integration
    let observations: [Observation]

    var nodeCount: Int { model.nodeCount }
    var stepCount: Int { integration.stepCount }
    var endTime: Double { integration.grid.time(ofStep: integration.stepCount) }

    func run(in directory: ResultDirectory, monitor: RunMonitor) throws {
        let simulation = try Simulation(model, integrator: integrator, step: integration.step)
        let recorders = try observations.map { try recorder(for: $0, of: simulation, in: directory) }
        monitor.watch(simulation, movedBy: integrator, stepCount: stepCount)
        var failure: (any Error)?
        do {
            try simulation.run(steps: stepCount)
        } catch IntegrationError.interrupted {
            monitor.noteInterruption()
        } catch {
            failure = error
        }
        // Whatever fails, what was recorded before is worth keeping; the first failure is what is told.
        for recorder in recorders {
            do { try recorder.flush() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    private func recorder(
        for observation: Observation, of simulation: Simulation<Model>, in directory: ResultDirectory
    ) throws -> any Recorder {
        let trigger = try simulation.every(steps: observation.interval)
        let path = directory.path(of: observation.name + ".csv")
        switch observation.subject {
        case .nodes(let nodes, let fields):
            return try NodeRecorder(simulation, nodes: nodes, fields: fields, at: trigger, to: path)
        case .quantities(let names):
            return try QuantityRecorder(
                simulation, quantities: names.compactMap { simulation.quantities[$0] }, at: trigger, to: path)
        }
    }
}
