import Networks
import ObserverCore
import SimulationEngine
import Testing

/// What brings about the events of equations.
@Suite struct EventCauseTests {
    typealias Model = VertexEventTests.Model

    /// Neurons that integrate what they get, and are set back by 1.
    private static func neurons(send: String, delay: String? = nil, set: String = "v - 1") throws -> Equations {
        try Equations(
            variables: [VertexVariable("v")], parameters: [EquationParameter("drive", 0)], rates: ["v": "drive"],
            events: [
                VertexEvent("v >= 1", [("v", set)], nil, held: nil, [("v", send)], delay: delay),
                VertexEvent("v < -1000", [("v", "0")], nil, held: nil, [], delay: nil),
            ])
    }

    private static func simulation(
        _ equations: Equations, on graph: Graph, v: [Double], drive: [Double], method: String = "runge-kutta-4"
    ) throws -> Simulation<Model> {
        let model = try Model(equations, on: graph, initial: ["v": v], parameters: ["drive": drive])
        let integrator: any Integrator<Model> =
            method == "euler-maruyama"
            ? try EulerMaruyama(streams: RandomStreams(seed: 1)) : try VertexEventTests.method(method, for: model)
        return try Simulation(model, integrator: integrator, step: 0.25)
    }

    /// Keeps all jumps.
    private final class Jumps {
        private(set) var all: [TracedJump] = []
        private(set) lazy var trace = JumpTrace { [unowned self] in all += $0 }

        init(of model: Model) { model.addTrace(trace) }

        var handedOver: [TracedJump] {
            trace.handOver()
            return all
        }
    }

    /// The first is driven and fires at 0.5; each has the next fire half a unit of time later.
    @Test(
        "a line of neurons, each of which has the next fire, is one avalanche",
        arguments: ["runge-kutta-4", "rkf45", "euler-maruyama"])
    func line(method: String) throws {
        let graph = try Graph(vertexCount: 6, edges: (0..<5).map { ($0, $0 + 1) }, isDirected: true)
        let simulation = try Self.simulation(
            Self.neurons(send: "2", delay: "0.5", set: "-9"), on: graph, v: [0.5, 0, 0, 0, 0, 0],
            drive: [1, 0, 0, 0, 0, 0], method: method)
        let watch = CauseTreeWatch(simulation)
        try simulation.run(until: 4)
        let vertices = watch.tree.vertices
        #expect(vertices.map(\.node) == [0, 1, 2, 3, 4, 5])
        #expect(vertices.map(\.generation) == [0, 1, 2, 3, 4, 5])
        #expect(vertices.map(\.parent) == [-1, 0, 1, 2, 3, 4])
        #expect(vertices.map(\.childCount) == [1, 1, 1, 1, 1, 0])
        #expect(zip(vertices, vertices.dropFirst()).allSatisfy { $1.time == $0.time + 0.5 })
    }

    /// All but the last fire at the beginning, and the last has 0.6, 1.2, 0.7, 1.3 and 1.5 after the messages of 0 to 4.
    @Test(
        "of messages that arrive at one time, the one with which the condition comes to hold to stay is the cause",
        arguments: [nil, "0.25"], ["runge-kutta-4", "rkf45"])
    func completion(delay: String?, method: String) throws {
        let weights = [0.6, 0.6, -0.5, 0.6, 0.2]
        let graph = try VertexEventTests.graph(6, weights.enumerated().map { ($0, 5, $1) })
        let simulation = try Self.simulation(
            Self.neurons(send: "1", delay: delay, set: "-9"), on: graph, v: [1, 1, 1, 1, 1, 0],
            drive: [0, 0, 0, 0, 0, 0], method: method)
        let jumps = Jumps(of: simulation.model)
        try simulation.run(until: 1)
        let all = jumps.handedOver
        #expect(all.map(\.node) == [0, 1, 2, 3, 4, 5])
        #expect(all.map(\.number) == [0, 1, 2, 3, 4, 5])
        #expect(all.map(\.new) == [0, 0, 0, 0, 0, 0])
        #expect(all.dropLast().allSatisfy { $0.cause == .itself && $0.source == -1 && $0.parent == -1 })
        #expect(all.last?.cause == .neighbour && all.last?.source == 3 && all.last?.parent == 3)
        #expect(abs(simulation.model.state[0, 5] + 9) < 1e-12)
    }

    /// 1 fires by itself at 1, when the message of 0 arrives, of which it has no need.
    @Test(
        "what has come to hold by itself is not brought about by a message of the same time",
        arguments: ["runge-kutta-4", "euler-maruyama"])
    func coincidence(method: String) throws {
        let graph = try Graph(vertexCount: 2, edges: [(0, 1)], isDirected: true)
        let simulation = try Self.simulation(
            Self.neurons(send: "0.25", delay: "1", set: "-9"), on: graph, v: [1, 0], drive: [0, 1], method: method)
        let jumps = Jumps(of: simulation.model)
        try simulation.run(until: 2)
        #expect(jumps.handedOver.map(\.node) == [0, 1])
        #expect(jumps.handedOver.map(\.source) == [-1, -1])
        #expect(jumps.handedOver.last.map { abs($0.time - 1) < 1e-9 } == true)
    }

    /// Neurons on a random graph, with delays so long that a neuron fires again before its messages arrive.
    private static func network(
        degree: Int, strength: Double, delay: String? = "1.7", method: String = "runge-kutta-4"
    ) throws -> (graph: Graph, simulation: Simulation<Model>) {
        let graph = try Graph.randomRegular(nodes: 100, degree: degree, from: RandomStreams(seed: 3))
        var random = try RandomStreams(seed: 4).words(for: .initialState)
        let v = (0..<100).map { _ in random.uniform() }
        let drive = (0..<100).map { _ in 0.5 + random.uniform() }
        return (
            graph,
            try simulation(
                neurons(send: "\(strength)", delay: delay), on: graph, v: v, drive: drive, method: method)
        )
    }

    @Test(
        "a child is a neighbour of its parent, and later than it by the delay; watching changes nothing",
        arguments: ["runge-kutta-4", "euler-maruyama"])
    func network(method: String) throws {
        let (graph, simulation) = try Self.network(degree: 6, strength: 0.08, method: method)
        let plain = try Self.network(degree: 6, strength: 0.08, method: method).simulation
        let watch = CauseTreeWatch(simulation)
        try simulation.run(until: 6)
        try plain.run(until: 6)
        #expect(Array(simulation.model.state.elements) == Array(plain.model.state.elements))
        let vertices = watch.tree.vertices
        let children = vertices.filter { $0.parent >= 0 }
        #expect(children.count > 150)
        for child in children {
            let parent = vertices[Int(child.parent)]
            #expect(graph.neighbours(of: Int(parent.node)).contains(child.node))
            // At the ends of steps messages arrive up to a step later.
            let delay = child.time - (parent.time + 1.7)
            #expect(method == "euler-maruyama" ? (0..<0.25).contains(delay) : delay == 0)
        }
        // Some have fired again meanwhile.
        #expect(
            children.contains { child in
                let parent = vertices[Int(child.parent)]
                return vertices.contains { $0.node == parent.node && $0.time > parent.time && $0.time < child.time }
            })
    }

    /// A neuron that is set back by 1 fires as often as it gets 1, of which messages are the part σ = k w, with k neighbours and the strength w.
    /// Given that it fires, it does so by a message with the probability σ: so σ is the mean number of children of an event. With n events that
    /// are independent a correct program would fail with a probability below 1e-6 (5 standard errors).
    @Test(
        "the branching ratio of neurons that lose nothing is the strength of their neighbours", arguments: [0.04, 0.08])
    func branchingRatio(strength: Double) throws {
        let simulation = try Self.network(degree: 10, strength: strength, delay: nil).simulation
        let watch = CauseTreeWatch(simulation)
        try simulation.run(until: 7)
        let vertices = watch.tree.vertices
        let count = Double(vertices.count)
        let children = vertices.reduce(0) { $0 + Double($1.childCount) } / count
        let sigma = 10 * strength
        #expect(count > 1000)
        #expect(abs(children - sigma) < 5 * (sigma * (1 - sigma) / count).squareRoot())
    }

    private final class Author: Observer { let receiver = Receiver() }

    @Test(
        "events that follow from what somebody changes are brought about by an intervention, others at that time are not"
    )
    func interventions() throws {
        let graph = try Graph(vertexCount: 4, edges: [(0, 1)], isDirected: true)
        let simulation = try Self.simulation(
            Self.neurons(send: "2"), on: graph, v: [0, 0, 0.5, 0], drive: [0, 0, 0, 0])
        let author = Author()
        let jumps = Jumps(of: simulation.model)
        author.observe(simulation.interventions) { (intervention: Intervention) in
            jumps.trace.note(intervention, by: nil)
        }
        simulation.nodes[0].state.set(SIMD4(1, 0, 0, 0), as: author)
        simulation.nodes[3].state.set(SIMD4(0.5, 0, 0, 0), as: author)
        try simulation.run(until: 1)
        simulation.intervene("all", as: author) { $0.state[0, 2] = 1 }
        try simulation.run(until: 2)
        let all = jumps.handedOver
        #expect(all.map(\.node) == [0, 1, 2])
        #expect(all.map(\.cause) == [.intervention, .neighbour, .intervention])
    }
}
