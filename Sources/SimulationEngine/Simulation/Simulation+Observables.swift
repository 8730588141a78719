import ObserverCore

// MARK: - Nodes

extension Simulation {
    /// The nodes.
    public var nodes: NodeList<Model> { NodeList(variables: variables) }

    /// All nodes as a group.
    ///
    /// A new object each time, as all groups.
    public var allNodes: NodeGroup<Model> {
        NodeGroup(0..<model.nodeCount, of: model, in: groups, states: states, test: nil)
    }

    /// Given nodes as a group.
    ///
    /// - Parameter nodes: The numbers of the nodes, in the order in which their changes are to be sent.
    /// - Returns: A new group.
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``.
    public func group(of nodes: some Collection<Int>) throws(SimulationError) -> NodeGroup<Model> {
        try checkNodes(nodes)
        return NodeGroup(nodes, of: model, in: groups, states: states, test: nil)
    }

    /// The nodes whose state meets a condition, which is asked anew after each step: a region, the infected, the fast.
    ///
    /// - Parameter isMember: Tells from the state of a node whether it is a member. It is called once a step for each
    ///   node of the simulation.
    /// - Returns: A new group.
    @inlinable
    public func group(where isMember: @escaping (Model.NodeState) -> Bool) -> NodeGroup<Model> {
        group { nodes, states, members in
            for offset in 0..<nodes.count { members[offset] = isMember(states[offset]) }
        }
    }

    /// The nodes of which an expression over their fields is true, which is evaluated anew after each step.
    ///
    ///     try simulation.group(where: FieldExpression("x > 0 and vx < 1", for: Gas.self))
    ///
    /// - Parameter condition: A truth expression over the fields of the model.
    /// - Returns: A new group.
    /// - Throws: ``SimulationError/notACondition(_:)`` for an expression that is a number, or about other fields.
    public func group(where condition: FieldExpression) throws(SimulationError) -> NodeGroup<Model> {
        guard condition.kind == .truth, condition.fields == Model.fields else { throw .notACondition(condition.text) }
        let evaluator = ExpressionEvaluator(condition, for: model)
        // A group may live longer than the simulation.
        return group { [revision] nodes, _, members in
            evaluator.flags(
                nodes: nodes, at: revision.time, into: UnsafeMutableBufferPointer(start: members, count: nodes.count))
        }
    }

    /// The nodes that meet a condition, which is asked anew after each step, in bulk.
    ///
    /// - Parameter test: Is given the numbers of a block of nodes and their states, and tells for each whether it is a
    ///   member. It is called for all nodes of the simulation, block by block.
    /// - Returns: A new group.
    public func group(
        test: @escaping (UnsafeBufferPointer<Int>, UnsafePointer<Model.NodeState>, UnsafeMutablePointer<Bool>) -> Void
    ) -> NodeGroup<Model> {
        NodeGroup(0..<model.nodeCount, of: model, in: groups, states: states, test: test)
    }
}

// MARK: - Quantities and parameters

extension Simulation {
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

    /// The parameters of the model that can be changed, by name:
    ///
    ///     simulation.parameters["coupling"]?.set(2.5, as: controller)
    ///
    /// Each is a variable that can be observed. Setting it takes effect like setting the state of a node.
    public var parameters: ParameterLookup<Model> { ParameterLookup(variables: parameterVariables) }
}

// MARK: - Moments

extension Simulation {
    /// The clock: fires at the beginning and after each step.
    public var clock: Trigger {
        if let known = triggers.first(where: { $0.interval == 1 }) { return known }
        let trigger = Trigger(eachStepOf: grid)
        triggers.append(trigger)
        return trigger
    }

    /// A trigger that fires at the beginning and after each number of steps.
    ///
    /// - Throws: ``SimulationError/invalidInterval(steps:)``.
    public func every(steps interval: Int) throws(SimulationError) -> Trigger {
        if let known = triggers.first(where: { $0.interval == interval }) { return known }
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
    /// - Throws: ``SimulationError`` for intervals and times that are not whole numbers of steps, and for what cannot
    ///   be.
    public func trigger(_ schedule: Schedule) throws(SimulationError) -> Trigger {
        let trigger = try Trigger(schedule, on: grid)
        triggers.append(trigger)
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
            observeOnceHolding(condition, then: promise.fulfill)
        }
    }

    private func observeOnceHolding(
        _ condition: @escaping (Simulation<Model>) -> Bool, then fulfill: @escaping (Moment) -> Void
    ) {
        let waiter = FirstTime()
        waiters.append(waiter)
        waiter.observe(clock) { [unowned self, unowned waiter] (moment: Moment) in
            guard condition(self) else { return }
            waiters.removeAll { $0 === waiter }
            fulfill(moment)
        }
    }
}

/// Observes the clock until a condition holds.
final class FirstTime: Observer {
    let receiver = Receiver()
}

// MARK: - Crossings

extension Simulation {
    /// The crossings of a level by a number that is computed from the simulation, such as a quantity.
    ///
    ///     try simulation.crossing(of: "order", level: 0.9, .upwards) { $0.quantities.orderParameter.value }
    ///
    /// - Parameters:
    ///   - name: What the number is, for errors.
    ///   - level: The level.
    ///   - directions: Which crossings count.
    ///   - hysteresis: How far the number must go back beyond the level before another crossing in the same direction
    ///     counts.
    ///   - tolerance: How exactly the times of crossings are located, in units of time.
    ///   - number: Computes the number from the present state.
    /// - Returns: The crossings, to be observed.
    /// - Throws: ``SimulationError/invalidCrossing(_:)``.
    public func crossing(
        of name: String, level: Double, _ directions: CrossingDirections = .either, hysteresis: Double = 0,
        tolerance: Double = 1e-12, number: @escaping (Simulation<Model>) -> Double
    ) throws(SimulationError) -> LevelCrossing {
        try crossing(
            of: name, node: nil, level: level, directions, hysteresis: hysteresis, tolerance: tolerance
        ) { [unowned self] in number(self) }
    }

    /// The crossings of a level by a quantity.
    ///
    /// - Throws: ``SimulationError/invalidCrossing(_:)``.
    public func crossing(
        of quantity: Quantity<Double>, level: Double, _ directions: CrossingDirections = .either,
        hysteresis: Double = 0, tolerance: Double = 1e-12
    ) throws(SimulationError) -> LevelCrossing {
        try crossing(
            of: quantity.name, node: nil, level: level, directions, hysteresis: hysteresis, tolerance: tolerance
        ) { quantity.value }
    }

    /// The crossings of a level by a field of a node.
    ///
    /// - Throws: ``SimulationError/invalidCrossing(_:)``, ``SimulationError/unknownField(_:known:)``,
    ///   ``SimulationError/nodeOutOfRange(_:nodeCount:)``.
    public func crossing(
        of field: String, ofNode node: Int, level: Double, _ directions: CrossingDirections = .either,
        hysteresis: Double = 0, tolerance: Double = 1e-12
    ) throws(SimulationError) -> LevelCrossing {
        let index = try fieldIndex(field)
        try checkNodes([node])
        return try crossing(
            of: "'\(field)' of node \(node)", node: node, level: level, directions, hysteresis: hysteresis,
            tolerance: tolerance
        ) { [model] in model.value(ofField: index, at: node) }
    }

    /// The crossings of a level by a field of any of some nodes.
    ///
    /// - Throws: ``SimulationError/invalidCrossing(_:)``, ``SimulationError/unknownField(_:known:)``,
    ///   ``SimulationError/nodeOutOfRange(_:nodeCount:)``.
    public func crossings(
        of field: String, ofNodes nodes: [Int], level: Double, _ directions: CrossingDirections = .either,
        tolerance: Double = 1e-12
    ) throws(SimulationError) -> GroupCrossing {
        let index = try fieldIndex(field)
        try checkNodes(nodes)
        let crossing = try GroupCrossing(
            "'\(field)' of \(nodes.count) nodes", nodes: nodes, level: level, directions: directions,
            tolerance: tolerance
        ) { [model] in model.copyField(index, of: $0, into: $1) }
        crossings.attach(crossing, to: crossing.messenger)
        return crossing
    }

    /// The times at which a field of each of many nodes reaches a level for the first time, from now on.
    ///
    /// - Parameters:
    ///   - field: The name of the field.
    ///   - nodes: The numbers of the nodes; all nodes unless given.
    ///   - level: The level.
    ///   - direction: Whether it is reached from below or from above.
    ///   - noise: The noise, where the motion is random.
    /// - Returns: The passages, which somebody must hold or observe.
    /// - Throws: ``SimulationError/invalidCrossing(_:)``, ``SimulationError/unknownField(_:known:)``,
    ///   ``SimulationError/nodeOutOfRange(_:nodeCount:)``.
    public func firstPassages(
        of field: String, ofNodes nodes: [Int]? = nil, level: Double, _ direction: Crossing.Direction = .upwards,
        noise: BridgedNoise? = nil
    ) throws(SimulationError) -> FirstPassages {
        let index = try fieldIndex(field)
        let nodes = nodes ?? Array(0..<model.nodeCount)
        try checkNodes(nodes)
        guard level.isFinite else { throw .invalidCrossing("the level \(level) of a passage is not finite") }
        if let noise, !(noise.strength > 0 && noise.strength.isFinite) {
            throw .invalidCrossing("the strength \(noise.strength) of the noise must be greater than 0, and finite")
        }
        let passages = FirstPassages(
            of: nodes, level: level, direction: direction, isSmooth: crossings.knowsInterior,
            bridge: noise.map { BrownianBridge($0) }
        ) { [model] in model.copyField(index, of: $0, into: $1) }
        passages.begin(at: moment)
        passageWatches.add(passages)
        return passages
    }

    /// Checks that all nodes exist.
    func checkNodes(_ nodes: some Collection<Int>) throws(SimulationError) {
        if let node = nodes.first(where: { !(0..<model.nodeCount).contains($0) }) {
            throw .nodeOutOfRange(node, nodeCount: model.nodeCount)
        }
    }

    private func crossing(
        of name: String, node: Int?, level: Double, _ directions: CrossingDirections, hysteresis: Double,
        tolerance: Double, number: @escaping () -> Double
    ) throws(SimulationError) -> LevelCrossing {
        let crossing = try LevelCrossing(
            name, node: node, level: level, directions: directions, hysteresis: hysteresis, tolerance: tolerance,
            number: number)
        crossings.attach(crossing, to: crossing.messenger)
        return crossing
    }

    /// The index of a field.
    func fieldIndex(_ name: String) throws(SimulationError) -> Int {
        guard let index = Model.fields.firstIndex(of: name) else {
            throw .unknownField(name, known: Model.fields)
        }
        return index
    }
}

extension SimulationModel {
    /// The value of a field of one node.
    func value(ofField field: Int, at node: Int) -> Double {
        var value = 0.0
        withUnsafePointer(to: node) { node in
            withUnsafeMutablePointer(to: &value) { value in
                copyField(
                    field, of: UnsafeBufferPointer(start: node, count: 1),
                    into: UnsafeMutableBufferPointer(start: value, count: 1))
            }
        }
        return value
    }
}
