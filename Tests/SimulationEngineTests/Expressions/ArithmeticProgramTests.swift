import Testing

@testable import SimulationEngine

/// Which formulas are of a few operations.
@Suite struct ArithmeticProgramTests {
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
