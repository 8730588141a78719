import Networks
import SimulationEngine

/// Reads one of the epidemic models
///
///     si:   {infection: …, initial: …}
///     sis:  {infection: …, recovery: …, initial: …}
///     sir:  {infection: …, recovery: …, initial: …}
///     sirs: {infection: …, recovery: …, waning: …, initial: …}
///     seir: {infection: …, onset: …, recovery: …, initial: …}
///
/// with rates, and with the parts of the nodes that are in other compartments than the first at the beginning, as in
/// `initial: {infected: 0.01}`, or their numbers, as in `initial: {infected: {count: 10}}`.
struct EpidemicReader: NetworkModelReader {
    static let names = ["si", "sis", "sir", "sirs", "seir"]

    static func needsNonNegativeWeights(_ name: String) -> Bool { true }

    /// The compartment, and the moves of a leap, which take less than the rates of events.
    static func bytesPerNode(_ name: String) -> Double { 25 }

    let root: Section
    let data: DataFiles
    let graph: Graph?
    let streams: RandomStreams
    let threads: Int

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        guard let name, let parameters else { return nil }
        return switch name {
        case "si": read(parameters, rates: ["infection"]) { try TransitionTable.si(infection: $0[0]) }
        case "sis": read(parameters, rates: ["infection", "recovery"]) { try .sis(infection: $0[0], recovery: $0[1]) }
        case "sir": read(parameters, rates: ["infection", "recovery"]) { try .sir(infection: $0[0], recovery: $0[1]) }
        case "sirs":
            read(parameters, rates: ["infection", "recovery", "waning"]) {
                try .sirs(infection: $0[0], recovery: $0[1], waning: $0[2])
            }
        default:
            read(parameters, rates: ["infection", "onset", "recovery"]) {
                try .seir(infection: $0[0], onset: $0[1], recovery: $0[2])
            }
        }
    }

    /// What the rates are for.
    private static let purposes = [
        "infection": "the rate of infection along an edge", "recovery": "the rate of recovery",
        "waning": "the rate at which immunity is lost", "onset": "the rate at which the exposed become infected",
    ]

    private func read<State: Compartment>(
        _ parameters: Value, rates names: [String], _ table: @escaping ([Double]) throws -> TransitionTable<State>
    ) -> (any RunnableExperiment)? {
        typealias Chosen = [(state: State, count: Int)]
        let read: (rates: [Double], chosen: Chosen)? = parameters.section { section in
            let rates = names.map { name in
                section.required(name, for: Self.purposes[name] ?? "a rate").flatMap { $0.number(.nonNegative) }
            }
            let chosen: Chosen? = section.required(
                "initial", for: "which part of the nodes is infected at the beginning"
            )
            .flatMap { InitialCompartmentsReader(graph: graph).read($0, others: State.knownCompartments.dropFirst()) }
            let known = rates.compactMap { $0 }
            guard let chosen, known.count == names.count else { return nil }
            return (known, chosen)
        }
        return experiment(
            of: CompartmentModel<State>.self, methods: .serving(.jumps),
            stateNames: State.knownCompartments.map(\.rawValue), parameters: names,
            make: read.map { read in
                { graph, integration in
                    let states = try CompartmentModel<State>.initialStates(
                        read.chosen, vertexCount: graph.vertexCount, from: streams)
                    let table = try table(read.rates)
                    let model = try CompartmentModel(graph: graph, transitions: table, states: states)
                    let integrator = try integration.integrator(
                        for: table, on: graph, streams: streams, threads: threads)
                    return (model, integrator)
                }
            })
    }
}
