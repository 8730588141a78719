import Descriptions
import SimulationEngine

extension TransitionModel {
    /// The unit of time.
    package static let timeUnit = Parameter<String>(
        "time-unit", "the unit of time, such as `d`, which is required where parameters have units", kind: .text
    ).optional

    /// - Throws: `ParameterError` if something is no unit of time.
    package static func checkUnit(ofTime unit: String) throws(ParameterError) {
        _ = try StateUnits([], of: [], time: unit)
    }

    /// As scenarios name it.
    package static let component = Component<RuleMaking<TransitionModel>>(
        "transitions",
        "named states between which nodes move at rates that are formulas, or after times of any distribution, and which may rewire edges",
        synonyms: [
            "compartment model", "semi-Markov", "non-Markovian", "non-exponential", "gamma", "Weibull", "expression",
            "formula", "adaptive network", "coevolving network",
        ],
        references: [
            Reference(
                "D. F. Anderson",
                "A modified next reaction method for simulating chemical systems with time dependent propensities and delays",
                "Journal of Chemical Physics", "127", page: "214107", year: 2007, doi: "10.1063/1.2799998"),
            Reference(
                "T. Gross, C. J. Dommar D'Lima and B. Blasius", "Epidemic dynamics on an adaptive network",
                "Physical Review Letters", "96", page: "208701", year: 2006, doi: "10.1103/PhysRevLett.96.208701"),
        ],
        StateFormulas.states.example(["S", "I"]),
        Parameter<[TransitionEntry]>(
            "transitions", "how nodes move",
            kind: .list(of: TransitionEntry.kind, count: 1...ParameterKind.greatestCount)
        ).example(
            written: "[{from: S, to: I, rate: \"0.3 * count(neighbours, I)\"}, "
                + "{from: I, to: S, after: {gamma: {shape: 3, scale: 0.5}}}]"),
        Parameter<LoneOrList<EdgeRewireEntry>>(
            "rewire", "how edges of nodes go to other ones: each of them at a rate",
            kind: .either(EdgeRewireEntry.kind, or: .list(of: EdgeRewireEntry.kind, count: 1...8))
        ).suggested("{if: state == S, from: I, to: S, rate: 0.3}").optional,
        StateFormulas.parameters, StateFormulas.initial.example(written: "{I: 0.01}"), timeUnit
    ) { states, entries, rewirings, parameters, initial, timeUnit in
        let parameters = parameters ?? .none
        let formulas = try TransitionFormulas(
            states: states, entries.map(\.transition), named: parameters.names,
            in: StateUnits(parameters.values.map(\.unit), of: parameters.names, time: timeUnit)
        ) { entry, reading in
            try rewirings?.entries(&reading) { try PlannedEdgeRewiring($0.rewiring, entry($1)) } ?? []
        }
        try FormulaNames.checkUse(
            of: parameters.names, from: 1, in: formulas.usedFields,
            rewirings == nil ? "no rate uses" : "no rate and no condition uses")
        if rewirings != nil { try StateFormulas.check(states, besides: StateFormulas.quantitiesOfRewiring) }
        let beginning = try StateFormulas.Beginning(initial, states)
        return RuleMaking { graph, streams in
            let numbers = parameters.values.enumerated().map { index, numbers in
                streams.numbers(from: numbers.numbers, for: .parameter(index), nodeCount: graph.vertexCount)
            }
            let formulas = formulas.setting(numbers)
            let impossible = formulas.impossibleConstants
            guard impossible.isEmpty else { throw FormulaErrors(errors: impossible) }
            return try TransitionModel(graph: graph, states: try beginning.states(of: graph, streams), formulas)
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
