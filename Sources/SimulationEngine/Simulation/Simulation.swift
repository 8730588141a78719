import ObserverCore

/// A model, an integrator that moves it on, and all that can be observed of it.
///
///     let simulation = try Simulation(planets, integrator: Leapfrog(), step: 10)
///     watcher.observe(simulation.nodes[1].state) { update in print(update.new.position) }
///     try simulation.run(until: 365_250)
///
/// <doc:Architecture> has the loop that a run goes through.
///
/// Triggers fire for the initial state, too, at the beginning of the first run. What observers set while the
/// simulation runs is applied before the next step, or after the last one; what is set between runs is applied at
/// once. What observers set at a crossing is applied at the time of the crossing.
///
/// A simulation keeps what is observed of it alive, and with it the closures of the observers: those that use the
/// simulation should capture it `unowned`, or it lives until their observers die.
///
/// A simulation belongs to one isolation domain.
public final class Simulation<Model: SimulationModel> {
    /// The model that is simulated.
    public let model: Model

    /// The present moment. While a crossing is told it has the number of the last whole step, and the time of the
    /// crossing.
    public internal(set) var moment: Moment

    /// The time of the state that the model is in. It is that of the moment, but while crossings are looked for inside of
    /// a step, when the model shows states of times that are not moments yet.
    public var shownTime: Double { revision.time }

    /// Tells ``shownTime`` without keeping the simulation alive, and without the costs of asking one that may have gone.
    package var shownClock: () -> Double { { [revision] in revision.time } }

    /// The moments at which the state is published.
    public let grid: TimeGrid

    /// Tells of all changes that are made from outside, by whomever, when they take effect.
    public let interventions = InterventionLog()

    /// Tells of nodes that have come, by their numbers: of those that the model adds after each step, of those that are
    /// added from outside when that takes effect.
    public var births: NodeEvents { structure.births }

    /// Tells of nodes that have gone, by their numbers, like ``births``.
    public var deaths: NodeEvents { structure.deaths }

    /// Tells of edges that come, go or get another weight: of those that the model changes after each step, of those that
    /// are changed from outside when that takes effect.
    public var edgeChanges: EdgeEvents { structure.edgeChanges }

    let integrator: any Integrator<Model>

    /// True if the method draws velocities anew in each step.
    package var drawsVelocities: Bool { integrator is any VelocityDrawingIntegrator }

    /// The state of a model of differential equations, in which numbers can be pinned and driven.
    let heldState: StateVector?
    let variables: NodeVariables<Model>
    let parameterVariables: ParameterVariables<Model>
    let structure: StructureChanges<Model>
    let groups: ObservedGroups
    let observedQuantities: ObservedQuantities<Model>
    let triggers: Triggers

    /// Who watches, all of these among them.
    let watch: StepWatch<Model>

    /// Who of these has the events of the model happen.
    @exclusivity(unchecked)
    private(set) var eventSteps: StateEventSteps?
    let queue = InterventionQueue<Model>()
    let drives = Drives<Model>()

    /// How often the state, a parameter or the structure was changed from outside.
    @exclusivity(unchecked)
    package var outsideChangeCount = 0

    /// That after the events of the model had all been made of a state.
    @exclusivity(unchecked)
    var settledChangeCount = -1
    let revision = StateRevision()
    let states: StateBlock<Model.NodeState>
    /// How many nodes there were at the beginning.
    let initialNodeCount: Int

    /// Tells whether the state is finite, where the integrator does not see to it itself.
    let isStateFinite: (() -> Bool)?

    /// The model, if its rates follow from states of before.
    let delayed: (any DelayEquations)?

    @exclusivity(unchecked)
    var status = RunStatus()

    /// Creates a simulation at time 0.
    ///
    /// - Parameters:
    ///   - model: The model, in its initial state.
    ///   - integrator: The integrator.
    ///   - step: The time from one published state to the next. Integrators of fixed step make one such step.
    /// - Throws: ``SimulationError/invalidStep(_:)``; for a model that cannot be simulated
    ///   ``SimulationError/sizeMismatch(of:count:nodeCount:)``, ``SimulationError/duplicateName(_:of:)``,
    ///   ``SimulationError/initialStateNotFinite(field:node:value:)`` or ``SimulationError/invalidModel(_:)``.
    /// - Complexity: O(n) for n numbers of the state.
    public init(_ model: Model, integrator: any Integrator<Model>, step: Double) throws(SimulationError) {
        let grid = try TimeGrid(step: step)
        try model.checkNames()
        try model.checkSizes()
        if let (field, node, value) = (model as? any DifferentialEquations)?.firstNumberNotFinite() {
            throw .initialStateNotFinite(field: field, node: node, value: value)
        }
        if let history = (model as? any DelayEquations)?.history {
            guard let method = integrator as? any DelayMethod else {
                throw .invalidModel(
                    "equations with delays are moved by methods of fixed step, such as 'RungeKutta4', not by "
                        + "'\(type(of: integrator))'")
            }
            history.restart(withSlopes: method.needsSlopes)
        }
        self.model = model
        self.integrator = integrator
        self.grid = grid
        moment = grid.moment(ofStep: 0)
        initialNodeCount = model.nodeCount
        isStateFinite = model.stateCheck(after: integrator)
        delayed = (model as? any DelayEquations).flatMap { $0.history == nil ? nil : $0 }
        states = StateBlock(filledWith: model.nodeCount > 0 ? model.nodeState(at: 0) : nil)
        variables = NodeVariables(model: model, interventions: queue, states: states)
        parameterVariables = ParameterVariables(model: model, interventions: queue)
        structure = StructureChanges(of: model, interventions: queue)
        watch = StepWatch(of: model, movedBy: integrator)
        groups = ObservedGroups(isOnGrid: watch.isOnGrid)
        observedQuantities = ObservedQuantities(of: model, revision: revision)
        triggers = Triggers(on: grid, of: revision)
        // The numbers that the last simulation computed or held are not true of this one.
        let equations = model as? any DifferentialEquations
        equations?.releaseAll()
        heldState = equations?.state
        integrator.stateWasChanged()
        queue.applyAtOnce = { [unowned self] in applyBetweenRuns($0) }
        beginWatching()
    }

    private func beginWatching() {
        watchEvents()
        watch.add(structure)
        watch.add(variables)
        watch.add(parameterVariables)
        watch.add(groups)
        watch.add(observedQuantities)
        watch.add(triggers)
        structure.log = { [unowned self] in log($0, changes: [$1], from: $2) }
        structure.noteNodes = { [unowned self] in
            if model.nodeCount > 0 { states.fill(with: model.nodeState(at: 0)) }
            variables.noteNodeCount()
            groups.isBehind = true
        }
        groups.onChange = { [unowned watch, unowned groups] in watch.restart(groups) }
        // Numbers of equations may be held or looked at in steps that nobody watches.
        if watch.areJumpsWorthNoting, heldState == nil {
            variables.onOtherView = { [unowned watch, unowned variables] in watch.restart(variables) }
        }
    }

    private func watchEvents() {
        guard let events = (model as? any EventfulEquations)?.stateEvents else { return }
        // Nobody asks them but steps of this simulation, which it is there for: counting references would take longer than what they do.
        let steps = StateEventSteps(
            events, areLocated: watch.hasDenseOutput || !watch.isOnGrid, nodeCount: { [model] in model.nodeCount },
            shownTime: shownClock, isSettled: { [unowned(unsafe) self] in settledChangeCount == outsideChangeCount },
            nodewise: watch.nodewise,
            request: { [unowned self] in queue.add(.event { try events.occur(at: $0) }, from: nil) },
            makeAtOnce: { [unowned(unsafe) self] in try makeEvents { try events.occur(at: $0) } })
        eventSteps = steps
        watch.add(steps)
    }

    deinit {
        // Variables that outlive the simulation ask for interventions in vain.
        queue.applyAtOnce = { _ in true }
        withExtendedLifetime(queue.takeAll()) {}
        variables.releaseAll()
        parameterVariables.releaseAll()
        structure.edges.releaseAll()
        groups.onChange = {}
        variables.onOtherView = nil
        groups.removeAll()
        watch.removeAll()
    }
}
