import TestSupport
import Testing

@testable import Networks
@testable import SimulationEngine

/// Formulas of a few operations, computed for one vertex, against the same in blocks.
@Suite struct CountedFormulaTests {
    @Test(
        "A formula of parameters has the same bits as in a block",
        arguments: [
            "a * b", "a", "2", "a + b * c", "a * b - c", "c - a * b", "a / b", "a / 7", "-a", "a^2 + b^2",
            "a^3 / (1 + b)",
            "(a - b) * (b - c) / (0.1 + c * c) - a * b * c", "0 * a + b", "1 / (a - a)",
        ])
    func bits(text: String) throws {
        let expression = try FieldExpression(text, fields: ["a", "b", "c"])
        var generator = SeededGenerator(seed: 4)
        let rounds = (0..<300).map { round in
            var numbers = (0..<3).map { _ in Double.random(in: -3...3, using: &generator) }
            if round % 10 == 0 {
                numbers[round / 10 % 3] = [0, -0.0, .infinity, .nan, 1e300, .leastNonzeroMagnitude][round / 30 % 6]
            }
            return numbers
        }
        let formula = CountedFormula(expression) { field in .parameter(rounds.map { $0[field] }) }
        let arithmetic = try #require(formula.arithmetic)
        let evaluator = NumberEvaluator(expression)
        for (round, numbers) in rounds.enumerated() {
            let value = [Int32(0)].withUnsafeBufferPointer { counts in
                counts.baseAddress.map { arithmetic.value(at: round, degree: 0, $0) }
            }
            let expected = evaluator.value(of: numbers, at: 0)
            #expect(value?.bitPattern == expected.bitPattern || value?.isNaN == true && expected.isNaN, "\(numbers)")
        }
    }

    @Test("A formula of counts and of the degree has the same bits as in a block")
    func counts() throws {
        let expression = try FieldExpression("a * b / (c + 0.7 * a)", fields: ["a", "b", "c"])
        let formula = CountedFormula(expression) { field in
            field == 2 ? .degree : .count(slot: 1 - field)
        }
        let arithmetic = try #require(formula.arithmetic)
        let evaluator = NumberEvaluator(expression)
        for (first, second, degree) in [(3, 4, 9), (0, 5, 5), (7, 0, 11), (1, 1, 1000)] {
            let value = [Int32(second), Int32(first)].withUnsafeBufferPointer { counts in
                counts.baseAddress.map { arithmetic.value(at: 0, degree: Int32(degree), $0) }
            }
            let expected = evaluator.value(of: [Double(first), Double(second), Double(degree)], at: 0)
            #expect(value?.bitPattern == expected.bitPattern)
        }
    }

    private static func ofVertices(_ expression: FieldExpression, _ numbers: [Double]) -> CountedFormula {
        CountedFormula(expression) { field in
            [.parameter(numbers), .parameter(numbers.map { -$0 }), .count(slot: 1), .count(slot: 0), .degree][field]
        }
    }

    @Test(
        "A product of a parameter and of a number of neighbours has the same bits as in a block",
        arguments: ["p * n", "n * p", "q * m", "p * (n)"])
    func products(text: String) throws {
        let expression = try FieldExpression(text, fields: ["p", "q", "n", "m", "degree"])
        var generator = SeededGenerator(seed: 9)
        let special = [0, -0.0, .infinity, .nan, 1e300, .leastNonzeroMagnitude]
        let numbers = special + (0..<300).map { _ in Double.random(in: -3...3, using: &generator) }
        let formula = Self.ofVertices(expression, numbers)
        // Its numbers are there as long as it is.
        defer { withExtendedLifetime(formula) {} }
        let product = try #require(formula.product)
        let evaluator = NumberEvaluator(expression)
        for (vertex, number) in numbers.enumerated() {
            let counts = (0..<2).map { _ in Int32(generator.below(100)) }
            let value = counts.withUnsafeBufferPointer { $0.baseAddress.map { product.value(at: vertex, $0) } }
            let expected = evaluator.value(of: [number, -number, Double(counts[1]), Double(counts[0]), 7], at: 0)
            #expect(value?.bitPattern == expected.bitPattern || value?.isNaN == true && expected.isNaN)
        }
    }

    @Test(
        "What is more or less than a product of a parameter and of a number of neighbours is none",
        arguments: [
            "p", "n", "2", "p * p", "n * n", "n * m", "p * q", "p * degree", "n * degree", "2 * n", "2 * p", "p + n",
            "p - n", "p / n", "n / p", "-p * n", "p * n * m", "p * n / degree", "p * n + 1", "p * n^2", "exp(p) * n",
        ])
    func others(text: String) throws {
        let expression = try FieldExpression(text, fields: ["p", "q", "n", "m", "degree"])
        #expect(Self.ofVertices(expression, [0.5, 2]).product == nil)
    }
}
