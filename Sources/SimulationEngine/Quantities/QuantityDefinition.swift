/// How a quantity is computed from the state of a model.
///
/// Declare each as a property of the model's ``QuantitySet``. It can then be pulled and observed as
/// `simulation.quantities.totalEnergy`, and recorded under its name.
public final class QuantityDefinition<Model: SimulationModel, Value: QuantityValue>: Sendable {
    /// The name, in lower case with hyphens, such as `total-energy`.
    public let name: String

    /// True if its numbers say how many there are of something: tables write them as whole numbers.
    public let isCount: Bool

    private let computation: Computation

    /// The identity that distinguishes it from others of its name.
    let identity: DefinitionIdentity

    private enum Computation: Sendable {
        case ofModel(@Sendable (Model) -> Value)
        case ofModelAndTime(@Sendable (Model, Double) -> Value)
        case reduction(ReductionPlan, @Sendable ([Double]) -> Value)
    }

    /// Creates a definition.
    ///
    /// - Parameters:
    ///   - name: The name. Definitions of one name and type in a simulation must be written at one place.
    ///   - isCount: True if its numbers say how many there are of something.
    ///   - file: Where it is written; leave it to the default, as the line and the column.
    ///   - line: The line.
    ///   - column: The column.
    ///   - evaluate: Computes the value from the model.
    public init(
        _ name: String, isCount: Bool = false, file: StaticString = #fileID, line: Int = #line, column: Int = #column,
        evaluate: @escaping @Sendable (Model) -> Value
    ) {
        self.name = name
        self.isCount = isCount
        identity = .place(file: file.description, line: line, column: column)
        computation = .ofModel(evaluate)
    }

    /// Creates a definition of what depends on the time, too.
    ///
    /// - Parameters:
    ///   - name: The name. Definitions of one name and type in a simulation must be written at one place.
    ///   - isCount: True if its numbers say how many there are of something.
    ///   - file: Where it is written; leave it to the default, as the line and the column.
    ///   - line: The line.
    ///   - column: The column.
    ///   - evaluate: Computes the value from the model and the time.
    public init(
        _ name: String, isCount: Bool = false, file: StaticString = #fileID, line: Int = #line, column: Int = #column,
        evaluate: @escaping @Sendable (Model, Double) -> Value
    ) {
        self.name = name
        self.isCount = isCount
        identity = .place(file: file.description, line: line, column: column)
        computation = .ofModelAndTime(evaluate)
    }

    /// Creates a definition of a reduction, whose numbers a closure makes a value of.
    init(_ name: String, _ reduction: ReductionPlan, value: @escaping @Sendable ([Double]) -> Value) {
        self.name = name
        isCount = reduction.reduction.isCount
        identity = .reduction(reduction)
        computation = .reduction(reduction, value)
    }

    /// Computes the value.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - time: The time of its state: 0 for a model that no simulation has moved on.
    /// - Returns: The value.
    /// - Precondition: The expressions of a reduction are over the fields of the model.
    public func evaluate(_ model: Model, at time: Double = 0) -> Value {
        makeEvaluation()(model, time)
    }

    /// The first expression of a reduction that is not over these fields.
    func foreignExpression(to fields: [String]) -> FieldExpression? {
        guard case .reduction(let plan, _) = computation else { return nil }
        return plan.expressions.first { $0.fields != fields }
    }

    /// True if the value may change while the state stays the same.
    var dependsOnTime: Bool { if case .ofModel = computation { false } else { true } }

    /// A closure that computes the value from the model and the time. It belongs to one quantity, and keeps the memory that it
    /// needs.
    func makeEvaluation() -> (Model, Double) -> Value {
        switch computation {
        case .ofModel(let evaluate):
            return { model, _ in evaluate(model) }
        case .ofModelAndTime(let evaluate):
            return evaluate
        case .reduction(let plan, let value):
            let reducer = Reducer(plan)
            return { model, time in value(reducer.evaluate(model, at: time)) }
        }
    }
}

/// A ``QuantityDefinition`` of a model, whatever the type of its value.
public protocol AnyQuantityDefinition<Model>: Sendable {
    /// The model from whose state the quantity is computed.
    associatedtype Model: SimulationModel

    /// The name, in lower case with hyphens.
    var name: String { get }

    /// The names of its columns in a table; none if they follow only from its value.
    var columns: [String] { get }

    /// True if its numbers say how many there are of something.
    var isCount: Bool { get }

    /// The quantity that this defines, one of those of a simulation, also if there is another one of that name.
    func quantity(in quantities: ObservedQuantities<Model>) -> any AnyQuantity
}

extension QuantityDefinition: AnyQuantityDefinition {
    /// The names of its columns in a table; none if they follow only from its value.
    public var columns: [String] {
        if case .reduction(let plan, _) = computation { return plan.columnSuffixes.map { name + $0 } }
        return Value.columnSuffixes.map { name + $0 }
    }

    /// The quantity that this defines, one of those of a simulation, also if there is another one of that name.
    public func quantity(in quantities: ObservedQuantities<Model>) -> any AnyQuantity {
        quantities.definedQuantity(self)
    }
}

/// By what two definitions of one name are told apart: reductions by what they reduce, others by where they were
/// written, since closures cannot be compared.
enum DefinitionIdentity: Equatable, Sendable {
    case place(file: String, line: Int, column: Int)
    case reduction(ReductionPlan)
}
