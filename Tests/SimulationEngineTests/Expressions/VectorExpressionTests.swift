import SimulationEngine
import TestSupport
import Testing

/// Vectors in formulas, which are computed as if they were written component by component.
@Suite struct VectorExpressionTests {
    private static let fields = ["r.x", "r.y", "r.z", "v.x", "v.y", "v.z", "p.x", "p.y", "s"]
    private static let numbers = [1.0, -2, 3, 0.5, 4, -1, 3, 4, 2]

    private func value(_ text: String) throws -> Double {
        NumberEvaluator(try FieldExpression(text, fields: Self.fields)).value(of: Self.numbers, at: 7)
    }

    private static let values: [(text: String, value: Double)] = [
        ("r.y", -2), ("dot(r, v)", -10.5), ("norm(p)", 5), ("dot(r, r)", 14), ("distance(p, [0, 0])", 5),
        ("dot(r + v, [1, 10, 100])", 221.5), ("dot(r - v, [1, 10, 100])", 340.5), ("dot(-r, [1, 0, 0])", -1),
        ("dot(+r, [1, 0, 0])", 1), ("dot(s * r, [0, 0, 1])", 6), ("dot(r * s / 4, [0, 1, 0])", -1),
        ("dot(cross(r, v), [1, 0, 0])", -10), ("dot(cross(r, v), [0, 1, 0])", 2.5),
        ("dot(cross(r, v), [0, 0, 1])", 5), ("cross(p, [1, 2])", 2), ("norm(if(s > 1, p, 2 * p))", 5),
        ("norm(if(s > 2, 0, p))", 5), ("norm(if(s > 1, 0, p))", 0), ("norm([s, 1, s, 2 * s])", 5),
    ]

    @Test(
        "Vectors have sums, products with numbers, dot and cross products, lengths and components",
        arguments: values)
    func operations(text: String, expected: Double) throws {
        #expect(try value(text) == expected)
    }

    @Test("A name that stands for something else goes before a function of vectors, and hyphens are underscores")
    func names() throws {
        let own = try FieldExpression("norm + dot", fields: ["norm", "dot"])
        #expect(NumberEvaluator(own).value(of: [1, 2], at: 0) == 3)
        let hidden = #expect(throws: ExpressionError.self) {
            try FieldExpression("1 + dot([1, 2], [3, 4])", fields: ["dot"])
        }
        #expect(hidden == ExpressionError(problem: .hiddenFunction("dot"), offset: 4, length: 3))
        let hyphens = try FieldExpression("norm(far_off) + far_off.y", fields: ["far-off.x", "far-off.y"])
        #expect(NumberEvaluator(hyphens).value(of: [3, 4], at: 0) == 9)
        let numbers = try FieldExpression("r + norm([r.x, r.y])", fields: ["r", "r.x", "r.y"])
        #expect(NumberEvaluator(numbers).value(of: [2, 3, 4], at: 0) == 7)
        let ends = #expect(throws: ExpressionError.self) { try FieldExpression("from", fields: ["from.x", "from.y"]) }
        #expect(ends?.description.contains("there is no field") == true)
    }

    private static let faults: [(text: String, problem: ExpressionError.Problem, offset: Int, length: Int)] = [
        ("1 + r", .mixedShapes(by: "'+'"), 0, 5),
        ("norm(r - p)", .unlikeCounts(by: "'-'", [3, 2]), 5, 5),
        ("2 * dot(r, p)", .unlikeCounts(by: "'dot'", [3, 2]), 4, 9),
        ("norm(r * v)", .productOfVectors, 5, 5),
        ("norm(r / v)", .divisionByVector, 9, 1),
        ("norm(s / v)", .divisionByVector, 9, 1),
        ("s * r^2", .numberNotVector(by: "'^'", count: 3), 4, 1),
        ("2^p", .numberNotVector(by: "'^'", count: 2), 2, 1),
        ("1 + sin(r)", .numberNotVector(by: "'sin'", count: 3), 8, 1),
        ("r > 1", .numberNotVector(by: "'>'", count: 3), 0, 1),
        ("r == v", .numberNotVector(by: "'=='", count: 3), 0, 1),
        ("not r", .truthNotVector(by: "'not'"), 4, 1),
        ("r or s > 1", .truthNotVector(by: "'or'"), 0, 1),
        ("if(r, 1, 2)", .truthNotVector(by: "the condition of 'if'"), 3, 1),
        ("norm(if(s > 1, r, 1))", .mixedShapes(by: "'if'"), 15, 4),
        ("norm(if(s > 1, r, p))", .unlikeCounts(by: "'if'", [3, 2]), 15, 4),
        ("norm(s)", .vectorExpected(by: "'norm'"), 5, 1),
        ("cross(r, s > 1)", .vectorExpected(by: "'cross'"), 9, 5),
        ("norm(r, v)", .wrongArgumentCount(function: "norm", expected: "one argument", found: 2), 0, 4),
        ("norm", .functionWithoutArguments("norm"), 0, 4),
        ("norm(cross([s, s, s, s], [s, s, s, s]))", .crossProduct(count: 4), 5, 33),
        ("1 + r.w", .unknownComponent("w", of: "r", known: ["x", "y", "z"]), 4, 3),
        ("norm([s, r])", .numberNotVector(by: "a component of a vector", count: 3), 9, 1),
        ("2 * [s + 1]", .shortVector, 4, 7),
        ("norm([s, 1", .unclosedBracket, 5, 1),
        ("norm([s, 1)", .unclosedBracket, 5, 1),
        ("s + 1]", .unopenedBracket, 5, 1),
        ("norm([s 1])", .missingOperator(found: "1"), 8, 1),
        ("norm([s, ])", .missingOperand(found: "]"), 9, 1),
        ("(s]", .unclosedParenthesis, 0, 1),
        ("s[0]", .missingOperator(found: "["), 1, 1),
        ("r + v", .isVector(count: 3), 0, 5),
    ]

    @Test("What is wrong with vectors is told at its place", arguments: faults)
    func problems(text: String, problem: ExpressionError.Problem, offset: Int, length: Int) {
        let error = #expect(throws: ExpressionError.self) { try FieldExpression(text, fields: Self.fields) }
        #expect(error == ExpressionError(problem: problem, offset: offset, length: length), "\(text)")
        #expect(error.map { !$0.description.isEmpty } == true)
    }

    @Test("A vector of what is no field is told of, also where the formula does not name it")
    func unknownFields() {
        let vectors = ["r": ["x", "w"]]
        for error in [
            #expect(throws: ExpressionError.self) { try FieldExpression("x", fields: ["x", "y"], vectors: vectors) },
            #expect(throws: ExpressionError.self) {
                try FieldExpression.components(2, of: "r", fields: ["x", "y"], vectors: vectors)
            },
        ] {
            guard case .unknownName("w", let known) = error?.problem else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(known.contains("y") && error?.offset == 0 && error?.length == 0)
        }
    }

    @Test("A formula that must be a vector is one, or 0")
    func shapes() throws {
        var formulas = Formulas(inputs: Self.fields)
        #expect(try formulas.read("r", as: .vector(count: 3)).components.count == 3)
        #expect(try formulas.read("0", as: .vector(count: 3)).components.allSatisfy { formulas.constant($0) == 0 })
        #expect(try formulas.read("s", as: .vector(count: 2, spreads: true)).components.count == 2)
        #expect(try formulas.read("p", as: .any).componentNames == ["x", "y"])
        #expect(try formulas.read("[s, 1] - p", as: .any).componentNames == ["x", "y"])
        for (text, problem) in [
            ("s", ExpressionError.Problem.isNoVector(expected: 3)), ("s > 1", .isNoVector(expected: 3)),
            ("p", .wrongCount(2, expected: 3)),
        ] {
            let error = #expect(throws: ExpressionError.self) { try formulas.read(text, as: .vector(count: 3)) }
            #expect(error?.problem == problem, "\(text)")
        }
    }

    @Test("Random formulas of vectors give the same bits as those that are written out component by component")
    func random() throws {
        let names = VectorFormulaNames(
            numbers: ["s", "time", "0.3", "r.y", "p.x", "v.z"], ofTwo: ["p"], ofThree: ["r", "v"])
        var random = SeededGenerator(seed: 77)
        var (compared, finite) = (0, 0)
        while compared < 3000 {
            let formula = NumberFormula(of: names, depth: 1 + random.below(4), &random)
            let (short, long) = (formula.text, formula.writtenOut)
            guard long.utf8.count <= 9000 else { continue }
            compared += 1
            let numbers = Self.fields.map { _ in Double.random(in: -2..<2, using: &random) }
            let found = NumberEvaluator(try FieldExpression(short, fields: Self.fields)).value(of: numbers, at: 0.7)
            let expected = NumberEvaluator(try FieldExpression(long, fields: Self.fields)).value(of: numbers, at: 0.7)
            if found.isFinite { finite += 1 }
            #expect(found.isNaN ? expected.isNaN : found.bitPattern == expected.bitPattern, "\(short)\n\(long)")
        }
        #expect(finite > 2000)
    }
}
