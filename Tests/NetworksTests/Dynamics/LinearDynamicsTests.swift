import Foundation
import Networks
import SimulationEngine
import Testing

/// Diffusion and consensus against closed forms.
@Suite struct LinearDynamicsTests {
    /// exp(A) by Taylor's series of A/2¹⁰, squared ten times.
    static func exponential(_ a: [[Double]]) -> [[Double]] {
        let n = a.count
        func product(_ x: [[Double]], _ y: [[Double]]) -> [[Double]] {
            x.map { row in
                (0..<n).map { column -> Double in zip(row, y).reduce(0) { $0 + $1.0 * $1.1[column] } }
            }
        }
        let small = a.map { $0.map { $0 / 1024 } }
        var term = (0..<n).map { i in (0..<n).map { $0 == i ? 1.0 : 0 } }
        var sum = term
        for order in 1...12 {
            term = product(term, small).map { $0.map { $0 / Double(order) } }
            sum = zip(sum, term).map { zip($0, $1).map(+) }
        }
        for _ in 0..<10 { sum = product(sum, sum) }
        return sum
    }

    @Test(
        "diffusion is the exponential of the Laplacian, also of directed and weighted graphs", arguments: [false, true])
    func diffusion(_ isDirected: Bool) throws {
        let edges = [(0, 1, 0.5), (1, 2, 2), (2, 3, 1), (3, 0, 0.25), (0, 2, 1.5), (3, 4, 0.75)]
        var columns = EdgeColumns(hasWeights: true)
        var matrix = [[Double]](repeating: [Double](repeating: 0, count: 5), count: 5)
        let time = 0.8
        for (source, target, weight) in edges {
            columns.append(source, target, weight: weight)
            for (to, from) in isDirected ? [(target, source)] : [(target, source), (source, target)] {
                matrix[to][from] += 0.6 * weight * time
                matrix[to][to] -= 0.6 * weight * time
            }
        }
        let start = [1.0, 0, -2, 0.5, 3]
        var dynamics = Diffusion()
        dynamics.diffusivity = 0.6
        let model = try CoupledDynamics(
            graph: Graph(vertexCount: 5, edges: columns, isDirected: isDirected), dynamics, states: start)
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.005)
        try simulation.run(until: time)
        let expected = Self.exponential(matrix).map { row in zip(row, start).reduce(0) { $0 + $1.0 * $1.1 } }
        for vertex in 0..<5 { #expect(abs(model.nodeState(at: vertex) - expected[vertex]) < 1e-9) }
    }

    /// The slowest mode of a path of n vertices decays with λ₂ = 2 − 2 cos(π/n).
    @Test("consensus conserves the mean, and approaches it with the least eigenvalue above 0")
    func consensus() throws {
        let count = 8
        let start = (0..<count).map { Double($0 * $0) }
        let model = try CoupledDynamics<Consensus>(graph: .path(nodes: count), states: start)
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.02)
        try simulation.run(until: 40)
        let mean = start.reduce(0, +) / Double(count)
        let before = model.nodeState(at: 0) - mean
        try simulation.run(until: 41)
        let rate = -log((model.nodeState(at: 0) - mean) / before)
        #expect(abs(rate - (2 - 2 * cos(.pi / Double(count)))) < 1e-6)
        #expect(abs(model.state.elements.reduce(0, +) / Double(count) - mean) < 1e-12)
    }

    /// Two that are stubborn with s and prejudices ±1 end at ±s / (2 + s).
    @Test("stubborn vertices remain divided")
    func stubbornness() throws {
        let dynamics = [1.0, -1].map { prejudice in
            var dynamics = Consensus()
            (dynamics.stubbornness, dynamics.prejudice) = (3, prejudice)
            return dynamics
        }
        let model = try CoupledDynamics(graph: .path(nodes: 2), dynamics: dynamics, states: [0, 0])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.02)
        try simulation.run(until: 20)
        #expect(abs(model.nodeState(at: 0) - 0.6) < 1e-12)
        #expect(abs(model.nodeState(at: 1) + 0.6) < 1e-12)
    }

    @Test("a step of the classical Runge-Kutta method is of fourth order on graphs")
    func order() throws {
        let errors = try [0.2, 0.1].map { step in
            let model = try CoupledDynamics<Diffusion>(graph: .path(nodes: 2), states: [1, -1])
            let simulation = try Simulation(model, integrator: RungeKutta4(), step: step)
            try simulation.run(until: 2)
            return abs(model.nodeState(at: 0) - exp(-4))
        }
        #expect(abs(log2(errors[0] / errors[1]) - 4) < 0.3)
    }

    @Test("threads change no bit, with parameters of each vertex, too")
    func threads() throws {
        let streams = try RandomStreams(seed: 3)
        let count = 3000
        let graph = try Graph.barabasiAlbert(nodes: count, edgesPerNode: 2, from: streams)
        let dynamics = (0..<count).map { vertex in
            var dynamics = FitzHughNagumo()
            (dynamics.coupling, dynamics.current) = (0.1, Double(vertex % 5) / 10)
            return dynamics
        }
        let states = (0..<count).map { SIMD2(sin(Double($0)), cos(Double($0))) }
        let results = try [1, 2, 3].map { threads in
            let model = try CoupledDynamics(graph: graph, dynamics: dynamics, states: states, threads: threads)
            let integrator = RungeKutta4<CoupledDynamics<FitzHughNagumo>>(threads: threads)
            for step in 0..<3 { try integrator.advance(model, from: Double(step) * 0.1, to: Double(step + 1) * 0.1) }
            return Array(model.state.elements)
        }
        #expect(results[0] == results[1] && results[0] == results[2])
        #expect(results[0] != states.map(\.x) + states.map(\.y))
    }

    /// Diffusion between those that are left and joined: the mean of two neighbours is conserved.
    @Test("vertices and edges come and go")
    func changes() throws {
        let graph = try Graph(vertexCount: 3, edges: [(0, 1), (1, 2)])
        let model = try CoupledDynamics<Diffusion>(graph: graph, states: [4, 0, 0])
        let integrator = RungeKutta4<CoupledDynamics<Diffusion>>()
        func run() throws {
            for step in 0..<200 { try integrator.advance(model, from: Double(step) * 0.1, to: Double(step + 1) * 0.1) }
        }
        model.removeNode(2)
        try run()
        #expect(abs(model.nodeState(at: 0) - 2) < 1e-12 && abs(model.nodeState(at: 1) - 2) < 1e-12)
        #expect(model.nodeState(at: 2) == 0)
        #expect(try model.addNode(8, like: 0, name: nil) == 3)
        try run()
        #expect(model.nodeState(at: 3) == 8)
        try model.setEdgeWeight(1, from: 1, to: 3)
        try run()
        for vertex in [0, 1, 3] { #expect(abs(model.nodeState(at: vertex) - 4) < 1e-7) }
    }
}
