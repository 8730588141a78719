import EngineTestSupport
import Networks
import SimulationEngine
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Equations with delays against closed forms.
@Suite struct DelayTests {
    private typealias Model = EquationModel<SIMD4<Double>>

    private static func simulation(
        _ equations: Equations, on graph: Graph? = nil, initial: [String: [Double]] = [:],
        parameters: [String: [Double]] = [:], step: Double, threads: Int = 1
    ) throws -> Simulation<Model> {
        let model = try Model(
            equations, on: graph ?? Graph.isolated(nodes: 1), initial: initial, parameters: parameters, threads: threads
        )
        return try Simulation(model, integrator: RungeKutta4(threads: threads), step: step)
    }

    private static func opposing() throws -> Equations {
        try Equations(variables: [VertexVariable("x", initial: 1)], rates: ["x": "-delayed(x, 1)"])
    }

    // MARK: One variable

    /// x' = −x(t − 1) with x = 1 before: Σ (−1)ᵏ (t − k + 1)ᵏ / k! over the k whose bracket is not negative.
    @Test("the method of steps gives polynomials, and the error falls with the fourth power of the step")
    func polynomials() throws {
        let exact = (0...11).reduce(0.0) { sum, k in
            let base = 10 - Double(k) + 1
            return base < 0 ? sum : sum + (k % 2 == 0 ? 1 : -1) * pow(base, Double(k)) / tgamma(Double(k) + 1)
        }
        let errors = try [4, 8, 16, 32].map { steps in
            let simulation = try Self.simulation(Self.opposing(), step: 1 / Double(steps))
            try simulation.run(until: 10)
            return abs(simulation.model.state[0, 0] - exact)
        }
        let orders = zip(errors, errors.dropFirst()).map { log2($0 / $1) }
        #expect(errors[3] < 1e-6)
        for order in orders { #expect(abs(order - 4) < 0.3, "\(orders) of \(errors)") }
    }

    /// The rate λ of growth of x' = a x(t − τ) is its rightmost characteristic root, λ = a exp(−λ τ) = W(a τ) / τ. The real parts of all
    /// others are less than −1.
    @Test("a linear equation grows by Lambert's function")
    func lambert() throws {
        let (rate, delay) = (0.7, 0.8)
        let root = (0..<60).reduce(0.3) { root, _ in (root + rate * exp(-root * delay)) / 2 }
        let simulation = try Self.simulation(
            Equations(
                variables: [VertexVariable("x", initial: 1)],
                parameters: [EquationParameter("a", rate), EquationParameter("lag", delay)],
                rates: ["x": "a * delayed(x, lag)"]), step: 0.05)
        try simulation.run(until: 15)
        let before = simulation.model.state[0, 0]
        try simulation.run(until: 20)
        #expect(abs(log(simulation.model.state[0, 0] / before) / 5 - root) < 1e-7)
    }

    /// By the method of steps, each by DOP853 with a relative tolerance of 10⁻¹³ in Python.
    @Test("the equation of Mackey and Glass is that which another program solves")
    func mackeyGlass() throws {
        let simulation = try Self.simulation(
            Equations(
                variables: [VertexVariable("x", initial: 1.2)], parameters: [EquationParameter("tau", 17)],
                definitions: ["late": "delayed(x, tau)"], rates: ["x": "0.2 * late / (1 + late^10) - 0.1 * x"]),
            step: 0.05)
        for (time, value) in [
            (10, 0.6524042925050012), (17, 0.4919720967103561), (30, 1.0238382549950806), (50, 1.060954362897504),
            (75, 0.8760429232119907), (100, 1.0137240165241357),
        ] as [(Double, Double)] {
            try simulation.run(until: time)
            #expect(abs(simulation.model.state[0, 0] - value) < 1e-7, "\(time)")
        }
    }

    /// The same, of delays that are a half step longer than whole steps: the slope jumps inside of a step.
    @Test("where a delay is no whole number of steps, the error falls with the square of the step")
    func between() throws {
        let exact = (0...11).reduce(0.0) { sum, k in
            let base = 10 - Double(k) + 1
            return base < 0 ? sum : sum + (k % 2 == 0 ? 1 : -1) * pow(base, Double(k)) / tgamma(Double(k) + 1)
        }
        let errors = try [4.5, 8.5, 16.5, 32.5, 64.5].map { steps in
            let simulation = try Self.simulation(Self.opposing(), step: 1 / steps)
            try simulation.run(steps: Int(10 * steps))
            return abs(simulation.model.state[0, 0] - exact)
        }
        let orders = zip(errors, errors.dropFirst()).map { log2($0 / $1) }
        #expect(errors[4] < 1e-3)
        #expect(abs(orders[3] - 2) < 0.15, "\(orders) of \(errors)")
    }

    // MARK: Neighbours

    /// Two oscillators z' = (1 + iω − |z|²) z + K (z' (t − τ) − z) in phase: z = r exp(iΩt) with Ω = ω − K sin Ωτ and
    /// r² = 1 + K (cos Ωτ − 1).
    @Test("oscillators that hear of each other late lock at the frequency and amplitude of the closed form")
    func stuartLandau() throws {
        let (frequency, coupling, delay) = (2.0, 0.5, 0.6)
        let locked = (0..<200).reduce(frequency) { known, _ in frequency - coupling * sin(known * delay) }
        let radius = sqrt(1 + coupling * (cos(locked * delay) - 1))
        for (x, y) in [
            ("delayed(from.x, lag)", "delayed(from.y, lag)"),
            ("delayed(from.x, from.lag)", "delayed(from.y, from.lag)"),
            ("from.late_x", "from.late_y"),
        ] {
            let simulation = try Self.simulation(
                Equations(
                    variables: [VertexVariable("x", initial: 1), VertexVariable("y")],
                    parameters: [EquationParameter("lag", delay), EquationParameter("k", coupling)],
                    definitions: [
                        "growth": "1 - x^2 - y^2", "late_x": "delayed(x, lag)", "late_y": "delayed(y, lag)",
                    ],
                    edges: [
                        "pull_x": .sum("k * (\(x) - to.x)"),
                        "pull_y": .sum("k * (\(y) - to.y)"),
                    ],
                    rates: ["x": "growth * x - 2 * y + pull_x", "y": "growth * y + 2 * x + pull_y"]),
                on: Graph.complete(nodes: 2), initial: ["x": [1, 0.9], "y": [0, 0.1]], step: 0.02)
            try simulation.run(until: 60)
            let state = simulation.model.state
            let angle = atan2(state[1, 0], state[0, 0])
            #expect(abs(hypot(state[0, 0], state[1, 0]) - radius) < 1e-7)
            #expect(hypot(state[0, 0] - state[0, 1], state[1, 0] - state[1, 1]) < 1e-7)
            try simulation.run(until: 61)
            let turned = remainder(atan2(state[1, 0], state[0, 0]) - angle - locked, 2 * .pi)
            #expect(abs(turned) < 1e-7)
        }
    }

    /// Of x = t, which was 0 before, ∫ x(t − d) dt = (t − d)² / 2 after d.
    @Test(
        "delays may be of each node, of either end of an edge, of the edge, or of several of these",
        arguments: [
            "edge.d", "from.lag", "lag", "2 * from.lag + lag - edge.d", "half * 2 + edge.weight", "1.5",
        ])
    func delaysOfEdges(delay: String) throws {
        var edges = EdgeColumns(hasWeights: true)
        for source in 0..<3 { edges.append(source, 3, weight: Double(source + 1) / 2) }
        let graph = try Graph(vertexCount: 4, edges: edges, isDirected: true)
        let simulation = try Self.simulation(
            Equations(
                variables: [VertexVariable("x"), VertexVariable("y")],
                parameters: [EquationParameter("lag", 1), EquationParameter("half", 0.5)],
                edges: ["late": .sum("delayed(from.x, \(delay))")], rates: ["x": "1", "y": "late"],
                edgeVariables: ["d": "0.5 + weight + 0.25 * from.lag * 4 - 1"]),
            on: graph, parameters: ["lag": [1, 1.25, 1.5, 1.75]], step: 0.25)
        try simulation.run(until: 5)
        var sum = 0.0
        for source in 0..<3 {
            let (weight, lag) = (Double(source + 1) / 2, 1 + Double(source) / 4)
            let own: Double =
                switch delay {
                case "edge.d": 0.5 + weight + lag - 1
                case "from.lag": lag
                case "lag": 1.75
                case "2 * from.lag + lag - edge.d": 2 * lag + 1.75 - (0.5 + weight + lag - 1)
                case "half * 2 + edge.weight": 1 + weight
                default: 1.5
                }
            sum += weight * (5 - own) * (5 - own) / 2
        }
        #expect(abs(simulation.model.state[1, 3] - sum) < 1e-12, "\(simulation.model.state[1, 3]) \(sum)")
    }

    // MARK: Jumps

    /// After x was set to 5 at time 2, x(3) = 5 − ∫ x over [1, 2] = 5 + 1/3 and x(4) = x(3) − ∫ x over [2, 3] = 5/24.
    @Test("what is set from outside is seen late as a jump")
    func jumps() throws {
        for steps in [2, 4, 20] {
            let simulation = try Self.simulation(Self.opposing(), step: 1 / Double(steps))
            try simulation.run(until: 2)
            simulation.nodes[0].state.value[0] = 5
            try simulation.run(until: 3)
            #expect(abs(simulation.model.state[0, 0] - 16.0 / 3) < 1e-12, "\(steps)")
            try simulation.run(until: 4)
            #expect(abs(simulation.model.state[0, 0] - 5.0 / 24) < 1e-12, "\(steps)")
        }
    }

    @Test("an event within a step cuts the past off there")
    func events() throws {
        let simulation = try Self.simulation(
            Equations(
                variables: [VertexVariable("x"), VertexVariable("y")],
                rates: ["x": "1", "y": "delayed(x, 4)"], events: [VertexEvent(when: "x > 0.55", set: ["x": "0"])]),
            step: 0.25)
        try simulation.run(until: 2)
        let history = try #require(simulation.model.history)
        for place in 1..<200 {
            let time = Double(place) / 100 + 0.003
            guard time < 2 else { break }
            let found = history.place(2 - time, before: 2)?.value(0, 0) ?? .nan
            #expect(abs(found - fmod(time, 0.55)) < 1e-7, "\(time)")
        }
    }

    @Test("a node that comes has always been as it is then, and delays that grow ask for what is still there")
    func comings() throws {
        let simulation = try Self.simulation(
            Equations(
                variables: [VertexVariable("x"), VertexVariable("y")], parameters: [EquationParameter("lag", 1)],
                rates: ["x": "1", "y": "delayed(x, lag)"]), step: 0.25)
        try simulation.run(until: 3)
        _ = try simulation.addNode(SIMD4(7, 0, 0, 0))
        try simulation.run(until: 5)
        // 1 at 7, then 1 of a rise from there.
        #expect(abs(simulation.model.state[1, 1] - (7 + 7.5)) < 1e-12)
        #expect(abs(simulation.model.state[1, 0] - 8) < 1e-12)
        try simulation.run(until: 60)
        simulation.parameters["lag"]?.value = 50
        #expect(throws: DelayError.self) { try simulation.run(until: 61) }
        simulation.parameters["lag"]?.value = 0.125
        let error = #expect(throws: DelayError.self) { try simulation.run(until: 61) }
        #expect(error == .shorterThanStep("delayed(x, lag)", delay: 0.125, step: 0.25))
    }

    // MARK: Noise

    /// The variance of dx = −b x(t − τ) dt + dW is (1 + sin bτ) / (2b cos bτ) (U. Küchler and B. Mensch, Stochastics 40 (1992) 23). The
    /// estimate from 6000 nodes has a relative error of 1.8%; that the test fails by chance has a probability of 10⁻⁴, with another
    /// percent for the step.
    @Test("noise with a delay has the variance of the closed form")
    func noise() throws {
        let model = try Model(
            Equations(variables: [VertexVariable("x")], rates: ["x": "-delayed(x, 0.5)"], noise: ["x": "1"]),
            on: Graph.isolated(nodes: 6000))
        let simulation = try Simulation(
            model, integrator: EulerMaruyama(streams: RandomStreams(seed: 5)), step: 0.02)
        try simulation.run(until: 10)
        let variance = model.state.column(0).reduce(0) { $0 + $1 * $1 } / 6000
        #expect(abs(variance / ((1 + sin(0.5)) / (2 * cos(0.5))) - 1) < 0.08, "\(variance)")
    }

    // MARK: Bytes

    private static func ring(nodes: Int, threads: Int, events: [VertexEvent] = []) throws -> Simulation<Model> {
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("y")],
            parameters: [EquationParameter("lag", 0.3)],
            edges: ["late": .sum("delayed(from.x, edge.d) - delayed(y, lag)")],
            rates: ["x": "y + 0.1 * late", "y": "-delayed(x, 2 * lag) - 0.2 * y"],
            edgeVariables: ["d": "0.2 + edge.random"], events: events)
        let lags = (0..<nodes).map { (vertex: Int) in 0.3 + Double(vertex % 7) / 10 }
        let model = try Model(
            equations, on: Graph.ring(nodes: nodes), initial: ["x": (0..<nodes).map { sin(Double($0)) }],
            parameters: ["lag": lags], streams: RandomStreams(seed: 3), threads: threads)
        return try Simulation(model, integrator: RungeKutta4(threads: threads), step: 0.1)
    }

    /// More nodes than two threads take at once.
    @Test("threads do not matter")
    func threads() throws {
        let all = try (1...3).map { threads in
            let simulation = try Self.ring(nodes: 3 * ThreadTeam.runLength, threads: threads)
            try simulation.run(steps: 30)
            return simulation.bits
        }
        #expect(all[0] == all[1] && all[0] == all[2])
        #expect(Set(all[0]).count > 3000)
    }

    @Test("an interruption does not matter")
    func checkpoints() throws {
        try expectSameWhenInterrupted(steps: 30, at: [0, 1, 7, 29]) {
            try Self.ring(nodes: 600, threads: 1, events: [VertexEvent(when: "x > 1.1", set: ["y": "y - 0.5"])])
        }
    }

    // MARK: Refusals

    @Test("a delay is not made of a variable of edges that moves, but of one that does not")
    func movingDelays() throws {
        func equations(_ delay: String) throws -> Equations {
            try Equations(
                variables: [VertexVariable("x")], edges: ["s": .sum("delayed(from.x, \(delay))")],
                rates: ["x": "-s", "edge.w": "-1"], edgeVariables: ["w": "0.5", "length": "1"])
        }
        let error = #expect(throws: EquationError.self) { try equations("edge.length + edge.w") }
        guard case .formula(let found) = error?.problem else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(found.problem == .changingDelay)
        #expect(try equations("edge.length + 1").hasDelays)
    }

    @Test(
        "what cannot be delayed is told",
        arguments: [
            ("delayed(2 * x, 1)", ExpressionError.Problem.notDelayable, 8), ("delayed(lag, 1)", .notDelayable, 8),
            ("delayed(x, y)", .changingDelay, 11), ("x + delayed(x, time)", .changingDelay, 15),
            ("delayed(x, 0)", .delayNotPositive(0), 11), ("delayed(x, -1 * 2)", .delayNotPositive(-2), 11),
            (
                "delayed(x)",
                .wrongArgumentCount(function: "delayed", expected: "a variable and a time", found: 1), 0
            ),
        ])
    func refusals(rate: String, problem: ExpressionError.Problem, offset: Int) throws {
        let error = #expect(throws: EquationError.self) {
            try Equations(
                variables: [VertexVariable("x"), VertexVariable("y")], parameters: [EquationParameter("lag", 1)],
                rates: ["x": rate, "y": "0"])
        }
        guard case .formula(let found) = error?.problem else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(found.problem == problem)
        #expect(found.offset == offset)
    }

    @Test("events do not know what was")
    func refusalsOfEvents() throws {
        for condition in ["delayed(x, 1) > 2", "late > 2"] {
            #expect(throws: EquationError.self) {
                try Equations(
                    variables: [VertexVariable("x")], definitions: ["late": "delayed(x, 1)"], rates: ["x": "late"],
                    events: [VertexEvent(when: condition, set: ["x": "0"])])
            }
        }
    }

    /// Wherever among the nodes, or the edges, it stands.
    @Test("a delay that is no time is refused", arguments: [-1, 0], 0..<3)
    func refusalOfDelays(lag: Double, node: Int) throws {
        var lags = [1.0, 1, 1]
        lags[node] = lag
        for late in ["sqrt(lag)", "1 / lag"] {
            let equations = try Equations(
                variables: [VertexVariable("x")], parameters: [EquationParameter("lag", 1)],
                edges: ["drive": .sum("delayed(from.x, \(late))")], rates: ["x": "drive + delayed(x, \(late))"])
            let model = try Model(
                equations, on: Graph.ring(nodes: 3), initial: ["x": [1, 2, 3]], parameters: ["lag": lags])
            let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.1)
            let delay = late == "sqrt(lag)" ? lag.squareRoot() : 1 / lag
            if delay >= 0.1, delay.isFinite {
                try simulation.run(steps: 1)
            } else {
                #expect(throws: DelayError.self) { try simulation.run(steps: 1) }
            }
        }
    }

    @Test(
        "a delay that is none is told with the node or the edge whose it is",
        arguments: [
            ("delayed(x, lag)", "delayed(x, lag) at node 'b'"),
            ("delayed(from.x, from.lag)", "delayed(from.x, from.lag) at node 'b'"),
            ("delayed(from.x, edge.d)", "delayed(from.x, edge.d) at the edge from 'c' to 'a'"),
        ])
    func ownersOfDelays(late: String, subject: String) throws {
        let graph = try Graph(
            vertexCount: 3, edges: [(0, 1), (1, 2), (2, 0)], isDirected: true, vertexNames: ["a", "b", "c"])
        let equations = try Equations(
            variables: [VertexVariable("x")],
            parameters: [EquationParameter("lag", 1), EquationParameter("own", 1)],
            edges: ["drive": .sum(late)], rates: ["x": "drive"], edgeVariables: ["d": "own"])
        for wrong in [0.0625, -1] {
            let model = try Model(
                equations, on: graph, parameters: ["lag": [1, wrong, 0.5], "own": [wrong, 0.5, 1]])
            let error = #expect(throws: DelayError.self) { try model.checkDelays(forStep: 0.1, stepCount: 9) }
            let message = error.map { "\($0)" } ?? ""
            #expect(message.hasPrefix("the delay of \(subject) is \(wrong)"), "\(message)")
        }
    }

    @Test("a method with steps of its own is refused")
    func refusalOfMethods() throws {
        let model = try Model(Self.opposing(), on: Graph.isolated(nodes: 1))
        let integrator = try AdaptiveIntegrator(model, stepper: .rk8pd, control: .state(absolute: 1e-9, relative: 1e-9))
        #expect(throws: SimulationError.self) { try Simulation(model, integrator: integrator, step: 0.1) }
    }
}
