import Descriptions
import Networks
import SimulationEngine

/// Reads one of `Epidemics`, with the parts of the nodes that are in other compartments than the first at the beginning, as in
/// `initial: {infected: 0.01}`, or their numbers, as in `initial: {infected: {count: 10}}`.
struct EpidemicReader: NetworkModelReader {
    /// The key that says how many nodes are in which compartments at the beginning.
    static func initial(of epidemic: some NamedEpidemic) -> ParameterDescription {
        CompartmentKeys.initial(
            "which part of the nodes is infected at the beginning",
            .record(
                epidemic.compartments.dropFirst().map {
                    ParameterDescription($0, "which part of all nodes, or how many", CompartmentKeys.share, .optional)
                })
        ).example(.keyed("infected", [.number(0.01)]))
    }

    static let names = Epidemics.all.map { $0.description.name }

    static func needsNonNegativeWeights(_ name: String) -> Bool { true }

    /// The compartment, and the moves of a leap, which take less than the rates of events.
    static func bytesPerNode(_ name: String) -> Double { 25 }

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        guard let parameters else { return nil }
        return Epidemics.all.first { $0.description.name == name }.flatMap { read($0, parameters) }
    }

    private func read<Epidemic: NamedEpidemic>(
        _ epidemic: Epidemic, _ parameters: Value
    ) -> (any RunnableExperiment)? {
        typealias State = Epidemic.State
        let initial = Self.initial(of: epidemic)
        let read: (table: TransitionTable<State>, chosen: [(state: State, count: Int)])? = parameters.section(
            of: [initial]
        ) { section in
            let table = section.make(epidemic.component)
            let chosen = section.read(initial) {
                InitialCompartmentsReader(graph: graph).read($0, others: State.knownCompartments.dropFirst())
            }
            guard let table, let chosen else { return nil }
            return (table, chosen)
        }
        return experiment(
            of: CompartmentModel<State>.names.with(parameters: epidemic.description.parameters.map(\.name)),
            methods: .serving(.jumps),
            stateNames: State.knownCompartments.map(\.rawValue),
            make: read.map { read in
                { graph, integration in
                    let states = try CompartmentModel<State>.initialStates(
                        read.chosen, vertexCount: graph.vertexCount, from: streams)
                    let model = try CompartmentModel(graph: graph, transitions: read.table, states: states)
                    let integrator = try integration.integrator(
                        for: read.table, on: graph, streams: streams, threads: threads)
                    return (model, integrator)
                }
            })
    }
}
