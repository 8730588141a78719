/// The quantities of a model, each as a property.
///
///     struct GasQuantities: QuantitySet {
///         let temperature = QuantityDefinition<Gas, Double>("temperature") { $0.temperature }
///         var all: [any AnyQuantityDefinition<Gas>] { [temperature] }
///     }
public protocol QuantitySet<Model>: Sendable {
    /// The model from whose state the quantities are computed.
    associatedtype Model: SimulationModel

    /// All quantities, in the order in which they are listed for users.
    var all: [any AnyQuantityDefinition<Model>] { get }
}

/// The quantities of a model that has none.
public struct NoQuantities<Model: SimulationModel>: QuantitySet {
    /// Creates the empty set.
    public init() {}

    /// None.
    public var all: [any AnyQuantityDefinition<Model>] { [] }
}
