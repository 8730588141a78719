/// The quantities of a simulation that somebody has asked for, in the order in which that was done first.
public final class ObservedQuantities<Model: SimulationModel> {
    private let model: Model
    private let revision: StateRevision
    private(set) var quantities: [any PublishableQuantity] = []

    init(of model: Model, revision: StateRevision) {
        self.model = model
        self.revision = revision
    }

    /// A quantity, one and the same for a name and type; see ``Simulation/quantity(_:)``.
    func quantity<Value>(_ definition: QuantityDefinition<Model, Value>) throws(SimulationError) -> Quantity<Value> {
        if let foreign = definition.foreignExpression(to: model.fields) {
            throw .foreignFields(expression: foreign.text)
        }
        let isOther = quantities.contains { known in
            guard known.name == definition.name, let known = known as? Quantity<Value> else { return false }
            return known.identity != definition.identity
        }
        let isOfModel = Model.quantities.all.contains { own in
            guard own.name == definition.name, let own = own as? QuantityDefinition<Model, Value> else { return false }
            return own.identity != definition.identity
        }
        guard !isOther, !isOfModel else { throw .conflictingDefinitions(definition.name) }
        return definedQuantity(definition)
    }

    /// The quantity of a definition, also if there is another one of that name.
    func definedQuantity<Value>(_ definition: QuantityDefinition<Model, Value>) -> Quantity<Value> {
        for known in quantities where known.name == definition.name {
            if let known = known as? Quantity<Value>, known.identity == definition.identity { return known }
        }
        let quantity = Quantity(definition, of: model, revision: revision)
        quantities.append(quantity)
        return quantity
    }
}

/// A quantity that the run loop can publish.
protocol PublishableQuantity: AnyQuantity {
    func publish()

    /// True if somebody observes it.
    var isObserved: Bool { get }

    func archiveState(in archive: StateArchive) throws(CheckpointError)
}

extension Quantity: PublishableQuantity {}

extension ObservedQuantities: StepWatcher {
    var name: String { "quantities" }
    var rank: StepRank { .quantities }
    var view: StepView { .moments }

    func publish(_ publication: Publication) {
        guard !publication.isWithinRun else { return }
        for quantity in quantities { quantity.publish() }
    }

    /// Archives the values that were published last.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        let observed = quantities.filter(\.isObserved)
        try archive.expect(observed.map(\.name).joined(separator: ", "), "the observed quantities")
        for quantity in observed { try quantity.archiveState(in: archive) }
    }
}
