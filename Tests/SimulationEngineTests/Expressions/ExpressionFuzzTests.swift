import SimulationEngine
import TestSupport
import Testing

/// Formulas of random words, most of which are none, and of random operations, all of which are.
@Suite struct ExpressionFuzzTests {
    private static let words = [
        "x", "y", "from.x", "time", "node", "pi", "1", "2.5", "1e400", ".5", "1..2", "+", "-", "*", "/", "^", "**",
        "//", "(", ")",
        ",", "<", "<=", "==", "!=", "and", "or", "not", "!", "if(", "min(", "sin(", "ln(", "mod(", "hypot(", "°", "²",
        "\u{301}",
        "π", "\u{0}", "'", "\"", "{", "🙂", "_", "e", "e5", "1e", "-2^0.5", "(-2)^0.5", "= ", "&&", "|", "x.", ".x",
        "\n", "\t", "[", "]", "r", "r", "r.x", "r.z", "norm(", "dot(", "cross(", "distance(",
    ]

    @Test("Any words are an expression or an error at a place in the text")
    func words() {
        var random = SeededGenerator(seed: 31)
        var readable = 0
        for _ in 0..<10_000 {
            let text = (0..<1 + random.below(12)).map { _ in Self.words[random.below(Self.words.count)] }
                .joined(separator: random.below(2) == 0 ? " " : "")
            do {
                _ = try FieldExpression(text, fields: ["x", "y", "r.x", "r.y"])
                readable += 1
            } catch {
                #expect((0...text.utf8.count).contains(error.offset + error.length), "\(text)")
                #expect(!error.description.isEmpty)
            }
        }
        #expect(readable > 100)
    }

    /// An expression with its operations in parentheses, of a depth.
    private func formula(_ depth: Int, _ random: inout SeededGenerator) -> String {
        guard depth > 0 else { return ["x", "y", "time", "2", "0.3", "7"][random.below(6)] }
        let (a, b) = (formula(depth - 1, &random), formula(random.below(depth), &random))
        switch random.below(12) {
        case 0: return "(\(a) + \(b))"
        case 1: return "(\(a) - \(b))"
        case 2: return "(\(a) * \(b))"
        case 3: return "(\(a) / \(b))"
        case 4: return "-\(a)"
        case 5: return "(\(a))^\(random.below(9))"
        case 6: return "sin(\(a))"
        case 7: return "tanh(\(a))"
        case 8: return "exp(-abs(\(a)))"
        case 9: return "if(\(a) < \(b), \(b), \(a))"
        case 10: return "max(\(a), \(b))"
        default: return "hypot(\(a), \(b))"
        }
    }

    @Test("The same operations give the same bits, alone, in a block and twice in an expression")
    func blocks() throws {
        var random = SeededGenerator(seed: 32)
        let table = FieldTable(randomCount: 300, seed: 7)
        for _ in 0..<200 {
            let text = formula(5, &random)
            let found = try values(text, of: table, at: 0.7)
            let twice = try values("if(node >= 0, \(text), 1) + 0 * time", of: table, at: 0.7)
            let alone = NumberEvaluator(try FieldExpression(text, fields: FieldTable.names))
            for node in [0, 7, 255, 256, 299] {
                let numbers = [table.x[node], table.y[node], 0, 0, 0]
                let value = alone.value(of: numbers, at: 0.7)
                #expect(value.isNaN ? found[node].isNaN : value == found[node], "\(text)")
                #expect(value.isFinite ? value == twice[node] : true, "\(text)")
            }
        }
    }
}
