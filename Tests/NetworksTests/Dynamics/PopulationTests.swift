import Foundation
import Networks
import SimulationEngine
import Testing

/// Populations, games, mean-field epidemics and patterns against closed forms.
@Suite struct PopulationTests {
    static func run<Dynamics: NetworkDynamics>(
        _ model: CoupledDynamics<Dynamics>, until end: Double, step: Double = 0.01
    ) throws {
        try Simulation(model, integrator: RungeKutta4(), step: step).run(until: end)
    }

    /// Prey x and predator y with x′ = x (1 − y), y′ = y (x − 1) conserve x − ln x + y − ln y.
    @Test("predator and prey have a conserved quantity")
    func lotkaVolterra() throws {
        var edges = EdgeColumns(hasWeights: true)
        edges.append(1, 0, weight: -1)
        edges.append(0, 1, weight: 1)
        let species = [1.0, -1].map { growth in
            var species = LotkaVolterra()
            (species.growth, species.selfLimitation, species.coupling) = (growth, 0, 1)
            return species
        }
        let model = try CoupledDynamics(
            graph: Graph(vertexCount: 2, edges: edges, isDirected: true), dynamics: species, states: [0.4, 2])
        func conserved() -> Double { model.state.elements.reduce(0) { $0 + $1 - log($1) } }
        let before = conserved()
        try Self.run(model, until: 20)
        #expect(abs(conserved() - before) < 1e-7)
        #expect(abs(model.nodeState(at: 0) - 0.4) > 0.01)
    }

    /// With self-limitation a species alone is logistic.
    @Test("a species alone grows logistically")
    func logistic() throws {
        var species = LotkaVolterra()
        (species.growth, species.selfLimitation) = (0.8, 0.4)
        let model = try CoupledDynamics(graph: Graph(vertexCount: 1, edges: []), species, states: [0.1])
        try Self.run(model, until: 5)
        let logistic = 2 / (1 + 19 * exp(-4.0))
        #expect(abs(model.nodeState(at: 0) - logistic) < 1e-8)
    }

    /// Two that always have the same x: x′ = x (1 − x) [(a − c) x + (b − d) (1 − x)], at rest at (b − d) / (b − d + c − a).
    @Test("a game of coexistence ends at its equilibrium, and a dominant strategy wins")
    func replicator() throws {
        var hawks = Replicator()
        (hawks.a, hawks.b, hawks.c, hawks.d) = (-1, 4, 0, 2)
        let game = try CoupledDynamics(graph: .path(nodes: 2), hawks, states: [0.1, 0.1])
        try Self.run(game, until: 40)
        #expect(abs(game.nodeState(at: 0) - 2.0 / 3) < 1e-9)
        (hawks.a, hawks.b, hawks.c, hawks.d) = (1, 1, 0, 0)
        let race = try CoupledDynamics(graph: .path(nodes: 2), hawks, states: [0.1, 0.1])
        try Self.run(race, until: 3)
        let logistic = 1 / (1 + 9 * exp(-3.0))
        #expect(abs(race.nodeState(at: 0) - logistic) < 1e-8)
    }

    /// On a regular graph of degree k: p′ = τ k p (1 − p) − γ p, which is logistic.
    @Test("SIS on a ring is logistic")
    func sis() throws {
        var rates = MeanFieldSIS()
        (rates.infection, rates.recovery) = (0.9, 1.2)
        let model = try CoupledDynamics(
            graph: .ring(nodes: 6), rates, states: [Double](repeating: 0.02, count: 6))
        try Self.run(model, until: 4)
        let end = 1 - 1.2 / 1.8
        #expect(abs(model.nodeState(at: 3) - end / (1 + (end / 0.02 - 1) * exp(-0.6 * 4))) < 1e-9)
    }

    /// A star of n vertices has λ₁ = √(n − 1).
    @Test("the threshold of SIS is the inverse of the greatest eigenvalue", arguments: [0.9, 1.1])
    func threshold(_ factor: Double) throws {
        var rates = MeanFieldSIS()
        rates.infection = factor / 4
        let model = try CoupledDynamics(
            graph: .star(nodes: 17), rates, states: [Double](repeating: 1e-6, count: 17))
        try Self.run(model, until: 20, step: 0.05)
        let middle = model.nodeState(at: 0)
        try Self.run(model, until: 10, step: 0.05)
        // Small probabilities grow by (τ λ₁ − γ) in the leading eigenvector.
        #expect(abs(log(model.nodeState(at: 0) / middle) / 10 - (factor - 1)) < 1e-3)
    }

    /// With the same probabilities everywhere on a ring: s = s₀ exp(−2τ/γ r), so that the end solves an equation.
    @Test("the final size of SIR on a ring is that of the closed form")
    func sir() throws {
        var rates = MeanFieldSIR()
        (rates.infection, rates.recovery) = (1.5, 1)
        let model = try CoupledDynamics(
            graph: .ring(nodes: 5), rates, states: [SIMD2<Double>](repeating: SIMD2(0.99, 0.01), count: 5))
        try Self.run(model, until: 60, step: 0.02)
        var size = 0.5
        for _ in 0..<200 { size = 1 - 0.99 * exp(-3 * size) }
        #expect(abs(1 - model.nodeState(at: 2).x - size) < 1e-8)
        #expect(model.nodeState(at: 2).y < 1e-8)
    }

    /// The greater real part of the eigenvalues of the Jacobian [[10/3, −5], [10, −4]] less ε Λ diag(1, σ).
    static func growth(eigenvalue: Double, diffusion: Double, ratio: Double) -> Double {
        let (a, d) = (10.0 / 3 - diffusion * eigenvalue, -4 - ratio * diffusion * eigenvalue)
        let (trace, determinant) = (a + d, a * d + 50)
        let root = trace * trace / 4 - determinant
        return trace / 2 + max(0, root).squareRoot()
    }

    /// Modes of a ring of n vertices have Λ = 2 − 2 cos(2π k/n). The faster of the two eigenvalues is alone after a while.
    @Test("modes of an activator and an inhibitor grow as linear stability says", arguments: [6, 7])
    func turing(_ mode: Int) throws {
        var dynamics = MimuraMurray()
        dynamics.diffusion = 1
        let (model, amplitude) = try Self.mode(mode, of: dynamics)
        try Self.run(model, until: 4)
        let before = amplitude()
        try Self.run(model, until: 5)
        let eigenvalue = 2 - 2 * cos(2 * .pi * Double(mode) / 32)
        let growth = Self.growth(eigenvalue: eigenvalue, diffusion: 1, ratio: 20)
        #expect(growth > 0.3)
        #expect(abs(log(amplitude() / before) / 5 - growth) < 1e-3, "\(log(amplitude() / before) / 5) \(growth)")
    }

    @Test("long waves decay")
    func longWaves() throws {
        var dynamics = MimuraMurray()
        dynamics.diffusion = 1
        let (model, amplitude) = try Self.mode(1, of: dynamics)
        let before = amplitude()
        try Self.run(model, until: 12)
        #expect(abs(amplitude()) < 0.1 * before)
    }

    /// The uniform state of a ring of 32 vertices with a small wave, and what measures that wave.
    static func mode(
        _ mode: Int, of dynamics: MimuraMurray
    ) throws -> (model: CoupledDynamics<MimuraMurray>, amplitude: () -> Double) {
        let wave = (0..<32).map { cos(2 * .pi * Double(mode * $0) / 32) }
        let model = try CoupledDynamics(
            graph: .ring(nodes: 32), dynamics, states: wave.map { SIMD2(5 + 1e-6 * $0, 10) })
        return (model, { wave.indices.reduce(0) { $0 + (model.state[0, $1] - 5) * wave[$1] } })
    }

    @Test("what does not fit is refused")
    func refusals() throws {
        let graph = try Graph.path(nodes: 2)
        #expect(throws: NetworkModelError.wrongCount(of: "states", count: 1, vertexCount: 2)) {
            _ = try CoupledDynamics<Diffusion>(graph: graph, states: [1])
        }
        #expect(throws: NetworkModelError.wrongCount(of: "parameters", count: 3, vertexCount: 2)) {
            _ = try CoupledDynamics(
                graph: graph, dynamics: [Diffusion](repeating: Diffusion(), count: 3), states: [0, 0])
        }
        #expect(throws: NetworkModelError.wrongNoiseCount(2, variableCount: 1)) {
            _ = try CoupledDynamics<Diffusion>(graph: graph, states: [0, 0], noise: [.none, .none])
        }
        #expect(throws: NetworkModelError.outOfRange("infected", value: 2, vertex: 1, range: 0...1)) {
            _ = try CoupledDynamics<MeanFieldSIS>(graph: graph, states: [0, 2])
        }
        var dynamics = Diffusion()
        dynamics.diffusivity = -1
        let error = NetworkModelError.invalidParameter("diffusivity", .nonNegative, value: -1)
        #expect(throws: error) { _ = try CoupledDynamics(graph: graph, dynamics, states: [0, 0]) }
        #expect(error.description == "diffusivity is -1.0, but must be a finite number that is 0 or greater")
    }
}
