import ObserverCore
import SimulationEngine
import Testing

@Suite struct NodeGroupTests {
    let watcher = Watcher()

    private func note(_ group: NodeGroup<CountingModel>) {
        watcher.observe(group) { [watcher] change in
            watcher.note("\(change.node): \(change.old) -> \(change.new) \(change.membership)")
        }
    }

    @Test func allNodesThatHaveChangedAreToldInTheirOrder() throws {
        let integrator = Counting()
        integrator.resting = [1]
        let simulation = try counting(by: integrator)
        note(simulation.allNodes)
        try simulation.run(steps: 1)
        #expect(watcher.takeLog() == ["0: 0 -> 1 lasting", "2: 20 -> 21 lasting"])
        try simulation.run(steps: 1)
        #expect(watcher.log == ["0: 1 -> 2 lasting", "2: 21 -> 22 lasting"])
    }

    @Test func aListIsToldInItsOwnOrder() throws {
        let simulation = try counting()
        note(try simulation.group(of: [2, 0]))
        try simulation.run(steps: 1)
        #expect(watcher.log == ["2: 20 -> 21 lasting", "0: 0 -> 1 lasting"])
        #expect(throws: SimulationError.nodeOutOfRange(3, nodeCount: 3)) { try simulation.group(of: [0, 3]) }
    }

    @Test func aConditionIsAskedAnew() throws {
        let simulation = try counting([0, 3, 2, 9])
        let group = simulation.group { (3...4).contains($0) }
        note(group)
        #expect(group.members == [1])
        try simulation.run(steps: 2)
        #expect(
            watcher.log == [
                "1: 3 -> 4 lasting", "2: 2 -> 3 joined", "1: 4 -> 5 left", "2: 3 -> 4 lasting",
            ])
        #expect(group.members == [2])
    }

    @Test func aConditionInBulkMayLookAtTheNodes() throws {
        let simulation = try counting(Array(repeating: 0, count: 5000))
        let odd = simulation.group { nodes, _, members in
            for offset in nodes.indices { members[offset] = nodes[offset] % 2 == 1 }
        }
        var count = 0
        watcher.observe(odd) { change in
            count += 1
            #expect(change.node % 2 == 1)
        }
        try simulation.run(steps: 2)
        #expect(count == 5000)
        #expect(odd.members == Array(stride(from: 1, to: 5000, by: 2)))
    }

    @Test func anExpressionIsEvaluatedAnew() throws {
        let simulation = try counting([5, 1, 2])
        note(try simulation.group(where: FieldExpression("number > 2 and time < 2.5", for: simulation.model)))
        try simulation.run(steps: 3)
        #expect(
            watcher.log == [
                "0: 5 -> 6 lasting", "2: 2 -> 3 joined", "0: 6 -> 7 lasting", "1: 2 -> 3 joined",
                "2: 3 -> 4 lasting", "0: 7 -> 8 left", "1: 3 -> 4 left", "2: 4 -> 5 left",
            ])
        let number = try FieldExpression("number + 1", for: simulation.model)
        #expect(throws: SimulationError.notACondition("number + 1")) { try simulation.group(where: number) }
    }

    /// Many more nodes than are compared at once.
    @Test(arguments: [false, true]) func whatIsSetWhileAGroupIsToldBetweenRunsIsTold(onlySome: Bool) throws {
        let simulation = try counting(Array(0..<5000))
        var known = simulation.model.numbers
        watcher.watch(simulation.nodes[4000].state, as: "node")
        let group = onlySome ? simulation.group { $0 >= 0 } : simulation.allNodes
        watcher.observe(group) { change in
            #expect(change.old == known[change.node])
            #expect(change.new == change.node + 1 || change.new == 7)
            known[change.node] = change.new
            guard change.node % 1000 == 0 else { return }
            simulation.model.numbers[4000 + change.node / 1000] = 7
            simulation.stateWasChanged()
        }
        for node in 0..<5000 { simulation.model.numbers[node] += 1 }
        simulation.publishGroups()
        #expect(known == simulation.model.numbers)
        #expect(known[0] == 1 && known[4000...4005] == [7, 7, 7, 7, 7, 4006])
    }

    @Test func groupsComeAfterNodesAndBeforeQuantities() throws {
        let simulation = try counting([0])
        watcher.observe(simulation.quantities.total) { [watcher] _ in watcher.note("quantity") }
        note(simulation.allNodes)
        watcher.watch(simulation.nodes[0].state, as: "node")
        try simulation.run(steps: 1)
        #expect(watcher.log == ["node: 0 -> 1", "0: 0 -> 1 lasting", "quantity"])
    }

    @Test func aGroupLivesWhileItIsObserved() throws {
        let simulation = try counting()
        weak var group: NodeGroup<CountingModel>?
        do {
            let observed = simulation.allNodes
            group = observed
            note(observed)
        }
        try simulation.run(steps: 1)
        #expect(watcher.log.count == 3)
        watcher.stopObserving()
        #expect(group == nil)
        try simulation.run(steps: 1)
        #expect(watcher.log.count == 3)
    }

    @Test func whoStopsInTheMiddleHearsNothingMore() throws {
        let simulation = try counting()
        let group = simulation.allNodes
        watcher.observe(group) { [watcher] change in
            watcher.note("\(change.node)")
            if change.node == 1 { watcher.stopObserving() }
        }
        try simulation.run(steps: 2)
        #expect(watcher.log == ["0", "1"])
    }

    @Test func aGroupIsAskedForItsMembersWhileItIsPublished() throws {
        let simulation = try counting([5, 1, 2])
        let group = simulation.group { $0 > 2 }
        watcher.observe(group) { [watcher, unowned group] change in
            watcher.note("\(change.node) of \(group.members)")
        }
        try simulation.run(steps: 1)
        #expect(watcher.log == ["0 of [0, 2]", "2 of [0, 2]"])
    }

    @Test func whatIsHandedOutIsAValue() throws {
        let simulation = try counting([0])
        var changes: [NodeChange<Int>] = []
        watcher.observe(simulation.allNodes) { changes.append($0) }
        try simulation.run(steps: 3)
        #expect(changes.map(\.new) == [1, 2, 3])
        #expect(changes.map(\.old) == [0, 1, 2])
    }

    @Test func changesFromOutsideAreToldToo() throws {
        let simulation = try counting()
        note(simulation.allNodes)
        simulation.model.numbers[1] = 77
        simulation.stateWasChanged()
        #expect(watcher.log == ["1: 10 -> 77 lasting"])
    }

    @Test("A group of an expression can be asked for its members when the simulation is gone")
    func membersAfterTheSimulation() throws {
        var simulation: Simulation? = try Simulation(Motion.oscillating([1, 2]), integrator: RungeKutta4(), step: 0.1)
        let group = try simulation?.group(where: FieldExpression("v > 1", fields: ["x", "v"]))
        simulation = nil
        #expect(group?.members == [1])
    }
}
