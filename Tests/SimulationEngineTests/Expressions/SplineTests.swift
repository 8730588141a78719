import Foundation
import Testing

@testable import SimulationEngine

@Suite("Splines in formulas") struct SplineTests {
    /// The spline of a function at places, as a formula of x.
    private func spline(_ places: [Double], _ function: (Double) -> Double) -> String {
        "spline(x, " + places.map { "\($0), \(function($0))" }.joined(separator: ", ") + ")"
    }

    /// A formula of x and its derivatives at places.
    private func values(_ text: String, at places: [Double], orders: Int = 1) throws -> [[Double]] {
        var formulas = Formulas(inputs: ["x"])
        var wanted = [try formulas.read(text)]
        for _ in 1..<orders { wanted.append(formulas.derivative(of: wanted[wanted.count - 1], withRespectTo: 0)) }
        let workspace = ExpressionWorkspace(formulas.program(of: wanted))
        return places.map { place in
            _ = workspace.evaluate([place], at: 0)
            return wanted.indices.map { workspace.result($0).pointee }
        }
    }

    /// By scipy 1.17.1, `CubicSpline(x, y, bc_type="natural")`.
    private static let reference: [(x: Double, values: [Double])] = [
        (-1, [2.0, -4.821164889253486, 0.0]),
        (-0.7, [0.602821985233798, -4.329450369155045, 3.278096800656276]),
        (0, [-1.0, 0.6423297785069729, 10.926989335520918]),
        (0.2, [-0.6809647251845774, 2.4081706316652993, 6.731419196062347]),
        (0.5, [0.25, 3.4835931091058243, 0.43806398687448755]),
        (1.9, [3.1430670555707474, -1.0744016042293314, -6.94948500592471]),
        (2, [3.0, -1.7957342083675145, -7.4771670768389376]),
        (3, [0.16358277884118788, -1.1791997083219385, 8.710236076930087]),
        (3.75, [2.7374384741591467, 8.35008203445447, 8.4019688269073]),
        (4, [5.0, 9.400328137817883, 0.0]),
    ]

    @Test("values and derivatives are those of another program")
    func reference() throws {
        let text = "spline(x, -1, 2, 0, -1, 0.5, 0.25, 2, 3, 3.5, 1, 4, 5)"
        let found = try values(text, at: Self.reference.map(\.x), orders: 3)
        for (found, expected) in zip(found, Self.reference) {
            for (found, expected) in zip(found, expected.values) { #expect(abs(found - expected) < 1e-12) }
        }
    }

    @Test("a sine is met to the fourth power of the distance of points, its derivative to the third")
    func order() throws {
        let places = (0...1000).map { .pi * Double($0) / 1000 }
        let errors = try [8, 16, 32].map { count in
            let points = (0...count).map { .pi * Double($0) / Double(count) }
            let found = try values(spline(points, sin), at: places, orders: 2)
            return zip(places, found).reduce([0.0, 0.0]) { most, pair in
                [max(most[0], abs(pair.1[0] - sin(pair.0))), max(most[1], abs(pair.1[1] - cos(pair.0)))]
            }
        }
        for (coarse, fine) in zip(errors, errors.dropFirst()) {
            #expect(abs(coarse[0] / fine[0] - 16) < 2)
            #expect(abs(coarse[1] / fine[1] - 8) < 1)
        }
    }

    @Test("straight lines are met, the third derivative is constant between points, and higher ones are 0")
    func polynomials() throws {
        let line = try values("spline(2 * x, 0, 1, 1, 3, 3, 7)", at: [0, 0.1, 0.5, 0.9, 1.5], orders: 3)
        for (found, x) in zip(line, [0, 0.1, 0.5, 0.9, 1.5]) {
            #expect(abs(found[0] - (1 + 4 * x)) < 1e-14 && abs(found[1] - 4) < 1e-14 && abs(found[2]) < 1e-14)
        }
        let higher = try values("spline(x, 0, 1, 1, 3, 3, -7)", at: [0.1, 0.9, 1.1, 2.9], orders: 5).map {
            Array($0[3...])
        }
        #expect(higher[0] == higher[1] && higher[2] == higher[3] && higher[0] != higher[2])
        #expect(higher.allSatisfy { $0[1] == 0 })
    }

    @Test("at points it is what is written, and beyond them not a number")
    func ends() throws {
        let found = try values(
            "spline(x, -1, 0.1, 0, 0.7, 3, 0.3)", at: [-1, 0, 3, -1.0000001, 3.0000001, .nan, .infinity])
        #expect(found[0] == [0.1] && found[1] == [0.7] && abs(found[2][0] - 0.3) < 1e-15)
        #expect(found[3...].allSatisfy { $0[0].isNaN })
        #expect(try values("if(x > 3, 0.3, spline(x, -1, 0.1, 0, 0.7, 3, 0.3))", at: [4]) == [[0.3]])
    }

    @Test("a block gives the same bits as each number alone, whatever else is computed with it")
    func blocks() throws {
        let text = "spline(x, -3, 1, -1, 0.5, 0.5, 2, 4, -1) + exp(spline(x^2, 0, 1, 5, 2, 20, -3)) * x"
        var formulas = Formulas(inputs: ["x"])
        let formula = try formulas.read(text)
        let workspace = ExpressionWorkspace(formulas.program(of: [formula]))
        let places = (0..<253).map { (place: Int) in Double(place) * 7 / 253 - 3 }
        places.withUnsafeBufferPointer { workspace.read(0, from: $0.baseAddress!, count: $0.count) }
        workspace.run(count: places.count)
        let block = (0..<places.count).map { workspace.result(0)[$0] }
        #expect(try block == values(text, at: places).map { $0[0] })
        #expect(Set(block).count == 253)
    }

    @Test("splines are in the unit of their values at places in another")
    func units() throws {
        var formulas = Formulas(inputs: ["v"])
        formulas.units = FormulaUnits(inputs: [try #require(PhysicalUnit("mV"))], time: .one)
        let formula = try formulas.read("spline(v, -100 * mV, 0, -50000 * uV, 2 * nS, 0, 3000 * pS)")
        #expect(formula.unit?.words == "nS")
        let workspace = ExpressionWorkspace(formulas.program(of: [formula]))
        #expect(workspace.evaluate([-50], at: 0) == 2)
        #expect(abs(workspace.evaluate([0], at: 0) - 3) < 1e-14)
        let error = #expect(throws: ExpressionError.self) { _ = try formulas.read("1 + spline(v, 0, 1, 1, 2)") }
        #expect(error == ExpressionError(problem: .unlikeUnits(by: "'spline'", ["mV", "1"]), offset: 4, length: 6))
    }

    @Test(
        "what is no spline is told",
        arguments: [
            ("spline(x, 0, 1, x, 2)", 16, 1), ("spline(x, 0, 1, 1, 2 * x)", 19, 5),
            ("spline(x, 0, 1, 1, 2, 1, 3)", 22, 1),
            ("spline(x, 0, 1, -1, 2)", 16, 2), ("spline(x, 0, 1, 1e-320, 2)", 0, 6),
            ("spline(x > 1, 0, 1, 1, 2)", 7, 5),
            ("2 * spline(x)", 4, 6), ("spline(x, 0, 1, 1)", 0, 6),
        ])
    func errors(text: String, offset: Int, length: Int) throws {
        let error = #expect(throws: ExpressionError.self) { try FieldExpression(text, fields: ["x"]) }
        #expect(error?.offset == offset && error?.length == length, "\(String(describing: error))")
    }

    @Test("errors say what would be right")
    func words() {
        for (text, message) in [
            ("spline(x, 0, 1, x, 2)", "the points of 'spline' must be numbers that do not change"),
            (
                "spline(x, 0, 1, 0, 2)",
                "the points of 'spline' must be in ascending order of their first numbers, and not too near to each other"
            ),
            ("spline(x, 0)", "'spline' takes a number and two points or more, of two numbers each, but has 2"),
        ] {
            let error = #expect(throws: ExpressionError.self) { try FieldExpression(text, fields: ["x"]) }
            #expect(error?.description == message)
        }
    }
}
