import EngineTestSupport
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
            "sin(from.square) * (x - 1)", "from.node * x", "x * from.x / (1 + from.degree) + node",
            "sin(from.node - to.degree)",
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

    @Test("Formulas of edges know how many edges lead to either end, and its number, as do definitions that use them")
    func numbersOfEnds() throws {
        let text = "from.node + 10 * to.node + 100 * from.degree + 1000 * to.degree"
        #expect(try rates(ofEdges: .sum(text)) == [0, 2020, 16463])
        #expect(try rates(ofEdges: .least(text)) == [.infinity, 1010, 2020])
        let definitions: KeyValuePairs = ["share": "x / (1 + degree)", "more": "2 * share + node"]
        let equations = try Equations(
            variables: [VertexVariable("x")], definitions: definitions, edges: ["e": .sum("from.more - to.share")],
            rates: ["x": "e"])
        #expect(try rates(equations, [10, 20, 30]) == [0, 20, 83])
    }

    @Test(
        "Where the name is that of what edges give, it is unknown at the ends", arguments: ["from.degree", "to.degree"])
    func namesOfWhatEdgesGive(name: String) throws {
        let error = #expect(throws: EquationError.self) {
            try Equations(
                variables: [VertexVariable("x")], edges: ["degree": .sum("from.x"), "e": .sum(name)],
                rates: ["x": "degree + e"])
        }
        guard case .formula(let formula) = error?.problem, case .unknownName = formula.problem else {
            throw error ?? .init(.edges, "e", .isTruth)
        }
    }

    @Test("Where a variable or a parameter has the name, it is that at both ends")
    func namesInsteadOfNumbers() throws {
        let equations = try Equations(
            variables: [VertexVariable("x")], parameters: [EquationParameter("degree", 0.5)],
            edges: ["e": .sum("weight * 0 + 100 * from.degree + 1000 * degree")], rates: ["x": "e"])
        #expect(try rates(equations, [0, 0, 0]) == [0, 550, 1100])
    }

    @Test("The number of a node, and the time, lend their names to nothing else", arguments: ["node", "time"])
    func reservedNames(name: String) throws {
        let ofVariable = #expect(throws: EquationError.self) {
            try Equations(variables: [VertexVariable("x"), VertexVariable(name)], rates: ["x": "1"])
        }
        #expect(ofVariable?.name == name && ofVariable?.part == .variables)
        let ofParameter = #expect(throws: EquationError.self) {
            try Equations(
                variables: [VertexVariable("x")], parameters: [EquationParameter(name, 1)], rates: ["x": "1"])
        }
        #expect(ofParameter?.name == name && ofParameter?.part == .parameters)
    }

    @Test("What a random walk takes along edges leaves its stationary distribution, in proportion to degrees, as it is")
    func randomWalk() throws {
        let graph = try Graph.barabasiAlbert(nodes: 500, edgesPerNode: 3, from: RandomStreams(seed: 4))
        let equations = try Equations(
            variables: [VertexVariable("x")], edges: ["coming": .sum("from.x / from.degree")],
            rates: ["x": "coming - x"])
        let degrees = (0..<500).map { Double(graph.inDegree(of: $0)) }
        let model = try EquationModel<SIMD2<Double>>(equations, on: graph, initial: ["x": degrees])
        var rates = [Double](repeating: .nan, count: model.state.count)
        model.derivative(at: 0, of: Array(model.state.elements), into: &rates)
        #expect(rates.allSatisfy { $0 == 0 })
        #expect(Set(degrees).count > 5)
    }

    @Test("With what edges begin, and what is sent along them, may follow from the numbers of both ends")
    func numbersOfEndsInEvents() throws {
        let equations = try Equations(
            variables: ["x", "y", "z"].map { VertexVariable($0) }, edges: ["e": .sum("edge.w")],
            rates: ["x": "1", "y": "0", "z": "e"], edgeVariables: ["w": "from.node + 10 * node"],
            events: [
                VertexEvent(
                    when: "x > 1", send: ["y": "edge.w + 100 * from.node + 1000 * from.degree"],
                    outgoing: ["w": "from.node - to.degree + 50"]),
                VertexEvent(when: "x > 1", send: ["y": "10 * from.node + from.degree"]),
            ])
        let model = try EquationModel<SIMD4<Double>>(equations, on: triangle(), initial: ["x": [0.5, 0.75, 0]])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.125)
        try simulation.run(steps: 3)
        // At 0.25 node 1 sends 21 + 100 + 1000 along its only edge and 11 times the weight 3, and lets 21 become 49.
        let sent: [Double] = [0, 0, 1154]
        #expect(Array(model.state.numbers[3..<6]) == sent)
        // Of 0.375 · 10 and 0.25 · (21 + 20) + 0.125 · (49 + 20).
        let summed: [Double] = [0, 3.75, 18.875]
        // The time of the event is found to some digits.
        #expect(zip(model.state.numbers[6..<9], summed).allSatisfy { abs($0 - $1) < 1e-9 })
        let error = #expect(throws: EquationError.self) {
            try Equations(
                variables: [VertexVariable("x")], edges: ["e": .sum("edge.w")], rates: ["x": "e"],
                edgeVariables: ["w": "from.degree"])
        }
        #expect(error?.problem == .changes("from.degree"))
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
