import Descriptions
import Foundation
import SimulationEngine
import TestSupport
import Testing

@testable import Networks

/// Transitions by formulas against exact probabilities, the built-in models, and distributions of times. Seeds are fixed; a correct
/// program would fail each test with a probability of 0.001.
@Suite struct TransitionTests {
    private static let sir = ["S", "I", "R"]

    private static func formulas(
        _ infection: String, parameters: [String: [Double]] = [:]
    ) throws -> TransitionFormulas {
        try TransitionFormulas(
            states: sir,
            [.init(from: "S", to: "I", .rate(infection)), .init(from: "I", to: "R", .rate("1"))],
            parameters: parameters)
    }

    @Test("Each node has the rate of its own parameters, its degree and its neighbours")
    func ownRates() throws {
        // Edges lead from the first node, which is infected, to the others but for the last one.
        let graph = try Graph(vertexCount: 6, edges: (1..<5).map { (0, $0) }, isDirected: true)
        let formulas = try TransitionFormulas(
            states: Self.sir, [.init(from: "S", to: "I", .rate("own * degree * count(neighbours, I)"))],
            parameters: ["own": [1e9, 0, 1e9, 0, 1e9, 1e9]])
        let model = try TransitionModel(graph: graph, states: [1, 0, 0, 0, 0, 0], formulas)
        let integrator = TransitionEvents(streams: try RandomStreams(seed: 2))
        // It fails by chance with a probability of exp(-1e9).
        try integrator.advance(model, from: 0, to: 1)
        #expect(Array(model.states.elements) == [1, 0, 1, 0, 1, 0])
    }

    @Test(
        "SIR has the probabilities of the master equation, by tables and by formulas",
        arguments: ["1.5 * count(neighbours, I)", "1.5 * count(neighbours, I) + 0 * luck"])
    func masterEquation(infection: String) throws {
        let graph = try Graph(vertexCount: 4, edges: [(0, 1), (0, 2), (1, 2), (2, 3)])
        let equation = MasterEquation(graph, try TransitionTable.sir(infection: 1.5, recovery: 1))
        let initial: [SIRCompartment] = [.susceptible, .infected, .susceptible, .susceptible]
        let parameters: [String: [Double]] = infection.contains("luck") ? ["luck": [1, 2, 3, 4]] : [:]
        let formulas = try Self.formulas(infection, parameters: parameters)
        let times = [0.3, 1.5]
        let expected = times.map { equation.probabilities(from: initial, at: $0) }
        var counts = expected.map { [Int](repeating: 0, count: $0.count) }
        let cases = SIRCompartment.allCases
        for seed in 0..<1500 as Range<UInt64> {
            let model = try TransitionModel(graph: graph, states: [0, 1, 0, 0], formulas)
            let integrator = TransitionEvents(streams: try RandomStreams(seed: seed))
            var start = 0.0
            for (index, time) in times.enumerated() {
                try integrator.advance(model, from: start, to: time)
                start = time
                counts[index][equation.number(of: model.states.elements.map { cases[Int($0)] })] += 1
            }
        }
        for index in times.indices { #expect(agree(counts[index], expected[index])) }
    }

    @Test("Neighbours are counted also where they come to matter in a later state only")
    func laterStates() throws {
        // Vertex 1 changes while vertex 0 is in a state in which that means nothing. It fails by chance with a probability of exp(-50).
        let formulas = try TransitionFormulas(
            states: ["a", "b", "c", "d"],
            [
                .init(from: "a", to: "b", .after(.fixed(1))),
                .init(from: "b", to: "c", .rate("1e9 * count(neighbours, d)")),
                .init(from: "c", to: "d", .rate("100")),
            ])
        let model = try TransitionModel(
            graph: Graph(vertexCount: 3, edges: [(0, 1), (0, 2)]), states: [0, 2, 2], formulas)
        let integrator = TransitionEvents(streams: try RandomStreams(seed: 2))
        try integrator.advance(model, from: 0, to: 0.5)
        #expect(Array(model.states.elements) == [0, 3, 3])
        try integrator.advance(model, from: 0.5, to: 2)
        #expect(Array(model.states.elements) == [3, 3, 3])
    }

    @Test("Final sizes of SIR are those of the built-in model")
    func finalSizes() throws {
        let graph = try Graph.erdosRenyi(nodes: 60, probability: 0.08, from: try RandomStreams(seed: 4))
        let formulas = try Self.formulas("0.4 * count(neighbours, I)")
        let table = try TransitionTable.sir(infection: 0.4, recovery: 1)
        var (own, builtIn) = ([Int](repeating: 0, count: 13), [Int](repeating: 0, count: 13))
        for seed in 0..<1500 as Range<UInt64> {
            let streams = try RandomStreams(seed: seed)
            var states = [UInt8](repeating: 0, count: 60)
            states[Int(seed) % 60] = 1
            let model = try TransitionModel(graph: graph, states: states, formulas)
            try TransitionEvents(streams: streams).advance(model, from: 0, to: 1000)
            own[model.count(of: 2) / 5] += 1
            let other = try CompartmentModel(
                graph: graph, transitions: table,
                states: states.map { $0 == 1 ? SIRCompartment.infected : .susceptible })
            try EventDrivenIntegrator<SIRCompartment>(streams: try RandomStreams(seed: seed + 90_000))
                .advance(other, from: 0, to: 1000)
            builtIn[other.count(of: .recovered) / 5] += 1
        }
        let pooled = zip(own, builtIn).filter { $0 + $1 >= 20 }
        let chi = pooled.reduce(0.0) { sum, pair in
            sum + Double((pair.0 - pair.1) * (pair.0 - pair.1)) / Double(pair.0 + pair.1)
        }
        // As many degrees of freedom as classes less one, by Wilson and Hilferty.
        let freedom = Double(pooled.count - 1)
        let part: Double = 2 / (9 * freedom)
        let root: Double = 1 - part + 3.0902 * part.squareRoot()
        #expect(pooled.count >= 6)
        #expect(chi < freedom * root * root * root)
    }

    /// A distribution, and the probability not to wait longer than a time.
    private static func waitingTime(_ index: Int) -> (WaitingTime, (Double) -> Double) {
        switch index {
        case 0: (.gamma(shape: 3, scale: 0.5), erlang)
        case 1: (.weibull(shape: 1.7, scale: 2), weibull)
        case 2: (.uniform(lower: 1, upper: 3), { min(1, max(0, ($0 - 1) / 2)) })
        case 3: (.tabulated([(0, 0), (1, 0.25), (1, 0.5), (4, 1)]), tabulated)
        default: (.gamma(shape: 1, scale: 2), { 1 - exp(-$0 / 2) })
        }
    }

    /// Of three exponential times of mean 0.5.
    private static func erlang(_ time: Double) -> Double {
        let x: Double = 2 * time
        let sum: Double = 1 + x + x * x / 2
        return 1 - exp(-x) * sum
    }

    private static func weibull(_ time: Double) -> Double { 1 - exp(-pow(time / 2, 1.7)) }

    private static func tabulated(_ time: Double) -> Double {
        time < 1 ? time / 4 : min(1, 0.5 + (time - 1) / 6)
    }

    @Test("Waiting times have their distributions", arguments: 0..<5)
    func waitingTimes(index: Int) throws {
        let (time, distribution) = Self.waitingTime(index)
        let count = 3000
        let graph = try Graph(vertexCount: count, edges: [])
        let formulas = try TransitionFormulas(states: ["A", "B"], [.init(from: "A", to: "B", .after(time))])
        let model = try TransitionModel(graph: graph, states: [UInt8](repeating: 0, count: count), formulas)
        let integrator = TransitionEvents(streams: try RandomStreams(seed: 12))
        var (times, start): ([Double], Double) = ([], 0)
        while start < 100 {
            start = try integrator.advance(model, from: start, to: 100, until: JumpWatch())
            while times.count < model.count(of: 1) { times.append(start) }
        }
        #expect(times.count == count)
        // Kolmogorov and Smirnov; of the atom of the table, the left limit counts before it, the right one after.
        let deviation = times.enumerated().reduce(0.0) { greatest, entry in
            let (below, above) = (Double(entry.offset) / Double(count), Double(entry.offset + 1) / Double(count))
            if entry.element == 1 { return greatest }
            let value = distribution(entry.element)
            return max(greatest, abs(value - below), abs(value - above))
        }
        #expect(deviation < 1.95 / Double(count).squareRoot())
    }

    @Test("Rates that are sums over neighbours are a table of rates, and others are none")
    func tables() throws {
        let table = try Self.formulas("2 * (count(neighbours, I) / 4 + 0.1) - 0.1").table
        let names = ["S", "I", "R"].map(NamedCompartment.init(rawValue:))
        #expect(
            try table
                == TransitionTable(
                    compartments: names,
                    [
                        .spontaneous(from: names[0], to: names[1], rate: 0.1),
                        .contact(from: names[0], to: names[1], with: names[1], rate: 0.5),
                        .spontaneous(from: names[1], to: names[2], rate: 1),
                    ]))
        let others = [
            "count(neighbours, I) / degree", "if(count(neighbours, I) > 1, 1, 0)", "floor(count(neighbours, I) / 2)",
            "count(neighbours, I)^2", "count(neighbours, I) * count(neighbours, R)", "0.5 - count(neighbours, I)",
        ]
        for rate in others { #expect(try Self.formulas(rate).table == nil) }
        #expect(try Self.formulas("x * count(neighbours, I)", parameters: ["x": [1, 2, 3]]).table == nil)
    }

    /// The states in which a table leaves a lattice after some time, by their places in the table.
    private static func course<State>(of table: TransitionTable<State>) throws -> [Int] {
        let graph = try Graph.lattice(sides: [15, 20], periodic: true)
        let infected = table.compartments.count == 4 ? 2 : 1
        let model = try CompartmentModel(
            graph: graph, transitions: table,
            states: (0..<300).map { table.compartments[$0 % 10 == 0 ? infected : 0] })
        try EventDrivenIntegrator<State>(streams: try RandomStreams(seed: 6)).advance(model, from: 0, to: 1.5)
        return (0..<300).compactMap { table.compartments.firstIndex(of: model.nodeState(at: $0)) }
    }

    @Test("Epidemics by formulas are the built-in ones, to the last event")
    func epidemics() throws {
        func course(_ states: [String], _ rates: KeyValuePairs<String, String>) throws -> [Int] {
            let transitions = rates.map { way, rate in
                let ends = way.split(separator: " ").map(String.init)
                return TransitionFormulas.Transition(from: ends[0], to: ends[1], .rate(rate))
            }
            let table = try #require(try TransitionFormulas(states: states, transitions).table)
            return try Self.course(of: table)
        }
        let infection = "0.7 * count(neighbours, I)"
        #expect(
            try course(["S", "I"], ["S I": infection, "I S": "0.4"])
                == Self.course(of: TransitionTable.sis(infection: 0.7, recovery: 0.4)))
        #expect(
            try course(["S", "I", "R"], ["S I": infection, "I R": "0.4"])
                == Self.course(of: TransitionTable.sir(infection: 0.7, recovery: 0.4)))
        #expect(
            try course(["S", "I", "R"], ["S I": infection, "I R": "0.4", "R S": "0.3"])
                == Self.course(of: TransitionTable.sirs(infection: 0.7, recovery: 0.4, waning: 0.3)))
        #expect(
            try course(["S", "E", "I", "R"], ["S E": infection, "E I": "2", "I R": "0.4"])
                == Self.course(of: TransitionTable.seir(infection: 0.7, onset: 2, recovery: 0.4)))
    }

    @Test("What comes first happens: a fixed time against a rate")
    func competition() throws {
        let count = 4000
        let formulas = try TransitionFormulas(
            states: ["A", "B", "C"],
            [.init(from: "A", to: "B", .rate("0.8")), .init(from: "A", to: "C", .after(.fixed(1)))])
        let model = try TransitionModel(
            graph: try Graph(vertexCount: count, edges: []), states: [UInt8](repeating: 0, count: count), formulas)
        let integrator = TransitionEvents(streams: try RandomStreams(seed: 8))
        try integrator.advance(model, from: 0, to: 0.999)
        #expect(model.count(of: 2) == 0)
        try integrator.advance(model, from: 0.999, to: 1)
        #expect(model.count(of: 0) == 0)
        #expect(deviations(model.count(of: 1), of: count, probability: 1 - exp(-0.8)) < 3.3)
    }

    @Test("What happens does not depend on when one looks, and an intervention counts from its time")
    func looks() throws {
        let graph = try Graph.ring(nodes: 200)
        let formulas = try TransitionFormulas(
            states: Self.sir,
            [
                .init(from: "S", to: "I", .rate("2 * count(neighbours, I) / degree")),
                .init(from: "I", to: "R", .after(.weibull(shape: 2, scale: 1))),
            ])
        func run(_ times: [Double]) throws -> [UInt8] {
            let states = (0..<200).map { UInt8($0 % 20 == 0 ? 1 : 0) }
            let model = try TransitionModel(graph: graph, states: states, formulas)
            let integrator = TransitionEvents(streams: try RandomStreams(seed: 2))
            var start = 0.0
            for time in times {
                try integrator.advance(model, from: start, to: time)
                start = time
            }
            return Array(model.states.elements)
        }
        #expect(try run([3]) == run([0.1, 0.1001, 1.7, 2.999, 3]))
        let still = try TransitionFormulas(states: ["A", "B"], [.init(from: "A", to: "B", .after(.fixed(1)))])
        let model = try TransitionModel(graph: try Graph.ring(nodes: 3), states: [0, 1, 1], still)
        let integrator = TransitionEvents(streams: try RandomStreams(seed: 2))
        try integrator.advance(model, from: 0, to: 0.5)
        model.setNodeState(0, at: 1)
        integrator.stateWasChanged()
        try integrator.advance(model, from: 0.5, to: 1)
        #expect(Array(model.states.elements) == [1, 0, 1])
        try integrator.advance(model, from: 1, to: 1.5)
        #expect(Array(model.states.elements) == [1, 1, 1])
    }

    /// What is unlikely by itself becomes likely whenever a neighbour changes, so that times far ahead come to nothing, and are dropped now
    /// and then.
    @Test("What is known of the future is the same however much of it has come to nothing")
    func droppedTimes() throws {
        let formulas = try TransitionFormulas(
            states: ["A", "B", "S", "I"],
            [
                .init(from: "A", to: "B", .rate("1")), .init(from: "B", to: "A", .rate("1")),
                .init(from: "S", to: "I", .rate("1e-6 + sqrt(5 * count(neighbours, B))")),
                .init(from: "I", to: "S", .rate("5")),
            ])
        func run(resumedEvery interval: Double) throws -> (states: [UInt8], eventCount: Int) {
            let model = try TransitionModel(graph: try Graph.complete(nodes: 4), states: [0, 2, 2, 2], formulas)
            var integrator = TransitionEvents(streams: try RandomStreams(seed: 2))
            for start in stride(from: 0, to: 3000, by: interval) {
                try integrator.advance(model, from: start, to: start + interval)
                let archive = StateArchive()
                try integrator.archiveState(of: model, in: archive)
                integrator = TransitionEvents(streams: try RandomStreams(seed: 2))
                try integrator.archiveState(of: model, in: StateArchive(reading: archive.contents))
            }
            return (Array(model.states.elements), integrator.eventCount)
        }
        let (whole, resumed) = (try run(resumedEvery: 3000), try run(resumedEvery: 10))
        // Far more than the times that are kept at once.
        #expect(whole.eventCount > 5000)
        #expect(whole == resumed)
    }

    /// Many vertices leave soon after an intervention, before a time that had been the next.
    @Test("What an intervention brings about comes in its order, also after a time that was looked ahead to")
    func interventions() throws {
        let formulas = try TransitionFormulas(
            states: ["A", "B", "C"],
            [.init(from: "A", to: "C", .rate("0.001")), .init(from: "B", to: "C", .after(.gamma(shape: 1, scale: 2)))])
        func counts(resumed: Bool) throws -> [Int] {
            let model = try TransitionModel(
                graph: try Graph.isolated(nodes: 200), states: [UInt8](repeating: 0, count: 200), formulas)
            var integrator = TransitionEvents(streams: try RandomStreams(seed: 2))
            try integrator.advance(model, from: 0, to: 1)
            for vertex in 0..<100 { model.setNodeState(1, at: vertex) }
            integrator.stateWasChanged()
            try integrator.advance(model, from: 1, to: 1)
            if resumed {
                let archive = StateArchive()
                try integrator.archiveState(of: model, in: archive)
                integrator = TransitionEvents(streams: try RandomStreams(seed: 2))
                try integrator.archiveState(of: model, in: StateArchive(reading: archive.contents))
            }
            return try (1..<60).map { step in
                let start = 1 + 0.25 * Double(step - 1)
                try integrator.advance(model, from: start, to: start + 0.25)
                return model.count(of: 2)
            }
        }
        let whole = try counts(resumed: false)
        #expect(try counts(resumed: true) == whole)
        // Some 39 of 100 in 1.
        #expect(deviations(whole[3] - whole[0], of: 100, probability: exp(-0.125) - exp(-0.5)) < 3.3)
    }

    @Test("Transitions that cannot be are refused")
    func refusals() throws {
        func refusal(_ rate: String) -> String {
            do {
                let model = try TransitionModel(
                    graph: try Graph.ring(nodes: 3), states: [1, 0, 0], Self.formulas(rate))
                try TransitionEvents(streams: try RandomStreams(seed: 1)).advance(model, from: 0, to: 1)
                return "none"
            } catch { return "\(error)" }
        }
        #expect(refusal("1 + time").contains("changes between events, which cannot be simulated exactly"))
        #expect(refusal("count(neighbours, I) - 1").hasPrefix("the rate from 'S' to 'I' is -1"))
        #expect(refusal("count(neighbours, I) > 1").contains("is a condition"))
        #expect(refusal("count(neighbours, X)").contains("'X'"))
        #expect(refusal("1 / count(neighbours, R)").hasPrefix("the rate from 'S' to 'I' is inf"))
        #expect(refusal("count_I").contains("'count_I'"))
    }

    @Test(
        "What keeps a simulation from its first step is known before it, of each transition once, and nothing changes thereby"
    )
    func beginning() throws {
        let graph = try Graph.ring(nodes: 3)
        let formulas = try TransitionFormulas(
            states: Self.sir,
            [
                .init(from: "S", to: "I", .rate("1 - 2 * count(neighbours, I) + 0 * luck")),
                .init(from: "I", to: "R", .rate("2 - count(neighbours, R) - luck")),
            ], parameters: ["luck": [3, 0.5, 0]])
        let model = try TransitionModel(graph: graph, states: [1, 0, 0], formulas)
        let integrator = TransitionEvents(streams: try RandomStreams(seed: 2))
        let several = #expect(throws: FormulaErrors.self) { try integrator.checkBeginning(of: model) }
        let expected: [TransitionError] = [
            .impossibleRate(-1, from: "I", to: "R", vertex: 0, degree: 2, neighbours: ["R": 0]),
            .impossibleRate(-1, from: "S", to: "I", vertex: 1, degree: 2, neighbours: ["I": 1]),
        ]
        #expect(several?.errors.map { ($0 as? EntryError)?.error as? TransitionError } == expected)
        #expect(throws: expected[0]) { try integrator.advance(model, from: 0, to: 1) }
        let possible = try TransitionModel(graph: graph, states: [1, 0, 0], Self.formulas("count(neighbours, I)"))
        let other = try TransitionModel(graph: graph, states: [1, 0, 0], Self.formulas("count(neighbours, I)"))
        let (looked, not) = (integrator, TransitionEvents(streams: try RandomStreams(seed: 2)))
        try looked.checkBeginning(of: possible)
        for (model, integrator) in [(possible, looked), (other, not)] {
            try integrator.advance(model, from: 0, to: 0.5)
        }
        #expect(looked.eventCount == not.eventCount && Array(possible.states.elements) == Array(other.states.elements))
    }

    @Test("A rate that is impossible for no vertex at the beginning tells which it would be")
    func laterImpossibility() throws {
        let graph = try Graph(vertexCount: 4, edges: [(0, 1), (0, 2), (0, 3)])
        let model = try TransitionModel(
            graph: graph, states: [0, 0, 0, 0], Self.formulas("5 - 2 * count(neighbours, I)"))
        let error = #expect(throws: TransitionError.self) {
            try TransitionEvents(streams: try RandomStreams(seed: 2)).advance(model, from: 0, to: 1)
        }
        #expect(error == .impossibleRate(-1, from: "S", to: "I", vertex: nil, degree: 3, neighbours: ["I": 3]))
        #expect(
            error?.description
                == "the rate from 'S' to 'I' is -1 for a node of degree 3 in state 'S' with 3 neighbours in 'I', "
                + "but must be finite and 0 or greater")
    }

    @Test("A parameter takes no name from what formulas know", arguments: ["I", "degree", "count_I", "é", "2x"])
    func parameterNames(name: String) {
        #expect(throws: ParameterError.self) {
            try Self.formulas("0.3 * count(neighbours, I)", parameters: [name: [7, 7, 7]])
        }
    }
}
