import EngineTestSupport
import GSL
import Networks
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Networks of neurons by equations against plain arithmetic, and however they are run.
@Suite struct SpikingNetworkTests {
    private typealias Model = VertexEventTests.Model

    private static let count = 12

    /// Some edges, and their weights.
    private static let edges: [(Int, Int, Double)] = (0..<count).flatMap { source in
        [1, 3, 4, 7].map { (source, (source + $0) % count, Double((source * $0) % 5) - 1) }
    }

    /// A model in two languages.
    private struct Network: Sendable {
        let equations: @Sendable () throws -> Equations
        let plain: PlainNeurons
        let initial: [String: [Double]]
        let spikeVariable: String
        let threshold: Double
    }

    // MARK: Models

    /// E. M. Izhikevich, IEEE Transactions on Neural Networks 14 (2003) 1569, with instantaneous synapses.
    private static let izhikevich = Network(
        equations: {
            try Equations(
                variables: [VertexVariable("v", initial: -65), VertexVariable("u", initial: -13)],
                parameters: [EquationParameter("input", 10)],
                rates: ["v": "0.04 * v^2 + 5 * v + 140 - u + input", "u": "0.02 * (0.2 * v - u)"],
                events: [VertexEvent(when: "v >= 30", set: ["v": "-65", "u": "u + 8"], send: ["v": "0.5"])])
        },
        plain: PlainNeurons(
            rates: { x, vertex in
                [0.04 * x[0] * x[0] + 5 * x[0] + 140 - x[1] + input(vertex), 0.02 * (0.2 * x[0] - x[1])]
            },
            threshold: 30, set: { [-65, $0[1] + 8] }, refractory: 0, receiver: 0, strength: 0.5, edges: edges),
        initial: ["v": (0..<count).map { -65 + Double($0) }], spikeVariable: "v", threshold: 30)

    private static func input(_ vertex: Int) -> Double { 6 + Double(vertex % 5) }

    /// R. Brette and W. Gerstner, Journal of Neurophysiology 94 (2005) 3637, with synapses whose conductance decays.
    private static let adaptive = Network(
        equations: {
            try Equations(
                variables: [VertexVariable("v", initial: -70), VertexVariable("w"), VertexVariable("g")],
                parameters: [EquationParameter("input", 0)],
                definitions: ["start": "30 * 2 * exp((v + 50.4) / 2)"],
                rates: [
                    "v": "(30 * (-70.6 - v) + start - g * v - w + 60 * input + 400) / 281",
                    "w": "(4 * (v + 70.6) - w) / 144",
                    "g": "-g / 5",
                ],
                events: [
                    VertexEvent(
                        when: "v > -45", set: ["v": "-70.6", "w": "w + 80.5"], refractory: "2.5", hold: ["v"],
                        send: ["g": "edge.weight^2"])
                ])
        },
        plain: PlainNeurons(
            rates: { x, vertex in
                let start = 60 * exp((x[0] + 50.4) / 2)
                return [
                    (30 * (-70.6 - x[0]) + start - x[2] * x[0] - x[1] + 60 * input(vertex) + 400) / 281,
                    (4 * (x[0] + 70.6) - x[1]) / 144, -x[2] / 5,
                ]
            },
            threshold: -45, set: { [-70.6, $0[1] + 80.5, $0[2]] }, refractory: 2.5, receiver: 2, strength: 1,
            edges: edges.map { ($0, $1, $2 * $2) }),
        initial: ["v": (0..<count).map { -70 + Double($0) }], spikeVariable: "v", threshold: -45)

    // MARK: Runs

    private func model(_ network: Network, threads: Int = 1) throws -> Model {
        try Model(
            network.equations(), on: VertexEventTests.graph(Self.count, Self.edges), initial: network.initial,
            parameters: ["input": (0..<Self.count).map(Self.input)], threads: threads)
    }

    private func spikes(
        _ network: Network, method: String, step: Double, until end: Double, threads: Int = 1
    ) throws -> (spikes: [PlainNeurons.Spike], state: [Double]) {
        let model = try model(network, threads: threads)
        let simulation = try Simulation(model, integrator: VertexEventTests.method(method, for: model), step: step)
        var spikes: [PlainNeurons.Spike] = []
        let listener = VertexEventTests.Listener()
        let crossings = try simulation.crossings(
            of: network.spikeVariable, ofNodes: Array(0..<Self.count), level: network.threshold, .upwards)
        listener.observe(crossings) { crossing in
            crossing.node.map { spikes.append(PlainNeurons.Spike(time: crossing.time, vertex: $0)) }
        }
        try simulation.run(until: end)
        return (spikes, Array(model.state.elements))
    }

    @Test("Izhikevich neurons with pulses fire when plain arithmetic says", arguments: [0.05, 0.125])
    func izhikevichNeurons(step: Double) throws { try compare(Self.izhikevich, step: step, until: 120) }

    @Test("Adaptive exponential neurons with conductances fire when plain arithmetic says", arguments: [0.05, 0.125])
    func adaptiveNeurons(step: Double) throws { try compare(Self.adaptive, step: step, until: 60) }

    private func compare(_ network: Network, step: Double, until end: Double) throws {
        let found = try spikes(network, method: "runge-kutta-4", step: step, until: end)
        var plain = network.plain
        let count = Self.count
        plain.states = try (0..<count).map { vertex in
            try network.equations().variables.map { network.initial[$0.name]?[vertex] ?? $0.initial }
        }
        let expected = plain.run(step: step, until: end)
        #expect(expected.count > 30 && Set(expected.map(\.vertex)).count == count)
        #expect(found.spikes.map(\.vertex) == expected.map(\.vertex))
        for (spike, reference) in zip(found.spikes, expected) { #expect(abs(spike.time - reference.time) < 1e-9) }
        for vertex in 0..<count {
            for (variable, number) in plain.states[vertex].enumerated() {
                #expect(abs(found.state[variable * count + vertex] - number) < 1e-7)
            }
        }
    }

    @Test("Methods of adaptive step agree with each other, and do not depend on the step of the simulation")
    func adaptiveMethods() throws {
        let fine = try spikes(Self.adaptive, method: "rk8pd", step: 0.5, until: 20)
        let coarse = try spikes(Self.adaptive, method: "rk8pd", step: 20, until: 20)
        #expect(coarse.spikes == fine.spikes && coarse.state == fine.state && fine.spikes.count > 12)
        let other = try spikes(Self.adaptive, method: "rkf45", step: 1, until: 20)
        #expect(other.spikes.map(\.vertex) == fine.spikes.map(\.vertex))
        for (spike, reference) in zip(other.spikes, fine.spikes) { #expect(abs(spike.time - reference.time) < 1e-7) }
    }

    @Test("Threads change nothing, and nobody who looks does", arguments: ["rk8pd", "runge-kutta-4"])
    func threads(method: String) throws {
        let step = method == "rk8pd" ? 10 : 0.125
        let one = try spikes(Self.adaptive, method: method, step: step, until: 20)
        let three = try spikes(Self.adaptive, method: method, step: step, until: 20, threads: 3)
        #expect(three.spikes == one.spikes && three.state == one.state)
        let model = try model(Self.adaptive)
        try Simulation(model, integrator: VertexEventTests.method(method, for: model), step: step).run(until: 20)
        #expect(Array(model.state.elements) == one.state)
        let watched = try self.model(Self.adaptive)
        let simulation = try Simulation(
            watched, integrator: VertexEventTests.method(method, for: watched), step: step)
        let listener = VertexEventTests.Listener()
        var count = 0
        for node in simulation.nodes { listener.observe(node.state) { _ in count += 1 } }
        listener.observe(try simulation.crossings(of: "g", ofNodes: [0, 1, 5], level: 0.7)) { _ in count += 1 }
        listener.observe(try simulation.crossing(of: "g", ofNode: 2, level: 0.7)) { _ in count += 1 }
        let passages = try simulation.firstPassages(of: "w", level: 50)
        try simulation.run(until: 20)
        #expect(count > 20 && passages.times.contains { $0 > 0 })
        #expect(Array(watched.state.elements) == one.state)
    }

    @Test("Times of spikes are as exact as the method, of the fourth order in its step")
    func order() throws {
        let exact = try spikes(Self.adaptive, method: "rk8pd", step: 1, until: 40)
        let errors = try [0.125, 0.0625].map { step in
            let found = try spikes(Self.adaptive, method: "runge-kutta-4", step: step, until: 40)
            #expect(found.spikes.map(\.vertex) == exact.spikes.map(\.vertex))
            return zip(found.spikes, exact.spikes).map { abs($0.time - $1.time) }.max() ?? .infinity
        }
        #expect(errors[0] < 1e-5 && errors[1] < errors[0] / 8)
    }

    @Test("Who looks at one node is told of the same crossings as who looks at all", arguments: ["g", "v"])
    func crossings(field: String) throws {
        let level = field == "g" ? 0.7 : -45
        func crossings(ofAll: Bool) throws -> [[Double]] {
            let model = try model(Self.adaptive)
            let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.125)
            var times = [[Double]](repeating: [], count: Self.count)
            let listener = VertexEventTests.Listener()
            func take(_ crossing: Crossing) {
                if let node = crossing.node { times[node].append(crossing.time) }
            }
            if ofAll {
                let all = Array(0..<Self.count)
                listener.observe(try simulation.crossings(of: field, ofNodes: all, level: level)) { take($0) }
            } else {
                for node in 0..<Self.count {
                    listener.observe(try simulation.crossing(of: field, ofNode: node, level: level)) { take($0) }
                }
            }
            try simulation.run(until: 40)
            return times
        }
        let (all, single) = (try crossings(ofAll: true), try crossings(ofAll: false))
        #expect(all.map(\.count) == single.map(\.count) && !all.joined().isEmpty)
        #expect(zip(all.joined(), single.joined()).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test("A node moves as it would alone, to the last bit, whatever happens to those that it does not hear from")
    func independence() throws {
        let equations = try Equations(
            variables: [VertexVariable("v")], parameters: [EquationParameter("threshold", 1)],
            rates: ["v": "(1.5 + sin(time) - v) / (10 + v)"],
            events: [VertexEvent(when: "v > threshold", set: ["v": "0"], refractory: "0.7", send: ["v": "0.1"])])
        func states(threshold: Double) throws -> [Double] {
            let model = try Model(
                equations, on: VertexEventTests.graph(3, [(0, 1, 1)]), parameters: ["threshold": [threshold, 1, 1]])
            try Simulation(model, integrator: RungeKutta4(), step: 0.25).run(until: 60)
            return Array(model.state.column(0))
        }
        let (busy, quiet) = (try states(threshold: 0.2), try states(threshold: 100))
        #expect(busy[2] == quiet[2] && busy[1] != quiet[1] && quiet[1] == quiet[2])
    }

    @Test(
        "A run goes on from a checkpoint to the same bits, with rests and messages under way",
        arguments: ["rk8pd", "runge-kutta-4"])
    func checkpoints(method: String) throws {
        let equations = try Equations(
            variables: [VertexVariable("v"), VertexVariable("count")], parameters: [EquationParameter("input", 1.5)],
            rates: ["v": "(input - v) / 10", "count": "0"],
            events: [
                VertexEvent(
                    when: "v > 1", set: ["v": "0", "count": "count + 1"], refractory: "2.5", hold: ["v"],
                    send: ["v": "0.05"], delay: "1.7 + 0.1 * weight"),
                VertexEvent(when: "count > 1 and v > 0.5", set: ["count": "count + 100"]),
            ])
        func simulation() throws -> Simulation<Model> {
            let model = try Model(
                equations, on: VertexEventTests.graph(Self.count, Self.edges),
                parameters: ["input": (0..<Self.count).map(Self.input)])
            return try Simulation(model, integrator: VertexEventTests.method(method, for: model), step: 0.3)
        }
        for end in [0.3, 3.6, 9] {
            let first = try simulation()
            try first.run(until: end)
            let second = try simulation()
            try second.resume(from: try first.checkpoint())
            try first.run(until: 12)
            try second.run(until: 12)
            #expect(Array(first.model.state.elements) == Array(second.model.state.elements))
            #expect(first.model.state[1, 0] > 100)
        }
    }

    @Test("A neuron that comes fires, and one that goes does not")
    func population() throws {
        let equations = try Equations(
            variables: [VertexVariable("v"), VertexVariable("count")], rates: ["v": "1", "count": "0"],
            events: [
                VertexEvent(when: "v >= 1", set: ["v": "0", "count": "count + 1"], refractory: "0.5", hold: ["v"])
            ])
        let model = try Model(equations, on: Graph(vertexCount: 2, edges: [(Int, Int)]()))
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.25)
        try simulation.run(until: 1.25)
        simulation.intervene("birth") { model in
            _ = try? model.addNode([0.75, 0, 0, 0], like: nil, name: nil)
            model.removeNode(1)
        }
        try simulation.run(until: 3.25)
        #expect(Array(model.state.column(1)) == [2, 1, 2])
    }
}

/// Neurons with pulses along edges, each by Runge and Kutta's method from step to step and from what happens to it, and bisection.
private struct PlainNeurons: Sendable {
    struct Spike: Equatable {
        let time: Double
        let vertex: Int
    }

    let rates: @Sendable (_ state: [Double], _ vertex: Int) -> [Double]
    let threshold: Double
    let set: @Sendable ([Double]) -> [Double]
    let refractory: Double
    let receiver: Int
    let strength: Double
    let edges: [(Int, Int, Double)]
    var states: [[Double]] = []

    /// From where each moves on in a step: its beginning, or when the neuron was set, reached by a pulse, or rested no more.
    private var starts: [(time: Double, state: [Double])] = []
    private var restEnds: [Double] = []

    init(
        rates: @escaping @Sendable ([Double], Int) -> [Double], threshold: Double,
        set: @escaping @Sendable ([Double]) -> [Double], refractory: Double, receiver: Int, strength: Double,
        edges: [(Int, Int, Double)]
    ) {
        (self.rates, self.threshold, self.set, self.refractory) = (rates, threshold, set, refractory)
        (self.receiver, self.strength, self.edges) = (receiver, strength, edges)
    }

    mutating func run(step: Double, until end: Double) -> [Spike] {
        restEnds = [Double](repeating: 0, count: states.count)
        var spikes: [Spike] = []
        for index in 0..<Int((end / step).rounded()) {
            var time = Double(index) * step
            let stepEnd = Double(index + 1) * step
            starts = states.map { (time, $0) }
            while time < stepEnd {
                let restEnd = restEnds.filter { $0 > time }.min() ?? .infinity
                let goal = min(stepEnd, restEnd)
                let crossing = states.indices.compactMap { timeOfCrossing(of: $0, from: time, to: goal) }.min()
                time = crossing ?? goal
                for vertex in states.indices where restEnds[vertex] == time {
                    starts[vertex] = (time, state(of: vertex, at: time))
                }
                if crossing != nil { spikes += fire(at: time) }
            }
            states = states.indices.map { state(of: $0, at: stepEnd) }
        }
        return spikes
    }

    private func timeOfCrossing(of vertex: Int, from start: Double, to goal: Double) -> Double? {
        guard state(of: vertex, at: goal)[0] >= threshold else { return nil }
        var (low, high) = (start, goal)
        while high - low > 1e-13 {
            let middle = (low + high) / 2
            if state(of: vertex, at: middle)[0] >= threshold { high = middle } else { low = middle }
        }
        return high
    }

    private mutating func fire(at time: Double) -> [Spike] {
        let fired = states.indices.filter { state(of: $0, at: time)[0] >= threshold }
        for vertex in fired {
            starts[vertex] = (time, set(state(of: vertex, at: time)))
            restEnds[vertex] = time + refractory
        }
        for vertex in fired {
            for (source, target, weight) in edges where source == vertex && weight * strength != 0 {
                var reached = state(of: target, at: time)
                reached[receiver] += weight * strength
                starts[target] = (time, reached)
            }
        }
        return fired.map { Spike(time: time, vertex: $0) }
    }

    private func state(of vertex: Int, at time: Double) -> [Double] {
        let (start, state) = starts[vertex]
        let duration = time - start
        func rate(_ state: [Double]) -> [Double] {
            var rate = rates(state, vertex)
            if restEnds[vertex] > start { rate[0] = 0 }
            return rate
        }
        func added(_ rates: [Double], _ factor: Double) -> [Double] { zip(state, rates).map { $0 + factor * $1 } }
        let first = rate(state)
        let second = rate(added(first, duration / 2))
        let third = rate(added(second, duration / 2))
        let fourth = rate(added(third, duration))
        return state.indices.map {
            state[$0] + duration / 6 * (first[$0] + 2 * second[$0] + 2 * third[$0] + fourth[$0])
        }
    }
}
