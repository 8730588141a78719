import ObserverCore

extension Simulation {
    /// The crossings of a level by a number that is computed from the simulation, such as a quantity.
    ///
    ///     try simulation.crossing(of: "order", level: 0.9, .upwards) { $0.quantities.orderParameter.value }
    ///
    /// - Parameters:
    ///   - name: The name of the number, for errors.
    ///   - level: The level.
    ///   - directions: Which crossings count.
    ///   - hysteresis: How far the number must go back beyond the level before another crossing in the same direction
    ///     counts.
    ///   - tolerance: How exactly the times of crossings are located, in units of time.
    ///   - dependsOnTime: True if the number may change while the state stays the same, or is computed from the moment. If not,
    ///     an event of a jump process costs no more than computing it.
    ///   - number: Computes the number from the present state.
    /// - Returns: The crossings, to be observed.
    /// - Throws: ``SimulationError/invalidCrossing(_:)``.
    public func crossing(
        of name: String, level: Double, _ directions: CrossingDirections = .either, hysteresis: Double = 0,
        tolerance: Double = 1e-12, dependsOnTime: Bool = true, number: @escaping (Simulation<Model>) -> Double
    ) throws(SimulationError) -> LevelCrossing {
        try crossing(
            of: name, level: level, directions, hysteresis: hysteresis, tolerance: tolerance,
            dependsOnTime: dependsOnTime, comparing: nil
        ) { [unowned self] in number(self) }
    }

    /// The same, with numbers from whose sides of 0 it follows whether the number is above the level: less than 0, at least 0, or not a
    /// number. They are to be smoother than that.
    package func crossing(
        of name: String, level: Double, _ directions: CrossingDirections, hysteresis: Double, tolerance: Double,
        dependsOnTime: Bool, comparing comparisons: [() -> Double]?, number: @escaping () -> Double
    ) throws(SimulationError) -> LevelCrossing {
        let crossing = try LevelCrossing(
            name, node: nil, level: level, directions: directions, hysteresis: hysteresis, tolerance: tolerance,
            noteStateTime: dependsOnTime ? nil : { [revision] in revision.advance(to: $0) }, comparisons: comparisons,
            number: number)
        watch.attach(crossing, to: crossing.messenger)
        return crossing
    }

    /// The crossings of a level by a quantity.
    ///
    /// - Throws: ``SimulationError/invalidCrossing(_:)``.
    public func crossing(
        of quantity: Quantity<Double>, level: Double, _ directions: CrossingDirections = .either,
        hysteresis: Double = 0, tolerance: Double = 1e-12
    ) throws(SimulationError) -> LevelCrossing {
        try crossing(
            of: quantity.name, level: level, directions, hysteresis: hysteresis, tolerance: tolerance,
            dependsOnTime: quantity.dependsOnTime, comparing: nil
        ) { quantity.number }
    }

    /// The crossings of a level by a field of a node.
    ///
    /// - Throws: ``SimulationError/invalidCrossing(_:)``, ``SimulationError/unknownField(_:known:)``,
    ///   ``SimulationError/nodeOutOfRange(_:nodeCount:)``.
    public func crossing(
        of field: String, ofNode node: Int, level: Double, _ directions: CrossingDirections = .either,
        hysteresis: Double = 0, tolerance: Double = 1e-12
    ) throws(SimulationError) -> LevelCrossing {
        let index = try model.names.fieldIndex(field)
        try model.check([node])
        let slopes = FieldSlopes(of: model, field: index, at: revision, in: watch)
        let crossing = try LevelCrossing(
            "'\(field)' of node \(node)", node: node, level: level, directions: directions, hysteresis: hysteresis,
            tolerance: tolerance,
            course: { slopes.lastStep()?.course(of: node, from: level, start: $0, end: $1) },
            isDriven: { slopes.isDriven(node) }
        ) { [model] in model.value(ofField: index, at: node) }
        let isNoisy = findNoisyCrossings(
            for: crossing, crossing.name, field: index, nodes: [node], level: level, directions, hysteresis: hysteresis)
        if !isNoisy { watch.attach(crossing, to: crossing.messenger) }
        return crossing
    }

    /// The crossings of a level by a field of any of some nodes.
    ///
    /// - Throws: ``SimulationError/invalidCrossing(_:)``, ``SimulationError/unknownField(_:known:)``,
    ///   ``SimulationError/nodeOutOfRange(_:nodeCount:)``.
    public func crossings(
        of field: String, ofNodes nodes: [Int], level: Double, _ directions: CrossingDirections = .either,
        tolerance: Double = 1e-12
    ) throws(SimulationError) -> GroupCrossing {
        let index = try model.names.fieldIndex(field)
        try model.check(nodes)
        try CrossingChecks.check(level: level, tolerance: tolerance)
        let slopes = FieldSlopes(of: model, field: index, at: revision, in: watch)
        let crossing = GroupCrossing(
            "'\(field)' of \(nodes.count) nodes", nodes: nodes, level: level, directions: directions,
            tolerance: tolerance, lastStep: slopes.lastStep, isDriven: slopes.isDriven
        ) { [model] in model.copyField(index, of: $0, into: $1) }
        if let column = (model as? any DifferentialEquations)?.column(ofField: index) {
            crossing.nodewise = watch.nodewise?.values { $0.copyColumn(column, of: $1, at: $2, into: $3) }
        }
        let isNoisy = findNoisyCrossings(
            for: crossing, crossing.name, field: index, nodes: nodes, level: level, directions, hysteresis: 0)
        if !isNoisy { watch.attach(crossing, to: crossing.messenger) }
        return crossing
    }

    /// The times at which a field of each of many nodes reaches a level for the first time, from now on.
    ///
    /// - Parameters:
    ///   - field: The name of the field.
    ///   - nodes: The numbers of the nodes; all nodes unless given.
    ///   - level: The level.
    ///   - direction: The side from which it is reached.
    ///   - noise: The noise, where the motion is random and the integrator does not know it
    ///     (``Integrator/makeNoise(ofField:in:)``).
    /// - Returns: The passages, which somebody must hold or observe.
    /// - Throws: ``SimulationError/invalidCrossing(_:)``, ``SimulationError/unknownField(_:known:)``,
    ///   ``SimulationError/nodeOutOfRange(_:nodeCount:)``.
    public func firstPassages(
        of field: String, ofNodes nodes: [Int]? = nil, level: Double, _ direction: Crossing.Direction = .upwards,
        noise: BridgedNoise? = nil
    ) throws(SimulationError) -> FirstPassages {
        let index = try model.names.fieldIndex(field)
        let nodes = nodes ?? model.presentNodes
        try model.check(nodes)
        guard level.isFinite else { throw .invalidCrossing("the level \(level) of a passage is not finite") }
        if let noise, !(noise.strength > 0 && noise.strength.isFinite) {
            throw .invalidCrossing("the strength \(noise.strength) of the noise must be greater than 0, and finite")
        }
        let fieldNoise = noise.map { FieldNoise(ofField: index, $0) } ?? integrator.makeNoise(ofField: index, in: model)
        let passages = FirstPassages(
            of: nodes, level: level, direction: direction, isSmooth: watch.hasDenseOutput && fieldNoise == nil,
            noise: fieldNoise, population: { [model] in model.population },
            field: FirstPassageScan.Field(
                value: { [model] in model.value(ofField: index, at: $0) },
                copy: { [model] in model.copyField(index, of: $0, into: $1) },
                // One that has not as many values any more is not read beyond its end, but copied by the model.
                column: { [model] in
                    model.columnNumbers(ofField: index).flatMap { $0.count == model.nodeCount ? $0 : nil }
                }))
        passages.begin(at: moment.time)
        let steps = FirstPassageSteps(of: passages, motion: watch.isOnGrid ? nil : motion(ofField: index)) {
            [weak watch] in watch?.jumps.watchesTooMany = true
        }
        watch.add(steps, hasBegun: watch.isOnGrid)
        passages.onDeath = { [weak watch, weak steps] in if let steps { watch?.remove(steps) } }
        return passages
    }

    private func motion(ofField field: Int) -> FirstPassageSteps.Motion {
        let slopes = FieldSlopes(of: model, field: field, at: revision, in: watch)
        return FirstPassageSteps.Motion(
            slopes: watch.hasExactSlopes ? { slopes.present(at: $0) } : { _ in nil },
            endSlopes: { slopes.ofLastStep(at: $0, from: $1) }, slopeColumns: slopes.columnsOfLastStep,
            drivenNodes: { slopes.drivenNodes }, allowedError: watch.allowedError)
    }

    /// Tests if noise moves a field, so that its path inside of steps is drawn where somebody waits for a level.
    package func isMovedByNoise(_ field: String) -> Bool {
        guard let index = try? model.names.fieldIndex(field), integrator.makeNoise(ofField: index, in: model) != nil
        else {
            return false
        }
        return (model as? any StochasticDifferentialEquations)?.hasNoise(inColumn: index) ?? true
    }

    /// Has the crossings of a field found on the paths of its nodes, if noise moves it.
    ///
    /// - Returns: True if it does.
    private func findNoisyCrossings(
        for owner: some ObservableObject<Crossing>, _ name: String, field: Int, nodes: [Int], level: Double,
        _ directions: CrossingDirections, hysteresis: Double
    ) -> Bool {
        guard let noise = integrator.makeNoise(ofField: field, in: model) else { return false }
        let access = NoisyCrossings.Field(
            copy: { [model] in model.copyField(field, of: $0, into: $1) }, population: { [model] in model.population },
            place: watch.hasDenseOutput ? placing(noise) : nil)
        watch.attach(to: owner.messenger, of: owner) { [weak owner] in
            owner.map { owner in
                NoisyCrossings(
                    name, nodes: nodes, level: level, directions: directions, hysteresis: hysteresis, noise: noise,
                    field: access, owner: owner, send: { owner.send($0) })
            }
        }
        return true
    }

    private func placing(_ noise: FieldNoise) -> ((Int, Double, Double?) -> Void)? {
        guard let settable = model as? any SettableFields else { return nil }
        return { node, value, velocity in
            settable.setField(noise.field, at: node, to: value)
            if let velocity, let field = noise.velocityField { settable.setField(field, at: node, to: velocity) }
        }
    }
}
