/// The quantities of a simulation, by their names in Swift or in scenario files.
///
///     simulation.quantities.totalEnergy
///     simulation.quantities["total-energy"]
@dynamicMemberLookup
public struct QuantityLookup<Model: SimulationModel> {
    let quantities: ObservedQuantities<Model>

    /// A quantity that the model's set declares as a property.
    public subscript<Value>(
        dynamicMember definition: KeyPath<Model.Quantities, QuantityDefinition<Model, Value>>
    ) -> Quantity<Value> {
        quantities.definedQuantity(Model.quantities[keyPath: definition])
    }

    /// The quantity of a name, or `nil` if the model has none of that name; see ``names``.
    public subscript(name: String) -> (any AnyQuantity)? {
        Model.quantities.all.first { $0.name == name }?.quantity(in: quantities)
    }

    /// The names of all quantities.
    public var names: [String] {
        Model.quantities.all.map(\.name)
    }
}
