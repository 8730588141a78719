import TestSupport
import Testing

@testable import SimulationEngine

/// Formulas of a few operations, computed for one row, against the same in blocks.
@Suite struct ArithmeticProgramTests {
    @Test(
        "A formula has the same bits as in a block",
        arguments: [
            "a * b", "a", "2", "a + b * c", "a * b - c", "c - a * b", "a / b", "a / 7", "-a", "a^2 + b^2",
            "a^3 / (1 + b)",
            "(a - b) * (b - c) / (0.1 + c * c) - a * b * c", "0 * a + b", "1 / (a - a)",
        ])
    func bits(text: String) throws {
        let expression = try FieldExpression(text, fields: ["a", "b", "c"])
        let program = try #require(ArithmeticProgram(expression))
        let evaluator = NumberEvaluator(expression)
        var generator = SeededGenerator(seed: 4)
        for round in 0..<300 {
            var numbers = (0..<3).map { _ in Double.random(in: -3...3, using: &generator) }
            if round % 10 == 0 {
                numbers[round / 10 % 3] = [0, -0.0, .infinity, .nan, 1e300, .leastNonzeroMagnitude][round / 30 % 6]
            }
            for field in expression.usedFields {
                program.run.set(try #require(program.slot(ofField: field)), to: numbers[field])
            }
            let (value, expected) = (program.run.value(), evaluator.value(of: numbers, at: 0))
            #expect(value.bitPattern == expected.bitPattern || value.isNaN && expected.isNaN, "\(numbers)")
        }
    }

    @Test(
        "What is more than arithmetic is left to blocks",
        arguments: ["exp(a)", "if(a > b, a, b)", "time * a", "node + a", "a^b", "min(a, b)"])
    func others(text: String) throws {
        #expect(ArithmeticProgram(try FieldExpression(text, fields: ["a", "b", "c"])) == nil)
    }

    @Test("Many operations are left to blocks")
    func many() throws {
        let text = (1...20).map { "a / (b + \($0))" }.joined(separator: " + ")
        #expect(ArithmeticProgram(try FieldExpression(text, fields: ["a", "b"])) == nil)
    }
}
