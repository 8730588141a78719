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

/// Events of equations against closed forms.
@Suite struct VertexEventTests {
    typealias Model = EquationModel<SIMD4<Double>>

    final class Listener: Observer { let receiver = Receiver() }

    static func method(_ name: String, for model: Model) throws -> any Integrator<Model> {
        guard let stepper = ODEStepper(rawValue: name) else { return RungeKutta4() }
        return try AdaptiveIntegrator(model, stepper: stepper, control: .state(absolute: 1e-12, relative: 1e-12))
    }

    private static func isolated(_ count: Int) throws -> Graph {
        try Graph(vertexCount: count, edges: [(Int, Int)](), isDirected: true)
    }

    /// Edges of weights.
    static func graph(_ count: Int, _ edges: [(Int, Int, Double)]) throws -> Graph {
        var columns = EdgeColumns(hasWeights: true)
        for (source, target, weight) in edges { columns.append(source, target, weight: weight) }
        return try Graph(vertexCount: count, edges: columns, isDirected: true)
    }

    /// Something that grows evenly and is set back, at 1 unless something else is said.
    private func clocks(_ event: VertexEvent, rate: String = "1", more: [VertexEvent] = []) throws -> Equations {
        try Equations(
            variables: [VertexVariable("x"), VertexVariable("count"), VertexVariable("last")],
            rates: ["x": rate, "count": "0", "last": "0"], events: [event] + more)
    }

    private func run(
        _ equations: Equations, on graph: Graph, _ initial: [String: [Double]], until end: Double,
        step: Double = 0.25, method: String = "runge-kutta-4"
    ) throws -> (count: [Double], last: [Double], x: [Double]) {
        let model = try Model(equations, on: graph, initial: initial)
        try Simulation(model, integrator: Self.method(method, for: model), step: step).run(until: end)
        return (Array(model.state.column(1)), Array(model.state.column(2)), Array(model.state.column(0)))
    }

    // MARK: What edges are sent

    @Test(
        "What all edges are sent alike has the same bits as what is computed for each, in a chain of events at the same time"
    )
    func broadcasts() throws {
        var random = SeededGenerator(seed: 11)
        let count = 200
        var edges: [(Int, Int, Double)] = []
        for source in 0..<count {
            let targets = (0..<count).filter { $0 != source }.shuffled(using: &random)
            for target in targets.prefix(Int.random(in: 0..<12, using: &random)) {
                edges.append((source, target, Double.random(in: 0.1..<1.1, using: &random)))
            }
        }
        let initial = ["x": (0..<count).map { _ in Double.random(in: 0..<1, using: &random) }]
        let graph = try Self.graph(count, edges)
        /// - Parameter more: What is added to all amounts, 0 that belongs to the edge or its end.
        func states(_ sent: [(String, String)], refractory: String, more: String? = nil) throws -> [[Double]] {
            let messages: [(name: String, text: String)] = sent.map { name, text in
                // A formula that says the weight is not multiplied by it.
                let factor = more?.contains("weight") == true ? "weight * " : ""
                return (name, more.map { "\(factor)(\(text) + \($0))" } ?? text)
            }
            let event = VertexEvent(
                "x > 1", [("x", "0"), ("count", "count + 1")], refractory, held: ["x"], messages, delay: nil)
            let (counts, last, x) = try run(clocks(event), on: graph, initial, until: 4)
            return [counts, last, x]
        }
        let sent = [("x", "0.03 * from.x"), ("last", "from.count - 0.5")]
        for (sent, refractory) in [(sent, "0.25"), (sent, "0.01 * node"), ([sent[0]], "0"), ([sent[1]], "0.25")] {
            let alike = try states(sent, refractory: refractory)
            for more in ["0 * x", "0 * weight"] + (refractory == "0.25" ? [] : ["0 * node", "0 * degree"]) {
                #expect(try states(sent, refractory: refractory, more: more) == alike, "\(more)")
            }
            #expect(alike[0].reduce(0, +) > 300)
        }
    }

    // MARK: Times

    @Test(
        "A condition that comes and goes within the steps of a method brings about each of its events",
        arguments: ["rk2", "rkf45", "rk8pd", "msadams", "msbdf"])
    func oscillatingConditions(method: String) throws {
        let event = VertexEvent(when: "sin(time) > 0.5", set: ["count": "count + 1", "last": "time"])
        let last = Double.pi / 6 + 159 * 2 * Double.pi
        for step in [1000, 12.5] {
            let result = try run(clocks(event), on: Self.isolated(2), [:], until: 1000, step: step, method: method)
            #expect(result.count == [160, 160])
            #expect(result.last.allSatisfy { abs($0 - last) < 1e-9 })
        }
    }

    @Test(
        "What is set back to where its condition comes to hold at once ends with an error",
        arguments: ["rkf45", "runge-kutta-4"])
    func clamp(method: String) throws {
        let event = VertexEvent(when: "x > 1", set: ["x": "1"])
        #expect {
            try run(clocks(event), on: Self.isolated(1), [:], until: 10, method: method)
        } throws: { error in
            guard case .tooManyCrossings(_, let time, _) = error as? SimulationError else { return false }
            return abs(time - 1) < 1e-6
        }
    }

    /// The period of a leaky integrate-and-fire neuron is t_ref + τ ln(I / (I − 1)).
    @Test(
        "Neurons fire with their period, at the same times for any step of the simulation",
        arguments: ["runge-kutta-4", "rkf45", "rk8pd"])
    func leakyNeurons(method: String) throws {
        let inputs = [1.05, 1.5, 3, 0.99]
        let equations = try Equations(
            variables: [VertexVariable("v"), VertexVariable("count")], parameters: [EquationParameter("input", 1)],
            rates: ["v": "(input - v) / 10", "count": "0"],
            events: [VertexEvent(when: "v > 1", set: ["v": "0", "count": "count + 1"], refractory: "2", hold: ["v"])])
        let steps = method == "runge-kutta-4" ? [0.025, 0.25] : [0.25, 140]
        var all: [[[Double]]] = []
        for step in steps {
            let model = try Model(equations, on: Self.isolated(4), parameters: ["input": inputs])
            let simulation = try Simulation(model, integrator: Self.method(method, for: model), step: step)
            var times = [[Double]](repeating: [], count: 4)
            let listener = Listener()
            listener.observe(try simulation.crossings(of: "v", ofNodes: Array(0..<4), level: 1, .upwards)) { crossing in
                crossing.node.map { times[$0].append(crossing.time) }
            }
            try simulation.run(until: 140)
            // The error of Runge and Kutta's method is of the fourth order.
            let tolerance = method == "runge-kutta-4" && step == 0.25 ? 1e-6 : 1e-9
            for (node, input) in inputs.enumerated() where input > 1 {
                let first = 10 * log(input / (input - 1))
                let count = Int((140 + 2) / (first + 2))
                #expect(times[node].count == count && model.state[1, node] == Double(count))
                for (index, time) in times[node].enumerated() {
                    #expect(abs(time - first - Double(index) * (first + 2)) < tolerance)
                }
            }
            #expect(times[3].isEmpty)
            all.append(times)
        }
        if method != "runge-kutta-4" { #expect(all.allSatisfy { $0 == all[0] }) }
    }

    /// The built-in neurons do the same in steps, to which they round each interval up.
    @Test("Neurons fire as often as the built-in ones, whose intervals are rounded up to steps")
    func builtInNeurons() throws {
        let inputs = [1.03, 1.2, 1.7, 2.4, 5]
        var parameters = SpikingNeurons.Parameters()
        parameters.refractorySteps = 30
        let neurons = try SpikingNeurons(
            graph: Self.isolated(5), parameters: parameters, inputs: inputs, voltages: [0, 0, 0, 0, 0])
        try RuleSteps(streams: RandomStreams(seed: 0), threads: 1).advance(neurons, from: 0, to: 2000)
        let equations = try Equations(
            variables: [VertexVariable("v"), VertexVariable("count")], parameters: [EquationParameter("input", 1)],
            rates: ["v": "(input - v) / 10", "count": "0"],
            events: [VertexEvent(when: "v >= 1", set: ["v": "0", "count": "count + 1"], refractory: "3", hold: ["v"])])
        let model = try Model(equations, on: Self.isolated(5), parameters: ["input": inputs])
        let simulation = try Simulation(model, integrator: Self.method("rk8pd", for: model), step: 1)
        var times = [[Double]](repeating: [], count: 5)
        let listener = Listener()
        listener.observe(try simulation.crossings(of: "v", ofNodes: Array(0..<5), level: 1, .upwards)) { crossing in
            crossing.node.map { times[$0].append(crossing.time) }
        }
        try simulation.run(until: 200)
        for node in inputs.indices {
            var (steps, count, before) = (0, 0, -3.0)
            for time in times[node] {
                steps += Int(((time - before - 3) / 0.1).rounded(.up)) + (count > 0 ? 30 : 0)
                before = time
                if steps <= 2000 { count += 1 }
            }
            #expect(neurons.spikeCount(of: node) == count)
        }
    }

    /// x(t) = t² / 2 reaches 1/2 at 1 and falls there: the event is that of the time at which both comparisons hold.
    @Test("Conditions may compare several numbers, the time, and what edges give")
    func conditions() throws {
        let graph = try Self.graph(2, [(0, 1, 3)])
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("count"), VertexVariable("last")],
            edges: ["above": .sum("from.x")], rates: ["x": "1", "count": "0", "last": "0"],
            events: [
                VertexEvent(
                    when: "(above > 3.75 and time < 5) or abs(time - 8) <= 0.5",
                    set: ["count": "count + 1", "last": "time"])
            ])
        let (count, last, _) = try run(equations, on: graph, ["x": [0, 0]], until: 10, step: 0.5)
        #expect(count == [1, 2])
        #expect(zip(last, [7.5, 7.5]).allSatisfy { abs($0 - $1) < 1e-9 })
        let early = try run(equations, on: graph, ["x": [0, 0]], until: 2, step: 0.5)
        #expect(early.count == [0, 1] && abs(early.last[1] - 1.25) < 1e-9)
    }

    @Test("What comes to its threshold and back within a step is found", arguments: ["rkf45", "runge-kutta-4"])
    func peaks(method: String) throws {
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("count"), VertexVariable("last")],
            rates: ["x": "cos(time)", "count": "0", "last": "0"],
            events: [VertexEvent(when: "x > 0.99", set: ["count": "count + 1", "last": "time"])])
        let (count, last, _) = try run(equations, on: Self.isolated(1), [:], until: 20, step: 0.4, method: method)
        #expect(count == [3])
        #expect(abs(last[0] - (4 * Double.pi + asin(0.99))) < (method == "rkf45" ? 1e-8 : 1e-2))
    }

    // MARK: What happens

    @Test("An event whose condition holds on does not happen again, and one that holds at the beginning happens then")
    func edges() throws {
        let event = VertexEvent(when: "x > 1", set: ["count": "count + 1", "last": "time"])
        let back = VertexEvent(when: "x > 3", set: ["x": "0"])
        let (count, last, x) = try run(
            clocks(event, more: [back]), on: Self.isolated(2), ["x": [0, 2]], until: 7.5)
        #expect(count == [3, 3])
        #expect(abs(last[0] - 7) < 1e-9 && abs(last[1] - 5) < 1e-9)
        #expect(abs(x[0] - 1.5) < 1e-9 && abs(x[1] - 0.5) < 1e-9)
    }

    @Test("Nothing happens at a node that has gone, even if its condition comes to hold")
    func gone() throws {
        let equations = try clocks(VertexEvent(when: "time > 1", set: ["count": "count + 1"]))
        let model = try Model(equations, on: Self.isolated(2))
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.25)
        try simulation.run(until: 0.5)
        try simulation.removeNode(1)
        try simulation.run(until: 2)
        #expect(Array(model.state.column(1)) == [1, 0])
    }

    @Test("An event whose condition holds when the rest is over happens again then")
    func repeatedRest() throws {
        let event = VertexEvent(
            when: "x >= 2", set: ["count": "count + 1", "last": "time"], refractory: "1.5", hold: ["count"])
        let (count, last, _) = try run(clocks(event), on: Self.isolated(1), [:], until: 6)
        #expect(count == [3] && abs(last[0] - 5) < 1e-9)
    }

    /// At 1 the message of 0 brings 1 to 1.1, and that of 1 brings 2 to 1.6.
    @Test(
        "Messages go along edges, times the weight unless a formula names it, and bring about events at the same time")
    func cascade() throws {
        let graph = try Self.graph(4, [(0, 1, 3), (0, 3, 0.25), (1, 2, 2), (2, 1, 1)])
        let event = VertexEvent(
            when: "x >= 1", set: ["x": "0", "count": "count + 1", "last": "time"], refractory: "5", hold: ["x"],
            send: ["x": "0.5 * from.x", "last": "weight^2 - 7"])
        let (count, last, x) = try run(clocks(event), on: graph, ["x": [0, -1.4, -0.5, -3]], until: 1.25)
        // The message of 2 to 1 is lost: 1 rests.
        #expect(count == [1, 1, 1, 0])
        // 2 is set after the message of 1 has arrived, 1 before that of 2.
        #expect(zip(last, [1, -5, 1, -6.9375]).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(zip(x, [0, 0, 0, -1.625]).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test("Formulas read the state before the events of a time")
    func oldStates() throws {
        let graph = try Self.graph(2, [(0, 1, 1), (1, 0, 1)])
        let event = VertexEvent(
            when: "x >= 1", set: ["x": "count - 5", "count": "x + 10"], refractory: "1", hold: ["x"],
            send: ["last": "from.count"])
        let (count, last, x) = try run(
            clocks(event), on: graph, ["x": [0.5, 0.5], "count": [3, 4]], until: 0.75)
        #expect(zip(count, [11, 11]).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(last == [4, 3] && x == [-2, -1])
    }

    /// A ring of which one is above its threshold: a spike goes round.
    @Test("Messages take their time", arguments: [0.11, 0.7, 2.3], ["runge-kutta-4", "rkf45"])
    func delays(delay: Double, method: String) throws {
        let graph = try Self.graph(5, (0..<5).map { ($0, ($0 + 1) % 5, 1.0) })
        let event = VertexEvent(
            when: "x > 1", set: ["x": "0", "count": "count + 1", "last": "time"], send: ["x": "1.5"],
            delay: "weight * \(delay)")
        let (count, last, _) = try run(
            clocks(event, rate: "0"), on: graph, ["x": [2, 0, 0, 0, 0]], until: 12.5, step: 0.5, method: method)
        let total = Int(12.5 / delay) + 1
        #expect(count.reduce(0, +) == Double(total))
        for vertex in 0..<5 {
            let index = (total - 1 - vertex) / 5 * 5 + vertex
            #expect(index >= total || abs(last[vertex] - Double(index) * delay) < 1e-9)
        }
    }

    @Test("Where noise moves variables, events happen at the ends of steps")
    func noise() throws {
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("count"), VertexVariable("last")],
            rates: ["x": "1", "count": "0", "last": "0"], noise: ["x": "1e-9 * (1 - count)"],
            events: [
                VertexEvent(
                    when: "x > 0.3", set: ["x": "0", "count": "count + 1", "last": "time"], refractory: "0.5")
            ])
        let model = try Model(equations, on: Self.isolated(3))
        let method = try StochasticHeun<Model>(streams: RandomStreams(seed: 1))
        try Simulation(model, integrator: method, step: 0.25).run(until: 2)
        // It fires at 0.5, rests until 1, and fires at 1.5.
        #expect(Array(model.state.column(2)) == [1.5, 1.5, 1.5])
        #expect(Array(model.state.column(0)) == [0, 0, 0])
    }

    @Test("A condition that an event makes hold within a step is told at the time of the event")
    func toldConditions() throws {
        let event = VertexEvent(when: "x > 1", set: ["count": "count + 1"])
        let model = try Model(clocks(event), on: Self.isolated(2))
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.3)
        let trigger = try simulation.trigger(.when { model.state[1, 0] > 0 }, asked: .methodSteps)
        var times: [Double] = []
        let listener = Listener()
        listener.observe(trigger) { times.append($0.time) }
        try simulation.run(until: 1.5)
        #expect(abs((times.first ?? 0) - 1) < 1e-9)
    }

    @Test("A node that crosses a level and comes back after the event of another one is told both times, whoever looks")
    func returningCrossings() throws {
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("y")],
            rates: ["x": "1", "y": "-2 * (time - 0.8)"], events: [VertexEvent(when: "x > 1", set: ["x": "0"])])
        for isAnyoneElse in [false, true] {
            let model = try Model(equations, on: Self.isolated(2), initial: ["x": [0.5, -10], "y": [-0.63, -0.63]])
            let simulation = try Simulation(model, integrator: RungeKutta4(), step: 1)
            let listener = Listener()
            var crossings: [Crossing] = []
            listener.observe(try simulation.crossings(of: "y", ofNodes: [1], level: 0)) { crossings.append($0) }
            if isAnyoneElse {
                listener.observe(try simulation.trigger(.when { model.state[0, 1] > 0 }, asked: .methodSteps)) { _ in }
            }
            try simulation.run(until: 1)
            #expect(crossings.map(\.direction) == [.upwards, .downwards])
            #expect(zip(crossings, [0.7, 0.9]).allSatisfy { abs($0.time - $1) < 1e-9 }, "\(crossings)")
        }
    }

    // MARK: What cannot be

    private func error(of event: VertexEvent) throws -> VertexEventError? {
        let graph = try Self.graph(2, [(0, 1, 1), (1, 0, 1)])
        do {
            _ = try run(clocks(event), on: graph, ["x": [0.5, 0]], until: 2)
            return nil
        } catch let error as VertexEventError {
            return error
        }
    }

    private func time(of error: VertexEventError) -> Double {
        switch error {
        case .notFinite(_, _, _, let time, _), .invalidDuration(_, _, _, let time), .endless(_, _, let time),
            .edgeNotFinite(_, _, _, _, let time, _):
            time
        }
    }

    private func atOneHalf(_ error: VertexEventError) -> VertexEventError {
        switch error {
        case .notFinite(let name, let vertex, let value, _, let event):
            .notFinite(variable: name, vertex: vertex, value: value, time: 0.5, event: event)
        case .invalidDuration(let duration, let vertex, let value, _):
            .invalidDuration(duration, vertex: vertex, value: value, time: 0.5)
        case .endless(let event, let vertex, _): .endless(event: event, vertex: vertex, time: 0.5)
        case .edgeNotFinite(let name, let source, let target, let value, _, let event):
            .edgeNotFinite(variable: name, source: source, target: target, value: value, time: 0.5, event: event)
        }
    }

    @Test("What is not finite, negative times and events without end are told")
    func failures() throws {
        func expect(_ expected: VertexEventError, _ event: VertexEvent) throws {
            let error = try #require(try error(of: event))
            // A time is the first at which the number is rounded to the threshold.
            #expect(abs(time(of: error) - 0.5) < 1e-9)
            #expect(atOneHalf(error) == expected)
        }
        try expect(
            .notFinite(variable: "x", vertex: 0, value: .infinity, time: 0.5, event: 0),
            VertexEvent(when: "x >= 1", set: ["x": "1 / last"]))
        try expect(
            .notFinite(variable: "last", vertex: 1, value: -.infinity, time: 0.5, event: nil),
            VertexEvent(when: "x >= 1", send: ["last": "log(0)"]))
        try expect(
            .invalidDuration(.refractory, vertex: 0, value: -1, time: 0.5),
            VertexEvent(when: "x >= 1", set: ["x": "0"], refractory: "-1"))
        try expect(
            .invalidDuration(.delay, vertex: 0, value: -2, time: 0.5),
            VertexEvent(when: "x >= 1", send: ["x": "1"], delay: "-2"))
        try expect(
            .endless(event: 0, vertex: 1, time: 0.5),
            VertexEvent(when: "x >= 1", set: ["x": "0"], send: ["x": "2"]))
    }

    @Test("What is not finite is told with the event and the node, without the sign of what is not a number")
    func words() {
        let set = VertexEventError.notFinite(
            variable: "x", vertex: 3, value: Double(bitPattern: 0xFFF8 << 48), time: 0.5, event: 1)
        #expect(set.description == "event 1 of node 3 at time 0.5 makes its 'x' nan: it must be finite")
        let sent = VertexEventError.notFinite(variable: "x", vertex: 3, value: -.infinity, time: 0.5, event: nil)
        #expect(sent.description == "a message to node 3 at time 0.5 makes its 'x' -inf: it must be finite")
    }

    @Test(
        "What is wrong with an event is told",
        arguments: [
            (VertexEvent(when: "x", set: ["x": "0"]), EquationError(.condition, "", .isNumber, inEvent: 1)),
            (VertexEvent(when: "x > 1"), EquationError(.changes, "", .idleEvent, inEvent: 1)),
            (
                VertexEvent(when: "x > 1", set: ["y": "0"]),
                EquationError(.changes, "y", .unknownVariable(known: ["x", "count", "last"]), inEvent: 1)
            ),
            (
                VertexEvent(when: "x > 1", set: ["x": "x > 2"]), EquationError(.changes, "x", .isTruth, inEvent: 1)
            ),
            (
                VertexEvent(when: "x > 1", set: ["x": "0"], hold: ["x"]),
                EquationError(.held, "", .heldWithoutRefractory, inEvent: 1)
            ),
            (
                VertexEvent(when: "x > 1", refractory: "1", send: ["x": "1"]),
                EquationError(.refractory, "", .nothingHeld, inEvent: 1)
            ),
            (
                VertexEvent(when: "x > 1", set: ["x": "0"], delay: "1"),
                EquationError(.delay, "", .delayWithoutMessages, inEvent: 1)
            ),
        ])
    func errors(_ event: VertexEvent, _ expected: EquationError) throws {
        #expect(throws: expected) {
            try clocks(VertexEvent(when: "x > 9", set: ["x": "0"]), more: [event])
        }
        #expect(expected.description.hasPrefix("events: 1: "))
    }
}
