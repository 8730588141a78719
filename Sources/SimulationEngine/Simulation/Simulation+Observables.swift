import ObserverCore

// MARK: - Nodes

extension Simulation {
    /// The nodes.
    public var nodes: NodeList<Model> { NodeList(variables: variables) }

    /// All nodes as a group.
    ///
    /// A new object each time, as all groups.
    public var allNodes: NodeGroup<Model> {
        NodeGroup(.all, of: model, in: groups, states: states, test: nil)
    }

    /// Has those who observe groups hear of what has happened since the last step of the method: by a change after it, or in a step
    /// that leads on beyond the present moment.
    ///
    /// To be called at the end of what is looked at: a run that goes on tells of it with the next step.
    ///
    /// - Complexity: O(*n*) for *n* nodes that could be members.
    public func publishGroups() { groups.publishRest() }

    /// Given nodes as a group.
    ///
    /// - Parameter nodes: The numbers of the nodes, in the order in which their changes are to be sent.
    /// - Returns: A new group.
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``.
    public func group(of nodes: some Collection<Int>) throws(SimulationError) -> NodeGroup<Model> {
        try group(.nodes(Array(nodes)))
    }

    /// The nodes whose state meets a condition, which is asked anew after each step: a region, the infected, the fast.
    ///
    /// - Parameter isMember: Tells from the state of a node whether it is a member. It is called once a step for each
    ///   node of the simulation.
    /// - Returns: A new group.
    @inlinable
    public func group(where isMember: @escaping (Model.NodeState) -> Bool) -> NodeGroup<Model> {
        group { nodes, states, members in
            for offset in 0..<min(nodes.count, members.count) {
                members[unchecked: offset] = isMember(states[unchecked: offset])
            }
        }
    }

    /// The nodes of which an expression over their fields is true, which is evaluated anew after each step.
    ///
    ///     try simulation.group(where: FieldExpression("x > 0 and vx < 1", for: simulation.model))
    ///
    /// - Parameter condition: A truth expression over the fields of the model.
    /// - Returns: A new group.
    /// - Throws: ``SimulationError/notACondition(_:)`` for an expression that is a number, or about other fields.
    public func group(where condition: FieldExpression) throws(SimulationError) -> NodeGroup<Model> {
        try group(.nodes(where: condition))
    }

    /// The nodes of a selection as a group, of which all must have come.
    package func group(_ selection: NodeSelection) throws(SimulationError) -> NodeGroup<Model> {
        try selection.check(in: model)
        let evaluator = selection.condition.map { ExpressionEvaluator($0, for: model) }
        // A group may live longer than the simulation.
        let test = evaluator.map { [revision] evaluator -> GroupPublisher<Model.NodeState>.Test in
            { nodes, _, members in
                evaluator.flags(
                    nodes: nodes, at: revision.time,
                    into: UnsafeMutableBufferPointer(start: members, count: nodes.count))
            }
        }
        let search = watch.isOnGrid ? nil : selection.condition.map { StaySearch($0, in: model, at: revision) }
        return NodeGroup(selection, of: model, in: groups, states: states, test: test, search: search)
    }

    /// The nodes that meet a condition, which is asked anew after each step, in bulk.
    ///
    /// - Parameter test: Is given the numbers of a block of nodes and their states, and tells for each whether it is a
    ///   member. It is called for all nodes of the simulation, block by block.
    /// - Returns: A new group.
    public func group(
        test: @escaping (Span<Int>, Span<Model.NodeState>, inout MutableSpan<Bool>) -> Void
    ) -> NodeGroup<Model> {
        NodeGroup(.all, of: model, in: groups, states: states) { nodes, states, members in
            var flags = UnsafeMutableBufferPointer(start: members, count: nodes.count).mutableSpan
            test(nodes.span, UnsafeBufferPointer(start: states, count: nodes.count).span, &flags)
        }
    }
}

// MARK: - Quantities and parameters

extension Simulation {
    /// The quantities.
    public var quantities: QuantityLookup<Model> { QuantityLookup(quantities: observedQuantities) }

    /// A quantity of one's own or of the model, one and the same for a name and type.
    ///
    /// - Throws: ``SimulationError/conflictingDefinitions(_:)`` if another quantity of that name and type is there, which was
    ///   defined at another place of the program, or reduces something else: one of the model, or one that was asked for before;
    ///   ``SimulationError/foreignFields(expression:)`` if it reduces an expression over other fields than those of the model.
    /// - Complexity: O(number of quantities of the model).
    public func quantity<Value>(
        _ definition: QuantityDefinition<Model, Value>
    ) throws(SimulationError) -> Quantity<Value> {
        try observedQuantities.quantity(definition)
    }

    /// The parameters of the model that can be changed, by name:
    ///
    ///     simulation.parameters["coupling"]?.set(2.5, as: controller)
    ///
    /// Each is a variable that can be observed. Setting it takes effect like setting the state of a node.
    public var parameters: ParameterLookup<Model> { ParameterLookup(variables: parameterVariables) }
}

extension AnyQuantityDefinition {
    /// The quantity of a simulation that this defines, also if there is another one of that name.
    package func quantity(of simulation: Simulation<Model>) -> any AnyQuantity {
        quantity(in: simulation.observedQuantities)
    }
}

// MARK: - Moments

extension Simulation {
    /// The clock: fires at the beginning and after each step.
    public var clock: Trigger { triggers.clock }

    /// A trigger that fires at the beginning and after each number of steps.
    ///
    /// - Throws: ``SimulationError/invalidInterval(steps:)``.
    public func every(steps interval: Int) throws(SimulationError) -> Trigger {
        if let known = triggers.trigger(every: interval) { return known }
        return try trigger(.every(steps: interval))
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

    /// A trigger that fires when a schedule says so.
    ///
    /// - Parameters:
    ///   - schedule: The schedule.
    ///   - occasions: When the schedule is asked; see ``Trigger/Occasions``.
    /// - Returns: A new trigger.
    /// - Throws: ``SimulationError`` for intervals and times that are not whole numbers of steps, and for what cannot
    ///   be.
    public func trigger(
        _ schedule: Schedule, asked occasions: Trigger.Occasions = .moments
    ) throws(SimulationError) -> Trigger {
        let trigger = try triggers.trigger(schedule)
        guard occasions == .methodSteps, !schedule.hasRhythm else { return trigger }
        if watch.isOnGrid {
            let changes = ChangeCondition(of: trigger) { [unowned self] in moment }
            trigger.changes = changes
            watch.attach(changes, to: trigger.messenger)
        } else {
            let condition = TriggerCondition(
                of: trigger, moment: { [unowned self] in moment },
                noteStateTime: { [revision] in revision.advance(to: $0) })
            trigger.condition = condition
            watch.attach(condition, to: trigger.messenger)
        }
        return trigger
    }

    /// The first moment from now on at which a condition holds after a step.
    ///
    ///     let settled = simulation.firstTime { $0.quantities.temperature.value < 0.1 }
    ///     try simulation.run(until: 100)
    ///     print(await settled.value.time)
    ///
    /// The promise dies unfulfilled with the simulation if the condition never holds.
    public func firstTime(_ condition: @escaping (Simulation<Model>) -> Bool) -> Promise<Moment> {
        Promise { promise in
            let (trigger, isAsked) = occasions(of: condition)
            triggers.wait(for: trigger, until: { [unowned self] in isAsked || condition(self) }, then: promise.fulfill)
        }
    }

    /// A trigger of the times at which a condition holds, or the clock where these are moments of the grid.
    ///
    /// - Returns: The trigger, and whether it has asked for the condition when it fires.
    private func occasions(of condition: @escaping (Simulation<Model>) -> Bool) -> (trigger: Trigger, isAsked: Bool) {
        let schedule = Schedule.when { [unowned self] in condition(self) }
        guard !watch.isOnGrid, let trigger = try? trigger(schedule, asked: .methodSteps) else { return (clock, false) }
        return (trigger, true)
    }
}

/// One number of those that a closure copies for many nodes.
func readValue(
    at node: Int, _ copyField: (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void
) -> Double {
    var value = 0.0
    withUnsafePointer(to: node) { node in
        withUnsafeMutablePointer(to: &value) {
            copyField(UnsafeBufferPointer(start: node, count: 1), UnsafeMutableBufferPointer(start: $0, count: 1))
        }
    }
    return value
}
