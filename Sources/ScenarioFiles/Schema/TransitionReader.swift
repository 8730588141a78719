import Descriptions
import Networks
import SimulationEngine

/// Reads named states between which nodes move at rates that are formulas, or after times of any distribution, while edges may be rewired.
struct TransitionReader: NetworkModelReader {
    static let names = [TransitionModel.component.description.name]

    static func equations(of name: String, withNoise: Bool) -> IntegrationMethod.Equations { .transitions }

    static func leavesOutWeights(_ name: String) -> Bool { true }

    static func allowedEdges(_ name: String) -> Graph.AllowedEdges { [.multipleEdges] }

    /// The state, its rate, what is due and reached when, and counts of neighbours.
    static func bytesPerNode(_ name: String) -> Double { 80 }

    /// The clock of its edges with the time that waits, and its place among those of its state.
    private static let bytesOfRewiring = 66.0

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        guard let parameters else { return nil }
        let states = FormulaRuleReader.stateNames(parameters)
        parameters.member("transitions", reportingTo: parameters.diagnostics)?.warnOfRepeatedTransitions()
        // Also of transitions in which something is wrong.
        let time = parameters.member(TransitionModel.timeUnit.description.name, reportingTo: parameters.diagnostics)
        let timeUnit = time?.word
        let isRewired = parameters.member("rewire", reportingTo: Diagnostics()) != nil
        let hasRoom = !isRewired || hasRoomForRewiring(name)
        let making = areTimes(timeUnit, at: time) && hasRoom ? making(parameters, timeUnit) : nil
        // A model that is a table of rates is simulated as one. Its rates are multiplied by weights, which count nothing here.
        if let graph, !graph.isWeighted, let making, let model = try? making.make(graph, streams),
            let table = model.transitions.table
        {
            return experiment(of: model, as: table, states, timeUnit)
        }
        return experiment(
            of: TransitionModel.names, methods: .serving(.transitions),
            quantities: states.enumerated().map { TransitionModel.count(of: $0, named: $1) }
                + (isRewired ? [TransitionModel.rewirings, TransitionModel.activeEdges] : []),
            stateNames: states,
            timeUnit: timeUnit,
            make: making.map { making in
                { graph, _ in (try making.make(graph, streams), TransitionEvents(streams: streams)) }
            })
    }

    private func hasRoomForRewiring(_ name: String?) -> Bool {
        let shortage = graph.flatMap {
            Self.shortage(
                of: name ?? "transitions", nodes: $0.vertexCount, edges: $0.edgeCount,
                bytesOfMore: Self.bytesOfRewiring)
        }
        if let shortage { root.optional("graph")?.report("\(shortage)") }
        return shortage == nil
    }

    private func making(_ parameters: Value, _ timeUnit: String?) -> RuleMaking<TransitionModel>? {
        let context = ParameterContext(
            graph: graph, timeUnit: timeUnit, ownUnits: parameters.ownUnits(of: TransitionModel.names))
        return parameters.section { $0.make(TransitionModel.component, in: context) { $0 } }
    }

    /// Tests if a unit, where one is given, is one of time, and reports it if not: what is wrong with times in it follows from that.
    private func areTimes(_ unit: String?, at place: Value?) -> Bool {
        guard let unit else { return true }
        do throws(ParameterError) { try TransitionModel.checkUnit(ofTime: unit) } catch {
            place?.report("\(error)")
            return false
        }
        return true
    }

    private func experiment(
        of model: TransitionModel, as table: TransitionTable<NamedCompartment>, _ states: [String], _ timeUnit: String?
    ) -> (any RunnableExperiment)? {
        typealias Model = CompartmentModel<NamedCompartment>
        return experiment(
            of: Model.names, methods: .serving(.transitions),
            quantities: table.compartments.map { Model.quantities.count(of: $0) }, stateNames: states,
            timeUnit: timeUnit,
            make: { graph, integration in
                let beginning = model.states.elements.map { table.compartments[Int($0)] }
                return (
                    try Model(graph: graph, transitions: table, states: beginning),
                    try integration.integrator(for: table, on: graph, streams: streams, threads: threads)
                )
            })
    }
}
