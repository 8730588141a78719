import Descriptions
import Recording
import SimulationEngine

/// The kinds of observations: a mapping with the key of one of these, and others beside it.
package enum Observations<Model: SimulationModel> {
    package typealias Reader = (WatchContext<Model>, Value, Section) -> Watching<Model>.Part?
    package typealias Kind = KeyedComponent<Reader>

    /// In all models.
    package static var ofAll: [Kind] {
        [
            Kind(NodeObservation.description) { NodeObservationReader(context: $0).read($1, $2) },
            Kind(QuantityObservation.ofOne) { QuantityObservationReader(context: $0).readOne($1, $2) },
            Kind(QuantityObservation.ofSeveral) { QuantityObservationReader(context: $0).readSeveral($1, $2) },
            Kind(StatisticsKeys.description) { StatisticsReader(context: $0).read($1, $2) },
            Kind(NodeCorrelationKeys.displacement) {
                NodeCorrelationReader(context: $0, function: .meanSquaredDisplacement).read($1, $2)
            },
            Kind(NodeCorrelationKeys.correlation) {
                NodeCorrelationReader(context: $0, function: .autocorrelation).read($1, $2)
            },
            Kind(ChangesKeys.description) { ChangesReader(context: $0).read($1, $2) },
            Kind(CrossingKeys.observation) { CrossingReader(context: $0).observation($1, $2) },
            Kind(FirstPassagesKeys.description) { FirstPassagesReader(context: $0).read($1, $2) },
            Kind(InterventionKeys.observation) { InterventionReader(context: $0).observation($1, $2) },
            Kind(StructureKeys.population) { StructureReader(context: $0).population($1, $2) },
            Kind(StructureKeys.edges) { StructureReader(context: $0).edges($1, $2) },
        ]
    }
}

/// Reads the block `observe`.
struct ObservationReader<Model: SimulationModel> {
    let context: WatchContext<Model>
    let kinds: KeyedComponents<Observations<Model>.Reader>

    func read(_ value: Value) -> [Watching<Model>.PlacedPart]? {
        value.list(of: "observations") { item in
            let read = item.section(of: []) { observation($0) }
            return item.placing(read?.part, observing: read?.kind ?? "")
        }
    }

    private func observation(_ section: Section) -> (kind: String, part: Watching<Model>.Part)? {
        guard let (kind, value) = section.component(of: kinds, in: "an observation", to: "what to observe") else {
            return nil
        }
        let fields = NodeObservation.fields
        if !kind.description.parameters.contains(where: { $0.name == fields.name }) {
            section.refuse(
                fields,
                because: kind.description.name.hasPrefix("quantit")
                    ? "'fields' has no meaning for a quantity, only for 'nodes'"
                    : "'fields' has no meaning here, only for 'nodes' and in 'changes'")
        }
        return kind.read(context, value, section).map { (kind.description.name, $0) }
    }
}
