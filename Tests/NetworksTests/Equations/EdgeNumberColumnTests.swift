import EngineTestSupport
import Networks
import SimulationEngine
import TestSupport
import Testing

/// Numbers of edges besides their weights: in files, and at the beginning of variables of edges.
@Suite struct EdgeNumberColumnTests {
    private typealias Model = EquationModel<SIMD2<Double>>

    private func graph(_ text: String, _ change: (inout EdgeList.Options) -> Void = { _ in }) throws -> Graph {
        var options = EdgeList.Options()
        options.columns = ["delay"]
        options.isDirected = true
        change(&options)
        return try EdgeList(text: text, named: "edges", options: options).graph
    }

    private func problems(_ text: String, _ change: (inout EdgeList.Options) -> Void = { _ in }) -> String? {
        do {
            _ = try graph(text, change)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// The variables of edges that begin with the numbers of a graph.
    private func numbers(_ graph: Graph, _ names: [String] = ["delay"]) throws -> [[Double]] {
        let equations = try Equations(
            variables: [VertexVariable("x")], rates: ["x": "0"], edgeVariables: ["twice": "2 * weight"],
            edgeNumbers: names)
        let model = try Model(equations, on: graph)
        return names.indices.map { model.edgeNumbers(of: $0 + 1) }
    }

    @Test("each edge has its number, wherever the column stands, in whatever order the lines")
    func columns() throws {
        for text in [
            "source,target,weight,delay\n1,2,0.5,3\n2,0,1,4\n0,2,2,5\n",
            "source,target,delay,weight\n0,2,5,2\n2,0,4,1\n1,2,3,0.5\n",
            "FromNodeId ToNodeId Weight Delay\n2 0 1 4\n0 2 2 5\n1 2 0.5 3\n",
        ] {
            let read = try graph(text)
            #expect(try numbers(read) == [[5, 3, 4]], "\(text)")
            #expect(Array(try #require(read.weights(of: 1))) == [0.5])
        }
        let unweighted = try graph("source,target,weight,delay\n1,2,7,3\n2,0,7,4\n") { $0.isWeighted = false }
        #expect(try !unweighted.isWeighted && numbers(unweighted) == [[3, 4]])
        let two = try graph("source,target,tau,delay\n0,1,1,-2\n") { $0.columns = ["delay", "tau"] }
        #expect(try numbers(two, ["delay", "tau"]) == [[-2], [1]])
    }

    @Test("without direction both ends have the number, and of repeated edges the first counts")
    func ends() throws {
        let text = "source,target,delay\n2,1,3\n0,2,5\n1,2,9\n2,2,8\n"
        let read = try graph(text) { ($0.isDirected, $0.isSimplified) = (false, true) }
        #expect(try numbers(read) == [[5, 3, 5, 3]])
        let loop = try graph("source,target,delay\n0,0,8\n1,0,2\n") {
            ($0.isDirected, $0.allowedEdges) = (false, .loops)
        }
        #expect(try numbers(loop) == [[8, 8, 2, 2]])
    }

    @Test("each fault is told with its place")
    func faults() {
        #expect(
            problems("source,target,weight\n0,1,2\n")
                == "edges:1:1: error: no column is called 'delay': there are source, target, weight")
        #expect(
            problems("0 1 2\n1 2 3\n")
                == "edges:1:1: error: the column 'delay' is asked for, but the first line does not name columns, as "
                + "'source,target,delay' does")
        #expect(
            problems("source,target,delay\n0,1,2\n1,2,x\n2,0,\n2,1\n")
                == "edges:3:5: error: 'x' is not a finite number, but the column 'delay' has one for each edge\n"
                + "edges:4:5: error: the number is missing, but the column 'delay' has one for each edge\n"
                + "edges:5:1: error: the record has 2 fields, but the header has 3")
    }

    @Test("numbers are given to a graph in the order of its edges, and must be as many")
    func given() throws {
        var graph = try Graph(vertexCount: 3, edges: [(2, 1), (0, 2)])
        #expect(throws: NetworkModelError.missingEdgeNumbers("delay")) { try numbers(graph) }
        #expect(throws: GraphError.wrongEdgeNumberCount(of: "delay", count: 1, edgeCount: 2)) {
            try graph.setEdgeNumbers(["delay": [1]])
        }
        try graph.setEdgeNumbers(["delay": [5, 3]])
        #expect(try numbers(graph) == [[5, 3, 5, 3]])
    }

    @Test("an edge that comes back has its number again, and one that is not known cannot come")
    func changes() throws {
        var graph = try Graph(vertexCount: 3, edges: [(0, 1), (1, 2)], isDirected: true)
        try graph.setEdgeNumbers(["delay": [5, 3]])
        let equations = try Equations(variables: [VertexVariable("x")], rates: ["x": "0"], edgeNumbers: ["delay"])
        let model = try Model(equations, on: graph)
        try model.network.setWeight(nil, from: 0, to: 1)
        #expect(model.edgeNumbers(of: 0) == [3])
        try model.network.setWeight(1, from: 0, to: 1)
        #expect(model.edgeNumbers(of: 0) == [5, 3])
        #expect(throws: GraphError.missingEdgeNumber("delay", 2, 0)) {
            try model.network.setWeight(1, from: 2, to: 0)
        }
        #expect(model.edgeNumbers(of: 0) == [5, 3] && !model.graph.hasEdge(from: 2, to: 0))
    }

    /// A node fires at 1; what it sends arrives after the delay of each edge.
    @Test("messages take the time that the file says")
    func delays() throws {
        let read = try graph("source,target,delay\n0,1,0.5\n0,2,2.25\n")
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("due")],
            rates: ["x": "0", "due": "0"], edgeNumbers: ["delay"],
            events: [
                VertexEvent(
                    when: "time >= due", set: ["due": "1e9"], send: ["x": "1"], delay: "edge.delay")
            ])
        let model = try Model(equations, on: read, initial: ["due": [1, 1e9, 1e9]])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.25)
        for (time, expected) in [(1.25, [0.0, 0]), (1.75, [1, 0]), (3, [1, 0]), (3.5, [1, 1])] {
            try simulation.run(until: time)
            #expect((1...2).map { model.nodeState(at: $0)[0] } == expected, "\(time)")
        }
    }
}
