import ObserverCore
import SimulationEngine
import Testing

@Suite("Nodes that come and go")
struct NodesThatComeAndGoTests {
    private let model = ColonyModel([0, 10, 20])
    private let breeding = Breeding()
    private let watcher = Watcher()
    private let simulation: Simulation<ColonyModel>

    init() throws { simulation = try Simulation(model, integrator: breeding, step: 1) }

    @Test("births and deaths are told with their authors, whoever asks for them and whenever")
    func birthsAndDeaths() throws {
        var told: [String] = []
        let author = Watcher()
        watcher.observe(simulation.births) { (node: Int, by: AnyAuthor) in
            told.append("+\(node) \(by === author ? "author" : "simulation")")
        }
        watcher.observe(simulation.deaths) { (node: Int, by: AnyAuthor) in
            told.append("-\(node) \(by === author ? "author" : "simulation")")
        }
        try simulation.addNode([5], as: author)
        try simulation.removeNode(1)
        breeding.changes[2] = { model in
            _ = try model.addNode([7], like: nil, name: nil)
            model.removeNode(0)
        }
        try simulation.run(steps: 1)
        #expect(told == ["+3 author", "-1 simulation"])
        try simulation.run(steps: 1)
        #expect(told == ["+3 author", "-1 simulation", "+4 simulation", "-0 simulation"])
        #expect(simulation.nodes.map(\.isPresent) == [false, false, true, true, true])
        #expect(simulation.nodes.count == 5)
        try simulation.run(steps: 1)
        #expect(model.numbers == [2, 10, 23, 8, 8])
    }

    @Test("while a simulation runs nodes come and go before the next step, in the order in which it was asked for")
    func duringARun() throws {
        var moments: [Int] = []
        watcher.observe(simulation.births) { [unowned simulation] (_: Int) in moments.append(simulation.moment.step) }
        watcher.observe(simulation.clock) { [unowned simulation] (moment: Moment) in
            guard moment.step == 1 else { return }
            try? simulation.addNode([1])
            try? simulation.addNode([2])
            try? simulation.removeNode(2)
        }
        try simulation.run(steps: 3)
        #expect(moments == [1, 1])
        #expect(model.numbers == [3, 13, 21, 3, 4])
    }

    @Test("the group of all nodes gains those that come and loses those that go")
    func groupOfAll() throws {
        var changes: [String] = []
        let group = simulation.allNodes
        try simulation.addNode([100])
        #expect(group.members == [0, 1, 2, 3])
        watcher.observe(group) { change in changes.append("\(change.node) \(change.membership) \(change.new[0])") }
        try simulation.addNode([200])
        try simulation.removeNode(1)
        #expect(changes == ["4 joined 200.0", "1 left 10.0"])
        changes = []
        try simulation.run(steps: 1)
        #expect(changes == ["0 lasting 1.0", "2 lasting 21.0", "3 lasting 101.0", "4 lasting 201.0"])
        #expect(group.members == [0, 2, 3, 4])
    }

    @Test("groups by condition and of given nodes lose those that go, and those by condition gain those that meet it")
    func otherGroups() throws {
        var changes: [String] = []
        watcher.observe(simulation.group { $0[0] > 15 }) { changes.append("large \($0.node) \($0.membership)") }
        watcher.observe(try simulation.group(of: [2, 1])) { changes.append("given \($0.node) \($0.membership)") }
        try simulation.addNode([50])
        try simulation.addNode([0])
        #expect(changes == ["large 3 joined"])
        changes = []
        try simulation.removeNode(2)
        #expect(changes == ["large 2 left", "given 2 left"])
        changes = []
        try simulation.run(steps: 1)
        #expect(changes == ["large 3 lasting", "given 1 lasting"])
        #expect(try simulation.group(of: [2, 1]).members == [1])
    }

    @Test("a node that has come is observed like any other, one that has gone says nothing and cannot be changed")
    func variables() throws {
        try simulation.addNode([5])
        var updates: [Double] = []
        watcher.observe(simulation.nodes[3].state) { (update: Update<[Double]>) in updates.append(update.new[0]) }
        try simulation.run(steps: 1)
        #expect(updates == [6])
        let state = simulation.nodes[3].state
        try simulation.removeNode(3)
        state.value = [99]
        try simulation.kick(node: 3) { $0[0] = 98 }
        try simulation.removeNode(3)
        try simulation.run(steps: 2)
        #expect(updates == [6])
        #expect(state.value == [6])
    }

    @Test("reductions, selections and bounds are those of the nodes that are there")
    func reductions() throws {
        let fields = try FieldExpression("y", for: model)
        let mean = try QuantityDefinition<ColonyModel, Double>("mean", .mean, of: fields)
        let given = try QuantityDefinition<ColonyModel, Double>("given", .count, over: .nodes([0, 1]))
        let chosen = ExpressionEvaluator(try FieldExpression("y > 5", for: model), for: model)
        #expect(try simulation.quantity(mean).value == 10)
        try simulation.removeNode(1)
        try simulation.addNode([40])
        #expect(try simulation.quantity(mean).value == 20)
        #expect(try simulation.quantity(given).value == 1)
        #expect(chosen.selectedNodes(at: 0) == [2, 3])
    }

    @Test("what is pinned and driven stays so when nodes come")
    func holds() throws {
        let hold = try simulation.pin(nodes: [1])
        try simulation.drive("y", ofNode: 2) { 20 + 3 * $0 }
        try simulation.addNode([0])
        try simulation.run(steps: 2)
        #expect(model.numbers == [2, 10, 26, 2])
        hold.release()
        try simulation.addNode([0])
        try simulation.run(steps: 1)
        #expect(model.numbers == [3, 11, 29, 3, 1])
    }

    /// Node 1 rests at a distance of 0.5 below the level, where noise would take it with a probability of exp(−0.005) in each
    /// step.
    @Test("a node that has gone passes no more, not by noise either, nor does one that is moved away as it goes")
    func passages() throws {
        let colony = ColonyModel([0, 10, 20])
        let simulation = try Simulation(colony, integrator: Breeding(), step: 1)
        let noise = BridgedNoise(strength: 10, streams: try RandomStreams(seed: 1))
        let noisy = try simulation.firstPassages(of: "y", ofNodes: [1], level: 10.5, noise: noise)
        let passages = try simulation.firstPassages(of: "y", level: 22.5)
        try simulation.kick(node: 2) { $0[0] = 40 }
        try simulation.removeNode(2)
        try simulation.removeNode(1)
        try simulation.addNode([22])
        try simulation.run(steps: 30)
        #expect(noisy.count == 0)
        #expect(abs(passages.times[0] - 22.5) < 1e-12)
        // It was moved beyond the level before it went, between two runs.
        #expect(passages.times[1].isNaN && passages.times[2].isNaN)
        #expect(passages.nodes == [0, 1, 2])
    }

    @Test("births in the middle of a schedule are there from the next moment on, also in what is due then")
    func birthsBetweenMoments() throws {
        var counts: [String] = []
        watcher.observe(try simulation.every(steps: 2)) { [unowned simulation] (moment: Moment) in
            counts.append("\(moment.step): \(simulation.allNodes.members)")
        }
        watcher.observe(try simulation.every(steps: 3)) { [unowned simulation] (moment: Moment) in
            if moment.step == 3 { try? simulation.addNode([7]) }
        }
        watcher.observe(simulation.births) { [unowned simulation] (node: Int) in
            counts.append("birth of \(node) after step \(simulation.moment.step)")
        }
        try simulation.run(steps: 4)
        #expect(counts == ["0: [0, 1, 2]", "2: [0, 1, 2]", "birth of 3 after step 3", "4: [0, 1, 2, 3]"])
        #expect(model.numbers == [4, 14, 24, 8])
    }

    @Test("a node that comes at a crossing takes part in the rest of the step")
    func birthAtACrossing() throws {
        watcher.observe(try simulation.crossing(of: "y", ofNode: 0, level: 1.25, .upwards)) { [unowned simulation] _ in
            try? simulation.addNode([0])
        }
        try simulation.run(steps: 2)
        #expect(abs(model.numbers[3] - 0.75) < 1e-12)
        #expect(model.numbers[1] == 12)
    }

    @Test("a node that cannot be makes the run fail, and nothing has changed")
    func refusal() throws {
        try simulation.addNode([1], name: "a")
        #expect(throws: ColonyModel.Refusal(reason: "name")) { try simulation.run(steps: 1) }
        #expect(simulation.nodes.count == 3)
        #expect(throws: SimulationError.nodeOutOfRange(3, nodeCount: 3)) { try simulation.removeNode(3) }
    }

    @Test("nodes like one that has gone, and edges of it, are not made, and nothing is told")
    func likeOneThatHasGone() throws {
        var told = 0
        watcher.observe(simulation.births) { (_: Int) in told += 1 }
        watcher.observe(simulation.edgeChanges) { (_: EdgeChange) in told += 1 }
        try simulation.removeNode(1)
        try simulation.addNode([7], like: 1)
        try simulation.edge(from: 0, to: 1).value = 1
        try simulation.edge(from: 1, to: 2).value = nil
        try simulation.run(steps: 1)
        #expect(told == 0)
        #expect(model.numbers == [1, 10, 21])
        #expect(model.edgeWeight(from: 0, to: 1) == nil)
    }

    @Test("births that answer births without end are an error that names them")
    func cycle() throws {
        watcher.observe(simulation.births) { [unowned simulation] (_: Int) in try? simulation.addNode([0]) }
        try simulation.addNode([0])
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
        guard case .interventionCycle(_, let participants)? = error else { Issue.record("another error"); return }
        #expect(participants == ["an observer changes a new node"])
    }

    @Test("changes from outside are logged, those of the model are not")
    func log() throws {
        var subjects: [Intervention.Subject] = []
        watcher.observe(simulation.interventions) { (intervention: Intervention) in
            subjects.append(intervention.subject)
        }
        breeding.changes[1] = { _ = try $0.addNode([7], like: nil, name: nil) }
        try simulation.addNode([5])
        try simulation.removeNode(0)
        try simulation.run(steps: 1)
        #expect(subjects == [.presence(ofNode: 3), .presence(ofNode: 0)])
    }

    @Test("a node does not come unless each field that is set gets a value", arguments: [0, 2])
    func wrongNumberOfValues(_ count: Int) throws {
        #expect(throws: SimulationError.self) {
            try simulation.addNode(
                like: 0, setting: ["y"], to: { [Double](repeating: 1, count: count) })
            try simulation.run(steps: 1)
        }
        #expect(model.nodeCount == 3)
    }
}
