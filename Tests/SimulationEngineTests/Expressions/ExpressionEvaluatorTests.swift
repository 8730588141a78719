import Foundation
import SimulationEngine
import TestSupport
import Testing

@Suite struct ExpressionEvaluatorTests {
    /// More than three blocks of nodes, the last of which is not full.
    private let table = FieldTable(randomCount: 1000, seed: 42)

    private func expectSame(
        _ text: String, _ expected: (_ x: Double, _ y: Double) -> Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try values(text, of: table).map(\.bitPattern)
        let closure = zip(table.x, table.y).map { expected($0, $1).bitPattern }
        #expect(found == closure, "\(text)", sourceLocation: sourceLocation)
    }

    @Test("Operators give the same bits as in Swift")
    func operators() throws {
        try expectSame("x + y") { $0 + $1 }
        try expectSame("x - y") { $0 - $1 }
        try expectSame("x * y") { $0 * $1 }
        try expectSame("x / y") { $0 / $1 }
        try expectSame("-x") { x, _ in -x }
        try expectSame("x^2 + y^3 - x^4") { x, y in x * x + y * y * y - (x * x) * (x * x) }
        try expectSame("if(x < y, 1, 0)") { $0 < $1 ? 1 : 0 }
        try expectSame("x <= y") { $0 <= $1 ? 1 : 0 }
        try expectSame("x > y") { $0 > $1 ? 1 : 0 }
        try expectSame("x >= y") { $0 >= $1 ? 1 : 0 }
        try expectSame("x > 0 and y > 0") { $0 > 0 && $1 > 0 ? 1 : 0 }
        try expectSame("x > 0 or y > 0") { $0 > 0 || $1 > 0 ? 1 : 0 }
        try expectSame("not x > 0") { x, _ in x > 0 ? 0 : 1 }
        try expectSame("if(x > 0 and not y > x, x * y, x - y)") { x, y in x > 0 && !(y > x) ? x * y : x - y }
        let equal = zip(table.types, table.x).map { type, x in type == 3 && x != 0 ? 1.0 : 0 }
        #expect(try values("type == 3 and x != 0", of: table) == equal)
    }

    @Test("Functions that are exact give the same bits as in Swift")
    func functions() throws {
        try expectSame("abs(x)") { x, _ in abs(x) }
        try expectSame("sqrt(x)") { x, _ in x.squareRoot() }
        try expectSame("floor(x)") { x, _ in x.rounded(.down) }
        try expectSame("ceil(x)") { x, _ in x.rounded(.up) }
        try expectSame("round(x)") { x, _ in x.rounded() }
        try expectSame("sign(x)") { x, _ in x > 0 ? 1 : -1 }
        try expectSame("min(x, y)") { min($0, $1) }
        try expectSame("max(x, 0.5, y)") { max($0, $1, 0.5) }
    }

    @Test("Nested operations do not overwrite each other's intermediate values")
    func intermediates() throws {
        try expectSame("(x + y) * (x - y) / ((x * y + 1)^2 + (x - 1)^2)") { x, y in
            let first = x * y + 1
            let second = x - 1
            return (x + y) * (x - y) / (first * first + second * second)
        }
        try expectSame("max(x + 1, y + 2, x * y, min(x, y) * (x + y))") { x, y in
            max(max(max(x + 1, y + 2), x * y), min(x, y) * (x + y))
        }
        try expectSame("max(x + 1, (y + 2) * (x + 3)) - min(x * 2, y * 3)") { x, y in
            max(x + 1, (y + 2) * (x + 3)) - min(x * 2, y * 3)
        }
    }

    @Test(
        "The rest of a division has the sign of the divisor",
        arguments: [
            ("mod(7, 3)", 1), ("mod(-7, 3)", 2), ("mod(7, -3)", -2), ("mod(-7, -3)", -1), ("mod(6, 3)", 0),
            ("mod(-6, 3)", 0), ("mod(5.5, 2)", 1.5), ("round(2.5)", 3), ("round(-2.5)", -3), ("sign(0)", 0),
            ("sign(-3)", -1),
        ])
    func definitions(text: String, expected: Double) throws {
        #expect(try values(text, of: FieldTable(count: 1))[0] == expected)
    }

    @Test("What is not a number passes through, and whether something is so of it is unknown")
    func notANumber() throws {
        let table = FieldTable(count: 1, ["x": [.nan], "y": [1]])
        for text in ["x + y", "sign(x)", "min(x, y)", "min(y, x)", "max(x, y)", "max(y, x)", "mod(x, y)", "x^2"] {
            #expect(try values(text, of: table)[0].isNaN, "\(text)")
        }
        let unknown = [
            "x == x", "x < y", "x > y", "x <= x", "x >= y", "x != y", "not x != x", "not x < y", "not not x < y",
            "x < y and y == 1", "y == 1 and x < y", "x < y or y == 2", "y == 2 or x < y", "(x < y) == (y == 1)",
            "(x < y) != (y == 1)", "x < y or not x < y", "if(x < y, 1, 2)", "if(x < y, y == 1, y == 1)",
        ]
        for text in unknown {
            #expect(try values(text, of: table)[0].isNaN, "\(text)")
        }
        for text in ["x < y and y == 2", "y == 2 and not x < y", "not (x < y or y == 1)"] {
            #expect(try values(text, of: table)[0] == 0, "\(text)")
        }
        for text in ["x < y or y == 1", "y == 1 or not x < y", "not (x < y and y == 2)"] {
            #expect(try values(text, of: table)[0] == 1, "\(text)")
        }
        #expect(try values("1 / 0", of: table)[0] == .infinity)
    }

    @Test("Constants that are computed in advance give the same bits as fields")
    func folding() throws {
        let table = FieldTable(count: 1, ["x": [3], "y": [0.7]])
        for text in ["x^2", "x^y", "sin(x)*y", "mod(x, y)", "if(x > y, x - y, 1)", "min(x, y, x/y)", "-x^3"] {
            let constant = text.replacing("x", with: "a").replacing("y", with: "b")
            let folded = try values(constant, of: table, constants: ["a": 3, "b": 0.7])
            #expect(try values(text, of: table)[0].bitPattern == folded[0].bitPattern, "\(text)")
        }
    }

    @Test("Nodes are evaluated in the order in which they are given, with their own numbers and the time")
    func nodesAndTime() throws {
        let expression = try FieldExpression("100 * x + node + time", fields: FieldTable.names)
        let evaluator = ExpressionEvaluator(expression, for: table)
        let nodes = (0..<700).map { ($0 * 617) % 1000 }
        for time in [0.0, 0.25] {
            var found = [Double](repeating: 0, count: nodes.count)
            nodes.withUnsafeBufferPointer { nodes in
                found.withUnsafeMutableBufferPointer { evaluator.evaluate(nodes: nodes, at: time, into: $0) }
            }
            #expect(found == nodes.map { 100 * table.x[$0] + Double($0) + time })
        }
    }

    @Test("Truth expressions give flags and lists of nodes, as the state is at the moment")
    func selection() throws {
        let expression = try FieldExpression("x > 1 and y < time", fields: FieldTable.names)
        let evaluator = ExpressionEvaluator(expression, for: table)
        func isSelected(_ node: Int) -> Bool { table.x[node] > 1 && table.y[node] < 0.5 }
        #expect(evaluator.selectedNodes(at: 0.5) == (0..<1000).filter(isSelected))
        let some = Array(stride(from: 999, through: 0, by: -3))
        some.withUnsafeBufferPointer { nodes in
            #expect(evaluator.selectedNodes(of: nodes, at: 0.5) == some.filter(isSelected))
            var flags = [Bool](repeating: false, count: some.count)
            flags.withUnsafeMutableBufferPointer { evaluator.flags(nodes: nodes, at: 0.5, into: $0) }
            #expect(flags == some.map(isSelected))
        }
        for node in 0..<1000 { table.state[0, node] = 0 }
        #expect(evaluator.selectedNodes(at: 0.5) == [])
    }

    @Test("No nodes are no values")
    func nothing() throws {
        let expression = try FieldExpression("x > 1", fields: FieldTable.names)
        let evaluator = ExpressionEvaluator(expression, for: FieldTable(count: 0))
        #expect(evaluator.selectedNodes(at: 0) == [])
        evaluator.evaluate(
            nodes: UnsafeBufferPointer(start: nil, count: 0), at: 0,
            into: UnsafeMutableBufferPointer(start: nil, count: 0))
    }
}
