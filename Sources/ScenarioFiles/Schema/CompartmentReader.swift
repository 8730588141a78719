import Networks
import SimulationEngine

/// Reads a compartment model of the scenario's own:
///
///     compartments:
///       states: [S, I, R]
///       spontaneous: [{from: I, to: R, rate: 1}]
///       contact: [{from: S, to: I, by: I, rate: 0.3}]
///       initial: {I: 0.01}
///
/// with rates, and with the numbers of nodes that are in other compartments than the first at the beginning.
struct CompartmentReader: NetworkModelReader {
    static let names = ["compartments"]

    static func needsNonNegativeWeights(_ name: String) -> Bool { true }

    /// The compartment, and the moves of a leap, which take less than the rates of events.
    static func bytesPerNode(_ name: String) -> Double { 25 }

    let root: Section
    let data: DataFiles
    let graph: Graph?
    let streams: RandomStreams
    let threads: Int

    private typealias Model = CompartmentModel<NamedCompartment>
    private typealias Transition = TransitionTable<NamedCompartment>.Transition

    /// What a scenario says of a model.
    private struct Parameters {
        let table: TransitionTable<NamedCompartment>
        let chosen: [(state: NamedCompartment, count: Int)]
    }

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        guard let parameters else { return nil }
        let states = parameters.member("states", reportingTo: Diagnostics()).flatMap { stateNames($0) } ?? []
        let read: Parameters? = parameters.section { readModel($0, parameters) }
        return experiment(
            of: Model.self, methods: .serving(.jumps),
            quantities: states.map { Model.quantities.count(of: $0) }, stateNames: states.map(\.rawValue),
            make: read.map { read in
                { graph, integration in
                    let states = try Model.initialStates(
                        read.chosen, others: read.table.compartments.first, vertexCount: graph.vertexCount,
                        from: streams)
                    let model = try Model(graph: graph, transitions: read.table, states: states)
                    let integrator = try integration.integrator(
                        for: read.table, on: graph, streams: streams, threads: threads)
                    return (model, integrator)
                }
            })
    }

    private func readModel(_ section: Section, _ value: Value) -> Parameters? {
        let states = section.required(
            "states", for: "the names of the compartments, of the first of which all others are"
        )
        .flatMap { stateNames($0) }
        guard let states else {
            for key in ["spontaneous", "contact", "initial"] { _ = section.optional(key) }
            return nil
        }
        section.noteDefault("spontaneous", "[]")
        section.noteDefault("contact", "[]")
        let spontaneous = transitions(section.optional("spontaneous"), states, hasInducer: false)
        let contacts = transitions(section.optional("contact"), states, hasInducer: true)
        let chosen = section.required(
            "initial", for: "which part of the nodes is in which compartment at the beginning"
        )
        .flatMap { InitialCompartmentsReader(graph: graph).read($0, others: states.dropFirst()) }
        guard let spontaneous, let contacts, let chosen else { return nil }
        do {
            return Parameters(
                table: try TransitionTable(compartments: states, spontaneous + contacts), chosen: chosen)
        } catch {
            value.report("\(error)")
            return nil
        }
    }

    private func stateNames(_ value: Value) -> [NamedCompartment]? {
        value.distinct(of: "compartments") { item -> String? in
            guard let name = item.string() else { return nil }
            guard name.isFileName, name.first?.isLetter == true else {
                item.report("'\(name)' cannot be the name of a compartment", expected: "letters, digits, '-' and '_'")
                return nil
            }
            return name
        }?.map(NamedCompartment.init(rawValue:))
    }

    /// A list of transitions, none unless given.
    private func transitions(
        _ value: Value?, _ states: [NamedCompartment], hasInducer: Bool
    ) -> [Transition]? {
        guard let value else { return [] }
        return value.list(of: "transitions") { item in
            item.section { section in
                let source = state("from", for: "the compartment that is left", section, states)
                let target = state("to", for: "the compartment that is entered", section, states)
                let inducer =
                    hasInducer ? state("by", for: "the compartment of the neighbour", section, states) : nil
                let rate = section.required("rate", for: "the rate, per unit of time")
                    .flatMap { $0.number(.nonNegative) }
                guard let source, let target, let rate else { return nil }
                guard source != target else {
                    item.report("a transition leads from '\(source.rawValue)' to itself")
                    return nil
                }
                guard hasInducer else { return .spontaneous(from: source, to: target, rate: rate) }
                return inducer.map { .contact(from: source, to: target, with: $0, rate: rate) }
            }
        }
    }

    private func state(
        _ key: String, for purpose: String, _ section: Section, _ states: [NamedCompartment]
    ) -> NamedCompartment? {
        section.required(key, for: purpose).flatMap { $0.choice(of: states.map(\.rawValue)) }
            .map(NamedCompartment.init(rawValue:))
    }
}
