import Networks
import SimulationEngine
import Testing

@Suite("Units of equations") struct EquationUnitTests {
    private static let variables = [VertexVariable("v", unit: "mV"), VertexVariable("n")]

    private func equations(
        _ rate: String, parameters: [EquationParameter] = [], definitions: KeyValuePairs<String, String> = [:],
        edges: KeyValuePairs<String, EdgeFormula> = [:], timeUnit: String? = "ms"
    ) throws -> Equations {
        try Equations(
            variables: Self.variables, parameters: parameters, definitions: definitions, edges: edges,
            rates: ["v": rate, "n": "0"], timeUnit: timeUnit)
    }

    @Test("numbers of a kind are converted, at both ends of edges")
    func conversion() throws {
        let parameters = [EquationParameter("far", 2, unit: "V"), EquationParameter("tau", 0.5, unit: "s")]
        let equations = try equations(
            "(far - v) / tau + pull / ms + push / ms", parameters: parameters, definitions: ["own": "far - v"],
            edges: ["pull": .mean("from.far - to.v"), "push": .sum("to.v + 0 * from.own")])
        let graph = try Graph.ring(nodes: 4)
        let model = try EquationModel<SIMD2<Double>>(equations, on: graph, initial: ["v": [10, 20, 30, 40]])
        var rates = [Double](repeating: .nan, count: model.state.count)
        model.derivative(at: 0, of: Array(model.state.elements), into: &rates)
        for (rate, v) in zip(rates, [10.0, 20, 30, 40]) {
            #expect(abs(rate - ((2000 - v) / 500 + (2000 - v) + 2 * v)) < 1e-9)
        }
    }

    @Test("variables of edges have units, in which one number alone is taken")
    func edges() throws {
        func equations(
            _ beginning: String, rate: String = "(from.v - v) / (1000 * ms)", units: [String: String] = ["k": "uV"]
        ) throws -> Equations {
            try Equations(
                variables: Self.variables, edges: ["pull": .sum("edge.k")],
                rates: ["v": "pull / ms", "n": "0", "edge.k": rate], edgeVariables: ["k": beginning],
                edgeUnits: units, timeUnit: "ms")
        }
        func problem(_ make: () throws -> Equations) -> String {
            do { return "\(try make().edgeUnits)" } catch { return "\(error)" }
        }
        #expect(try equations("3").edgeUnits == ["k": "uV"])
        let graph = try Graph.complete(nodes: 2)
        for (beginning, first) in [("3", 3.0), ("2 * weight * mV", 2000)] {
            let model = try EquationModel<SIMD2<Double>>(equations(beginning), on: graph, initial: ["v": [10, 14]])
            #expect(model.edgeNumbers(of: 0) == [first, first])
            var rates = [Double](repeating: .nan, count: model.state.count)
            model.derivative(at: 0, of: Array(model.state.elements), into: &rates)
            // µV/ms are mV/s.
            for (found, expected) in zip(rates, [first / 1000, first / 1000, 0, 0, 4, -4]) {
                #expect(abs(found - expected) < 1e-12)
            }
        }
        #expect(
            problem { try equations("weight") } == "edge-variables: k: this is in no unit, but must be in uV")
        #expect(
            problem { try equations("3", rate: "1 / ms") } == "rates: edge.k: this is in 1/ms, but must be in uV/ms")
        #expect(
            problem { try equations("3", units: ["k": "uv"]) }.hasPrefix("edge-variables: k: there is no unit 'uv'"))
        #expect(
            problem { try equations("3", units: ["k": "uV", "m": "V"]) }
                == "edge-variables: m: there is no such variable of edges: there are k")
    }

    @Test(
        "what is wrong is told",
        arguments: [
            (
                "v", "ms",
                EquationError(
                    .rates, "v",
                    .formula(ExpressionError(problem: .wrongUnit("mV", expected: "mV/ms"), offset: 0, length: 1)))
            ),
            (
                "v + n", "ms",
                EquationError(
                    .rates, "v",
                    .formula(ExpressionError(problem: .unlikeUnits(by: "'+'", ["mV", "1"]), offset: 2, length: 1)))
            ),
            ("v + n", nil, nil),
            ("0", "mA", EquationError(.time, "", .noUnitOfTime("mA"))),
            ("0", "moon", EquationError(.time, "", .unknownUnit("moon"))),
            ("v", "1", nil),
        ] as [(String, String?, EquationError?)])
    func problems(rate: String, timeUnit: String?, error: EquationError?) throws {
        do {
            _ = try equations(rate, timeUnit: timeUnit)
            #expect(error == nil)
        } catch let found as EquationError {
            #expect(found == error, "\(found)")
        }
    }

    @Test("a unit that is not known is told at what has it")
    func unknown() {
        #expect(throws: EquationError(.parameters, "a", .unknownUnit("volts"))) {
            try equations("0", parameters: [EquationParameter("a", 1, unit: "volts")])
        }
    }
}
