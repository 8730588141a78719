import Descriptions
import SimulationEngine

extension TransitionModel {
    /// The unit of time.
    package static let timeUnit = Parameter<String>(
        "time-unit", "the unit of time, such as `d`, which is required where parameters have units", kind: .text
    ).optional

    /// - Throws: `ParameterError` if something is no unit of time.
    package static func checkUnit(ofTime unit: String) throws(ParameterError) { _ = try StateUnits([], time: unit) }

    /// As scenarios name it.
    package static let component = Component<RuleMaking<TransitionModel>>(
        "transitions",
        "named states between which nodes move at rates that are formulas, or after times of any distribution",
        synonyms: [
            "compartment model", "semi-Markov", "non-Markovian", "non-exponential", "gamma", "Weibull", "expression",
            "formula",
        ],
        references: [
            Reference(
                "D. F. Anderson",
                "A modified next reaction method for simulating chemical systems with time dependent propensities and delays",
                "Journal of Chemical Physics", "127", page: "214107", year: 2007, doi: "10.1063/1.2799998")
        ],
        StateFormulas.states.example(["S", "I"]),
        Parameter<[TransitionEntry]>(
            "transitions", "how nodes move",
            kind: .list(of: TransitionEntry.kind, count: 1...ParameterKind.greatestCount)
        ).example(
            written: "[{from: S, to: I, rate: \"0.3 * count(neighbours, I)\"}, "
                + "{from: I, to: S, after: {gamma: {shape: 3, scale: 0.5}}}]"),
        StateFormulas.parameters, StateFormulas.initial.example(written: "{I: 0.01}"), timeUnit
    ) { states, entries, parameters, initial, timeUnit in
        let parameters = parameters ?? .none
        let formulas: TransitionFormulas
        do {
            formulas = try TransitionFormulas(
                states: states, entries.map(\.transition), named: parameters.names,
                in: StateUnits(parameters.values.map(\.unit), time: timeUnit))
        } catch let error as TransitionError {
            throw ParameterError.unfit("transitions", because: "are wrong: \(error)")
        }
        try FormulaNames.checkUse(
            of: parameters.names, from: 1, in: formulas.rules.flatMap { $0.rate?.usedFields ?? [] }, "no rate uses")
        let beginning = try StateFormulas.Beginning(initial, states)
        return RuleMaking { graph, streams in
            let numbers = parameters.values.enumerated().map { index, numbers in
                streams.numbers(from: numbers.numbers, for: .parameter(index), nodeCount: graph.vertexCount)
            }
            return try TransitionModel(
                graph: graph, states: try beginning.states(of: graph, streams), formulas.setting(numbers))
        }
    }
}

/// A transition as scenarios write it.
struct TransitionEntry: ParameterValue {
    let transition: TransitionFormulas.Transition

    init(_ transition: TransitionFormulas.Transition) { self.transition = transition }

    static let kind = ParameterKind.record([
        ParameterDescription("from", "the state that is left", .name(of: "state")),
        ParameterDescription("to", "the state that is entered", .name(of: "state")),
        ParameterDescription(
            "rate", "the rate, as a formula of count(neighbours, S), degree and parameters",
            .expression(over: "the neighbours of the node"), .oneOf(["rate", "after"]), dimension: .inverseTime),
        ParameterDescription(
            "after", "the time after which it happens, or its distribution", WaitingTime.kind,
            .oneOf(["rate", "after"]), dimension: .time),
    ])

    init?(_ content: ParameterContent) {
        guard case .record(let members) = content, members.count == 4, let source = members[0].flatMap(String.init),
            let target = members[1].flatMap(String.init)
        else { return nil }
        switch (members[2], members[3]) {
        case (let rate?, nil):
            guard let text = String(rate) else { return nil }
            transition = .init(from: source, to: target, .rate(text))
        case (nil, let after?):
            guard let time = WaitingTime(after) else { return nil }
            transition = .init(from: source, to: target, .after(time))
        default: return nil
        }
    }

    var content: ParameterContent {
        var members: [ParameterContent?] = [transition.source.content, transition.target.content, nil, nil]
        switch transition.way {
        case .rate(let text): members[2] = text.content
        case .after(let time): members[3] = time.content
        }
        return .record(members)
    }
}
