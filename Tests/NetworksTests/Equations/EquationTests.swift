import Networks
import SimulationEngine
import Testing

@Suite struct EquationTests {
    /// A directed path 0 → 1 → 2 with another edge 0 → 2, of the weights 2, 3 and 5.
    private func triangle() throws -> Graph {
        var edges = EdgeColumns(hasWeights: true)
        for (source, target, weight) in [(0, 1, 2.0), (1, 2, 3), (0, 2, 5)] {
            edges.append(source, target, weight: weight)
        }
        return try Graph(vertexCount: 3, edges: edges, isDirected: true)
    }

    private func rates(_ equations: Equations, _ x: [Double], at time: Double = 0) throws -> [Double] {
        let model = try EquationModel<SIMD2<Double>>(equations, on: triangle(), initial: ["x": x])
        var rates = [Double](repeating: .nan, count: model.state.count)
        model.derivative(at: time, of: Array(model.state.elements), into: &rates)
        return Array(rates.prefix(3))
    }

    private func rates(ofEdges formula: EdgeFormula, at time: Double = 0) throws -> [Double] {
        try rates(
            Equations(
                variables: [VertexVariable("x")], parameters: [EquationParameter("half-life", 7)],
                definitions: ["square": "x^2"], edges: ["given": formula], rates: ["x": "given"]), [10, 20, 30],
            at: time)
    }

    @Test("Edges give sums, means, products and extremes, with their weights")
    func folds() throws {
        #expect(try rates(ofEdges: .sum("from.x")) == [0, 20, 110])
        #expect(try rates(ofEdges: .mean("from.x")) == [0, 10, 110.0 / 8])
        #expect(try rates(ofEdges: .product("from.x")) == [1, 20, 3000])
        #expect(try rates(ofEdges: .least("from.x")) == [.infinity, 10, 10])
        #expect(try rates(ofEdges: .greatest("from.x - to.x")) == [-.infinity, -10, -10])
    }

    @Test("A formula that names the weight says itself what it does")
    func weights() throws {
        #expect(try rates(ofEdges: .sum("weight^2 * from.x")) == [0, 40, 430])
        #expect(try rates(ofEdges: .mean("edge.weight")) == [0, 2, 4])
    }

    @Test(
        "What is taken apart gives the same as what is not",
        arguments: [
            "from.x - x", "x - from.x", "from.x + x", "half_life * (from.square - x) / x", "-(x - from.half_life)",
            "x * from.square - 3 * from.x * x^2", "sin(from.x - x + 1)", "x * cos(2 * x - from.x) - 5", "degree",
            "time - x",
            "sin(from.square) * (x - 1)",
        ])
    func separation(text: String) throws {
        let apart = try rates(ofEdges: .sum(text), at: 2)
        // The greater of a number and itself is not taken apart.
        let whole = try rates(ofEdges: .sum("max(\(text), \(text))"), at: 2)
        for (found, expected) in zip(apart, whole) {
            #expect(abs(found - expected) <= 1e-13 * max(1, abs(expected)))
        }
        #expect(whole.contains { abs($0) > 0.1 })
    }

    @Test("Formulas of edges know both ends, their definitions and parameters, degrees, numbers and the time")
    func namesOfEdges() throws {
        #expect(try rates(ofEdges: .sum("from.square - square + half_life - from.half_life")) == [0, -600, -5500])
        #expect(try rates(ofEdges: .sum("degree + 100 * node + time"), at: 1000) == [0, 2202, 9616])
    }

    @Test("Definitions of what edges give come after the edges, wherever they stand")
    func lateDefinitions() throws {
        let equations = try Equations(
            variables: [VertexVariable("x")],
            definitions: ["late": "2 * given", "later": "late + early", "early": "x"],
            edges: ["given": .sum("from.early")], rates: ["x": "later + degree"])
        #expect(try rates(equations, [10, 20, 30]) == [10, 61, 252])
    }

    @Test("What is known of the vertex only is not to be had of the neighbour")
    func ownNames() throws {
        let definitions: KeyValuePairs = ["share": "x / degree", "more": "2 * share"]
        let fine = try Equations(
            variables: [VertexVariable("x")], definitions: definitions, edges: ["e": .sum("more + to.share")],
            rates: ["x": "e"])
        #expect(try rates(fine, [10, 20, 30])[1] == 120)
        for name in ["share", "more"] {
            #expect(throws: EquationError.self) {
                try Equations(
                    variables: [VertexVariable("x")], definitions: definitions, edges: ["e": .sum("from.\(name)")],
                    rates: ["x": "e"])
            }
        }
    }

    @Test("The Jacobian of sums and means agrees with central differences")
    func jacobian() throws {
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("y")], parameters: [EquationParameter("k", 0.3)],
            definitions: ["both": "x * y"],
            edges: ["sum": .sum("sin(from.both - x) * time"), "mean": .mean("from.y^2 * k - y")],
            rates: ["x": "sum * mean + cos(x * time)", "y": "mean^2 - both / (1 + x^2)"])
        let model = try EquationModel<SIMD2<Double>>(
            equations, on: triangle(), initial: ["x": [0.3, 0.9, -1.2], "y": [0.5, -0.4, 1.1]])
        let count = model.state.count
        var state = Array(model.state.elements)
        var matrix = [Double](repeating: 0, count: count * count)
        var byTime = [Double](repeating: 0, count: count)
        #expect(model.jacobian(at: 1.3, of: state, into: &matrix, timeDerivative: &byTime))
        var (upper, lower) = (byTime, byTime)
        func expectDifferences(_ derivatives: [Double], _ distance: Double) {
            // Errors of rounding over the distance, and of the second order in it.
            for (row, derivative) in derivatives.enumerated() {
                #expect(abs((upper[row] - lower[row]) / distance - derivative) < 1e-9)
            }
        }
        let move = 0x1p-17
        for column in 0..<count {
            let number = state[column]
            state[column] = number + move
            model.derivative(at: 1.3, of: state, into: &upper)
            state[column] = number - move
            model.derivative(at: 1.3, of: state, into: &lower)
            state[column] = number
            expectDifferences((0..<count).map { matrix[$0 * count + column] }, 2 * move)
        }
        model.derivative(at: 1.3 + move, of: state, into: &upper)
        model.derivative(at: 1.3 - move, of: state, into: &lower)
        expectDifferences(byTime, 2 * move)
        #expect(byTime.contains { abs($0) > 0.1 })
    }

    @Test("Extremes have no Jacobian that is known")
    func noJacobian() throws {
        let equations = try Equations(
            variables: [VertexVariable("x")], edges: ["most": .greatest("from.x")], rates: ["x": "most"])
        let model = try EquationModel<SIMD2<Double>>(equations, on: triangle())
        var matrix = [Double](repeating: 0, count: 9)
        var byTime = [0.0, 0, 0]
        #expect(!model.jacobian(at: 0, of: [1, 2, 3], into: &matrix, timeDerivative: &byTime))
    }

    @Test("Noise is a formula, and variables without one have none")
    func noise() throws {
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("y")], edges: ["others": .sum("from.x")],
            rates: ["x": "0", "y": "0"], noise: ["y": "0.1 * y + others"])
        let model = try EquationModel<SIMD2<Double>>(
            equations, on: triangle(), initial: ["x": [1, 2, 3], "y": [10, 20, 30]])
        #expect(!model.hasNoise(inColumn: 0))
        #expect(model.hasNoise(inColumn: 1))
        var strengths = [Double](repeating: .nan, count: 6)
        model.noise(at: 0, of: Array(model.state.elements), into: &strengths)
        #expect(strengths == [0, 0, 0, 1, 4, 14])
    }

    @Test("Vertices that come have their parents' parameters, those that go rest")
    func changes() throws {
        let equations = try Equations(
            variables: [VertexVariable("x")], parameters: [EquationParameter("k", 1)],
            edges: ["others": .sum("from.x")], rates: ["x": "k * x + others"])
        let model = try EquationModel<SIMD2<Double>>(
            equations, on: triangle(), initial: ["x": [1, 2, 3]], parameters: ["k": [10, 20, 30]])
        let child = try model.addNode(SIMD2(7, 0), like: 1, name: nil)
        try model.setEdgeWeight(1, from: 2, to: child)
        model.removeNode(0)
        var rates = [Double](repeating: .nan, count: 4)
        model.derivative(at: 0, of: Array(model.state.elements), into: &rates)
        #expect(rates == [0, 40, 96, 143])
        model.setParameter(2, at: 0)
        model.derivative(at: 0, of: Array(model.state.elements), into: &rates)
        #expect(rates == [0, 4, 12, 17])
    }

    @Test(
        "Each problem is told with the part that has it",
        arguments: [
            (["x": "y"], EquationError.Part.rates, "x"), (["x": "x > 1"], .rates, "x"), ([:], .rates, "x"),
            (["x": "1", "z": "1"], .rates, "z"),
        ] as [(KeyValuePairs<String, String>, EquationError.Part, String)])
    func problemsOfRates(rates: KeyValuePairs<String, String>, part: EquationError.Part, name: String) throws {
        let error = #expect(throws: EquationError.self) {
            try Equations(variables: [VertexVariable("x")], rates: rates)
        }
        #expect(error?.part == part)
        #expect(error?.name == name)
    }

    @Test("All problems are told at once, and one of a definition is not told of those that use it")
    func allProblems() {
        let (equations, errors) = Equations.compile(
            variables: [VertexVariable("x"), VertexVariable("sin")], parameters: [EquationParameter("x", 1)],
            EquationTexts(
                definitions: ["a": "1 +", "b": "a"], edges: ["e": .sum("from.q"), "x": .sum("1")],
                rates: ["x": "b + e", "sin": "0"], noise: ["x": "x > 0"]))
        #expect(equations == nil)
        #expect(
            errors.map { "\($0.part.rawValue).\($0.name)" } == [
                "variables.sin", "parameters.x", "let.a", "edges.e", "edges.x", "noise.x",
            ])
    }
}
