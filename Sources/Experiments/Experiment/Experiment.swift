import SimulationEngine

/// An experiment as a run needs it, whatever its model.
package protocol RunnableExperiment {
    var nodeCount: Int { get }
    var stepCount: Int { get }
    var endTime: Double { get }

    /// True if anything is written to the standard output.
    var usesStandardOutput: Bool { get }

    /// The number of dimensions of the space in which nodes move; `nil` for nodes that have no places.
    var dimensions: Int? { get }

    /// The model, as it is before the run begins.
    var anyModel: any SimulationModel { get }

    /// The tables that a run writes, by the names of their files.
    func tableContents() throws -> [String: TableContents]

    /// Makes the simulation with all that watches it, as a run begins, but without moving or writing anything, and reports
    /// what does not fit: so it is told before there are results, and `validate` and `run` say the same.
    func rehearse(reportingTo root: Section)

    /// The steps before which interventions do nothing, in their order; `nil` for those that do not only wait for moments.
    var firstStepsOfInterventions: [Int?] { get }

    /// Samples the rate of the event of the block `rare`.
    ///
    /// - Parameters:
    ///   - threads: How many threads share the runs.
    ///   - remake: Makes the experiment anew, with another luck.
    /// - Returns: The levels, and the rate.
    /// - Throws: ``RareEventScenarioError``; `RareEventError`; what running throws.
    func rareEventRate(
        threads: Int, remake: (_ luck: UInt32) throws -> any RunnableExperiment
    ) throws -> (flux: ForwardFlux, rate: RareEventRate)

    /// How the state is moved on, and until when.
    var integration: Integration { get }

    /// The numbers of the state of nodes at the beginning, node by node, by a run that ends there.
    ///
    /// - Parameter condition: A condition over the fields of the nodes that are meant; all are unless given.
    /// - Returns: The numbers.
    /// - Throws: `ScenarioError` if the condition cannot be read; what running throws.
    func initialValues(where condition: String?) throws -> [InitialValue]

    /// Reads a condition, so that what is wrong with it is told where it stands.
    func check(_ condition: AwaitedCondition) throws(ScenarioError)

    /// Finds when a condition first comes to hold, by a run that ends there and writes nothing.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - shift: A number of the initial state, and what is added to it.
    ///   - end: Until when; until the end of the scenario unless given.
    /// - Returns: The time; `nil` if there is none until the end.
    /// - Throws: `ScenarioError` if the condition cannot be read; what running throws.
    func firstTime(
        of condition: AwaitedCondition, adding shift: (number: InitialValue, amount: Double)?, until end: Double?
    ) throws -> FirstTime?

    /// Runs to the end, or until the monitor says stop, and writes the tables; from a checkpoint if there is one.
    func run(in directory: ResultDirectory, as identity: RunIdentity, from start: RunStart?, monitor: RunMonitor) throws
}

/// A model with its integrator, and how it is watched.
package struct Experiment<Model: SimulationModel>: RunnableExperiment {
    let model: Model
    let integrator: any Integrator<Model>
    package let integration: Integration
    let watching: Watching<Model>

    /// The preparation of the model before the run begins.
    let prepare: (Model) throws -> Void

    package init(
        model: Model, integrator: any Integrator<Model>, integration: Integration, watching: Watching<Model>,
        prepare: @escaping (Model) throws -> Void = { _ in }
    ) {
        (self.model, self.integrator, self.integration) = (model, integrator, integration)
        (self.watching, self.prepare) = (watching, prepare)
    }

    package var anyModel: any SimulationModel { model }
    package var nodeCount: Int { model.nodeCount }
    package var dimensions: Int? { watching.context.system.space?.dimensions }
    package var stepCount: Int { integration.stepCount }
    package var endTime: Double { integration.end }
    package var usesStandardOutput: Bool { watching.usesStandardOutput }
    package var firstStepsOfInterventions: [Int?] {
        let grid = try? TimeGrid(step: integration.step)
        return watching.parts.filter(\.isIntervention).map { $0.firstTime.flatMap { grid?.steps(in: $0) } }
    }

    // Once a run: compiled for all models together, since a version for each would be most of the time that a build takes.
    @_semantics("optimize.sil.specialize.generic.never")
    package func rehearse(reportingTo root: Section) {
        do {
            let simulation = try Simulation(model, integrator: integrator, step: integration.step)
            watching.rehearse(in: ObservedRun(simulation, in: .nowhere, isRehearsal: true))
            guard !watching.mayChangeTheBeginning else { return }
            try (integrator as? any BeginningCheck<Model>)?.checkBeginning(of: model)
        } catch {
            ModelProblem(error).report(in: root)
        }
    }

    // Compiled for all models together, as all that is not of a step.
    @_semantics("optimize.sil.specialize.generic.never")
    package func tableContents() throws -> [String: TableContents] {
        let simulation = try Simulation(model, integrator: integrator, step: integration.step)
        let run = ObservedRun(simulation, in: .nowhere, isRehearsal: true)
        try watching.attach(to: run)
        return run.directory.tables.contents
    }

    // Once a run: compiled for all models together, since a version for each would be most of the time that a build takes.
    @_semantics("optimize.sil.specialize.generic.never")
    package func run(
        in directory: ResultDirectory, as identity: RunIdentity, from start: RunStart?, monitor: RunMonitor
    ) throws {
        if start == nil { monitor.noteBeginning() }
        try prepare(model)
        let simulation = try Simulation(model, integrator: integrator, step: integration.step)
        let run = ObservedRun(simulation, in: directory)
        run.warnings.onWarning = monitor.warn
        let checkpoints = RunCheckpoints(
            of: run, identity: identity, in: CheckpointStore(directory: directory), warn: monitor.warn)
        run.checkpoints = checkpoints
        try watching.attach(to: run, later: start?.laterInterventions ?? [])
        monitor.watch(run, watching.context, movedBy: integrator, stepCount: stepCount)
        if let start {
            try checkpoints.goOn(from: start.archive, until: endTime)
            if let earlier = start.earlier { checkpoints.takeOverEarlier(of: earlier) }
            monitor.noteBeginning()
        }
        var failure: (any Error)?
        do {
            if start != nil { run.goOn() }
            if !monitor.wasStopped { try runToEnd(simulation, monitor) }
            if !monitor.wasStopped { run.noteEnd() }
        } catch {
            failure = error
        }
        if let reason = run.stopReason { monitor.noteStop(because: reason) }
        monitor.noteCheckpoint(atStep: checkpoints.lastStep)
        monitor.note(simulation.moment)
        monitor.note(warnings: run.warnings.texts)
        if let failure = run.finish(after: failure) { throw failure }
    }

    /// Runs to the end, or until the monitor says stop, and goes on with steps that were given up only for a checkpoint.
    private func runToEnd(_ simulation: Simulation<Model>, _ monitor: RunMonitor) throws {
        while true {
            do {
                return try simulation.run(steps: stepCount - simulation.moment.step)
            } catch IntegrationError.interrupted {
                guard monitor.isPausing else { return monitor.noteInterruption() }
            }
        }
    }
}
