import SimulationEngine
import Testing

@Suite struct NumberEvaluatorTests {
    @Test(
        "Given numbers stand for the names of an expression, with the time, and truth values are 1 and 0",
        arguments: [
            ("energy / n", 2.5), ("order_parameter * 10 + time", 9), ("n > 3 and time == 4", 1), ("n > 4", 0),
            ("node + e", 2.718281828459045),
        ])
    func values(text: String, value: Double) throws {
        let expression = try FieldExpression(text, fields: ["energy", "n", "order-parameter"])
        let evaluator = NumberEvaluator(expression)
        #expect(evaluator.value(of: [10, 4, 0.5], at: 4) == value)
        // Nothing remains of the numbers before.
        _ = evaluator.value(of: [-1, -1, -1], at: -1)
        #expect(evaluator.value(of: [10, 4, 0.5], at: 4) == value)
    }
}
