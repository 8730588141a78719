import ObserverCore

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
        watch.attach(crossing, to: crossing.messenger)
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
        let nodes = nodes ?? model.presentNodes
        try checkNodes(nodes)
        guard level.isFinite else { throw .invalidCrossing("the level \(level) of a passage is not finite") }
        if let noise, !(noise.strength > 0 && noise.strength.isFinite) {
            throw .invalidCrossing("the strength \(noise.strength) of the noise must be greater than 0, and finite")
        }
        let passages = FirstPassages(
            of: nodes, level: level, direction: direction, isSmooth: watch.knowsInterior,
            bridge: noise.map { BrownianBridge($0) }, population: { [model] in model.population },
            field: PassageScan.Field(
                copy: { [model] in model.copyField(index, of: $0, into: $1) },
                column: { [model] in model.column(ofField: index) }))
        passages.begin(at: moment)
        passageWatches.add(passages)
        if !watch.isOnGrid {
            watch.add(
                PassageSteps(
                    of: passages,
                    motion: PassageSteps.Motion(
                        slopes: { [unowned self] in slopes(ofField: index, at: $0) }, allowedError: watch.allowedError))
            )
        }
        return passages
    }

    private func crossing(
        of name: String, node: Int?, level: Double, _ directions: CrossingDirections, hysteresis: Double,
        tolerance: Double, number: @escaping () -> Double
    ) throws(SimulationError) -> LevelCrossing {
        let crossing = try LevelCrossing(
            name, node: node, level: level, directions: directions, hysteresis: hysteresis, tolerance: tolerance,
            number: number)
        watch.attach(crossing, to: crossing.messenger)
        return crossing
    }
}
