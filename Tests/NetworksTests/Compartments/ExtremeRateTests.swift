import ObserverCore
import SimulationEngine
import Testing

@testable import Networks

/// Rates and weights from one end of what a number can be to the other: each is computed with, or refused with a reason.
@Suite struct ExtremeRateTests {
    final class Author: Observer { let receiver = Receiver() }
    typealias SIRS = CompartmentModel<SIRCompartment>

    /// Too small, too great, and the last that are neither.
    static let refused = [0x1p-1064, 1e-308, 1e-101, 1e101, 1e154, 1e307, 1e308]
    static let accepted = [1e-99, 1e-50, 1e50, 1e100]

    private func graph(weight: Double? = nil) throws -> Graph {
        guard let weight else { return try .complete(nodes: 8) }
        var edges = EdgeColumns(hasWeights: true)
        for vertex in 0..<8 { for other in 0..<vertex { edges.append(vertex, other, weight: weight) } }
        return try Graph(vertexCount: 8, edges: edges)
    }

    private func states(_ first: SIRCompartment = .infected) -> [SIRCompartment] {
        [first] + Array(repeating: .susceptible, count: 7)
    }

    @Test("rates that cannot be computed with are refused, in all tables and as parameters", arguments: refused)
    func rates(rate: Double) throws {
        let place = "the rate from susceptible to infected"
        let error = NetworkModelError.rateOutOfReach(place, value: rate)
        #expect(throws: error) { try TransitionTable.si(infection: rate) }
        #expect(throws: error) { try TransitionTable.sis(infection: rate, recovery: 1) }
        #expect(throws: error) { try TransitionTable.sir(infection: rate, recovery: 1) }
        #expect(throws: error) { try TransitionTable.sirs(infection: rate, recovery: 1, waning: 1) }
        #expect(throws: NetworkModelError.rateOutOfReach("the rate from exposed to infected", value: rate)) {
            try TransitionTable.seir(infection: 1, onset: rate, recovery: 1)
        }
        let model = try SIRS(
            graph: graph(), transitions: .sirs(infection: 1, recovery: 1, waning: 1), states: states())
        let simulation = try Simulation(
            model, integrator: EventDrivenIntegrator(streams: RandomStreams(seed: 1)), step: 1)
        simulation.parameters["infection"]?.set(rate, as: Author())
        #expect(throws: NetworkModelError.rateOutOfReach("infection", value: rate)) { try simulation.run(steps: 1) }
        #expect(
            "\(error)" == "\(place) is \(rate), but must be 0, or from 1e-100 to 1e100: choose another unit of time")
    }

    @Test("so are weights", arguments: refused)
    func weights(weight: Double) throws {
        #expect(throws: NetworkModelError.weightOutOfReach(weight, vertex: 0)) {
            try SIRS(graph: graph(weight: weight), transitions: .sir(infection: 1, recovery: 1), states: states())
        }
        let model = try SIRS(
            graph: graph(weight: 1), transitions: .sir(infection: 1, recovery: 1), states: states())
        #expect(throws: NetworkModelError.weightOutOfReach(weight, vertex: 2)) {
            try model.setEdgeWeight(weight, from: 2, to: 3)
        }
        try model.setEdgeWeight(0, from: 2, to: 3)
    }

    /// What changes a vertex at most once comes to rest however fast it is, and a unit of time of another size is the same
    /// process.
    @Test("an outbreak at any rates is that of another unit of time", arguments: accepted)
    func outbreaks(rate: Double) throws {
        func final(_ rate: Double, weight: Double?) throws -> [SIRCompartment] {
            let model = try SIRS(
                graph: graph(weight: weight), transitions: .sir(infection: rate / (weight ?? 1), recovery: rate),
                states: states())
            try EventDrivenIntegrator(streams: RandomStreams(seed: 4)).advance(model, from: 0, to: 30 / rate)
            return (0..<8).map(model.nodeState)
        }
        let reference = try final(1, weight: nil)
        #expect(reference.contains(.recovered))
        #expect(try final(rate, weight: nil) == reference)
        #expect(try final(rate, weight: rate).contains(.recovered))
    }

    /// Waning brings vertices back, which is the other process of events.
    @Test("an epidemic that goes on at any rates is that of another unit of time", arguments: accepted)
    func epidemics(rate: Double) throws {
        func final(_ rate: Double) throws -> [SIRCompartment] {
            // Powers of two, which change no rounding.
            let unit = Double(sign: .plus, exponent: Int(rate.exponent), significand: 1)
            let model = try SIRS(
                graph: graph(), transitions: .sirs(infection: unit, recovery: unit, waning: unit), states: states())
            try EventDrivenIntegrator(streams: RandomStreams(seed: 4)).advance(model, from: 0, to: 5.3 / unit)
            return (0..<8).map(model.nodeState)
        }
        #expect(try final(rate) == final(1))
    }

    @Test("what is rare beside what is frequent still happens")
    func rareAndFrequent() throws {
        // Nobody is ever infected, so that only the rare way is left.
        let model = try SIRS(
            graph: graph(), transitions: .sirs(infection: 1e100, recovery: 1e90, waning: 1e-100),
            states: Array(repeating: .recovered, count: 8))
        try EventDrivenIntegrator(streams: RandomStreams(seed: 1)).advance(model, from: 0, to: 1e-90)
        #expect((0..<8).allSatisfy { model.nodeState(at: $0) == .recovered })
        let groups = CompositionRejection<UInt8>(vertexCount: 8, repeating: 0, rates: 1e-200...1e200)
        for index in [0, groups.groupCount - 1] {
            #expect(groups.groups[index].weight >= 1 && groups.groups[index].bound >= 1e-200)
        }
    }

    /// Looks at the pace of events sooner than others do.
    private func eventDriven(seed: UInt64) throws -> EventDrivenIntegrator<SIRCompartment> {
        let integrator = try EventDrivenIntegrator<SIRCompartment>(streams: RandomStreams(seed: seed))
        integrator.leastEventCount = 1 << 14
        return integrator
    }

    /// Two opinions, each of which convinces the other: after consensus all tries come to nothing.
    @Test("a model that has come to rest is not refused, however much is tried in vain")
    func consensus() throws {
        let table = try TransitionTable<SIRCompartment>([
            .contact(from: .susceptible, to: .infected, with: .infected, rate: 1),
            .contact(from: .infected, to: .susceptible, with: .susceptible, rate: 1),
        ])
        let model = try SIRS(graph: graph(), transitions: table, states: Array(repeating: .infected, count: 8))
        // Some 2¹⁵ tries: more than from which on their pace is looked at.
        try eventDriven(seed: 1).advance(model, from: 0, to: 600)
        #expect((0..<8).allSatisfy { model.nodeState(at: $0) == .infected })
        // Leaps in which nothing happens, watched.
        let rare = try SIRS(
            graph: graph(), transitions: .sirs(infection: 1e-90, recovery: 1e-90, waning: 1e-90), states: states())
        let leaps = try Simulation(
            rare, integrator: TauLeapingIntegrator(.fixed(0.001), streams: RandomStreams(seed: 1)), step: 20)
        let passages = try leaps.firstPassages(of: "compartment", level: 0.5)
        try leaps.run(steps: 1)
        #expect(passages.times.allSatisfy { $0.isNaN || $0 == 0 })
    }

    @Test(
        "events that would never lead to the end are told, by each method, and watched or not",
        arguments: [false, true])
    func neverEnding(isWatched: Bool) throws {
        func error(_ integrator: any Integrator<SIRS>, _ table: TransitionTable<SIRCompartment>) throws
            -> IntegrationError?
        {
            let model = try SIRS(graph: graph(), transitions: table, states: states())
            let simulation = try Simulation(model, integrator: integrator, step: 1)
            let passages = isWatched ? try simulation.firstPassages(of: "compartment", level: 0.5) : nil
            defer { withExtendedLifetime(passages) {} }
            return #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        }
        func isHopeless(_ error: IntegrationError?) -> Bool {
            guard case .tooManyJumps(let count, 0..., let time, end: 1) = error else { return false }
            return count >= 1 << 14 && time < 1e-6
        }
        // So infectious that it does not die out.
        let cycle = try TransitionTable<SIRCompartment>.sirs(infection: 1e63, recovery: 1e60, waning: 1e63)
        #expect(isHopeless(try error(eventDriven(seed: 3), cycle)))
        #expect(isHopeless(try error(TauLeapingIntegrator(.accuracy(0.03), streams: RandomStreams(seed: 3)), cycle)))
        // Those who have recovered and fall ill again, in an outbreak: no neighbour has anything to do with it.
        let outbreak = try TransitionTable<SIRCompartment>([
            .contact(from: .susceptible, to: .infected, with: .infected, rate: 1),
            .spontaneous(from: .infected, to: .recovered, rate: 1e60),
            .spontaneous(from: .recovered, to: .infected, rate: 1e60),
        ])
        #expect(isHopeless(try error(eventDriven(seed: 3), outbreak)))
    }

    @Test("the message counts what came to nothing, and says what to do")
    func message() {
        let error = IntegrationError.tooManyJumps(count: 16384, start: 0, time: 1e-9, end: 1e9)
        #expect(
            "\(error)"
                == "16384 jumps, leaps, or tries that came to nothing led from time 0.0 only to 1e-09, and would never lead to "
                + "1000000000.0: lower the greatest rates, take longer leaps, or run to an earlier time")
    }

    @Test("leaps are counted until a process would have come to rest")
    func leastLeapCount() {
        #expect(TauSelection.accuracy(0.03).leastLeapCount(ofVertexCount: 8) == 1 << 14)
        #expect(TauSelection.accuracy(0.01).leastLeapCount(ofVertexCount: 1_000_000) == 88_419)
        #expect(TauSelection.accuracy(1e-300).leastLeapCount(ofVertexCount: 1000) == 64_000)
        #expect(TauSelection.fixed(1).leastLeapCount(ofVertexCount: 1000) == 64_000)
    }
}
