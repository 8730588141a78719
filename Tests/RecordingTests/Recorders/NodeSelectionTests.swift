import Recording
import SimulationEngine
import Testing

@Suite struct NodeSelectionTests {
    @Test("A condition is asked anew at each moment, of the time, too")
    func condition() throws {
        let simulation = try drifting(600)
        let table = RecordedTable()
        let nodes = NodeSelection.nodes(where: try FieldExpression("x >= 598 and time < 1.5", for: simulation.model))
        let recorder = try NodeRecorder(
            simulation, nodes: nodes, fields: ["x"], at: simulation.clock, to: .memory(table))
        try simulation.run(until: 2)
        try recorder.finish()
        // Node i is at i + k after k steps.
        #expect(table.texts(of: "node") == ["598", "599", "597", "598", "599", "596", "597", "598", "599"])
        #expect(table.numbers(of: "time") == [0, 0, 0.5, 0.5, 0.5, 1, 1, 1, 1])
        #expect(table.numbers(of: "x") == [598, 599, 598, 599, 600, 598, 599, 600, 601])
    }

    @Test("A number selects no nodes")
    func number() throws {
        let simulation = try drifting(1)
        let expression = try FieldExpression("x + 1", for: simulation.model)
        let error = #expect(throws: RecordingError.self) {
            try NodeRecorder(
                simulation, nodes: .nodes(where: expression), at: simulation.clock, to: .memory(RecordedTable()))
        }
        #expect(
            error?.description
                == "'x + 1' is not a condition on the fields of the model, which is true or false, such as 'x > 0'")
    }

    @Test("A condition on listed nodes is asked of these only, in their order")
    func listedCondition() throws {
        let simulation = try drifting(5)
        let table = RecordedTable()
        let isFar = try FieldExpression("x >= 3", for: simulation.model)
        let recorder = try NodeRecorder(
            simulation, nodes: .nodes([4, 0, 2], where: isFar), fields: ["x"], at: simulation.clock, to: .memory(table))
        try simulation.run(until: 0.5)
        try recorder.finish()
        #expect(table.texts(of: "node") == ["4", "4", "2"])
    }

    @Test(
        "Nodes that are expected must be there, where none can come",
        arguments: [
            (NodeReference.number(-1), "there is no node -1: the 2 nodes are numbered from 0"),
            (.number(2), "there is no node 2: the 2 nodes are numbered from 0"),
            (.name("c"), "there is no node 'c', and none can come during a run"),
        ])
    func unexpected(reference: NodeReference, message: String) throws {
        let simulation = try drifting(2, names: ["a", "b"])
        let error = #expect(throws: RecordingError.self) {
            try NodeRecorder(
                simulation, nodes: .expected([.number(0), reference]), at: simulation.clock,
                to: .memory(RecordedTable()))
        }
        #expect(error?.description == message)
        #expect(reference.number(in: simulation.model) == nil)
    }

    @Test("Nodes without names cannot be named")
    func nameless() throws {
        let simulation = try drifting(2)
        let error = #expect(throws: RecordingError.self) {
            try NodeRecorder(
                simulation, nodes: .expected([.name("a")]), at: simulation.clock, to: .memory(RecordedTable()))
        }
        #expect(error?.description == "there is no node 'a': the nodes have no names but numbers from 0")
    }

    @Test("More nodes than are read at a time stand there as each for itself")
    func manyNodes() throws {
        let simulation = try drifting(1000)
        let all = RecordedTable()
        let recorder = try NodeRecorder(simulation, nodes: .all, at: simulation.clock, to: .memory(all))
        try simulation.run(steps: 0)
        try recorder.finish()
        let (values, names) = ((0..<1000).map { 10 * Double($0) }, (0..<1000).map { "\($0)" })
        #expect(all.numbers(of: "y") == values)
        #expect(all.texts(of: "node") == names)
    }
}
