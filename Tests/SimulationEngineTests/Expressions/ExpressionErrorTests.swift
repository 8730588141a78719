import SimulationEngine
import Testing

@Suite struct ExpressionErrorTests {
    private func error(_ text: String) -> ExpressionError? {
        #expect(throws: ExpressionError.self) { try FieldExpression(text, fields: ["x", "y"], constants: ["box": 1]) }
    }

    private static let known = ["x", "y", "box", "pi", "e", "node", "time"]

    @Test(
        "The form: each problem has its place in bytes",
        arguments: [
            ("", ExpressionError.Problem.empty, 0, 0),
            (" \n", .empty, 2, 0),
            ("x +", .missingOperand(found: nil), 3, 0),
            ("x + * y", .missingOperand(found: "*"), 4, 1),
            ("()", .missingOperand(found: ")"), 1, 1),
            ("min(x,)", .missingOperand(found: ")"), 6, 1),
            ("x y", .missingOperator(found: "y"), 2, 1),
            ("2x", .missingOperator(found: "x"), 1, 1),
            ("1.2.3", .missingOperator(found: ".3"), 3, 2),
            ("(x y)", .missingOperator(found: "y"), 3, 1),
            ("x (y)", .missingOperator(found: "("), 2, 1),
            ("x not y", .missingOperator(found: "not"), 2, 3),
            ("2 * (x + (y)", .unclosedParenthesis, 4, 1),
            ("sin(x", .unclosedParenthesis, 3, 1),
            ("x + y)", .unopenedParenthesis, 5, 1),
            ("x, y", .misplacedComma, 1, 1),
            ("(1,5)", .misplacedComma, 2, 1),
            ("x = 1", .foreignOperator("=", meant: "'==' for a comparison"), 2, 1),
            ("x ** 2", .foreignOperator("**", meant: "'^' for a power"), 2, 2),
            ("x % 2", .foreignOperator("%", meant: "'mod(a, b)'"), 2, 1),
            ("x <> 2", .foreignOperator("<>", meant: "'!='"), 2, 2),
            ("x > 1 & y > 1", .foreignOperator("&", meant: "'and'"), 6, 1),
            ("x $ 2", .unexpectedCharacter("$"), 2, 1),
            ("x − 2", .foreignOperator("−", meant: "'-'"), 2, 3),
            ("sin(30°)", .foreignOperator("°", meant: "'* pi / 180': angles are in radians"), 6, 2),
            ("7 // 2", .foreignOperator("//", meant: "'floor(a / b)'; '/' divides whole numbers as all others"), 2, 2),
            ("(-8)^(1/3)", .powerOfNegative(exponent: 1.0 / 3), 0, 10),
            ("1e999", .numberOutOfRange("1e999"), 0, 5),
        ])
    func form(text: String, problem: ExpressionError.Problem, offset: Int, length: Int) {
        #expect(error(text) == ExpressionError(problem: problem, offset: offset, length: length))
    }

    @Test(
        "The names: those that are known are told",
        arguments: [
            ("1 + z", ExpressionError.Problem.unknownName("z", known: known), 4, 1),
            ("φ * θé + 1", .unknownName("φ", known: known), 0, 2),
            ("ln(x)", .foreignName("ln", meant: "'log', which is the natural logarithm"), 0, 2),
            ("Sin(x)", .foreignName("Sin", meant: "'sin'"), 0, 3),
            ("1 + np.arctan(x)", .foreignName("np.arctan", meant: "'atan'"), 4, 9),
            ("sin(2 * PI * t)", .foreignName("PI", meant: "'pi'"), 8, 2),
            ("2 * t", .foreignName("t", meant: "'time'"), 4, 1),
            ("sin", .functionWithoutArguments("sin"), 0, 3),
            ("sin + 1", .functionWithoutArguments("sin"), 0, 3),
            ("sin()", .wrongArgumentCount(function: "sin", expected: "one argument", found: 0), 0, 3),
            ("sin(x, y)", .wrongArgumentCount(function: "sin", expected: "one argument", found: 2), 0, 3),
            ("1 + min(x)", .wrongArgumentCount(function: "min", expected: "two or more arguments", found: 1), 4, 3),
            ("if(x > 1, 2)", .wrongArgumentCount(function: "if", expected: "three arguments", found: 2), 0, 2),
        ])
    func names(text: String, problem: ExpressionError.Problem, offset: Int, length: Int) {
        #expect(error(text) == ExpressionError(problem: problem, offset: offset, length: length))
    }

    @Test("An unknown function is told apart from an unknown name")
    func unknownFunction() throws {
        let error = try #require(self.error("2 * sine(x)"))
        guard case .unknownFunction("sine", let known) = error.problem else {
            Issue.record("\(error)")
            return
        }
        #expect((error.offset, error.length) == (4, 4))
        #expect(known.count == 31 && known.first == "abs" && known.last == "distance")
    }

    @Test(
        "The kinds: numbers and truth values do not mix, and the offending operand is the place",
        arguments: [
            ("1 + (x > 1)", ExpressionError.Problem.numberExpected(by: "'+'"), 4, 7),
            ("(x > 1) * 2", .numberExpected(by: "'*'"), 0, 7),
            ("-(x > 1)", .numberExpected(by: "'-'"), 1, 7),
            ("2 ^ (x > 1)", .numberExpected(by: "'^'"), 4, 7),
            ("1 + not x > 1", .numberExpected(by: "'+'"), 4, 9),
            ("sin(x > 1)", .numberExpected(by: "'sin'"), 4, 5),
            ("max(1, x, x > 1)", .numberExpected(by: "'max'"), 10, 5),
            ("x and y > 1", .truthExpected(by: "'and'"), 0, 1),
            ("y > 1 || x + 1", .truthExpected(by: "'||'"), 9, 5),
            ("not x", .truthExpected(by: "'not'"), 4, 1),
            ("!  x", .truthExpected(by: "'!'"), 3, 1),
            ("if(x, 1, 2)", .truthExpected(by: "the condition of 'if'"), 3, 1),
            ("if(x > 1, 1, y > 2)", .mixedKinds(by: "'if'"), 10, 8),
            ("(x > 1) == 1", .mixedKinds(by: "'=='"), 0, 12),
            ("(x > 1) < 1", .numberExpected(by: "'<'"), 0, 7),
            (" 0 < x < 1", .chainedComparison, 1, 9),
            ("x > 1 == y > 1", .chainedComparison, 0, 10),
        ])
    func kinds(text: String, problem: ExpressionError.Problem, offset: Int, length: Int) {
        #expect(error(text) == ExpressionError(problem: problem, offset: offset, length: length))
    }

    @Test("Each problem is told with what would be right")
    func messages() {
        let messages = [
            "x +": "a number, a name or '(' is missing at the end",
            "x + )": "a number, a name or '(' is missing before ')'",
            "z": "there is no field or constant 'z': known are x, y, box, pi, e, node, time",
            "x = 1": "'=' is not an operator: write '==' for a comparison",
            "min(x)": "'min' takes two or more arguments, but has 1",
            "0 < x < 1":
                "comparisons cannot be chained: instead of 'a < b < c' write 'a < b and b < c'",
            "x and y": "'and' needs truth values such as 'x > 1', but this is a number",
        ]
        for (text, message) in messages { #expect(error(text)?.description == message) }
    }
}
