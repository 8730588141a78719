import Foundation
import SimulationEngine
import Testing

@Suite struct ExpressionSyntaxTests {
    /// The value for a node of x = 3 and y = 0.5, of the angular velocity 7, at the time 11.
    private func value(_ text: String) throws -> Double {
        let table = FieldTable(count: 1, ["x": [3], "y": [0.5], "angular-velocity": [7]])
        return try values(text, of: table, at: 11, constants: ["box": 4, "half-life": 2, "x": 99])[0]
    }

    @Test(
        "Operators of numbers bind as in mathematics",
        arguments: [
            ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("2 - 3 - 4", -5), ("16 / 4 / 2", 2), ("2 * 3 ^ 2", 18),
            ("2^3^2", 512), ("(2^3)^2", 64), ("-2^2", -4), ("(-2)^2", 4), ("2^-1", 0.5), ("2^-x^2", 0.001953125),
            ("- -3", 3), ("-x * -x", 9), ("2 - -3", 5), ("+x - +1", 2), ("--x^2", 9), ("8 / 2 * 4", 16),
            ("-x + 1", -2), ("2 * -x^2 + 1", -17),
        ])
    func numbers(text: String, expected: Double) throws {
        #expect(try value(text) == expected)
        #expect(try FieldExpression(text, fields: FieldTable.names).kind == .number)
    }

    @Test("A power of fields is read from the right, too")
    func powerOfFields() throws {
        #expect(try value("x^box^y") == pow(3, pow(4, 0.5)))
        #expect(try value("(x^box)^y") == pow(pow(3, 4), 0.5))
    }

    @Test(
        "Truth values: comparisons bind strongest, then not, and, or",
        arguments: [
            ("1 < 2", true), ("2 < 1 or 1 < 2 and 2 < 1", false), ("1 < 2 or 1 < 2 and 2 < 1", true),
            ("(1 < 2 or 1 < 2) and 2 < 1", false), ("not 1 < 2", false), ("not 2 < 1 and 2 < 1", false),
            ("not (2 < 1 and 2 < 1)", true), ("not 1 < 2 or 1 < 2", true), ("!(x > 1)", false),
            ("not not x > 1", true), ("! !x > 1", true), ("x > 1 && y < 1", true), ("x < 1 || y > 1", false),
            ("x + 1 > 2 * y", true), ("1 == 1", true), ("1 != 1", false), ("2 <= 2", true), ("2 >= 3", false),
            ("2 > 2", false), ("2 >= 2", true), ("(x > 1) == (y < 1)", true), ("(x > 1) != (y < 1)", false),
            ("if(x > 1, y > 1, y < 1)", false), ("if(x < 1, y > 1, y < 1)", true),
        ])
    func truthValues(text: String, expected: Bool) throws {
        #expect(try value(text) == (expected ? 1 : 0))
        #expect(try FieldExpression(text, fields: FieldTable.names).kind == .truth)
    }

    @Test(
        "Numbers can be written without digits on one side of the point, and with an exponent",
        arguments: [
            ("5.", 5), (".5", 0.5), ("1e3", 1000), ("1.5E-3", 0.0015), ("2.e+2", 200), ("007", 7), ("1e3-1", 999),
            ("\t1\n+\r\n 1\u{A0}", 2),
        ])
    func literals(text: String, expected: Double) throws {
        #expect(try value(text) == expected)
    }

    @Test(
        "Names: a field goes before a constant, and hyphens are written as underscores",
        arguments: [
            ("x", 3), ("box / 2", 2), ("angular_velocity", 7), ("half_life", 2), ("pi", .pi), ("e", M_E), ("time", 11),
            ("node", 0),
        ])
    func names(text: String, expected: Double) throws {
        #expect(try value(text) == expected)
    }

    @Test("A field or a given constant hides what is built in, and any alphabet has letters for it")
    func shadowing() throws {
        let expression = try FieldExpression("time + e + θ_1", fields: ["time", "θ-1"], constants: ["e": 5])
        #expect(expression.usedFields == [0, 1])
        #expect(!expression.usesTime)
    }

    @Test("An expression knows which fields it reads, and whether it reads the time")
    func usage() throws {
        let expression = try FieldExpression("phase * x + phase + 0 * time", fields: FieldTable.names)
        #expect(expression.usedFields == [0, 2])
        #expect(expression.usesTime)
        #expect(expression.fields == FieldTable.names)
        let constant = try FieldExpression("1 + 2", fields: FieldTable.names)
        #expect(constant.usedFields == [])
        #expect(!constant.usesTime)
    }
}
