import SimulationEngine
import TestSupport
import Testing

@testable import Networks

/// Whoever intervenes in an epidemic does not find out anything about what is to come: many runs against the exact
/// probabilities of all states, by χ². Seeds are fixed; a correct program would fail each case with a probability of 0.001.
@Suite struct InterventionLawTests {
    /// What is done at two moments.
    enum Intervention: CaseIterable, Sendable {
        case nothing, healing, slowerInfection, fasterInfection, recoveryRate, lighterEdge, edgeThatComesBack, lockdown

        /// The states after the first moment and after the second one.
        func states(_ states: [SIRCompartment], _ moment: Int) -> [SIRCompartment] {
            self == .healing ? [.susceptible, states[1], moment == 0 ? states[2] : .susceptible] : states
        }

        /// The rates of infection and recovery, and the weights of the edges 0–1, 0–2 and 1–2; `nil` for no edge.
        func parameters(_ moment: Int) -> (infection: Double, recovery: Double, weights: [Double?]) {
            let weights: [Double?] = [2, 0.5, 1]
            return switch (self, moment) {
            case (.slowerInfection, 0): (0.3, 1, weights)
            case (.fasterInfection, 0): (3, 1, weights)
            case (.lockdown, 0): (0, 1, weights)
            case (.recoveryRate, 0): (1, 0.2, weights)
            case (.recoveryRate, 1): (1, 2, weights)
            case (.lighterEdge, 0): (1, 1, [0.3, 0.5, 1])
            case (.lighterEdge, 1): (1, 1, [1.5, 0.5, 1])
            case (.edgeThatComesBack, 0): (1, 1, [nil, 0.5, 1])
            case (.edgeThatComesBack, 1): (1, 1, [0.7, 0.5, 1])
            default: (1, 1, weights)
            }
        }
    }

    /// How events are made.
    enum Method: CaseIterable, Sendable {
        case outbreak, graphical, rejection

        func table(infection: Double, recovery: Double) throws -> TransitionTable<SIRCompartment> {
            self == .outbreak
                ? try .sir(infection: infection, recovery: recovery)
                : try .sirs(infection: infection, recovery: recovery, waning: 0.8)
        }
    }

    private static let ends = [(0, 1), (0, 2), (1, 2)]
    private static let initial: [SIRCompartment] = [.infected, .susceptible, .susceptible]
    private static let times = [0.4, 0.8, 1.4]

    private static func graph(_ weights: [Double?]) throws -> Graph {
        var edges = EdgeColumns(hasWeights: true)
        for (end, weight) in zip(ends, weights) {
            if let weight { edges.append(end.0, end.1, weight: weight) }
        }
        return try Graph(vertexCount: 3, edges: edges)
    }

    /// The probabilities of the states in the end, over all states at the moments.
    private func expected(_ intervention: Intervention, _ method: Method) throws -> [Double] {
        var now: [Double] = []
        var start = 0.0
        for (moment, time) in Self.times.enumerated() {
            let parameters = intervention.parameters(moment - 1)
            let equation = MasterEquation(
                try Self.graph(parameters.weights),
                try method.table(infection: parameters.infection, recovery: parameters.recovery))
            if moment == 0 {
                now = equation.probabilities(from: Self.initial, at: time)
            } else {
                var changed = now.map { _ in 0.0 }
                for (number, probability) in now.enumerated() {
                    changed[equation.number(of: intervention.states(equation.states(number), moment - 1))] +=
                        probability
                }
                now = equation.probabilities(from: changed, at: time - start)
            }
            start = time
        }
        return now
    }

    private func run(
        _ intervention: Intervention, _ method: Method, seed: UInt64
    ) throws -> [SIRCompartment] {
        let model = try CompartmentModel(
            graph: Self.graph(intervention.parameters(-1).weights),
            transitions: method.table(infection: 1, recovery: 1),
            states: Self.initial)
        let integrator = EventDrivenIntegrator<SIRCompartment>(
            streams: try RandomStreams(seed: seed), isAligned: method == .graphical)
        var start = 0.0
        for (moment, time) in Self.times.enumerated() {
            try integrator.advance(model, from: start, to: time)
            start = time
            guard moment < 2 else { break }
            let parameters = intervention.parameters(moment)
            if parameters.infection != model.parameter(at: 0) { model.setParameter(parameters.infection, at: 0) }
            if parameters.recovery != model.parameter(at: 1) { model.setParameter(parameters.recovery, at: 1) }
            // Edges that are set have luck of their own from then on: those that stay as they are keep theirs.
            let known = intervention.parameters(moment - 1).weights
            for (index, end) in Self.ends.enumerated() where parameters.weights[index] != known[index] {
                try model.setEdgeWeight(parameters.weights[index], from: end.0, to: end.1)
            }
            let states = intervention.states((0..<3).map(model.nodeState), moment)
            for vertex in 0..<3 { model.setNodeState(states[vertex], at: vertex) }
            integrator.stateWasChanged()
        }
        return (0..<3).map(model.nodeState)
    }

    @Test(
        "states after interventions have the probabilities of the master equation", arguments: Intervention.allCases,
        Method.allCases)
    func law(_ intervention: Intervention, _ method: Method) throws {
        let expected = try expected(intervention, method)
        let equation = MasterEquation(try Self.graph([1, 1, 1]), try method.table(infection: 1, recovery: 1))
        var counts = [Int](repeating: 0, count: expected.count)
        for seed in 0..<800 as Range<UInt64> {
            counts[equation.number(of: try run(intervention, method, seed: seed))] += 1
        }
        #expect(agree(counts, expected))
    }
}
