import EngineTestSupport
import Networks
import SimulationEngine
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Equations of vectors, which are those of their components.
@Suite struct VectorEquationTests {
    private typealias Model = EquationModel<SIMD16<Double>>

    // MARK: A closed form

    private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    /// Where a charge is in steady fields: it drifts across them, is accelerated along the magnetic one, and turns about it.
    private func place(
        _ place: SIMD3<Double>, _ velocity: SIMD3<Double>, electric: SIMD3<Double>, magnetic: SIMD3<Double>,
        at time: Double
    ) -> SIMD3<Double> {
        let strength = (magnetic * magnetic).sum().squareRoot()
        let axis = magnetic / strength
        func along(_ vector: SIMD3<Double>) -> SIMD3<Double> { (vector * axis).sum() * axis }
        let drift = cross(electric, magnetic) / (strength * strength)
        let turning = velocity - drift - along(velocity - drift)
        var end = place + time * drift + time * along(velocity - drift) + time * time / 2 * along(electric)
        end += sin(strength * time) / strength * turning
        end += (1 - cos(strength * time)) / strength * cross(turning, axis)
        return end
    }

    @Test("A charge moves in an electric and a magnetic field as its equation is solved, to fourth order")
    func charge() throws {
        let (place, velocity) = (SIMD3(0.3, -0.2, 0.1), SIMD3(1.0, 0.5, -0.7))
        let (electric, magnetic) = (SIMD3(0.2, -0.1, 0.4), SIMD3(0.6, -1.1, 0.8))
        func numbers(_ vector: SIMD3<Double>) -> [Double] { [vector.x, vector.y, vector.z] }
        let equations = try Equations(
            variables: VertexVariable.vector("r", initial: numbers(place))
                + VertexVariable.vector("v", initial: numbers(velocity)),
            parameters: EquationParameter.vector("electric", numbers(electric))
                + EquationParameter.vector("magnetic", numbers(magnetic)),
            rates: ["r": "v", "v": "electric + cross(v, magnetic)"])
        let expected = self.place(place, velocity, electric: electric, magnetic: magnetic, at: 8)
        func error(_ step: Double) throws -> Double {
            let model = try Model(equations, on: Graph(vertexCount: 1, edges: [(Int, Int)]()))
            let simulation = try Simulation(model, integrator: RungeKutta4(), step: step)
            try simulation.run(steps: Int(8 / step))
            return (0..<3).map { abs(model.state[$0, 0] - expected[$0]) }.max() ?? .nan
        }
        let (coarse, fine, finest) = (try error(0.0625), try error(0.03125), try error(1.0 / 512))
        #expect((15...17).contains(coarse / fine), "\(coarse) \(fine)")
        #expect(finest < 1e-10, "\(finest)")
    }

    // MARK: The same, written out

    private static let vertexCount = 300

    /// A network with weights, two thousand edges and vertices without any.
    private func graph() throws -> Graph {
        var random = SeededGenerator(seed: 8)
        var pairs: Set<[Int]> = []
        while pairs.count < 2000 {
            let pair = [random.below(Self.vertexCount - 3), random.below(Self.vertexCount - 3)]
            if pair[0] != pair[1] { pairs.insert(pair) }
        }
        var edges = EdgeColumns(hasWeights: true)
        for pair in pairs.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            edges.append(pair[0], pair[1], weight: Double.random(in: 0.1..<0.3, using: &random))
        }
        return try Graph(vertexCount: Self.vertexCount, edges: edges, isDirected: true)
    }

    /// A model whose numbers begin at random, the same in each model with as many.
    private func model(_ equations: Equations, threads: Int = 1) throws -> Model {
        var random = SeededGenerator(seed: 9)
        var initial: [String: [Double]] = [:]
        for variable in equations.variables {
            initial[variable.name] = (0..<Self.vertexCount).map { _ in Double.random(in: -1..<1, using: &random) }
        }
        return try Model(equations, on: graph(), initial: initial, streams: RandomStreams(seed: 5), threads: threads)
    }

    private func expectSame(
        _ vectors: Equations, _ numbers: Equations, steps: Int = 40, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let expected = try model(numbers)
        let written = try Simulation(expected, integrator: RungeKutta4(), step: 0.0625)
        try written.run(steps: steps)
        #expect(expected.state.numbers.allSatisfy { $0.isFinite }, sourceLocation: sourceLocation)
        for threads in [1, 3] {
            let model = try model(vectors, threads: threads)
            let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.0625)
            // A run in two parts goes on as one.
            try simulation.run(steps: 7)
            try simulation.run(steps: steps - 7)
            #expect(
                model.state.numbers.map(\.bitPattern) == expected.state.numbers.map(\.bitPattern),
                sourceLocation: sourceLocation)
        }
    }

    private static let field = EquationParameter.vector("field", [0.1, -0.2, 0.9])
    private static let spins = VertexVariable.vector("s", initial: [0, 0, 1])

    /// Coupled spins by Landau, Lifshitz and Gilbert.
    private func spins() throws -> (vectors: Equations, numbers: Equations) {
        let parameters = Self.field + [EquationParameter("damping", 0.3)]
        let vectors = try Equations(
            variables: Self.spins, parameters: parameters,
            definitions: ["total": "field + exchange", "turn": "cross(s, total)"], edges: ["exchange": .sum("from.s")],
            rates: ["s": "-(turn + damping * cross(s, turn)) / (1 + damping^2)"])
        let numbers = try Equations(
            variables: ["sx", "sy", "sz"].map { VertexVariable($0) },
            parameters: ["fx", "fy", "fz"].enumerated().map { EquationParameter($1, Self.field[$0].value) }
                + [EquationParameter("damping", 0.3)],
            definitions: [
                "bx": "fx + ex", "by": "fy + ey", "bz": "fz + ez",
                "tx": "sy * bz - sz * by", "ty": "sz * bx - sx * bz", "tz": "sx * by - sy * bx",
            ],
            edges: ["ex": .sum("from.sx"), "ey": .sum("from.sy"), "ez": .sum("from.sz")],
            rates: [
                "sx": "-(tx + damping * (sy * tz - sz * ty)) / (1 + damping^2)",
                "sy": "-(ty + damping * (sz * tx - sx * tz)) / (1 + damping^2)",
                "sz": "-(tz + damping * (sx * ty - sy * tx)) / (1 + damping^2)",
            ])
        return (vectors, numbers)
    }

    @Test("Coupled spins are the same to the last bit as written component by component, with the same Jacobian")
    func coupledSpins() throws {
        let (vectors, numbers) = try spins()
        try expectSame(vectors, numbers)
        let count = 3 * Self.vertexCount
        func jacobian(_ equations: Equations) throws -> [UInt64] {
            let model = try model(equations)
            var matrix = [Double](repeating: .nan, count: count * count)
            var byTime = [Double](repeating: .nan, count: count)
            #expect(
                model.jacobian(at: 0.5, of: Array(model.state.elements), into: &matrix, timeDerivative: &byTime))
            return (matrix + byTime).map(\.bitPattern)
        }
        #expect(try jacobian(vectors) == jacobian(numbers))
    }

    @Test("Bodies that attract each other along edges, and their neighbours' means, are those of their components")
    func bodies() throws {
        let gap: (String) -> String = { "(from.r\($0) - r\($0))" }
        let squares = ["x", "y"].map { "\(gap($0)) * \(gap($0))" }.joined(separator: " + ")
        try expectSame(
            Equations(
                variables: VertexVariable.vector("r", initial: [1, 0]) + VertexVariable.vector("v", initial: [0, 1]),
                definitions: ["tilt": "[r.y, -v.x]"],
                edges: [
                    "pull": .sum("(from.r - r) / (0.1 + norm(from.r - r))^3"), "mean": .mean("from.tilt - to.v"),
                ],
                rates: ["r": "v", "v.y": "pull.y + mean.y", "v.x": "pull.x + mean.x"]),
            Equations(
                variables: ["rx", "ry", "vx", "vy"].map { VertexVariable($0) },
                edges: [
                    "px": .sum("\(gap("x")) / (0.1 + sqrt(\(squares)))^3"),
                    "py": .sum("\(gap("y")) / (0.1 + sqrt(\(squares)))^3"),
                    "mx": .mean("from.ry - vx"), "my": .mean("-from.vx - vy"),
                ], rates: ["rx": "vx", "ry": "vy", "vx": "px + mx", "vy": "py + my"]))
    }

    @Test("Events set, send and hold vectors as their components")
    func events() throws {
        try expectSame(
            Equations(
                variables: VertexVariable.vector("r", initial: [1, 0]),
                rates: ["r": "[r.y, -r.x]"],
                events: [
                    VertexEvent(
                        when: "norm(r) > 0.4 and r.x > 0.2", set: ["r": "-r / 2"], refractory: "0.3", hold: ["r"],
                        send: ["r": "0.1 * from.r"]),
                    VertexEvent(when: "r.y > 0.9", set: ["r": "0"], send: ["r": "[weight, 0.1]"]),
                ]),
            Equations(
                variables: ["rx", "ry"].map { VertexVariable($0) },
                rates: ["rx": "ry", "ry": "-rx"],
                events: [
                    VertexEvent(
                        when: "sqrt(rx * rx + ry * ry) > 0.4 and rx > 0.2", set: ["rx": "-rx / 2", "ry": "-ry / 2"],
                        refractory: "0.3", hold: ["rx", "ry"], send: ["rx": "0.1 * from.rx", "ry": "0.1 * from.ry"]),
                    // Of a vector that names the weight in one component, this multiplies none.
                    VertexEvent(
                        when: "ry > 0.9", set: ["rx": "0", "ry": "0"],
                        send: ["rx": "weight", "ry": "0.1 + 0 * weight"]),
                ]))
    }

    @Test("Earlier values of vectors are those of their components")
    func delays() throws {
        try expectSame(
            Equations(
                variables: VertexVariable.vector("r", initial: [1, 0]), edges: ["e": .sum("delayed(from.r, 0.5) - r")],
                rates: ["r": "delayed(r, 0.25) * 0.1 + e"]),
            Equations(
                variables: ["rx", "ry"].map { VertexVariable($0) },
                edges: ["ex": .sum("delayed(from.rx, 0.5) - rx"), "ey": .sum("delayed(from.ry, 0.5) - ry")],
                rates: ["rx": "delayed(rx, 0.25) * 0.1 + ex", "ry": "delayed(ry, 0.25) * 0.1 + ey"]))
    }

    @Test("Noise is one number for all components, or one of each")
    func noise() throws {
        func strengths(_ noise: KeyValuePairs<String, String>) throws -> [Double] {
            let model = try Model(
                Equations(
                    variables: VertexVariable.vector("r", initial: [3, 4]) + [VertexVariable("w")],
                    rates: ["r": "0", "w": "0"], noise: noise), on: Graph(vertexCount: 1, edges: [(Int, Int)]()))
            var strengths = [Double](repeating: .nan, count: 3)
            var span = strengths.mutableSpan
            model.noise(at: 0, of: Array(model.state.elements).span, into: &span)
            return strengths
        }
        #expect(try strengths(["r": "norm(r)"]) == [5, 5, 0])
        #expect(try strengths(["r": "r / 2"]) == [1.5, 2, 0])
        #expect(try strengths(["r.y": "7", "w": "1"]) == [0, 7, 1])
    }

    @Test("A sum over edges is multiplied by the weight in all components or in none")
    func weights() throws {
        var edges = EdgeColumns(hasWeights: true)
        edges.append(0, 1, weight: 3)
        let graph = try Graph(vertexCount: 2, edges: edges, isDirected: true)
        func rates(_ formula: String) throws -> [Double] {
            let model = try Model(
                Equations(
                    variables: VertexVariable.vector("r", initial: [5, 7]), edges: ["e": .sum(formula)],
                    rates: ["r": "e"]), on: graph)
            var rates = [Double](repeating: .nan, count: 4)
            model.derivative(at: 0, of: Array(model.state.elements), into: &rates)
            return [rates[1], rates[3]]
        }
        #expect(try rates("from.r") == [15, 21])
        #expect(try rates("[weight * from.r.x, from.r.y]") == [15, 7])
    }

    @Test("Components have the unit of the vector, and what is in another one of its kind is converted")
    func units() throws {
        let equations = try Equations(
            variables: VertexVariable.vector("r", initial: [1, 2], unit: "m")
                + VertexVariable.vector("v", initial: [3, 4], unit: "km/h"),
            parameters: EquationParameter.vector("drag", [1, 1], unit: "1/s"),
            rates: ["r": "v", "v": "-drag.x * v + 0 * dot(drag, drag) * r"], timeUnit: "s")
        let model = try Model(equations, on: Graph(vertexCount: 1, edges: [(Int, Int)]()))
        var rates = [Double](repeating: .nan, count: 4)
        model.derivative(at: 0, of: Array(model.state.elements), into: &rates)
        #expect(zip(rates, [3 / 3.6, 4 / 3.6, -3, -4]).allSatisfy { abs($0 - $1) < 1e-14 }, "\(rates)")
        let error = #expect(throws: EquationError.self) {
            try Equations(
                variables: VertexVariable.vector("r", initial: [1, 2], unit: "m"), rates: ["r": "r"], timeUnit: "s")
        }
        #expect(
            error?.problem
                == .formula(ExpressionError(problem: .wrongUnit("m", expected: "m/s"), offset: 0, length: 1)))
        let unlike = #expect(throws: EquationError.self) {
            try Equations(
                variables: [VertexVariable("r.x", unit: "m"), VertexVariable("r.y", unit: "s")], rates: ["r": "0"],
                timeUnit: "s")
        }
        #expect(unlike == EquationError(.variables, "r", .unlikeUnits))
    }

    @Test("Fields are components, and the name of the vector stands for all of them")
    func names() throws {
        let model = try Model(spins().vectors, on: Graph(vertexCount: 1, edges: [(Int, Int)]()))
        #expect(model.fields == ["s.x", "s.y", "s.z"])
        #expect(model.fieldGroups == [FieldGroup("s", ["s.x", "s.y", "s.z"])])
        #expect(model.parameters == ["field.x", "field.y", "field.z", "damping"])
        let length = try FieldExpression("norm(s)", for: model)
        #expect(length.usedFields == [0, 1, 2])
        let own = VertexVariable.vector("a", initial: [1, 2, 3, 4], components: ["t", "u", "v", "w"])
        #expect(own.map(\.name) == ["a.t", "a.u", "a.v", "a.w"] && own.map(\.initial) == [1, 2, 3, 4])
    }

    @Test("A map of vectors becomes what its components become")
    func map() throws {
        var texts = EquationTexts(edges: ["e": .sum("from.r")], rates: ["r": "r / 2 + [e.y, 1]", "w": "norm(r)"])
        texts.neighbours = []
        let (equations, errors) = Equations.compile(
            variables: VertexVariable.vector("r", initial: [3, 4]) + [VertexVariable("w")], parameters: [], texts,
            asMap: true)
        #expect(errors.isEmpty, "\(errors)")
        let model = try Model(#require(equations), on: Graph(vertexCount: 2, edges: [(0, 1)], isDirected: true))
        let simulation = try Simulation(
            model, integrator: MapSteps(order: .atOnce, streams: RandomStreams(seed: 1)), step: 1)
        try simulation.run(steps: 1)
        #expect(model.state.numbers == [1.5, 5.5, 3, 3, 5, 5])
    }

    // MARK: What is wrong

    private func error(
        _ variables: [VertexVariable] = VectorEquationTests.spins + [VertexVariable("w")],
        parameters: [EquationParameter] = [], definitions: KeyValuePairs<String, String> = [:],
        edges: KeyValuePairs<String, EdgeFormula> = [:], rates: KeyValuePairs<String, String> = ["s": "0", "w": "0"],
        noise: KeyValuePairs<String, String> = [:], events: [VertexEvent] = []
    ) -> EquationError? {
        #expect(throws: EquationError.self) {
            try Equations(
                variables: variables, parameters: parameters, definitions: definitions, edges: edges, rates: rates,
                noise: noise, events: events)
        }
    }

    private func formula(_ problem: ExpressionError.Problem, _ offset: Int, _ length: Int) -> EquationError.Problem {
        .formula(ExpressionError(problem: problem, offset: offset, length: length))
    }

    @Test("What is no vector where one must be, and the other way round, is refused")
    func shapes() {
        #expect(
            error(rates: ["s": "w", "w": "0"])
                == EquationError(.rates, "s", formula(.isNoVector(expected: 3), 0, 1)))
        #expect(
            error(rates: ["s": "[1, w]", "w": "0"])
                == EquationError(.rates, "s", formula(.wrongCount(2, expected: 3), 0, 6)))
        #expect(
            error(rates: ["s": "0", "w": "2 * s"]) == EquationError(.rates, "w", formula(.isVector(count: 3), 0, 5)))
        #expect(
            error(rates: ["s.x": "s", "s.y": "0", "s.z": "0", "w": "0"])
                == EquationError(.rates, "s.x", formula(.isVector(count: 3), 0, 1)))
        #expect(error(noise: ["w": "s"]) == EquationError(.noise, "w", formula(.isVector(count: 3), 0, 1)))
        #expect(
            error(edges: ["e": .product("from.s")])
                == EquationError(.edges, "e", formula(.isVector(count: 3), 0, 6)))
        #expect(
            error(edges: ["e": .sum("from.s.q")])
                == EquationError(
                    .edges, "e", formula(.unknownComponent("q", of: "from.s", known: ["x", "y", "z"]), 0, 8)))
        #expect(
            error(events: [VertexEvent(when: "s", set: ["w": "0"])])
                == EquationError(.condition, "", formula(.isVector(count: 3), 0, 1), inEvent: 0))
        #expect(
            error(events: [VertexEvent(when: "w > 1", set: ["s": "w"])])
                == EquationError(.changes, "s", formula(.isNoVector(expected: 3), 0, 1), inEvent: 0))
    }

    @Test("Each variable has one rate, and each name one meaning")
    func repeatedNames() {
        #expect(error(rates: ["w": "0"]) == EquationError(.rates, "s", .missingRate))
        #expect(error(rates: ["s.x": "0", "s.z": "0", "w": "0"]) == EquationError(.rates, "s.y", .missingRate))
        #expect(
            error(rates: ["s": "0", "s.y": "1", "w": "0"]) == EquationError(.rates, "s.y", .repeatedComponent("s")))
        #expect(
            error(rates: ["s.y": "1", "s": "0", "w": "0"]) == EquationError(.rates, "s", .repeatedComponent("s.y")))
        #expect(error(rates: ["s": "0", "s": "0", "w": "0"]) == EquationError(.rates, "s", .repeatedName))
        #expect(
            error(rates: ["s": "0", "w": "0", "q": "1"])
                == EquationError(.rates, "q", .unknownVariable(known: ["s", "s.x", "s.y", "s.z", "w"])))
        #expect(error(Self.spins + [VertexVariable("s")]) == EquationError(.variables, "s", .repeatedName))
        #expect(
            error(parameters: EquationParameter.vector("s", [1, 2])) == EquationError(.parameters, "s", .repeatedName))
        #expect(error(definitions: ["s": "1"]) == EquationError(.definitions, "s", .repeatedName))
        #expect(
            error([VertexVariable("s.x"), VertexVariable("s.x"), VertexVariable("w")])
                == EquationError(.variables, "s.x", .repeatedName))
        #expect(error([VertexVariable("s.x"), VertexVariable("w")]) == EquationError(.variables, "s.x", .invalidName))
        #expect(
            error(VertexVariable.vector("s", initial: [1, 2], components: ["x", "2"]))
                == EquationError(.variables, "s.2", .invalidName))
        #expect(
            error(events: [VertexEvent(when: "w > 1", set: ["s": "s", "s.x": "0"])])
                == EquationError(.changes, "s.x", .repeatedComponent("s"), inEvent: 0))
        #expect(
            error(events: [VertexEvent(when: "w > 1", set: ["w": "0"], refractory: "1", hold: ["s.z", "s"])])
                == EquationError(.held, "s", .repeatedComponent("s.z"), inEvent: 0))
        #expect(
            error(events: [VertexEvent(when: "w > 1", send: ["s.x": "0", "s": "s"])])
                == EquationError(.messages, "s", .repeatedComponent("s.x"), inEvent: 0))
    }

    @Test("What a map makes of edges and of neighbours is given once", arguments: ["edge.", "neighbour."])
    func repeatedChanges(prefix: String) {
        for (first, second, problem) in [
            ("s", "s.y", EquationError.Problem.repeatedComponent("\(prefix)s")),
            ("s.y", "s", .repeatedComponent("\(prefix)s.y")), ("s", "s", .repeatedName),
        ] {
            var texts = EquationTexts(rates: ["w": "w"])
            texts.edgeVariables = [("s.x", "0"), ("s.y", "0")]
            let changes = [(name: first, text: "0"), (name: second, text: "0")]
            if prefix == "edge." {
                texts.rates += changes.map { (prefix + $0.name, $0.text) }
            } else {
                texts.neighbours = changes
            }
            texts.rates += [("s", "s")]
            let (_, errors) = Equations.compile(
                variables: VertexVariable.vector("s", initial: [1, 2]) + [VertexVariable("w")], parameters: [], texts,
                asMap: true)
            #expect(errors == [EquationError(.rates, prefix + second, problem)])
        }
    }
}
