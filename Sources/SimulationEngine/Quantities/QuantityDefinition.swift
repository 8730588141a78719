/// How a quantity is computed from the state of a model.
///
/// Declare each as a property of the model's ``QuantitySet``. It can then be pulled and observed as
/// `simulation.quantities.totalEnergy`, and recorded under its name.
public struct QuantityDefinition<Model: SimulationModel, Value: QuantityValue>: Sendable {
    /// The name, in lower case with hyphens, such as `total-energy`.
    public let name: String

    /// Computes the value.
    public let evaluate: @Sendable (Model) -> Value

    /// Creates a definition.
    public init(_ name: String, evaluate: @escaping @Sendable (Model) -> Value) {
        self.name = name
        self.evaluate = evaluate
    }
}

/// A ``QuantityDefinition`` of a model, whatever the type of its value.
public protocol AnyQuantityDefinition<Model>: Sendable {
    /// The model from whose state the quantity is computed.
    associatedtype Model: SimulationModel

    /// The name, in lower case with hyphens.
    var name: String { get }

    /// The quantity of a simulation that this defines.
    func quantity(of simulation: Simulation<Model>) -> any AnyQuantity
}

extension QuantityDefinition: AnyQuantityDefinition {
    /// The quantity of a simulation that this defines.
    public func quantity(of simulation: Simulation<Model>) -> any AnyQuantity {
        simulation.quantity(self)
    }
}
