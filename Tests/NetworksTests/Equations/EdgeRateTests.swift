import EngineTestSupport
import GSL
import Networks
import SimulationEngine
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Variables of edges that move by rates, against closed forms, laws and another program.
@Suite struct EdgeRateTests {
    typealias Model = EquationModel<SIMD4<Double>>

    private static func integrator(_ name: String, for model: Model, threads: Int = 1) throws -> any Integrator<Model> {
        switch name {
        case "runge-kutta-4": return RungeKutta4(threads: threads)
        case "euler-maruyama": return EulerMaruyama(streams: try RandomStreams(seed: 1))
        case "heun": return StochasticHeun(streams: try RandomStreams(seed: 1))
        case "milstein": return Milstein(streams: try RandomStreams(seed: 1))
        default:
            let stepper = try #require(ODEStepper(rawValue: name))
            return try AdaptiveIntegrator(model, stepper: stepper, control: .state(absolute: 1e-10, relative: 1e-10))
        }
    }

    @discardableResult
    private static func run(_ model: Model, by method: String, step: Double, until end: Double) throws -> Model {
        let integrator = try integrator(method, for: model)
        try Simulation(model, integrator: integrator, step: step).run(until: end)
        return model
    }

    /// The error of the method in closed forms of order 1.
    private static func tolerance(_ method: String) -> Double {
        switch method {
        case "runge-kutta-4": 1e-9
        case "euler-maruyama": 2e-2
        case "heun", "milstein": 2e-2
        default: 1e-7
        }
    }

    private static func difference(_ found: [Double], _ expected: [Double]) -> Double {
        found.count == expected.count ? zip(found, expected).map { abs($0 - $1) }.max() ?? 0 : .infinity
    }

    // MARK: Closed forms

    /// Edges of their own rate, of which the other variable moves in their place in another column.
    @Test(
        "a variable of edges decays by itself, each at its rate, and those without rates stay",
        arguments: ["runge-kutta-4", "rkf45", "rk8pd", "msbdf", "euler-maruyama", "heun", "milstein"], [true, false])
    func decay(method: String, isDirected: Bool) throws {
        let equations = try Equations(
            variables: [VertexVariable("x", initial: 1)], edges: ["level": .sum("from.x - x")],
            rates: ["x": "level", "edge.b": "-edge.a * edge.b", "edge.c": "1"],
            edgeVariables: ["a": "weight / 2", "b": "3", "c": "weight"])
        var edges = EdgeColumns(hasWeights: true)
        for (source, target, weight) in [(0, 1, 1.0), (0, 2, 0.5), (1, 2, 0.25), (1, 3, 1.5)] {
            edges.append(source, target, weight: weight)
        }
        let graph = try Graph(vertexCount: 4, edges: edges, isDirected: isDirected)
        let model = try Self.run(Model(equations, on: graph), by: method, step: 0.01, until: 2)
        let rates = model.edgeNumbers(of: 0)
        #expect(rates == (isDirected ? [0.5, 0.25, 0.125, 0.75] : [0.5, 0.25, 0.5, 0.125, 0.75, 0.25, 0.125, 0.75]))
        #expect(
            Self.difference(model.edgeNumbers(of: 1), rates.map { 3 * exp(-2 * $0) }) < Self.tolerance(method),
            "\(model.edgeNumbers(of: 1))")
        #expect(Self.difference(model.edgeNumbers(of: 2), rates.map { 2 * $0 + 2 }) < 1e-9)
        #expect(Array(model.state.column(0)) == [1, 1, 1, 1])
    }

    /// More edges to a vertex than a block has, in a row behind others.
    @Test("each of hundreds of edges to one vertex moves by its own rate")
    func hub() throws {
        let weights = (0..<600).map { Double($0 + 1) / 600 }
        let equations = try Equations(
            variables: [VertexVariable("x")], edges: ["sum": .sum("edge.b")],
            rates: ["x": "sum", "edge.b": "-weight * edge.b + 0 * from.x"], edgeVariables: ["b": "1 + weight"])
        let model = try Model(
            equations, on: VertexEventTests.graph(601, [(600, 0, 0.5)] + weights.indices.map { ($0, 600, weights[$0]) })
        )
        try Self.run(model, by: "runge-kutta-4", step: 0.05, until: 2)
        let expected = weights.map { (1 + $0) * exp(-2 * $0) } + [1.5 * exp(-1)]
        #expect(Self.difference(model.edgeNumbers(of: 0), expected) < 1e-6)
        let sum = weights.reduce(0) { $0 + (1 + $1) * (1 - exp(-2 * $1)) / $1 }
        #expect(abs(model.state[0, 600] - sum) < 1e-4)
    }

    /// x and y decay with rates a and b; w' = x y − w is w₀ e^(−t) + x₀ y₀ (e^(−(a+b) t) − e^(−t)) / (1 − a − b).
    @Test(
        "Hebb's rule follows the activity of two nodes that decay",
        arguments: ["runge-kutta-4", "rkf45", "rk8pd", "msadams", "bsimp", "euler-maruyama"])
    func hebb(method: String) throws {
        let equations = try Equations(
            variables: [VertexVariable("x")], parameters: [EquationParameter("decay", 1)],
            edges: ["input": .sum("0 * edge.w * from.x")],
            rates: ["x": "-decay * x + input", "edge.w": "from.x * to.x - edge.w"], edgeVariables: ["w": "weight"])
        let model = try Model(
            equations, on: VertexEventTests.graph(2, [(0, 1, 0.5), (1, 0, -0.25)]), initial: ["x": [2, 1.5]],
            parameters: ["decay": [0.3, 0.2]])
        try Self.run(model, by: method, step: 0.01, until: 3)
        let product = 3 * (exp(-1.5) - exp(-3.0)) / 0.5
        let expected = [0.5 * exp(-3.0) + product, -0.25 * exp(-3.0) + product]
        #expect(Self.difference(model.edgeNumbers(of: 0), expected) < Self.tolerance(method))
    }

    /// Oja's rule w' = η y (x − y w) with y = Σ w x of steady inputs x turns w to the unit vector along x, of which y is |x|.
    @Test("Oja's rule ends at the unit vector along the input")
    func oja() throws {
        let inputs = [0.6, -1.2, 0.4, 0]
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("y")],
            edges: ["sum": .sum("edge.w * from.x")],
            // What is summed up is known to nodes only: y follows it at once.
            rates: ["x": "0", "y": "50 * (sum - y)", "edge.w": "to.y * (from.x - to.y * edge.w)"],
            edgeVariables: ["w": "weight"])
        let model = try Model(
            equations, on: VertexEventTests.graph(4, [(0, 3, 0.3), (1, 3, -0.1), (2, 3, 0.2)]), initial: ["x": inputs])
        try Self.run(model, by: "runge-kutta-4", step: 0.02, until: 16)
        let length = inputs.reduce(0) { $0 + $1 * $1 }.squareRoot()
        #expect(Self.difference(model.edgeNumbers(of: 0), inputs.prefix(3).map { $0 / length }) < 1e-9)
        #expect(abs(model.state[1, 3] - length) < 1e-9)
    }

    // MARK: Adaptive oscillators

    private static let adaptive: KeyValuePairs<String, String> = [
        "phase": "omega + pull", "edge.k": "epsilon * (cos(from.phase - phase) - edge.k)",
    ]

    private static func oscillators(_ strength: String = "weight") throws -> Equations {
        try Equations(
            variables: [VertexVariable("phase")],
            parameters: [EquationParameter("omega", 0), EquationParameter("epsilon", 0.3)],
            edges: ["pull": .sum("edge.k * sin(from.phase - to.phase)")], rates: adaptive,
            edgeVariables: ["k": strength])
    }

    /// At rest k = cos φ, and the difference of frequencies is 2 k sin φ = sin 2φ.
    @Test("a pair of adaptive oscillators locks where the closed form says", arguments: [0.0, 0.25, 0.5, 0.9])
    func pair(difference: Double) throws {
        let model = try Model(
            Self.oscillators(), on: Graph.complete(nodes: 2), initial: ["phase": [0.2, 0]],
            parameters: ["omega": [1 + difference / 2, 1 - difference / 2]])
        try Self.run(model, by: "runge-kutta-4", step: 0.05, until: 200)
        let angle = asin(difference) / 2
        #expect(abs(remainder(model.state[0, 0] - model.state[0, 1] - angle, 2 * .pi)) < 1e-9)
        #expect(Self.difference(model.edgeNumbers(of: 0), [cos(angle), cos(angle)]) < 1e-9)
    }

    /// E = −½ Σ k cos Δ + ¼ Σ k², over the edges in both directions, of which −∂E/∂θ is the rate of a phase and −2ε ∂E/∂k that of a
    /// strength that is the same in both.
    @Test(
        "the energy of adaptive oscillators without frequencies falls from step to step, and the strengths stay symmetric"
    )
    func energy() throws {
        var random = SeededGenerator(seed: 3)
        var edges = EdgeColumns(hasWeights: true)
        for source in 0..<30 {
            for target in 0..<source where Int.random(in: 0..<3, using: &random) == 0 {
                edges.append(source, target, weight: Double.random(in: -1..<1, using: &random))
            }
        }
        let graph = try Graph(vertexCount: 30, edges: edges, isDirected: false)
        let model = try Model(
            Self.oscillators(), on: graph,
            initial: ["phase": (0..<30).map { _ in Double.random(in: 0..<2 * .pi, using: &random) }])
        let pairs = (0..<30).flatMap { row in graph.neighbours(of: row).map { (row, Int($0)) } }
        func energy() -> Double {
            zip(pairs, model.edgeNumbers(of: 0)).reduce(0) { sum, edge in
                let ((source, target), k) = edge
                return sum - k * cos(model.state[0, source] - model.state[0, target]) / 2 + k * k / 4
            }
        }
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.05)
        var last = energy()
        let first = last
        for _ in 0..<400 {
            try simulation.run(steps: 1)
            let energy = energy()
            #expect(energy < last)
            last = energy
        }
        #expect(last < first - 1)
        var there: [Int: Double] = [:]
        for ((source, target), k) in zip(pairs, model.edgeNumbers(of: 0)) { there[source * 30 + target] = k }
        #expect(pairs.allSatisfy { abs((there[$0 * 30 + $1] ?? .nan) - (there[$1 * 30 + $0] ?? .nan)) < 1e-12 })
    }

    // MARK: Order, and another program

    private static let edges = [
        (0, 1, 1.0), (1, 0, 0.5), (1, 2, 2.0), (2, 0, 1.5), (2, 3, 0.75), (3, 1, 1.25), (3, 2, 0.25),
    ]

    private static func mixed(threads: Int = 1) throws -> Model {
        try Model(
            Equations(
                variables: [VertexVariable("phase")],
                parameters: [EquationParameter("omega", 0), EquationParameter("number", 0)],
                edges: ["pull": .sum("edge.k * weight * sin(from.phase - phase)")],
                rates: [
                    "edge.h": "0.1 * sin(time) * weight - 0.2 * (edge.h - edge.k^2) * edge.h",
                    "phase": "omega + pull", "edge.k": "0.4 * (cos(from.phase - phase) - edge.h * edge.k)",
                ], edgeVariables: ["k": "0.2 * weight", "h": "1 + 0.1 * from.number - 0.05 * to.number"]),
            on: VertexEventTests.graph(4, edges), initial: ["phase": [0, 1, 2.5, -0.7]],
            parameters: ["omega": [0.3, -0.2, 0.9, 0.1], "number": [0, 1, 2, 3]], threads: threads)
    }

    /// By SciPy 1.17.1: `solve_ivp` with DOP853 and the tolerances 10⁻¹³ and 10⁻¹⁴.
    private static let phases = [2.1771674134869166, 1.928089411440467, 5.360339891502671, 2.0585364163555537]
    private static let strengths = [
        1.0337843960269837, 1.0556372909971041, -1.0726269971315503, -1.0337440067383092, -1.0990875405378484,
        1.0267319140159457, -1.1041450192511673,
    ]
    private static let thresholds = [
        1.037569108948269, 0.9920138196902406, 1.0555201777864558, 1.1022446485630883, 1.0028831477268365,
        1.080366748394944, 0.9611223508592412,
    ]

    private static func error(_ model: Model) -> Double {
        max(
            difference(Array(model.state.column(0)), phases), difference(model.edgeNumbers(of: 0), strengths),
            difference(model.edgeNumbers(of: 1), thresholds))
    }

    @Test(
        "nodes and edges that move each other are where another program has them",
        arguments: ["runge-kutta-4", "rkf45", "rk8pd", "msbdf", "bsimp"])
    func reference(method: String) throws {
        let model = try Self.run(Self.mixed(), by: method, step: 0.01, until: 10)
        #expect(Self.error(model) < 1e-7, "\(Self.error(model))")
    }

    @Test(
        "methods of fixed step have their orders for edges, too",
        arguments: [("runge-kutta-4", 4.0), ("euler-maruyama", 1), ("heun", 2)])
    func order(method: String, order: Double) throws {
        let errors = try [0.2, 0.1, 0.05, 0.025].map { step in
            Self.difference(
                try Self.run(Self.mixed(), by: method, step: step, until: 10).edgeNumbers(of: 0), Self.strengths)
        }
        let orders = zip(errors, errors.dropFirst()).map { log2($0 / $1) }
        #expect(abs(orders[2] - order) < 0.25, "\(orders) of \(errors)")
    }

    // MARK: Bytes

    /// More edges than a block, of more vertices than two threads take at once.
    private static func network(
        nodes: Int, threads: Int, method: String = "runge-kutta-4", events: [VertexEvent] = [], delays: Bool = false
    ) throws -> Simulation<Model> {
        var random = SeededGenerator(seed: 17)
        var edges = EdgeColumns(hasWeights: true)
        for target in 0..<nodes {
            let hub = target == 5 ? 400 : 6
            let sources = Set((0..<hub).map { _ in Int.random(in: 0..<nodes, using: &random) }).subtracting([target])
            for source in sources.sorted() { edges.append(source, target, weight: Double(1 + source % 3)) }
        }
        let past = delays ? "delayed(from.phase, 0.2 + edge.lag)" : "from.phase"
        let equations = try Equations(
            variables: [VertexVariable("phase"), VertexVariable("y")], parameters: [EquationParameter("omega", 0)],
            edges: ["pull": .sum("edge.k * sin(\(past) - phase)"), "mean": .mean("edge.lag * edge.k")],
            rates: [
                "phase": "omega + pull / degree", "y": "mean - y",
                "edge.k": "0.2 * (cos(from.phase - phase - edge.lag) - edge.k)",
            ], edgeVariables: ["lag": "edge.random", "k": "0.1 * weight"], events: events)
        let model = try Model(
            equations, on: Graph(vertexCount: nodes, edges: edges, isDirected: true),
            initial: ["phase": (0..<nodes).map { sin(Double($0)) }],
            parameters: ["omega": (0..<nodes).map { cos(Double($0)) }], streams: RandomStreams(seed: 3),
            threads: threads)
        return try Simulation(model, integrator: integrator(method, for: model, threads: threads), step: 0.1)
    }

    private static let events = [
        VertexEvent(
            when: "phase > 2", set: ["phase": "phase - 4"], outgoing: ["k": "0.9 * edge.k"],
            incoming: ["k": "edge.k + 0.01 * random"])
    ]

    @Test("threads do not matter", arguments: ["runge-kutta-4", "rkf45", "euler-maruyama"], [false, true])
    func threads(method: String, hasEvents: Bool) throws {
        let all = try (1...3).map { threads in
            let simulation = try Self.network(
                nodes: 2 * ThreadTeam.runLength + 300, threads: threads, method: method,
                events: hasEvents ? Self.events : [], delays: method != "rkf45")
            try simulation.run(steps: hasEvents ? 4 : 8)
            return simulation.bits + simulation.model.edgeNumbers(of: 1).map(\.bitPattern)
        }
        #expect(all[0] == all[1] && all[0] == all[2])
        #expect(Set(all[0]).count > 7000)
    }

    @Test("an interruption does not matter", arguments: ["runge-kutta-4", "rkf45", "euler-maruyama"])
    func checkpoints(method: String) throws {
        for delays in method == "runge-kutta-4" || method == "euler-maruyama" ? [false, true] : [false] {
            try expectSameWhenInterrupted(steps: 12, at: [0, 1, 7]) {
                try Self.network(nodes: 300, threads: 1, method: method, events: Self.events, delays: delays)
            }
        }
    }

    // MARK: Edges that come and go

    /// Edges decay from 100 weight since they have been set; nodes that come have edges, too.
    @Test(
        "edges go on from their numbers while others come and go, and begin anew when they are set",
        arguments: ["runge-kutta-4", "rk8pd", "heun"], [true, false])
    func changes(method: String, isDirected: Bool) throws {
        struct Edge: Hashable { let (source, target): (Int, Int) }
        var random = SeededGenerator(seed: 21)
        let equations = try Equations(
            variables: [VertexVariable("x", initial: 1)], rates: ["x": "0", "edge.w": "-edge.w / 4", "edge.n": "1"],
            edgeVariables: ["still": "weight", "w": "100 * weight", "n": "0"])
        let model = try Model(
            equations, on: Graph(vertexCount: 9, edges: EdgeColumns(hasWeights: true), isDirected: isDirected))
        let simulation = try Simulation(model, integrator: Self.integrator(method, for: model), step: 0.125)
        var known: [Edge: (weight: Double, since: Double)] = [:]
        func check(at time: Double) {
            let edges = known.sorted { ($0.key.source, $0.key.target) < ($1.key.source, $1.key.target) }.map(\.value)
            #expect(model.edgeNumbers(of: 0) == edges.map(\.weight))
            let expected = edges.map { 100 * $0.weight * exp(($0.since - time) / 4) }
            let found = model.edgeNumbers(of: 1)
            #expect(Self.difference(found, expected) < (method == "heun" ? 0.1 : 1e-5), "\(found) \(expected)")
            #expect(Self.difference(model.edgeNumbers(of: 2), edges.map { time - $0.since }) < 1e-9)
        }
        for step in 0..<20 {
            for _ in 0..<12 {
                let ends = (0..<2).map { _ in Int.random(in: 0..<model.nodeCount, using: &random) }
                guard ends[0] != ends[1], ends.allSatisfy({ model.population?.contains($0) == true }) else { continue }
                let weight = Bool.random(using: &random) ? Double.random(in: 0..<1, using: &random) : nil
                try model.setEdgeWeight(weight, from: ends[0], to: ends[1])
                for ends in isDirected ? [ends] : [ends, ends.reversed()] {
                    known[Edge(source: ends[0], target: ends[1])] = weight.map { ($0, Double(step)) }
                }
            }
            if step % 6 == 5 {
                model.removeNode(step / 6)
                known = known.filter { $0.key.source != step / 6 && $0.key.target != step / 6 }
            }
            simulation.stateWasChanged()
            if step % 5 == 4 { for _ in 0..<6 { _ = try simulation.addNode(SIMD4(2, 0, 0, 0)) } }
            check(at: Double(step))
            try simulation.run(until: Double(step + 1))
            check(at: Double(step + 1))
        }
        #expect(known.count > 20 && model.nodeCount == 33)
        #expect((0..<33).allSatisfy { model.state[0, $0] == ($0 < 9 ? 1 : 2) })
    }

    @Test("a change that is taken back leaves the numbers of edges with their edges, also where as many went as came")
    func takenBack() throws {
        let equations = try Equations(
            variables: [VertexVariable("x", initial: 1)], rates: ["x": "0", "edge.w": "0"],
            edgeVariables: ["w": "100 * weight"])
        var edges = EdgeColumns(hasWeights: true)
        edges.append(0, 1, weight: 1)
        edges.append(1, 2, weight: 2)
        let model = try Model(equations, on: Graph(vertexCount: 3, edges: edges, isDirected: true))
        let simulation = try Simulation(model, integrator: Self.integrator("runge-kutta-4", for: model), step: 0.5)
        simulation.intervene("spoils") { model in
            try? model.setEdgeWeight(nil, from: 0, to: 1)
            try? model.setEdgeWeight(3, from: 2, to: 0)
            model.state[0, 0] = .nan
        }
        _ = try? simulation.run(until: 1)
        #expect(model.state[0, 0] == 1)
        // By where they come from: the edge that stayed, and the one that came.
        #expect(model.edgeNumbers(of: 0) == [200, 300])
    }

    // MARK: Events

    /// A trace that decays by its rate is that which an event has decay since the last one.
    @Test(
        "events change edges that move, between which these go on",
        arguments: ["runge-kutta-4", "rkf45", "rk8pd"], [true, false])
    func traces(method: String, areSummedUp: Bool) throws {
        let equations = try Equations(
            variables: [VertexVariable("due"), VertexVariable("x")], parameters: [EquationParameter("period", 1)],
            edges: areSummedUp ? ["drive": .sum("edge.moving")] : [:],
            rates: ["due": "0", "x": areSummedUp ? "drive" : "1", "edge.moving": "-edge.moving / 2"],
            edgeVariables: ["trace": "0", "last": "0", "moving": "0"],
            events: [
                VertexEvent(
                    when: "time >= due", set: ["due": "due + period"],
                    outgoing: [
                        "trace": "1 + edge.trace * exp((edge.last - time) / 2)", "last": "time",
                        "moving": "edge.moving + 1",
                    ],
                    incoming: [
                        "trace": "0.5 * edge.trace * exp((edge.last - time) / 2)", "last": "time",
                        "moving": "0.5 * edge.moving",
                    ])
            ])
        let model = try Model(
            equations, on: VertexEventTests.graph(3, [(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 2, 1)]),
            initial: ["due": [0.3, 0.7, 1.1]], parameters: ["period": [0.9, 1.3, 0.41]])
        try Self.run(model, by: method, step: 0.05, until: 6)
        let (traces, last) = (model.edgeNumbers(of: 0), model.edgeNumbers(of: 1))
        let expected = zip(traces, last).map { $0 * exp(($1 - 6) / 2) }
        #expect(Self.difference(model.edgeNumbers(of: 2), expected) < 1e-6)
        #expect(traces.allSatisfy { $0 > 0.1 })
    }

    // MARK: Maps

    private static func map(_ order: UpdateOrder, _ next: [(String, String)], drawing: Bool = false) throws -> Model {
        var texts = EquationTexts()
        texts.edges = [("pull", .sum("edge.k * (from.x - x)"))]
        texts.rates = next
        texts.edgeVariables = [("still", "edge.random"), ("k", "0.1 * weight + edge.random - edge.random")]
        let (equations, errors) = Equations.compile(
            variables: [VertexVariable("x")], parameters: [], texts, asMap: true)
        #expect(errors == [])
        return try Model(
            #require(equations), on: VertexEventTests.graph(4, edges),
            initial: ["x": drawing ? [0, 0, 0, 0] : [1, -2, 3, 0.5]],
            streams: RandomStreams(seed: 8))
    }

    @Test(
        "edges of a map become what formulas say by what was before, at once or with their targets",
        arguments: [true, false])
    func maps(isAtOnce: Bool) throws {
        let order: UpdateOrder = isAtOnce ? .atOnce : .sequential
        let model = try Self.map(order, [("x", "0.5 * x + pull"), ("edge.k", "0.9 * edge.k + 0.01 * from.x * x")])
        let steps = MapSteps<SIMD4<Double>>(order: order, streams: try RandomStreams(seed: 8))
        try Simulation(model, integrator: steps, step: 1).run(until: 12)
        var (x, k) = ([1, -2, 3, 0.5], Self.edges.map { 0.1 * $0.2 })
        func update(_ targets: Range<Int>) {
            let (old, oldStrengths) = (x, k)
            for target in targets {
                x[target] = 0.5 * old[target]
                for (edge, (source, end, _)) in Self.edges.enumerated() where end == target {
                    x[target] += oldStrengths[edge] * (old[source] - old[target])
                    k[edge] = 0.9 * oldStrengths[edge] + 0.01 * old[source] * old[target]
                }
            }
        }
        for _ in 0..<12 {
            if isAtOnce { update(0..<4) } else { for target in 0..<4 { update(target..<target + 1) } }
        }
        #expect(Self.difference(Array(model.state.column(0)), x) < 1e-12)
        #expect(Self.difference(model.edgeNumbers(of: 1), k) < 1e-12)
        #expect(Set(model.edgeNumbers(of: 0)).count == 7)
    }

    /// Each edge adds up what its ends have drawn.
    @Test("edges of a map read what their ends have drawn", arguments: [UpdateOrder.atOnce, .sequential])
    func drawnMaps(order: UpdateOrder) throws {
        let model = try Self.map(
            order, [("x", "x + random"), ("edge.k", "edge.k + random - from.random")], drawing: true)
        let steps = MapSteps<SIMD4<Double>>(order: order, streams: try RandomStreams(seed: 8))
        try Simulation(model, integrator: steps, step: 1).run(until: 9)
        let expected = Self.edges.map { 0.1 * $0.2 + model.state[0, $0.1] - model.state[0, $0.0] }
        #expect(Self.difference(model.edgeNumbers(of: 1), expected) < 1e-12)
        #expect(Set(expected).count == 7)
    }

    @Test("an edge of a map does not begin with what is drawn for each step")
    func drawnBeginnings() {
        for text in ["random", "from.random"] {
            var texts = EquationTexts(rates: ["x": "x + random"])
            texts.edgeVariables = [("k", text)]
            let (_, errors) = Equations.compile(
                variables: [VertexVariable("x")], parameters: [], texts, asMap: true)
            #expect(errors.map(\.problem) == [.changes(text)])
        }
    }

    // MARK: Refusals

    @Test("what is wrong with a rate of edges is told")
    func refusals() {
        func problem(_ rates: KeyValuePairs<String, String>) -> EquationError? {
            #expect(throws: EquationError.self) {
                try Equations(
                    variables: [VertexVariable("x")], edges: ["pull": .sum("from.x")], rates: rates,
                    edgeVariables: ["w": "1"])
            }
        }
        #expect(problem(["x": "0", "edge.v": "1"])?.problem == .unknownEdgeVariable(known: ["w"]))
        #expect(problem(["x": "0", "edge.w": "1", "edge.w": "2"])?.problem == .repeatedName)
        #expect(problem(["x": "0", "edge.w": "edge.w > 1"])?.problem == .isTruth)
        #expect(problem(["edge.w": "1"])?.problem == .missingRate)
        guard case .formula(let error) = problem(["x": "0", "edge.w": "1 + pull"])?.problem else {
            Issue.record("what edges give is not known to edges")
            return
        }
        #expect(error.offset == 4)
    }

    @Test("a number of an edge that is not finite ends the run with the edge, the time and what it was")
    func failures() throws {
        let equations = try Equations(
            variables: [VertexVariable("x")], rates: ["x": "0", "edge.w": "edge.w^2"], edgeVariables: ["w": "weight"])
        for method in ["runge-kutta-4", "rkf45"] {
            let model = try Model(equations, on: VertexEventTests.graph(3, [(0, 1, 0.5), (2, 1, 4), (2, 0, 1)]))
            let error = #expect(throws: IntegrationError.self) {
                try Self.run(model, by: method, step: 0.125, until: 10)
            }
            #expect("\(error.map { "\($0)" } ?? "")".contains("'edge.w' of the edge from 2 to 1"), "\(error as Any)")
        }
    }
}
