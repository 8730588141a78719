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

/// Noise of variables of edges, against closed forms and laws. What chance decides has fixed seeds; with others each comparison would
/// fail with the probability 0.001 that it states.
@Suite struct EdgeNoiseTests {
    typealias Model = EquationModel<SIMD4<Double>>

    private static let methods = ["euler-maruyama", "milstein", "heun"]

    /// What normal deviates exceed on either side with the probability 0.001.
    private static let greatestDeviate = 3.2905

    private static func integrator(_ method: String, seed: UInt64 = 4) throws -> any Integrator<Model> {
        let streams = try RandomStreams(seed: seed)
        switch method {
        case "milstein": return Milstein(streams: streams)
        case "heun": return StochasticHeun(streams: streams)
        default: return EulerMaruyama(streams: streams)
        }
    }

    private static func run(_ model: Model, by method: String, step: Double, until end: Double) throws {
        try Simulation(model, integrator: integrator(method), step: step).run(until: end)
    }

    /// A graph in which each of as many vertices has edges to the next ones, with weights from 1 to 2.
    private static func graph(_ count: Int, reach: Int = 4, isDirected: Bool = true) throws -> Graph {
        var edges = EdgeColumns(hasWeights: true)
        for source in 0..<count {
            for distance in 1...reach {
                edges.append(source, (source + distance) % count, weight: 1 + Double(source % 11) / 10)
            }
        }
        return try Graph(vertexCount: count, edges: edges, isDirected: isDirected)
    }

    private static func equations(
        rates: KeyValuePairs<String, String>, noise: KeyValuePairs<String, String>,
        beginning edges: KeyValuePairs<String, String> = ["w": "0"]
    ) throws -> Equations {
        try Equations(variables: [VertexVariable("x")], rates: rates, noise: noise, edgeVariables: edges)
    }

    private static func correlation(_ first: [Double], _ second: [Double]) -> Double {
        var (products, squares, others) = (0.0, 0.0, 0.0)
        for (a, b) in zip(first, second) {
            (products, squares, others) = (products + a * b, squares + a * a, others + b * b)
        }
        return products / (squares * others).squareRoot()
    }

    // MARK: Laws

    /// w' = θ (μ − w) with noise σ of each edge: normal with the mean μ (1 − e^(−θt)) and the variance σ² (1 − e^(−2θt)) / 2θ. At steps
    /// of h, with the factor q of a step in the place of e^(−θh), the variance that comes in a step is p² σ² h with the factor p of noise.
    @Test("edges are Ornstein and Uhlenbeck's processes, each of its strength", arguments: methods, [true, false])
    func stationary(method: String, isDirected: Bool) throws {
        let graph = try Self.graph(1500, isDirected: isDirected)
        let equations = try Self.equations(
            rates: ["x": "0", "edge.w": "2 * (3 - edge.w)"], noise: ["edge.w": "0.5 * weight"])
        let model = try Model(equations, on: graph)
        let (step, stepCount, rate) = (0.05, 30, 2.0)
        try Self.run(model, by: method, step: step, until: 1.5)
        let factor = 1 - rate * step + (method == "heun" ? rate * rate * step * step / 2 : 0)
        let ofNoise = method == "heun" ? 1 - rate * step / 2 : 1
        let decay = pow(factor, Double(stepCount))
        let variance = ofNoise * ofNoise * step * (1 - decay * decay) / (1 - factor * factor)
        // Not far from those of the process itself.
        #expect(abs(variance - (1 - exp(-6)) / 4) < 0.02 && abs(decay - exp(-3)) < 0.01)

        var standardised: [Double] = []
        var index = 0
        let numbers = model.edgeNumbers(of: 0)
        for source in 0..<graph.vertexCount {
            for (place, target) in graph.outgoing.range(of: source).map({ ($0, Int(graph.outgoing.vertices[$0])) }) {
                let strength = 0.5 * (graph.outgoing.weights?[place] ?? .nan)
                if isDirected || source < target {
                    standardised.append((numbers[index] - 3 * (1 - decay)) / (strength * variance.squareRoot()))
                }
                index += 1
            }
        }
        let count = Double(standardised.count)
        #expect(count == 6000 && index == numbers.count)
        #expect(abs(standardised.reduce(0, +) / count.squareRoot()) < Self.greatestDeviate)
        let squares = standardised.reduce(0) { $0 + $1 * $1 }
        #expect(squares < upperQuantileOfChiSquared(0.0005, degreesOfFreedom: count))
        #expect(squares > upperQuantileOfChiSquared(0.9995, degreesOfFreedom: count))
        var counts = [Int](repeating: 0, count: 20)
        for number in standardised { counts[min(19, Int(20 * erfc(-number / 2.0.squareRoot()) / 2))] += 1 }
        #expect(agree(counts, [Double](repeating: 0.05, count: 20)))
    }

    /// w' = 0.4 w with noise 0.8 w is exp((0.4 − 0.32) t + 0.8 W) of Itô, exp(0.4 t + 0.8 W) of Stratonovich. W is a variable in the same
    /// place that has the noise 1.
    @Test(
        "strong orders are those of the theory for edges",
        arguments: [("euler-maruyama", 0.5), ("milstein", 1), ("heun", 1)])
    func strongOrder(method: String, expected: Double) throws {
        let graph = try Self.graph(1000)
        let errors = try [16, 64].map { stepCount in
            let step = 1 / Double(stepCount)
            let walk = try Model(Self.equations(rates: ["x": "0"], noise: ["edge.w": "1"]), on: graph)
            let growth = try Model(
                Self.equations(
                    rates: ["x": "0", "edge.w": "0.4 * edge.w"], noise: ["edge.w": "0.8 * edge.w"],
                    beginning: ["w": "1"]), on: graph)
            for model in [walk, growth] { try Self.run(model, by: method, step: step, until: 1) }
            let drift = method == "heun" ? 0.4 : 0.4 - 0.32
            return zip(walk.edgeNumbers(of: 0), growth.edgeNumbers(of: 0)).reduce(0) {
                $0 + abs($1.1 - exp(drift + 0.8 * $1.0))
            }
        }
        let order = log2(errors[0] / errors[1]) / 2
        #expect(abs(order - expected) < 0.15, "\(order)")
    }

    /// Variables that have rates, noise, both or neither, in different orders. Nodes that rest are what they were.
    @Test("strengths are formulas of both ends and of other variables of the edge", arguments: methods)
    func strengths(method: String) throws {
        let graph = try Self.graph(500)
        let model = try Model(
            Equations(
                variables: [VertexVariable("x"), VertexVariable("y")], edges: ["sum": .sum("edge.a * from.x")],
                rates: ["x": "0", "edge.calm": "1", "y": "0 * sum", "edge.w": "0"],
                noise: [
                    "edge.one": "1 + delayed(from.x, 0.5) - from.x", "y": "sum", "edge.w": "from.x + 2 * to.x + edge.a",
                ],
                edgeVariables: ["a": "weight", "w": "0", "one": "0", "calm": "0"]),
            on: graph, initial: ["x": (0..<500).map { Double($0 % 7) }])
        try Self.run(model, by: method, step: 0.25, until: 0.25)
        let (weights, numbers) = (model.edgeNumbers(of: 0), model.edgeNumbers(of: 1))
        var squares = 0.0
        var index = 0
        for source in 0..<500 {
            for target in graph.neighbours(of: source) {
                let strength = Double(source % 7 + 2 * (Int(target) % 7)) + weights[index]
                squares += numbers[index] * numbers[index] / (strength * strength * 0.25)
                index += 1
            }
        }
        let ones = model.edgeNumbers(of: 2).reduce(0) { $0 + $1 * $1 / 0.25 }
        for squares in [squares, ones] {
            #expect(squares < upperQuantileOfChiSquared(0.0005, degreesOfFreedom: 2000))
            #expect(squares > upperQuantileOfChiSquared(0.9995, degreesOfFreedom: 2000))
        }
        #expect(model.edgeNumbers(of: 3) == [Double](repeating: 0.25, count: 2000))
    }

    // MARK: Independence

    @Test("the noise of an edge is its own in each variable, direction and step, and none of a node")
    func independence() throws {
        let count = 3000
        var edges = EdgeColumns(hasWeights: true)
        for source in 0..<count {
            edges.append(source, (source + 1) % count, weight: 1)
            edges.append((source + 1) % count, source, weight: 1)
        }
        let graph = try Graph(vertexCount: count, edges: edges, isDirected: true)
        let model = try Model(
            Self.equations(
                rates: ["x": "0"], noise: ["x": "1", "edge.w": "1", "edge.v": "1"], beginning: ["v": "0", "w": "0"]),
            on: graph)
        let simulation = try Simulation(model, integrator: Self.integrator("euler-maruyama"), step: 0.5)
        try simulation.run(steps: 1)
        let (v, w, x) = (model.edgeNumbers(of: 0), model.edgeNumbers(of: 1), Array(model.state.column(0)))
        try simulation.run(steps: 1)
        let later = zip(model.edgeNumbers(of: 1), w).map { $0 - $1 }
        var (there, back) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
        var index = 0
        for source in 0..<count {
            for target in graph.neighbours(of: source) {
                if (source + 1) % count == Int(target) {
                    there[source] = w[index]
                } else {
                    back[Int(target)] = w[index]
                }
                index += 1
            }
        }
        let shifted = Array(there.dropFirst()) + [there[0]]
        for (first, second) in [
            (v, w), (w, later), (there, back), (there, shifted), (there, x), (back, x), (shifted, x),
        ] {
            let deviate = Self.correlation(first, second) * Double(first.count).squareRoot()
            #expect(abs(deviate) < Self.greatestDeviate)
        }
        #expect(Set(v + w + later + x).count == 3 * 2 * count + count)
    }

    @Test("numbers of edges without direction stay alike in both", arguments: methods)
    func undirected(method: String) throws {
        let graph = try Self.graph(60, isDirected: false)
        let model = try Model(
            Self.equations(rates: ["x": "0", "edge.w": "-edge.w"], noise: ["edge.w": "weight + 0.1 * edge.w"]),
            on: graph)
        try Self.run(model, by: method, step: 0.1, until: 3)
        var known: [Int: Double] = [:]
        let pairs = (0..<60).flatMap { row in graph.neighbours(of: row).map { (row, Int($0)) } }
        for ((source, target), number) in zip(pairs, model.edgeNumbers(of: 0)) { known[source * 60 + target] = number }
        #expect(pairs.allSatisfy { known[$0 * 60 + $1] == known[$1 * 60 + $0] })
        #expect(Set(known.values).count == graph.edgeCount)
    }

    // MARK: What does not matter

    /// The numbers of the edges between the first vertices.
    private static func numbers(_ model: Model, among count: Int) -> [[Double]] {
        let graph = model.graph
        let pairs = (0..<graph.vertexCount).flatMap { row in graph.neighbours(of: row).map { (row, Int($0)) } }
        return model.equations.edgeVariables.indices.map { variable in
            zip(pairs, model.edgeNumbers(of: variable)).filter { $0.0.0 < count && $0.0.1 < count }.map(\.1)
        }
    }

    @Test("edges keep their noise while nodes and others come and go", arguments: methods, [true, false])
    func changes(method: String, isDirected: Bool) throws {
        func states(changing: Bool) throws -> [[Double]] {
            let model = try Model(
                Self.equations(
                    rates: ["x": "0", "edge.w": "-edge.w"], noise: ["x": "1", "edge.v": "1", "edge.w": "1 + edge.w"],
                    beginning: ["still": "weight", "v": "0", "w": "weight"]),
                on: Self.graph(20, reach: 3, isDirected: isDirected))
            let simulation = try Simulation(model, integrator: Self.integrator(method), step: 0.25)
            for round in 0..<4 {
                try simulation.run(steps: 2)
                guard changing else { continue }
                try model.setEdgeWeight(2, from: 13, to: round)
                try model.setEdgeWeight(nil, from: 11, to: 12)
                if round == 1 { _ = try simulation.addNode(SIMD4(2, 0, 0, 0)) }
                if round == 2 { try model.setEdgeWeight(1, from: 20, to: 4) }
                if round == 3 { model.removeNode(15) }
                simulation.stateWasChanged()
            }
            try simulation.run(steps: 2)
            return Self.numbers(model, among: 10)
        }
        let plain = try states(changing: false)
        #expect(try states(changing: true) == plain)
        #expect(plain.map { Set($0).count }.dropFirst().allSatisfy { $0 >= 20 })
    }

    private static func network(_ method: String, nodes: Int, threads: Int) throws -> Simulation<Model> {
        let model = try Model(
            Equations(
                variables: [VertexVariable("x"), VertexVariable("y")],
                edges: ["drive": .sum("edge.w * (delayed(from.x, 0.2) - x)")],
                rates: ["x": "drive / degree", "y": "-y", "edge.w": "from.x - edge.w"],
                noise: ["y": "0.1", "edge.w": "0.3 + 0.1 * delayed(from.x, 0.3)"],
                edgeVariables: ["w": "0.1 * weight"],
                events: [VertexEvent(when: "y > 0.1", set: ["y": "0"], outgoing: ["w": "edge.w / 2"])]),
            on: graph(nodes), initial: ["x": (0..<nodes).map { sin(Double($0)) }], streams: RandomStreams(seed: 3),
            threads: threads)
        return try Simulation(model, integrator: integrator(method), step: 0.1)
    }

    @Test("threads do not matter", arguments: methods)
    func threads(method: String) throws {
        let all = try (1...3).map { threads in
            let simulation = try Self.network(method, nodes: 2 * ThreadTeam.runLength + 100, threads: threads)
            try simulation.run(steps: 5)
            return simulation.bits + simulation.model.edgeNumbers(of: 0).map(\.bitPattern)
        }
        #expect(all[0] == all[1] && all[0] == all[2])
        #expect(Set(all[0]).count > 7000)
    }

    @Test("an interruption does not matter", arguments: methods)
    func checkpoints(method: String) throws {
        try expectSameWhenInterrupted(steps: 12, at: [0, 1, 7]) {
            try Self.network(method, nodes: 100, threads: 1)
        }
    }

    // MARK: Faults

    @Test("noise is refused of what edges do not have, and where it is no number")
    func faults() throws {
        func fault(_ noise: KeyValuePairs<String, String>) -> String {
            do {
                _ = try Self.equations(rates: ["x": "0"], noise: noise)
                return ""
            } catch { return "\(error)" }
        }
        #expect(fault(["edge.w": "0.1"]) == "")
        #expect(fault(["edge.u": "1"]) == "noise: edge.u: there is no such variable of edges: there are w")
        #expect(fault(["edge.w": "1", "edge.w": "2"]).hasPrefix("noise: edge.w: this name stands for something else"))
        #expect(fault(["edge.w": "x > 1"]).hasPrefix("noise: edge.w: this must be a number"))
        #expect(fault(["y": "1"]) == "noise: y: there is no such variable: there are x, edge.w")
        #expect(fault(["edge.w": "delayed(x, edge.w)"]).hasPrefix("noise: edge.w: "))
    }
}
