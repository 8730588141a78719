import Networks
import Particles
import SimulationEngine

/// The blocks that say how a run is watched.
enum WatchingBlocks {
    static let keys = ["observe", "intervene", "stop", "require", "checkpoints"]
}

/// Reads the blocks
///
///     observe: […]        what is recorded; nothing unless given
///     intervene: […]      what is changed from outside; nothing unless given
///     stop: […]           when the run ends before `until`; never unless given
///     require: […]        ranges that fields must not leave; none unless given
///     checkpoints: …      when checkpoints are written, besides those that the command line asks for
struct WatchingReader<Model: SimulationModel> {
    private let context: WatchContext<Model>

    // Once a run: compiled for all models together, since a version for each would be most of the time that a build takes.
    @_semantics("optimize.sil.specialize.generic.never")
    init(
        model: Model.Type, nodeNames: [String]?, nodeCount: Int?, integration: Integration?, box: Box? = nil,
        graph: Graph? = nil, streams: RandomStreams? = nil, data: DataFiles? = nil, stateNames: [String] = [],
        quantities: [any AnyQuantityDefinition<Model>] = [], parameters: [String] = Model.parameters
    ) {
        context = WatchContext(
            nodeNames: nodeNames, nodeCount: nodeCount, integration: integration, box: box, graph: graph,
            streams: streams, data: data, stateNames: stateNames, parameters: parameters)
        for quantity in quantities { context.quantities.add(quantity) }
    }

    // Once a run: compiled for all models together, since a version for each would be most of the time that a build takes.
    @_semantics("optimize.sil.specialize.generic.never")
    func read(_ root: Section) -> Watching<Model>? {
        root.noteDefault("observe", "[]")
        let observe = root.optional("observe")
        let intervene = root.optional("intervene")
        if let intervene { context.noteNodes(of: intervene) }
        let definitions = observe.map { QuantityDefinitionReader(context: context).readAll($0) } ?? [:]
        let observations = observe.map { ObservationReader(context: context, definitions: definitions).read($0) } ?? []
        let interventions = intervene.map { InterventionReader(context: context).read($0) } ?? []
        let stops = root.optional("stop").map { StopReader(context: context).read($0) } ?? []
        let requirements = root.optional("require").map { RequirementReader(context: context).read($0) } ?? []
        let checkpoints = root.optional("checkpoints").map { CheckpointReader(context: context).read($0) } ?? []
        guard let observations, let interventions, let stops, let requirements, let checkpoints else { return nil }
        return Watching(
            parts: requirements + observations + interventions + stops + checkpoints,
            usesStandardOutput: context.usesStandardOutput)
    }
}
