import SimulationEngine

/// The quantities that a scenario can name: those of the model, and those that it defines itself.
final class QuantityCatalog<Model: SimulationModel> {
    private(set) var definitions: [any AnyQuantityDefinition<Model>] = Model.quantities.all

    /// Those that observations define, by the places of their definitions; `nil` for those that were refused.
    var observed: [[String]: (any AnyQuantityDefinition<Model>)?] = [:]

    /// The names of those whose definition was refused.
    var refused: Set<String> = []

    /// The names of all quantities.
    var names: [String] { definitions.map(\.name) }

    /// The names of all numbers, of which vectors have several.
    var columns: [String] { definitions.flatMap(\.columns) }

    func add(_ definition: some AnyQuantityDefinition<Model>) {
        definitions.append(definition)
    }

    subscript(name: String) -> (any AnyQuantityDefinition<Model>)? {
        definitions.first { $0.name == name }
    }
}

/// An expression over the quantities of a scenario.
struct QuantityExpression<Model: SimulationModel> {
    /// The name of the expression, for errors and tables.
    let name: String

    private let expression: FieldExpression
    private let definitions: [any AnyQuantityDefinition<Model>]

    /// True if it is nothing but one of the numbers of a quantity that counts.
    let isCount: Bool

    init(_ expression: FieldExpression, named name: String, over catalog: QuantityCatalog<Model>) {
        self.name = name
        self.expression = expression
        definitions = catalog.definitions
        let counts = catalog.definitions.filter(\.isCount).flatMap(\.columns)
        isCount = counts.contains { $0.withUnderscores == expression.text.withUnderscores }
    }

    /// The number at a time if it does not depend on the state; `nil` if it does, or on a time that is not known.
    func valueOfTimeAlone(at time: Double?) -> Double? { expression.valueOfTimeAlone(at: time) }

    /// A closure that computes the number in the present state of a simulation; a truth value is 1 or 0. It must not outlive the
    /// simulation.
    func number(in simulation: Simulation<Model>) -> () -> Double { number(expression, in: simulation) }

    /// Closures that compute the numbers, in the present state of a simulation, from whose sides of 0 it follows whether the
    /// condition holds, or the number is above a level. They must not outlive the simulation.
    func comparisons(with level: Double = 0, in simulation: Simulation<Model>) -> [() -> Double] {
        expression.comparisons(with: level).map { number($0, in: simulation) }
    }

    private func number(_ expression: FieldExpression, in simulation: Simulation<Model>) -> () -> Double {
        let evaluation = QuantityEvaluation(
            expression, of: quantities(usedBy: expression, in: simulation), clock: simulation.shownClock)
        return { evaluation.number() }
    }

    /// Tests if the number may change while the state of a simulation stays the same.
    func dependsOnTime(in simulation: Simulation<Model>) -> Bool {
        expression.usesTime
            || quantities(usedBy: expression, in: simulation).contains { $0.quantity.dependsOnTime }
    }

    /// The quantities that an expression uses, and where their numbers begin.
    private func quantities(
        usedBy expression: FieldExpression, in simulation: Simulation<Model>
    ) -> [(start: Int, quantity: any AnyQuantity)] {
        var parts: [(start: Int, quantity: any AnyQuantity)] = []
        var start = 0
        for definition in definitions {
            let end = start + definition.columns.count
            if expression.usedFields.contains(where: { (start..<end).contains($0) }) {
                parts.append((start, definition.quantity(of: simulation)))
            }
            start = end
        }
        return parts
    }
}

extension FieldExpression {
    /// The value at a time if it depends on neither fields nor nodes; `nil` if it does, or on a time that is not known.
    func valueOfTimeAlone(at time: Double?) -> Double? {
        guard usedFields.isEmpty, !usesNode, !usesTime || time != nil else { return nil }
        return NumberEvaluator(self).value(of: [Double](repeating: .nan, count: fields.count), at: time ?? 0)
    }
}

/// Computes an expression over quantities, again and again in the same memory.
///
/// An object, since the compiler (Swift 6.3.1, optimising) forgets to initialise variables that a closure captures where the
/// closure is made and called at once.
private final class QuantityEvaluation {
    private let evaluator: NumberEvaluator
    private let clock: () -> Double
    private let parts: [(start: Int, quantity: any AnyQuantity)]

    /// Those of one number. They are kept alive by the parts: counting references would cost more than asking them.
    private let scalars: [(place: Int, quantity: Unmanaged<Quantity<Double>>)]
    private let others: [(start: Int, quantity: any AnyQuantity)]

    @exclusivity(unchecked)
    private var numbers: [Double]

    @exclusivity(unchecked)
    private var row: [Double] = []

    init(
        _ expression: FieldExpression, of parts: [(start: Int, quantity: any AnyQuantity)],
        clock: @escaping () -> Double
    ) {
        evaluator = NumberEvaluator(expression)
        self.clock = clock
        self.parts = parts
        scalars = parts.compactMap { part in
            (part.quantity as? Quantity<Double>).map { (part.start, .passUnretained($0)) }
        }
        others = parts.filter { !($0.quantity is Quantity<Double>) }
        numbers = [Double](repeating: .nan, count: expression.fields.count)
    }

    func number() -> Double {
        for (place, quantity) in scalars { numbers[place] = quantity._withUnsafeGuaranteedRef { $0.number } }
        for (start, quantity) in others {
            row.removeAll(keepingCapacity: true)
            quantity.appendColumns(to: &row)
            for (offset, number) in row.enumerated() { numbers[start + offset] = number }
        }
        return evaluator.value(of: numbers, at: clock())
    }
}

/// Reads numbers and conditions that are computed from the state as a whole: expressions over quantities and `time`, or a
/// quantity of one number that is defined here.
struct NumberReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func number(_ value: Value) -> QuantityExpression<Model>? {
        value.form == .mapping ? definition(value) : expression(value, .number)
    }

    func condition(_ value: Value) -> QuantityExpression<Model>? {
        expression(value, .truth)
    }

    private func expression(_ value: Value, _ kind: FieldExpression.Kind) -> QuantityExpression<Model>? {
        let columns = context.quantities.columns
        // A mistake in the definition of a quantity has been reported: it is known, but of no use.
        let refused = context.quantities.refused.filter { !columns.contains($0) }.sorted()
        let known = columns + refused
        guard let expression = value.expression(over: known, kind) else { return nil }
        let used = expression.usedFields.map { known[$0] }
        guard used.allSatisfy({ context.system.isDefined($0, value) }), !used.contains(where: refused.contains) else {
            return nil
        }
        return QuantityExpression(expression, named: value.word ?? "", over: context.quantities)
    }

    private func definition(_ value: Value) -> QuantityExpression<Model>? {
        guard let definition = QuantityDefinitionReader(context: context).read(value) else { return nil }
        guard definition.columns.count == 1 else {
            value.report("\(value.name) has \(definition.columns.count) numbers, but must have one")
            return nil
        }
        context.quantities.add(definition)
        let columns = context.quantities.columns
        guard let expression = try? FieldExpression(definition.name.withUnderscores, fields: columns) else {
            return nil
        }
        return QuantityExpression(expression, named: definition.name, over: context.quantities)
    }
}
