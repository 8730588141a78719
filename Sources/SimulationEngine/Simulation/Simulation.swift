import ObserverCore

/// A model, an integrator that moves it on, and all that can be observed of it.
///
///     let simulation = try Simulation(planets, integrator: Leapfrog(), step: 10)
///     watcher.observe(simulation.nodes[1].state) { update in print(update.new.position) }
///     try simulation.run(until: 365_250)
///
/// ## The run loop
///
///     until the end or a stop:
///         apply the interventions that observers have asked for, in their order
///         set what is driven, and advance the model by one step (arrays only; no observer runs)
///         locate the crossings that are watched inside the step, and tell of them in the order of their times
///         publish the nodes that have come or gone and the edges that have changed, then the nodes, then the groups, then the quantities that are observed and have changed
///         fire the triggers that are due
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
    /// What is simulated.
    public let model: Model

    /// The present moment. While a crossing is told it has the number of the last whole step, and the time of the
    /// crossing.
    public internal(set) var moment: Moment

    /// The moments at which the state is published.
    public let grid: TimeGrid

    /// Tells of all changes that are made from outside, by whomever, when they take effect.
    public let interventions = InterventionLog()

    /// Tells of nodes that have come, by their numbers: of those that the model adds after each step, of those that are
    /// added from outside when that takes effect.
    public let births = NodeEvents()

    /// Tells of nodes that have gone, by their numbers, like ``births``.
    public let deaths = NodeEvents()

    /// Tells of edges that come, go or get another weight: of those that the model changes after each step, of those that
    /// are changed from outside when that takes effect.
    public let edgeChanges = EdgeEvents()

    let integrator: any Integrator<Model>

    /// The state of a model of differential equations, in which numbers can be pinned and driven.
    let heldState: StateVector?
    let variables: NodeVariables<Model>
    let parameterVariables: ParameterVariables<Model>
    let edgeVariables: EdgeVariables<Model>
    let edgeLog: EdgeChangeLog?
    let groups = ObservedGroups()
    let queue = InterventionQueue<Model>()
    let drives = Drives<Model>()
    let watch: StepWatch<Model>
    let passageWatches = FirstPassageWatches()
    var bounds: [Bounds] = []
    var requirements: [QuantityRequirement] = []

    /// How often the state, a parameter or the structure was changed from outside.
    package var outsideChangeCount = 0
    let revision = StateRevision()
    let states: StateBlock<Model.NodeState>
    var quantitiesByName: [(name: String, quantity: any PublishableQuantity)] = []
    var triggers: [Trigger] = []
    var waiters: [FirstTime] = []

    /// The rates of change that were computed last for first passages.
    var slopeMemory: [Double] = []

    /// What waits until nothing is going on.
    var deferredActions: [() throws -> Void] = []

    var hasBegun = false

    /// How many nodes there were at the beginning.
    let initialNodeCount: Int

    /// For how many nodes sizes were looked at last.
    var checkedNodeCount: Int

    /// Tells whether the state is finite, where the integrator does not see to it itself.
    let isStateFinite: (() -> Bool)?
    var stopReason: StopReason?

    /// Whether nodes have come or gone of which groups do not know yet.
    var groupsAreBehind = false

    /// Whether a run or a publication is going on, so that changes have to wait.
    var isBusy = false
    var isRunning = false

    /// Whether what was to be done at rest is being done.
    var isAtRest = false

    enum StopReason {
        case asked
        case failed(any Error)
    }

    /// Creates a simulation at time 0.
    ///
    /// - Parameters:
    ///   - model: What is simulated, in its initial state.
    ///   - integrator: What moves it on.
    ///   - step: The time from one published state to the next. Integrators of fixed step make one such step.
    /// - Throws: ``SimulationError/invalidStep(_:)``; for a model that cannot be simulated
    ///   ``SimulationError/sizeMismatch(of:count:nodeCount:)``, ``SimulationError/duplicateName(_:of:)``,
    ///   ``SimulationError/initialStateNotFinite(field:node:value:)`` or ``SimulationError/invalidModel(_:)``.
    /// - Complexity: O(n) for n numbers of the state.
    public init(_ model: Model, integrator: any Integrator<Model>, step: Double) throws(SimulationError) {
        let grid = try TimeGrid(step: step)
        try Model.checkNames()
        try model.checkSizes()
        if let (field, node, value) = (model as? any DifferentialEquations)?.firstNumberNotFinite() {
            throw .initialStateNotFinite(field: field, node: node, value: value)
        }
        self.model = model
        self.integrator = integrator
        self.grid = grid
        moment = grid.moment(ofStep: 0)
        initialNodeCount = model.nodeCount
        checkedNodeCount = initialNodeCount
        isStateFinite = model.stateCheck(after: integrator)
        states = StateBlock(filledWith: model.nodeCount > 0 ? model.nodeState(at: 0) : nil)
        variables = NodeVariables(model: model, interventions: queue, states: states)
        parameterVariables = ParameterVariables(model: model, interventions: queue)
        let network = model as? any ChangingEdges
        edgeLog = network?.edgeChanges
        edgeVariables = EdgeVariables(interventions: queue) { [model] in
            (model as? any ChangingEdges)?.edgeWeight(from: $0, to: $1)
        }
        // What has come and gone before is the initial state.
        _ = model.population?.takeChanges()
        _ = edgeLog?.takeAll()
        watch = StepWatch(of: model, movedBy: integrator)
        // What the last simulation computed or held is not true of this one.
        let equations = model as? any DifferentialEquations
        equations?.releaseAll()
        heldState = equations?.state
        integrator.stateWasChanged()
        queue.applyAtOnce = { [unowned self] in applyBetweenRuns($0) }
        if !watch.isOnGrid { groups.publishAtSteps(of: watch) }
    }

    deinit {
        // Variables that outlive the simulation ask for interventions in vain.
        queue.applyAtOnce = { _ in true }
        _ = queue.takeAll()
        variables.releaseAll()
        parameterVariables.releaseAll()
        edgeVariables.releaseAll()
        groups.removeAll()
        watch.removeAll()
        passageWatches.removeAll()
    }
}
