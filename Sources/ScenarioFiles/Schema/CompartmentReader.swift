import Descriptions
import Networks
import SimulationEngine

/// The keys of a compartment model of the scenario's own.
enum CompartmentKeys {
    static let states = ParameterDescription(
        "states", "the names of the compartments, of the first of which all others are",
        .list(of: .text, count: 1...ParameterKind.greatestCount)
    ).example(["S", "I"].content)
    static let spontaneous = ParameterDescription(
        "spontaneous", "what nodes do by themselves",
        .list(of: .record([from, to, rate.description]), count: 0...ParameterKind.greatestCount), .default(.list([])))
    static let contact = ParameterDescription(
        "contact", "what they do by their neighbours",
        .list(of: .record([from, to, by, rate.description]), count: 0...ParameterKind.greatestCount),
        .default(.list([])))
    static let initial = initial(
        "which part of the nodes is in which compartment at the beginning",
        .record([
            ParameterDescription(
                "compartment", "which part of all nodes, or how many", share, .open(example: "infected"))
        ])
    )
    .example(.keyed("I", [.number(0.01)]))
    static let description = ComponentDescription(
        name: "compartments",
        summary: "compartments between which nodes move at given rates, by themselves or by neighbours",
        parameters: [states, spontaneous, contact, initial])

    // MARK: Transitions

    static let from = ParameterDescription("from", "the compartment that is left", .name(of: "compartment"))
    static let to = ParameterDescription("to", "the compartment that is entered", .name(of: "compartment"))
    static let by = ParameterDescription("by", "the compartment of the neighbour", .name(of: "compartment"))
    static let rate = Parameter("rate", "the rate, per unit of time", .nonNegative, dimension: .inverseTime)

    // MARK: The beginning

    static func initial(_ summary: String, _ kind: ParameterKind) -> ParameterDescription {
        ParameterDescription("initial", summary, kind)
    }

    /// A part of all nodes, or a number of them.
    static let share = ParameterKind.either(.number(.fraction), or: .record([count]))
    static let count = ParameterDescription("count", "the number of nodes", .integer(0...ParameterKind.greatestCount))
}

/// Reads a compartment model of the scenario's own.
struct CompartmentReader: NetworkModelReader {
    static let names = [CompartmentKeys.description.name]

    private typealias Keys = CompartmentKeys

    static func needsNonNegativeWeights(_ name: String) -> Bool { true }

    /// The compartment, and the moves of a leap, which take less than the rates of events.
    static func bytesPerNode(_ name: String) -> Double { 25 }

    static func equations(of name: String, withNoise: Bool) -> IntegrationMethod.Equations { .jumps }

    let source: NetworkModelSource

    private typealias Model = CompartmentModel<NamedCompartment>
    private typealias Transition = TransitionTable<NamedCompartment>.Transition

    /// The parameters of a model, as a scenario gives them.
    private struct Parameters {
        let table: TransitionTable<NamedCompartment>
        let chosen: [(state: NamedCompartment, count: Int)]
    }

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        guard let parameters else { return nil }
        let states = parameters.member(Keys.states.name, reportingTo: Diagnostics()).flatMap { stateNames($0) } ?? []
        let read: Parameters? = parameters.section(of: Keys.description.parameters) { readModel($0, parameters) }
        return experiment(
            of: Model.names, methods: .serving(Self.equations(of: CompartmentKeys.description.name, withNoise: false)),
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
        guard let states = section.read(Keys.states, stateNames) else { return nil }
        let spontaneous = section.read(Keys.spontaneous, else: []) { transitions($0, states, hasInducer: false) }
        let contacts = section.read(Keys.contact, else: []) { transitions($0, states, hasInducer: true) }
        let chosen = section.read(Keys.initial) {
            InitialCompartmentsReader(graph: graph).read($0, others: states.dropFirst())
        }
        value.diagnostics.noteUse(of: Keys.description)
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

    private func transitions(_ value: Value, _ states: [NamedCompartment], hasInducer: Bool) -> [Transition]? {
        value.warnOfRepeatedTransitions()
        return value.list(of: "transitions") { item in
            item.section(of: [Keys.from, Keys.to] + (hasInducer ? [Keys.by] : []) + [Keys.rate.description]) {
                section in
                func state(_ key: ParameterDescription) -> NamedCompartment? {
                    section.read(key) { $0.choice(of: states.map(\.rawValue)) }.map(NamedCompartment.init(rawValue:))
                }
                let source = state(Keys.from)
                let target = state(Keys.to)
                let inducer = hasInducer ? state(Keys.by) : nil
                let rate = section.value(of: Keys.rate)
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
}
