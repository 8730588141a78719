import SimulationEngine

/// A quantity of a simulation that is yet to be made.
struct PlannedQuantity<Model: SimulationModel> {
    /// The name of a table of it alone.
    let tableName: String

    /// The quantity of a simulation, which must not outlive it.
    let quantity: (Simulation<Model>) -> any AnyQuantity

    /// A quantity of the model or of the scenario.
    init(_ definition: any AnyQuantityDefinition<Model>) {
        tableName = definition.name
        quantity = { definition.quantity(of: $0) }
    }

    /// A number that an expression over quantities computes.
    init(_ expression: QuantityExpression<Model>) {
        tableName = "quantity"
        quantity = { ExpressionQuantity(expression, in: $0) }
    }
}

/// Reads a quantity that is computed from the state as a whole: by its name, also a vector, or by an expression over quantities
/// and `time`, whose text is its name.
struct QuantityReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ value: Value) -> PlannedQuantity<Model>? {
        if let definition = value.word.flatMap({ context.quantities[$0] }) {
            return context.system.isDefined(definition.name, value) ? PlannedQuantity(definition) : nil
        }
        // A single word is a name, perhaps a misspelt one.
        guard let word = value.word, !isName(word) || context.quantities.columns.contains(word) else {
            refuse(value)
            return nil
        }
        return NumberReader(context: context).number(value).map { PlannedQuantity($0) }
    }

    private func refuse(_ value: Value) {
        let known = context.quantities.names
        guard known.isEmpty else {
            _ = value.choice(of: known)
            return
        }
        guard let word = value.word else { return value.refuse(expected: "the name of a quantity, or an expression") }
        value.report(
            "there is no quantity '\(word)'", expected: "one that is defined here, such as {mean: x, name: average}")
    }

    private func isName(_ word: String) -> Bool {
        word != "time" && word.first?.isLetter == true
            && word.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }
}

/// A number that an expression over quantities computes.
private final class ExpressionQuantity: AnyQuantity {
    let name: String
    let isCount: Bool
    private let number: () -> Double

    init<Model>(_ expression: QuantityExpression<Model>, in simulation: Simulation<Model>) {
        name = expression.name
        isCount = expression.isCount
        number = expression.number(in: simulation)
    }

    var columns: [String] { [name] }

    func appendColumns(to row: inout [Double]) {
        row.append(number())
    }
}
