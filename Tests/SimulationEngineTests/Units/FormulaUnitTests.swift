import Testing

@testable import SimulationEngine

@Suite("Units in formulas") struct FormulaUnitTests {
    private static let inputs = ["v", "u", "i", "g", "w", "tau", "n", "a"]

    private func formulas() throws -> Formulas {
        let units = try ["mV", "V", "nA", "nS", "uV", "ms", "1", "mA"].map { try #require(PhysicalUnit($0)) }
        var formulas = Formulas(inputs: Self.inputs)
        formulas.units = FormulaUnits(inputs: units, time: try #require(PhysicalUnit("ms")))
        return formulas
    }

    /// The value of a formula for v = 3 mV, u = 5 V, i = 7 nA, g = 2 nS, w = 4 µV, tau = 10 ms, n = 0.5 and a = 1 mA, at 20 ms.
    private func value(_ text: String) throws -> (number: Double, unit: String) {
        var formulas = try formulas()
        let formula = try formulas.read(text)
        let workspace = ExpressionWorkspace(formulas.program(of: [formula]))
        return (workspace.evaluate([3, 5, 7, 2, 4, 10, 0.5, 1], at: 20), formula.unit?.words ?? "any")
    }

    @Test(
        "numbers of a kind are computed with in the unit of the first",
        arguments: [
            ("v + v", 6, "mV"), ("v + u", 5003, "mV"), ("u - v", 4.997, "V"), ("v - w", 2.996, "mV"),
            ("v * g", 6, "mV nS"),
            ("i - g * v", 6.994, "nA"), ("v / tau", 0.3, "mV/ms"), ("-v / tau * time", -6, "mV"), ("v^2", 9, "mV^2"),
            ("sqrt(v^2)", 3, "mV"), ("v^0.5 * v^0.5", 3, "mV"), ("abs(-v)", 3, "mV"), ("sign(-v)", -1, "1"),
            ("max(v, u, w)", 5000, "mV"), ("max(0, u)", 5, "V"), ("hypot(v, 4000 * w / 4)", 5, "mV"),
            ("mod(v, 2 * mV)", 1, "mV"),
            ("atan2(v, 3000 * w / 4)", 0.7853981633974483, "1"), ("if(v < u, v, u)", 3, "mV"),
            ("if(v > u, v, u)", 5000, "mV"),
            ("if(u == 5000 * mV, 1, 2)", 1, "1"), ("if(v > 0, 1, 0)", 1, "1"),
            ("log10(u / mV)", 3.6989700043360187, "1"),
            ("exp(log(u / v))", 1666.6666666666667, "1"), ("n^n", 0.7071067811865476, "1"),
            ("(u / mV)^n", 70.71067811865476, "1"),
            ("2^(u / v * n / 1000)", 1.7817974362806785, "1"), ("v * (u / v)^2 / u", 1.6666666666666667, "V/mV"),
            ("10 mV + u", 5010, "mV"), ("-20mV - v", -23, "mV"), ("6 mV^2 / v", 2, "mV"), ("v / 2 ms", 1.5, "mV/ms"),
            ("2 mV * n", 1, "mV"), ("if(u > 20 mV, 5 nA, i)", 5, "nA"),
            ("10 * mV + u", 5010, "mV"), ("v / (2 * ms)", 1.5, "mV/ms"), ("0", 0, "any"), ("v + 0", 3, "mV"),
            ("0 - v", -3, "mV"),
            ("v * 0 + i", 7, "nA"), ("floor(u / v)", 1666, "1"), ("pi * n", 1.5707963267948966, "1"),
        ] as [(String, Double, String)])
    func values(text: String, number: Double, unit: String) throws {
        let found = try value(text)
        #expect(abs(found.number - number) <= 1e-12 * abs(number), "\(found.number)")
        #expect(found.unit == unit)
    }

    /// `@` stands before the words that are pointed at.
    @Test(
        "what does not fit is told where it stands, with both units",
        arguments: [
            ("v @+ i", "'+' needs numbers of the same kind, but one is in mV and the other in nA"),
            ("2 * (v @- v / tau) + u", "'-' needs numbers of the same kind, but one is in mV and the other in mV/ms"),
            ("v @+ 1", "'+' needs numbers of the same kind, but one is in mV and the other in no unit"),
            ("if(v @> 30, 1, 0)", "'>' needs numbers of the same kind, but one is in mV and the other in no unit"),
            ("if(i @!= v, 1, 0)", "'!=' needs numbers of the same kind, but one is in nA and the other in mV"),
            ("v * @if(n > 0, v, i)", "'if' needs numbers of the same kind, but one is in mV and the other in nA"),
            ("1 + @max(v, 0, i)", "'max' needs numbers of the same kind, but one is in mV and the other in nA"),
            ("exp(@v)", "'exp' needs a number without unit, but this is in mV: divide it by something in that unit"),
            (
                "2 * sin(@time / 10)",
                "'sin' needs a number without unit, but this is in ms: divide it by something in that unit"
            ),
            (
                "n^@tau",
                "an exponent needs a number without unit, but this is in ms: divide it by something in that unit"
            ),
            (
                "1 + @v^n",
                "only a power of a number without unit may have an exponent that changes, but this one is in mV"
            ),
            ("mod(v @+ n, v)", "'+' needs numbers of the same kind, but one is in mV and the other in no unit"),
            (
                "round(@g * v)",
                "'round' needs a number without unit, but this is in nS mV: divide it by something in that unit"
            ),
        ])
    func problems(marked: String, message: String) throws {
        var formulas = try formulas()
        let place = try #require(marked.firstIndex(of: "@"))
        let error = #expect(throws: ExpressionError.self) { _ = try formulas.read(marked.replacing("@", with: "")) }
        #expect(error?.description == message)
        #expect(error?.offset == marked.distance(from: marked.startIndex, to: place))
    }

    @Test("a whole formula is in the unit that is asked for, or of another kind")
    func whole() throws {
        var formulas = try formulas()
        let rate = try #require(PhysicalUnit("mV/ms"))
        let formula = try formulas.read("u / tau", in: rate)
        let workspace = ExpressionWorkspace(formulas.program(of: [formula]))
        #expect(workspace.evaluate([3, 5, 7, 2, 4, 10, 0.5, 1], at: 0) == 500)
        let error = #expect(throws: ExpressionError.self) { _ = try formulas.read(" u / n ", in: rate) }
        #expect(error == ExpressionError(problem: .wrongUnit("V", expected: "mV/ms"), offset: 1, length: 5))
        #expect(error?.description == "this is in V, but must be in mV/ms")
        #expect(throws: Never.self) { try formulas.read("0", in: rate) }
    }

    @Test("names of the model go before units, and a letter alone is no unit")
    func names() throws {
        var formulas = Formulas(inputs: ["mV"])
        formulas.units = FormulaUnits(inputs: [try #require(PhysicalUnit("s"))], time: .one)
        #expect(try formulas.read("mV").unit?.words == "s")
        #expect(throws: ExpressionError.self) { try formulas.read("2 * V") }
        let letter = #expect(throws: ExpressionError.self) { try formulas.read("2 V") }
        #expect(letter?.description.contains("units of one letter have no names in formulas") == true)
        let own = #expect(throws: ExpressionError.self) { try formulas.read("2 mV") }
        #expect(own == ExpressionError(problem: .missingOperator(found: "mV"), offset: 2, length: 2))
        var plain = Formulas(inputs: ["v"])
        #expect(throws: ExpressionError.self) { try plain.read("2 * mV") }
        let unmeasured = #expect(throws: ExpressionError.self) { try plain.read("2 mV") }
        #expect(unmeasured?.problem == .missingOperator(found: "mV"))
        #expect(try plain.read("v + 1").unit == nil)
    }

    @Test("nothing is computed that would not be without units, where they are the same")
    func sameProgram() throws {
        var (measured, plain) = (try formulas(), Formulas(inputs: Self.inputs))
        let text = "if(v > 0, v - 3 * v * n, 0) / tau + exp(-v / v) * sqrt(v * v) / time"
        let (first, second) = (try measured.read(text), try plain.read(text))
        #expect(measured.program(of: [first]) == plain.program(of: [second]))
        #expect(first.unit?.words == "mV/ms" && second.unit == nil)
    }
}
