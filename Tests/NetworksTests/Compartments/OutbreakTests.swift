import Foundation
import SimulationEngine
import TestSupport
import Testing

@testable import Networks

/// Epidemics whose future is drawn when a vertex is infected.
@Suite struct OutbreakTests {
    private func isOutbreak<State: CompartmentName>(_ table: TransitionTable<State>) -> Bool {
        TransitionRates(table).outbreak != nil
    }

    @Test("they are those in which neighbours change a vertex once and in one way, and nothing else does before")
    func tables() throws {
        #expect(try isOutbreak(.si(infection: 1)))
        #expect(try isOutbreak(.sir(infection: 1, recovery: 1)))
        #expect(try isOutbreak(.seir(infection: 1, onset: 1, recovery: 1)))
        #expect(try !isOutbreak(.sis(infection: 1, recovery: 1)))
        #expect(try !isOutbreak(.sirs(infection: 1, recovery: 1, waning: 1)))
        let infection = TransitionTable<SIRCompartment>.Transition.contact(
            from: .susceptible, to: .infected, with: .infected, rate: 1)
        let others: [TransitionTable<SIRCompartment>.Transition] = [
            .spontaneous(from: .susceptible, to: .recovered, rate: 1),
            .contact(from: .susceptible, to: .recovered, with: .infected, rate: 1),
            .contact(from: .infected, to: .recovered, with: .recovered, rate: 1),
            .contact(from: .susceptible, to: .infected, with: .susceptible, rate: 1),
        ]
        for other in others { #expect(try !isOutbreak(TransitionTable([infection, other])), "\(other)") }
        #expect(try !isOutbreak(TransitionTable([others[0]])))
    }

    /// While the centre of a star stays infected, its leaves are infected independently of each other, each with the
    /// probability 1 − exp(−τ w t). The probability that one of the eight numbers deviates by more than 4.5 of its standard
    /// deviations is 5e-5.
    @Test("the contacts of a vertex with many neighbours have the rates of their edges")
    func star() throws {
        let count = 20_000
        var edges = EdgeColumns(hasWeights: true)
        for leaf in 1...2 * count { edges.append(0, leaf, weight: leaf <= count ? 0.5 : 2) }
        let model = try CompartmentModel(
            graph: try Graph(vertexCount: 2 * count + 1, edges: edges), transitions: try .si(infection: 1),
            states: [SICompartment.infected] + Array(repeating: .susceptible, count: 2 * count))
        let integrator = EventDrivenIntegrator<SICompartment>(streams: try RandomStreams(seed: 8))
        var start = 0.0
        for time in [0.01, 0.1, 0.7, 2] {
            try integrator.advance(model, from: start, to: time)
            start = time
            for (leaves, weight) in [(1...count, 0.5), (count + 1...2 * count, 2)] {
                let infected = leaves.count { model.nodeState(at: $0) == .infected }
                let probability = 1 - exp(-weight * time)
                let deviation = (Double(count) * probability * (1 - probability)).squareRoot()
                #expect(abs(Double(infected) - Double(count) * probability) < 4.5 * deviation)
            }
        }
    }
}
