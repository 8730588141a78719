import Descriptions
import SimulationEngine

/// The blocks that say how a run is watched.
package enum WatchingBlocks {
    package static let observe = ParameterDescription(
        "observe", "what is recorded", list(of: .observations), .default(.list([])))
    package static let intervene = ParameterDescription(
        "intervene", "what is changed from outside", list(of: .interventions), .optional)
    static let stop = ParameterDescription(
        "stop", "when the run ends early", list(of: .stopConditions), .optional)
    static let require = ParameterDescription(
        "require", "what must hold, or the run ends with an error", list(of: .requirements), .optional)
    static let checkpoints = ParameterDescription(
        "checkpoints", "when checkpoints are written, besides those that the command line asks for",
        .record(CheckpointKeys.all), .optional)
    static let rare = ParameterDescription(
        "rare", "an event that is too rare to wait for, whose rate 'observatory rare' samples",
        .record(RareEventKeys.all), .optional)
    static let all = [observe, intervene, stop, require, checkpoints, rare]
    static let keys = all.map(\.name)

    private static func list(of kind: ComponentKind) -> ParameterKind {
        .list(of: .component(of: kind), count: 0...ParameterKind.greatestCount)
    }
}

/// Reads these blocks.
package struct WatchingReader<Model: SimulationModel> {
    private let context: WatchContext<Model>
    private let kinds: KeyedComponents<Observations<Model>.Reader>

    /// - Parameters:
    ///   - system: What is watched.
    ///   - quantities: Quantities besides those of the model's type.
    ///   - kinds: The kinds of observations of such models.
    // Once a run: compiled for all models together, since a version for each would be most of the time that a build takes.
    @_semantics("optimize.sil.specialize.generic.never")
    package init(
        of system: WatchedSystem, quantities: [any AnyQuantityDefinition<Model>] = [],
        kinds: KeyedComponents<Observations<Model>.Reader>
    ) {
        context = WatchContext(system)
        self.kinds = kinds
        for quantity in quantities { context.quantities.add(quantity) }
    }

    // Once a run: compiled for all models together, since a version for each would be most of the time that a build takes.
    @_semantics("optimize.sil.specialize.generic.never")
    package func read(_ root: Section) -> Watching<Model>? {
        let observe = root.given(WatchingBlocks.observe)
        let intervene = root.given(WatchingBlocks.intervene)
        if let intervene { context.nodeChanges.look(at: intervene) }
        if let observe { QuantityDefinitionReader(context: context).readAll(observe) }
        let observations = observe.map { ObservationReader(context: context, kinds: kinds).read($0) } ?? []
        let interventions = intervene.map { InterventionReader(context: context).read($0) } ?? []
        let stops = root.read(WatchingBlocks.stop, else: []) { StopReader(context: context).read($0) }
        let requirements = root.read(WatchingBlocks.require, else: []) {
            RequirementReader(context: context).read($0)
        }
        let checkpoints = root.read(WatchingBlocks.checkpoints, else: []) {
            CheckpointReader(context: context).read($0)
        }
        let rareEvent = root.readIfGiven(WatchingBlocks.rare) { RareEventReader(context: context).read($0) }
        guard let observations, let interventions, let stops, let requirements, let checkpoints, let rareEvent else {
            return nil
        }
        return Watching(
            parts: requirements + observations + interventions + stops + checkpoints,
            context: context, rareEvent: rareEvent)
    }
}
