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
///         advance the model by one step (arrays only; no observer runs)
///         publish the nodes that are observed and have changed
///         publish the quantities that are observed and have changed
///         fire the triggers that are due
///
/// Triggers fire for the initial state, too, at the beginning of the first run. What observers set while the
/// simulation runs is applied before the next step, or after the last one; what is set between runs is applied at
/// once.
///
/// A simulation keeps what is observed of it alive, and with it the closures of the observers: those that use the
/// simulation should capture it `unowned`, or it lives until their observers die.
///
/// A simulation belongs to one isolation domain.
public final class Simulation<Model: SimulationModel> {
    /// What is simulated.
    public let model: Model

    /// The present moment.
    public private(set) var moment: Moment

    /// The moments at which the state is published.
    public let grid: TimeGrid

    private let integrator: any Integrator<Model>
    private let variables: NodeVariables<Model>
    private let interventions = Interventions<Model>()
    private let revision = StateRevision()
    private var quantitiesByName: [(name: String, quantity: any PublishableQuantity)] = []
    private var triggers: [Trigger] = []
    private var hasBegun = false
    private var isRunning = false
    private var stopReason: StopReason?

    private enum StopReason {
        case asked
        case failed(any Error)
    }

    /// Creates a simulation at time 0.
    ///
    /// - Parameters:
    ///   - model: What is simulated, in its initial state.
    ///   - integrator: What moves it on.
    ///   - step: The time from one published state to the next. Integrators of fixed step make one such step.
    /// - Throws: ``SimulationError/invalidStep(_:)``.
    public init(_ model: Model, integrator: any Integrator<Model>, step: Double) throws(SimulationError) {
        self.model = model
        self.integrator = integrator
        grid = try TimeGrid(step: step)
        moment = grid.moment(ofStep: 0)
        variables = NodeVariables(model: model, interventions: interventions)
        // What the last simulation computed is not true of this one.
        integrator.stateWasChanged()
        interventions.applyAtOnce = { [unowned self] in
            guard !isRunning else { return false }
            applyWaitingInterventions()
            apply($0)
            return true
        }
    }

    deinit {
        // Variables that outlive the simulation ask for interventions in vain.
        interventions.applyAtOnce = { _ in true }
        _ = interventions.takeAll()
        variables.releaseAll()
    }
}

// MARK: - What can be observed

extension Simulation {
    /// The nodes.
    public var nodes: NodeList<Model> { NodeList(variables: variables) }

    /// The quantities.
    public var quantities: QuantityLookup<Model> { QuantityLookup(simulation: self) }

    /// A quantity of one's own or of the model, one and the same for a name and type.
    public func quantity<Value>(_ definition: QuantityDefinition<Model, Value>) -> Quantity<Value> {
        for (name, quantity) in quantitiesByName where name == definition.name {
            if let known = quantity as? Quantity<Value> { return known }
        }
        let quantity = Quantity(definition, of: model, revision: revision)
        quantitiesByName.append((definition.name, quantity))
        return quantity
    }

    /// A trigger that fires at the beginning and after each number of steps.
    ///
    /// - Throws: ``SimulationError/invalidInterval(steps:)``.
    public func every(steps interval: Int) throws(SimulationError) -> Trigger {
        guard interval >= 1 else { throw .invalidInterval(steps: interval) }
        if let known = triggers.first(where: { $0.interval == interval }) { return known }
        let trigger = Trigger(interval: interval)
        triggers.append(trigger)
        return trigger
    }

    /// A trigger that fires at the beginning and at each multiple of a time.
    ///
    /// - Throws: ``SimulationError/intervalNotOnGrid(interval:step:)`` unless the time is a whole number of steps.
    public func every(time interval: Double) throws(SimulationError) -> Trigger {
        guard let steps = grid.steps(in: interval), steps >= 1 else {
            throw .intervalNotOnGrid(interval: interval, step: grid.step)
        }
        return try every(steps: steps)
    }
}

// MARK: - Running

extension Simulation {
    /// Runs until a time is reached or an observer stops the run. Can be called again to run on.
    ///
    /// - Throws: ``SimulationError`` if the end is not a whole number of steps ahead; what the integrator throws; what
    ///   an observer hands to ``fail(with:)``. The simulation then remains at the last complete step, unless the
    ///   integrator failed and does not say that it leaves the state as it was.
    public func run(until end: Double) throws {
        guard let steps = grid.steps(in: end), steps >= moment.step else {
            throw end < moment.time
                ? SimulationError.endInThePast(end: end, now: moment.time)
                : SimulationError.endNotOnGrid(end: end, step: grid.step)
        }
        try run(steps: steps - moment.step)
    }

    /// Runs a number of steps, or until an observer stops the run. Can be called again to run on.
    ///
    /// - Throws: As ``run(until:)``.
    public func run(steps: Int) throws {
        guard !isRunning else { throw SimulationError.alreadyRunning }
        isRunning = true
        defer {
            isRunning = false
            stopReason = nil
        }
        if !hasBegun, stopReason == nil {
            hasBegun = true
            fireTriggers()
        }
        let (sum, overflow) = moment.step.addingReportingOverflow(max(0, steps))
        let lastStep = overflow ? .max : sum
        while moment.step < lastStep, stopReason == nil {
            applyWaitingInterventions()
            try advance()
            publish()
            fireTriggers()
        }
        applyWaitingInterventions()
        if case .failed(let error) = stopReason { throw error }
    }

    /// Ends the run after the present step. To be called by an observer; between runs it does nothing.
    public func stop() {
        if isRunning, stopReason == nil { stopReason = .asked }
    }

    /// Ends the run after the present step and has it throw an error: the first one, if there are several. To be called
    /// by an observer whose closure cannot throw. Between runs it has the next run throw at once.
    public func fail(with error: any Error) {
        if case .failed = stopReason { return }
        stopReason = .failed(error)
    }

    private func advance() throws {
        let next = grid.moment(ofStep: moment.step + 1)
        try integrator.advance(model, from: moment.time, to: next.time)
        moment = next
        revision.advance(to: next.time)
    }

    private func publish() {
        variables.publish()
        for (_, quantity) in quantitiesByName { quantity.publish() }
    }

    private func fireTriggers() {
        for trigger in triggers where trigger.isDue(at: moment.step) { trigger.send(moment) }
    }
}

// MARK: - Interventions

extension Simulation {
    /// Tells the simulation that the state of its model was changed by other means than ``Node/state``, such as by
    /// writing into the model's arrays.
    ///
    /// Integrators and quantities keep what they computed from the state, and would go on with it. Observers hear of
    /// the change at once, or after the next step if the simulation is running.
    ///
    /// - Complexity: O(1) besides the observed nodes and quantities.
    public func stateWasChanged() {
        integrator.stateWasChanged()
        revision.advance()
        guard !isRunning else { return }
        publish()
    }

    private func applyWaitingInterventions() {
        for intervention in interventions.takeAll() { apply(intervention) }
    }

    private func apply(_ intervention: Intervention<Model>) {
        guard model.nodeState(at: intervention.node) != intervention.state else { return }
        model.setNodeState(intervention.state, at: intervention.node)
        integrator.stateWasChanged()
        revision.advance()
        variables.publish(node: intervention.node, from: intervention.author)
    }
}

/// A quantity that the run loop can publish.
protocol PublishableQuantity: AnyQuantity {
    func publish()
}

extension Quantity: PublishableQuantity {}
