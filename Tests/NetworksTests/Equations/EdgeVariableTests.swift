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

/// Variables of edges against closed forms and plain arithmetic.
@Suite struct EdgeVariableTests {
    private typealias Model = VertexEventTests.Model

    private static let isDue = "time >= due"

    // MARK: Plasticity

    /// S. Song, K. D. Miller and L. F. Abbott, Nature Neuroscience 3 (2000) 919: Δw = A₊ exp(−Δt / τ₊) where the target fires Δt after the
    /// source, and −A₋ exp(Δt / τ₋) where it fires before.
    private static func window(_ difference: Double) -> Double {
        difference > 0 ? 0.01 * exp(-difference / 20) : -0.0105 * exp(difference / 25)
    }

    /// By what edges know of the last time at which each end has fired.
    private static func byTimes() throws -> Equations {
        try Equations(
            variables: [VertexVariable("due")], rates: ["due": "0"],
            edgeVariables: ["w": "weight", "source_last": "-1e9", "target_last": "-1e9"],
            events: [
                VertexEvent(
                    when: isDue, set: ["due": "1e9"],
                    outgoing: [
                        "w": "edge.w - 0.0105 * exp((edge.target_last - time) / 25)", "source_last": "time",
                    ],
                    incoming: [
                        "w": "edge.w + 0.01 * exp((edge.source_last - time) / 20)", "target_last": "time",
                    ])
            ])
    }

    /// By traces of nodes, each of which reads that of the other end.
    private static func byTraces() throws -> Equations {
        try Equations(
            variables: [VertexVariable("due"), VertexVariable("source"), VertexVariable("target")],
            rates: ["due": "0", "source": "-source / 20", "target": "-target / 25"], edgeVariables: ["w": "weight"],
            events: [
                VertexEvent(
                    when: isDue, set: ["due": "1e9", "source": "source + 0.01", "target": "target - 0.0105"],
                    outgoing: ["w": "edge.w + target"], incoming: ["w": "edge.w + from.source"])
            ])
    }

    @Test(
        "A pair of spikes changes an edge as the window of plasticity says, by times and by traces",
        arguments: ["runge-kutta-4", "rkf45", "rk8pd"], [-40, -7.3, -0.4, 0, 0.6, 11.9, 33])
    func window(method: String, difference: Double) throws {
        // 0 and 2 fire together, and so do 1 and 3; 4 never does.
        let graph = try VertexEventTests.graph(5, [(0, 1, 0.5), (0, 4, 0.75), (3, 2, 0.25)])
        let due = [50.3, 50.3 + difference, 50.3, 50.3 + difference, 1e9]
        let (there, back) = (Self.window(difference), Self.window(-difference))
        for (equations, readsChanges) in [(try Self.byTimes(), true), (try Self.byTraces(), false)] {
            let model = try Model(equations, on: graph, initial: ["due": due])
            try Simulation(model, integrator: VertexEventTests.method(method, for: model), step: 1).run(until: 100)
            // At the same time vertices of lower numbers come first. What has become of an edge is known to the next change, traces are
            // as they were before.
            let expected =
                difference != 0
                ? [0.5 + there, 0.75, 0.25 + back] : readsChanges ? [0.51, 0.75, 0.25 - 0.0105] : [0.5, 0.75, 0.25]
            let found = model.edgeNumbers(of: 0)
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-8 }, "\(found) \(expected)")
        }
    }

    // MARK: Plain arithmetic

    /// Vertices that fire in turns of their own and when they have been sent enough, with rates of 0.
    private struct PlainNetwork {
        let edges: [(source: Int, target: Int, weight: Double)]
        var (due, x, y): ([Double], [Double], [Double])
        let periods: [Double]
        let (outgoing, incoming): ([[Int]], [[Int]])
        var strengths: [Double]
        var counts: [Double]
        var isPast: [[Bool]]
        var eventCount = 0

        init(_ edges: [(Int, Int, Double)], due: [Double], periods: [Double]) {
            self.edges = edges
            (self.due, self.periods) = (due, periods)
            (x, y) = (due.map { _ in 0 }, due.map { _ in 0 })
            strengths = edges.map { 2 * $0.2 }
            counts = edges.map { _ in 0 }
            outgoing = due.indices.map { vertex in edges.indices.filter { edges[$0].0 == vertex } }
            incoming = due.indices.map { vertex in edges.indices.filter { edges[$0].1 == vertex } }
            isPast = [[Bool]](repeating: due.map { _ in false }, count: 2)
        }

        private func holds(_ event: Int, _ vertex: Int, _ time: Double) -> Bool {
            event == 0 ? time >= due[vertex] : y[vertex] > 3
        }

        mutating func occur(at time: Double) {
            while true {
                var found: [(event: Int, vertex: Int)] = []
                for event in 0..<2 {
                    for vertex in due.indices {
                        let holds = holds(event, vertex, time)
                        if !holds {
                            isPast[event][vertex] = false
                        } else if !isPast[event][vertex] {
                            found.append((event, vertex))
                        }
                    }
                }
                guard !found.isEmpty else { return }
                eventCount += found.count
                makeRound(found, time)
            }
        }

        private mutating func makeRound(_ found: [(event: Int, vertex: Int)], _ time: Double) {
            let (oldX, oldY) = (x, y)
            let sent = found.flatMap { event, vertex in
                outgoing[vertex].map {
                    (edges[$0].target, event == 0 ? 0.5 * strengths[$0] : edges[$0].weight * 0.125)
                }
            }
            for (event, vertex) in found {
                for index in outgoing[vertex] {
                    let (w, count) = (strengths[index], counts[index])
                    strengths[index] = event == 0 ? 0.9 * w + 0.01 * oldX[edges[index].target] : w + 0.001 * count
                    if event == 0 { counts[index] = count + 1 }
                }
                for index in event == 0 ? incoming[vertex] : [] {
                    strengths[index] = min(1.5, strengths[index] + 0.05 * oldX[edges[index].source] * oldY[vertex])
                }
            }
            for (event, vertex) in found {
                if event == 0 {
                    due[vertex] = due[vertex] + periods[vertex]
                    x[vertex] = 0.5 * oldX[vertex] + 1
                } else {
                    y[vertex] = 0
                }
            }
            for (event, vertex) in found { isPast[event][vertex] = holds(event, vertex, time) }
            for (target, amount) in sent { y[target] += amount }
        }
    }

    private static func randomEdges(_ count: Int, _ random: inout SeededGenerator, loops: Bool) -> [(Int, Int, Double)]
    {
        (0..<count).flatMap { source in
            (0..<count).compactMap { target in
                guard loops || source != target, Int.random(in: 0..<8, using: &random) == 0 else { return nil }
                return (source, target, Double.random(in: 0.1..<1, using: &random))
            }
        }
    }

    /// 300 vertices have rows of more than a block: those are of one, which all edges of vertex 0 are.
    @Test(
        "Hundreds of events, at the same times and in chains, leave the same bits as plain arithmetic",
        arguments: [(40, 30.0), (300, 2)])
    func plainArithmetic(count: Int, end: Double) throws {
        var random = SeededGenerator(seed: 5)
        var edges = Self.randomEdges(count, &random, loops: true)
        if count > 256 {
            edges = edges.filter { $0.0 != 0 && $0.1 != 0 }
            edges = (0..<count).map { (0, $0, 0.25) } + edges + (1..<count).map { ($0, 0, 0.001) }
            edges.sort { ($0.0, $0.1) < ($1.0, $1.1) }
        }
        let due = (0..<count).map { _ in Double(Int.random(in: 1...8, using: &random)) / 8 }
        let periods = (0..<count).map { _ in Double(Int.random(in: 3...9, using: &random)) / 8 }
        var plain = PlainNetwork(edges, due: due, periods: periods)
        for step in 1...Int(8 * end) { plain.occur(at: Double(step) / 8) }
        var columns = EdgeColumns(hasWeights: true)
        for (source, target, weight) in edges { columns.append(source, target, weight: weight) }
        let graph = try Graph(vertexCount: count, edges: columns, isDirected: true, allowing: .loops)
        let equations = try Equations(
            variables: [VertexVariable("due"), VertexVariable("x"), VertexVariable("y")],
            parameters: [EquationParameter("period", 1)], rates: ["due": "0", "x": "0", "y": "0"],
            edgeVariables: ["w": "2 * weight", "count": "0"],
            events: [
                VertexEvent(
                    when: Self.isDue, set: ["due": "due + period", "x": "0.5 * x + 1"], send: ["y": "0.5 * edge.w"],
                    outgoing: ["w": "0.9 * edge.w + 0.01 * to.x", "count": "edge.count + 1"],
                    incoming: ["w": "min(1.5, edge.w + 0.05 * from.x * y)"]),
                VertexEvent(
                    when: "y > 3", set: ["y": "0"], send: ["y": "0.125"], outgoing: ["w": "edge.w + 0.001 * edge.count"]
                ),
            ])
        for method in ["runge-kutta-4", "rkf45"] {
            let model = try Model(
                equations, on: graph, initial: ["due": due], parameters: ["period": periods], threads: 2)
            try Simulation(model, integrator: VertexEventTests.method(method, for: model), step: 0.125).run(until: end)
            #expect(model.edgeNumbers(of: 1) == plain.counts)
            #expect(model.edgeNumbers(of: 0) == plain.strengths)
            #expect(Array(model.state.column(1)) == plain.x && Array(model.state.column(2)) == plain.y)
        }
        #expect(plain.eventCount > 1500 && (count > 256 || plain.strengths.contains(1.5)))
    }

    // MARK: Sums over edges

    @Test(
        "A variable of edges counts in sums, products and extremes as a weight does, also for methods that need the Jacobian",
        arguments: ["runge-kutta-4", "rk8pd", "msbdf"])
    func sums(method: String) throws {
        var random = SeededGenerator(seed: 9)
        let edges = Self.randomEdges(24, &random, loops: false)
        for isDirected in [true, false] {
            var columns = EdgeColumns(hasWeights: true)
            for (source, target, weight) in edges where isDirected || source < target {
                columns.append(source, target, weight: weight)
            }
            let graph = try Graph(vertexCount: 24, edges: columns, isDirected: isDirected)
            func states(_ name: String, _ variables: KeyValuePairs<String, String>) throws -> [Double] {
                let equations = try Equations(
                    variables: [VertexVariable("x")],
                    edges: [
                        "pull": .sum("\(name) * sin(from.x - x)"), "mean": .mean("\(name) * from.x"),
                    ], rates: ["x": "0.2 * pull - 0.1 * mean"], edgeVariables: variables)
                let model = try Model(
                    equations, on: graph, initial: ["x": (0..<24).map { sin(Double($0)) }], threads: 2)
                try Simulation(model, integrator: VertexEventTests.method(method, for: model), step: 0.25)
                    .run(until: method == "msbdf" ? 0.5 : 4)
                return Array(model.state.column(0))
            }
            #expect(try states("(3 * weight)", [:]) == states("edge.w", ["w": "3 * weight"]))
        }
    }

    // MARK: Edges that come and go

    @Test(
        "Edges keep their numbers while others come and go, and begin anew when they are set", arguments: [true, false])
    func changes(isDirected: Bool) throws {
        var random = SeededGenerator(seed: 21)
        let count = 14
        var columns = EdgeColumns(hasWeights: true)
        for (source, target, weight) in Self.randomEdges(count, &random, loops: false)
        where isDirected || source < target {
            columns.append(source, target, weight: weight)
        }
        let equations = try Equations(
            variables: [VertexVariable("due")], parameters: [EquationParameter("a", 0)], rates: ["due": "0"],
            edgeVariables: ["w": "100 * weight + from.a - 10 * to.a"],
            events: [
                VertexEvent(
                    when: Self.isDue, set: ["due": "due + 1"], outgoing: ["w": "edge.w + 1"],
                    incoming: ["w": "2 * edge.w"])
            ])
        let model = try Model(
            equations, on: Graph(vertexCount: count, edges: columns, isDirected: isDirected),
            initial: ["due": [Double](repeating: 0.5, count: count)], parameters: ["a": (0..<count).map(Double.init)])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.25)
        struct Edge: Hashable { let (source, target): (Int, Int) }
        var known: [Edge: Double] = [:]
        func begin(_ source: Int, _ target: Int, _ weight: Double) {
            known[Edge(source: source, target: target)] = 100 * weight + Double(source) - 10 * Double(target)
        }
        func expected() -> [Double] {
            known.sorted { ($0.key.source, $0.key.target) < ($1.key.source, $1.key.target) }.map(\.value)
        }
        let first = model.graph.edges
        for edge in 0..<first.count {
            let (source, target) = (Int(first.sources[edge]), Int(first.targets[edge]))
            begin(source, target, first.weights?[edge] ?? 1)
            if !isDirected { begin(target, source, first.weights?[edge] ?? 1) }
        }
        #expect(model.edgeNumbers(of: 0) == expected())
        for step in 1...20 {
            for _ in 0..<12 {
                let (source, target) = (
                    Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)
                )
                guard source != target, model.population?.contains(source) == true,
                    model.population?.contains(target) == true
                else { continue }
                let weight = Bool.random(using: &random) ? Double.random(in: 0..<1, using: &random) : nil
                try model.setEdgeWeight(weight, from: source, to: target)
                for (source, target) in isDirected ? [(source, target)] : [(source, target), (target, source)] {
                    known[Edge(source: source, target: target)] = nil
                    if let weight { begin(source, target, weight) }
                }
            }
            if step % 9 == 0 {
                model.removeNode(step / 9)
                known = known.filter { $0.key.source != step / 9 && $0.key.target != step / 9 }
            }
            #expect(model.edgeNumbers(of: 0) == expected())
            simulation.stateWasChanged()
            try simulation.run(until: Double(step))
            // All fire at once, vertex by vertex, each first along the edges that lead away.
            for vertex in 0..<count where model.population?.contains(vertex) == true {
                for key in known.keys where key.source == vertex { known[key]? += 1 }
                for key in known.keys where key.target == vertex { known[key]? *= 2 }
            }
            #expect(model.edgeNumbers(of: 0) == expected())
        }
        #expect(known.count > 20)
    }

    @Test("An edge that would not begin with a number is refused, and changes nothing")
    func refusedEdges() throws {
        let equations = try Equations(
            variables: [VertexVariable("x")], rates: ["x": "0"], edgeVariables: ["w": "sqrt(weight)"])
        let refusal = #expect(throws: NetworkModelError.self) {
            try Model(equations, on: VertexEventTests.graph(3, [(0, 1, 1), (1, 2, -1)]))
        }
        #expect(refusal?.description == "'w' of the edge from 1 to 2 would begin with nan, but must be a finite number")
        let model = try Model(equations, on: VertexEventTests.graph(3, [(0, 1, 4)]))
        let error = #expect(throws: GraphError.self) { try model.setEdgeWeight(-4, from: 1, to: 2) }
        #expect(error?.description == "'w' of the edge from 1 to 2 would begin with nan, but must be a finite number")
        #expect(model.graph.edgeCount == 1 && model.edgeNumbers(of: 0) == [2])
    }

    @Test("A change that is not finite ends the run with the edge, the event and the time")
    func refusedChanges() throws {
        let equations = try Equations(
            variables: [VertexVariable("due", initial: 0.5)], rates: ["due": "0"], edgeVariables: ["w": "1"],
            events: [VertexEvent(when: Self.isDue, set: ["due": "9"], incoming: ["w": "edge.w / (weight - 2)"])])
        let model = try Model(equations, on: VertexEventTests.graph(3, [(0, 1, 1), (1, 2, 2)]))
        let error = #expect(throws: (any Error).self) {
            try Simulation(model, integrator: RungeKutta4(), step: 0.25).run(until: 1)
        }
        #expect(
            "\(error.map { "\($0)" } ?? "")".contains(
                "event 0 at time 0.5 makes 'w' of the edge from node 1 to node 2 inf: it must be finite"))
    }

    // MARK: Chance

    /// The chance that a mean of 1000 numbers is beyond 6 standard errors of 1/2 is 2·10⁻⁹, and so is that of all of these tests together
    /// less than 10⁻⁸.
    @Test("Numbers that are drawn for edges are of the edge, of the event, and of its end")
    func chance() throws {
        let count = 40
        let graph = try Graph(
            vertexCount: count, edges: (0..<count).flatMap { s in (1...25).map { (s, (s + $0) % count) } },
            isDirected: true)
        let equations = try Equations(
            variables: [VertexVariable("due", initial: 0.5)], rates: ["due": "0"],
            edgeVariables: ["first": "edge.random", "again": "0", "out": "0", "into": "0"],
            events: [
                VertexEvent(
                    when: Self.isDue, set: ["due": "due + 1"],
                    outgoing: ["again": "edge.random", "out": "random"], incoming: ["into": "random"])
            ])
        func numbers(until end: Double) throws -> [[Double]] {
            let model = try Model(equations, on: graph, streams: RandomStreams(seed: 4))
            try Simulation(model, integrator: RungeKutta4(), step: 0.25).run(until: end)
            return (0..<4).map(model.edgeNumbers)
        }
        let (once, twice) = (try numbers(until: 1), try numbers(until: 2))
        #expect(once[0] == once[1] && twice[0] == once[0])
        let columns = [once[0], once[2], once[3], twice[2], twice[3]]
        let tolerance = 6 / 12_000.0.squareRoot()
        for column in columns {
            #expect(Set(column).count == 1000)
            #expect(abs(column.reduce(0, +) / 1000 - 0.5) < tolerance)
        }
        #expect(Set(columns.joined()).count == 5000)
        #expect(throws: NetworkModelError.missingStreams) { try Model(equations, on: graph) }
    }
}
