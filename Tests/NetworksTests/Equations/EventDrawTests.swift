import EngineTestSupport
import Networks
import SimulationEngine
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The numbers that events draw. What is exceeded by chance is so with a probability of 5e-5 each: beyond 4.06 standard deviations.
@Suite struct EventDrawTests {
    typealias Model = VertexEventTests.Model

    private static let limit = 4.06

    /// Clocks that strike at each whole time.
    private func clocks(
        set changes: KeyValuePairs<String, String> = [:], send: KeyValuePairs<String, String> = [:],
        delay: String? = nil, edges: KeyValuePairs<String, EdgeFormula> = [:], when: String = "x >= 1",
        more: [VertexEvent] = []
    ) throws -> Equations {
        try Equations(
            variables: [VertexVariable("x"), VertexVariable("a"), VertexVariable("b"), VertexVariable("c")],
            parameters: [EquationParameter("speed", 1)], edges: edges,
            rates: ["x": "speed", "a": "0", "b": "0", "c": "0"],
            events: [
                VertexEvent(
                    when, [("x", "x - 1")] + changes.map { ($0, $1) }, nil, held: nil, send.map { ($0, $1) },
                    delay: delay)
            ] + more)
    }

    private func simulation(
        _ equations: Equations, on graph: Graph, x: [Double]? = nil, speed: [Double] = [1], seed: UInt64 = 1,
        method: String = "runge-kutta-4", threads: Int = 1
    ) throws -> Simulation<Model> {
        let model = try Model(
            equations, on: graph, initial: x.map { ["x": $0] } ?? [:], parameters: ["speed": speed],
            streams: RandomStreams(seed: seed), threads: threads)
        return try Simulation(model, integrator: VertexEventTests.method(method, for: model), step: 0.25)
    }

    /// The columns a, b and c after a time.
    private func run(_ simulation: Simulation<Model>, until end: Double) throws -> [[Double]] {
        try simulation.run(until: end)
        return (1...3).map { Array(simulation.model.state.column($0)) }
    }

    /// An edge from the first vertex to each of the others, of which only the first is a clock.
    private func star(_ leaves: Int) throws -> (graph: Graph, speed: [Double]) {
        let graph = try VertexEventTests.graph(leaves + 1, (1...leaves).map { (0, $0, 1) })
        return (graph, [1] + [Double](repeating: 0, count: leaves))
    }

    private func expect(_ found: Double, _ mean: Double, variance: Double) {
        #expect(abs(found - mean) < Self.limit * variance.squareRoot(), "\(found), not \(mean)")
    }

    // MARK: Laws

    /// The number of events of a Poisson process has its mean for a variance; χ² of n such numbers has the variance 2n.
    @Test("a waiting time that is drawn makes a Poisson process", arguments: ["runge-kutta-4", "rkf45"])
    func poissonProcess(method: String) throws {
        // A method of adaptive step goes on anew from each event of all nodes.
        let (nodes, end) = method == "rkf45" ? (30, 8.0) : (400, 25.0)
        let equations = try Equations(
            variables: [VertexVariable("due"), VertexVariable("count", initial: -1)],
            parameters: [EquationParameter("rate", 1.2)], rates: ["due": "0", "count": "0"],
            events: [
                VertexEvent(
                    when: "time >= due", set: ["due": "time - log(1 - random) / rate", "count": "count + 1"])
            ])
        let model = try Model(equations, on: .isolated(nodes: nodes), streams: RandomStreams(seed: 7))
        try Simulation(model, integrator: VertexEventTests.method(method, for: model), step: 0.25).run(until: end)
        let (counts, mean) = (Array(model.state.column(1)), 1.2 * end)
        expect(counts.reduce(0, +), Double(nodes) * mean, variance: Double(nodes) * mean)
        let squares = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) / mean }
        expect(squares, Double(nodes), variance: 2 * Double(nodes))
    }

    @Test("each edge draws for itself at each event, and all read what its source has drawn")
    func release() throws {
        let (leaves, events) = (300, 200)
        let (graph, speed) = try star(leaves)
        let equations = try clocks(
            set: ["c": "c + if(random < 0.3, 1, 0)"],
            send: ["a": "if(random < 0.3, 1, 0)", "b": "if(from.random < 0.3, 1, 0)"])
        let numbers = try run(
            simulation(equations, on: graph, speed: speed), until: Double(events) + 0.5)
        let (mean, variance) = (0.3 * Double(events), 0.21 * Double(events))
        let own = numbers[0].dropFirst()
        expect(own.reduce(0, +), Double(leaves) * mean, variance: Double(leaves) * variance)
        let squares = own.reduce(0) { $0 + ($1 - mean) * ($1 - mean) / variance }
        expect(squares, Double(leaves), variance: 2 * Double(leaves))
        #expect(numbers[1].dropFirst().allSatisfy { $0 == numbers[2][0] })
        expect(numbers[2][0], mean, variance: variance)
    }

    @Test("the number of an edge stays, is even, and is the same for what is sent and for how long that takes")
    func numbersOfEdges() throws {
        let leaves = 2000
        let (graph, speed) = try star(leaves)
        let equations = try clocks(
            send: ["a": "edge.random", "b": "edge.random"], delay: "edge.random",
            more: [VertexEvent(when: "a > 0", set: ["a": "0", "c": "mod(time, 1) - a"])])
        let first = try run(simulation(equations, on: graph, speed: speed), until: 2)
        let sixth = try run(simulation(equations, on: graph, speed: speed), until: 7)
        let (drawn, sums) = (first[1].dropFirst(), sixth[1].dropFirst())
        #expect(zip(drawn, sums).allSatisfy { abs(6 * $0 - $1) < 1e-12 })
        #expect(first[2].allSatisfy { abs($0) < 1e-9 } && sixth[2].allSatisfy { abs($0) < 1e-9 })
        #expect(Set(drawn).count == leaves)
        expect(drawn.reduce(0, +), Double(leaves) / 2, variance: Double(leaves) / 12)
        let squares = drawn.reduce(0) { $0 + ($1 - 0.5) * ($1 - 0.5) }
        expect(squares, Double(leaves) / 12, variance: Double(leaves) / 180)
    }

    @Test("a delay may be the weight of each edge, while all are sent the same")
    func delayOfWeight() throws {
        let graph = try VertexEventTests.graph(3, [(0, 1, 0.25), (0, 2, 0.5)])
        let equations = try clocks(
            send: ["a": "0.2 + 0 * weight"], delay: "weight",
            more: [VertexEvent(when: "a > 0", set: ["b": "time", "c": "a", "a": "0"])])
        let numbers = try run(simulation(equations, on: graph, speed: [1, 0, 0]), until: 1.75)
        #expect(zip(numbers[1], [0, 1.25, 1.5]).allSatisfy { abs($0 - $1) < 1e-12 })
        #expect(numbers[2] == [0, 0.2, 0.2])
    }

    // MARK: What does not matter

    /// A ring with chance in all that may have some.
    private func ring(_ nodes: Int) throws -> (equations: Equations, graph: Graph) {
        let equations = try clocks(
            set: ["a": "random"], send: ["b": "random - 0.5", "c": "from.random"], delay: "0.3 * edge.random")
        return (equations, try .ring(nodes: nodes))
    }

    /// A thread computes 1024 vertices at a time, so that three have something to share.
    @Test("what events draw does not depend on threads")
    func threads() throws {
        let (equations, graph) = try ring(2100)
        let numbers = try run(simulation(equations, on: graph), until: 1.5)
        #expect(try run(simulation(equations, on: graph, threads: 3), until: 1.5) == numbers)
    }

    @Test("the luck of a vertex does not depend on what happens to others")
    func independence() throws {
        let (equations, graph) = try ring(600)
        let numbers = try run(simulation(equations, on: graph), until: 5.5)
        // Other clocks go otherwise, but for those of the first vertices.
        let speed = (0..<600).map { (node: Int) -> Double in node < 300 ? 1 : 0.3 + 0.01 * Double(node % 70) }
        let others = try run(simulation(equations, on: graph, speed: speed), until: 5.5)
        for column in 0..<3 { #expect(numbers[column][1..<299] == others[column][1..<299]) }
        #expect(numbers[0][400...] != others[0][400...])
        #expect(try run(simulation(equations, on: graph, seed: 2), until: 5.5)[0] != numbers[0])
        #expect(Set(numbers[0]).count == 600)
    }

    @Test("the same numbers are drawn by each method, and where formulas use edges")
    func methods() throws {
        let graph = try Graph.ring(nodes: 30)
        let speed = (0..<30).map { 0.5 + 0.03 * Double($0) }
        func drawn(_ changes: String, edges: KeyValuePairs<String, EdgeFormula> = [:], method: String) throws
            -> [Double]
        {
            let equations = try clocks(set: ["a": changes], edges: edges)
            return try run(simulation(equations, on: graph, speed: speed, method: method), until: 5.25)[0]
        }
        let known = try drawn("random", method: "runge-kutta-4")
        #expect(try drawn("random", method: "rkf45") == known)
        let edges: KeyValuePairs<String, EdgeFormula> = ["near": .sum("from.b"), "far": .greatest("from.b - c")]
        #expect(try drawn("random + near + far", edges: edges, method: "runge-kutta-4") == known)
        #expect(try drawn("random", edges: edges, method: "runge-kutta-4") == known)
    }

    @Test("what all edges are sent alike has the same bits as what is computed for each")
    func broadcasts() throws {
        let graph = try Graph.ring(nodes: 300)
        func sent(_ formula: String) throws -> [Double] {
            try run(simulation(clocks(send: ["a": formula]), on: graph), until: 4.5)[0]
        }
        #expect(try sent("from.random") == sent("from.random + 0 * node"))
    }

    @Test("two events of a vertex draw different numbers, and a refractory time reads that of its event")
    func severalEvents() throws {
        let equations = try clocks(
            set: ["a": "random"],
            more: [VertexEvent("x >= 1", [("b", "random"), ("c", "0")], "random", held: ["c"], [], delay: nil)])
        let simulation = try simulation(equations, on: .isolated(nodes: 100))
        let numbers = try run(simulation, until: 1.5)
        #expect(zip(numbers[0], numbers[1]).allSatisfy { $0 != $1 })
        #expect(Set(numbers[0] + numbers[1]).count == 200)
    }

    @Test("a branch has the same luck, or another one if its streams are others")
    func branches() throws {
        let (equations, graph) = try ring(50)
        let trunk = try simulation(equations, on: graph)
        try trunk.run(until: 3.5)
        let same = try trunk.branched(into: simulation(equations, on: graph))
        let other = try trunk.branched(into: simulation(equations, on: graph, seed: 3))
        let numbers = try run(trunk, until: 8.5)
        #expect(try run(same, until: 8.5) == numbers)
        #expect(try run(other, until: 8.5)[0] != numbers[0])
        let straight = try run(simulation(equations, on: graph), until: 8.5)
        #expect(straight == numbers)
    }

    // MARK: Problems

    @Test("what draws needs streams; what is called random otherwise needs none")
    func streams() throws {
        let graph = try Graph.isolated(nodes: 2)
        let drawing = try clocks(set: ["a": "random"])
        #expect(throws: NetworkModelError.missingStreams) { try Model(drawing, on: graph) }
        #expect(throws: NetworkModelError.missingStreams) {
            try Model(clocks(send: ["a": "1"], delay: "edge.random"), on: graph)
        }
        let named = try Equations(
            variables: [VertexVariable("x")], parameters: [EquationParameter("random", 3)], rates: ["x": "1"],
            events: [VertexEvent(when: "x > 1", set: ["x": "-random"])])
        let model = try Model(named, on: graph)
        try Simulation(model, integrator: RungeKutta4(), step: 0.25).run(until: 2)
        #expect(model.state.column(0).allSatisfy { abs($0 + 2) < 1e-9 })
    }

    @Test("conditions, rates and names for formulas do not draw", arguments: ["when", "let", "rates", "edges"])
    func noDraws(part: String) throws {
        func text(_ other: String) -> String { part == other ? "random" : "1" }
        #expect(throws: EquationError.self) {
            try Equations(
                variables: [VertexVariable("x")], definitions: ["l": part == "let" ? "random" : "1"],
                edges: ["e": .sum(text("edges"))], rates: ["x": text("rates")],
                events: [VertexEvent(when: "x > \(text("when"))", set: ["x": "0"])])
        }
    }
}
