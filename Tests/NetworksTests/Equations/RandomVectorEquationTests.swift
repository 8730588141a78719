import EngineTestSupport
import Networks
import SimulationEngine
import TestSupport
import Testing

/// Equations whose formulas are vectors at random give the bits of those that are written out component by component.
@Suite struct RandomVectorEquationTests {
    private typealias Model = EquationModel<SIMD16<Double>>

    private static let own = VectorFormulaNames(
        numbers: ["s", "time", "0.3", "r.y", "p.x", "c.x", "q.z", "(degree + 1)", "(node + 2)"],
        ofTwo: ["p", "c"], ofThree: ["r", "q"])

    /// The formulas of a system: definitions, what edges give, and rates, of which each may name those before it.
    private struct Formulas {
        let plane, space, pull, push, rateOfPlane, rateOfSpace: VectorFormula
        let rate: NumberFormula

        init(_ random: inout SeededGenerator) {
            var names = RandomVectorEquationTests.own
            plane = VectorFormula(of: names, count: 2, depth: 1 + random.below(2), &random)
            names.ofTwo.append("a")
            space = VectorFormula(of: names, count: 3, depth: 1 + random.below(2), &random)
            names.ofThree.append("b")
            var ofEdges = names
            ofEdges.numbers += ["from.s", "from.r.x", "to.p.y", "(from.degree + 1)", "(from.node + 2)"]
            ofEdges.ofTwo += ["from.p", "from.a", "to.c"]
            ofEdges.ofThree += ["from.r", "from.b", "to.q"]
            pull = VectorFormula(of: ofEdges, count: 2, depth: 1 + random.below(2), &random)
            push = VectorFormula(of: ofEdges, count: 3, depth: 1 + random.below(2), &random)
            names.numbers += ["e.y", "g.z"]
            names.ofTwo.append("e")
            names.ofThree.append("g")
            rateOfPlane = VectorFormula(of: names, count: 2, depth: 1 + random.below(2), &random)
            rateOfSpace = VectorFormula(of: names, count: 3, depth: 1 + random.below(2), &random)
            rate = NumberFormula(of: names, depth: 1 + random.below(2), &random)
        }

        /// The components of a formula, in which vectors have no points.
        private func components(_ formula: VectorFormula) -> [String] { formula.components.map(withoutPoints) }

        private func withoutPoints(_ text: String) -> String {
            text.replacing(/([a-z])\.([xyz])\b/) { "\($0.1)\($0.2)" }
        }

        /// A formula of a vector whose length is below 1, and the same of its components.
        private func bounded(_ formula: VectorFormula) -> (text: String, components: [String]) {
            let components = components(formula)
            let square = components.map { "\($0) * \($0)" }.joined(separator: " + ")
            return (
                "\(formula.text) / (1 + dot(\(formula.text), \(formula.text)))",
                components.map { "\($0) / (1 + (\(square)))" }
            )
        }

        var ofVectors: Equations {
            get throws {
                try Equations(
                    variables: VertexVariable.vector("p", initial: [0, 0])
                        + VertexVariable.vector("r", initial: [0, 0, 0]) + [VertexVariable("s", initial: 0)],
                    parameters: EquationParameter.vector("c", [0.7, -0.4])
                        + EquationParameter.vector("q", [0.2, 1.1, -0.6]),
                    definitions: ["a": plane.text, "b": space.text],
                    edges: ["e": .sum(pull.text), "g": .mean(push.text)],
                    rates: [
                        "p": bounded(rateOfPlane).text, "r": bounded(rateOfSpace).text, "s": "sin(\(rate.text))",
                    ])
            }
        }

        var ofNumbers: Equations {
            get throws {
                let (a, b, e, g) = (components(plane), components(space), components(pull), components(push))
                let (p, r) = (bounded(rateOfPlane).components, bounded(rateOfSpace).components)
                return try Equations(
                    variables: ["px", "py", "rx", "ry", "rz", "s"].map { VertexVariable($0, initial: 0) },
                    parameters: [
                        EquationParameter("cx", 0.7), EquationParameter("cy", -0.4), EquationParameter("qx", 0.2),
                        EquationParameter("qy", 1.1), EquationParameter("qz", -0.6),
                    ],
                    definitions: ["ax": a[0], "ay": a[1], "bx": b[0], "by": b[1], "bz": b[2]],
                    edges: [
                        "ex": .sum(e[0]), "ey": .sum(e[1]), "gx": .mean(g[0]), "gy": .mean(g[1]), "gz": .mean(g[2]),
                    ],
                    rates: [
                        "px": p[0], "py": p[1], "rx": r[0], "ry": r[1], "rz": r[2],
                        "s": "sin(\(withoutPoints(rate.writtenOut)))",
                    ])
            }
        }
    }

    private static let vertexCount = 30

    /// A network with weights, of which some vertices have no edges.
    private static func graph() throws -> Graph {
        var random = SeededGenerator(seed: 3)
        var edges = EdgeColumns(hasWeights: true)
        for source in 0..<vertexCount - 3 {
            for step in [1, 2, 5] {
                let weight = Double.random(in: 0.1..<0.9, using: &random)
                edges.append(source, (source + step) % (vertexCount - 3), weight: weight)
            }
        }
        return try Graph(vertexCount: vertexCount, edges: edges, isDirected: true)
    }

    /// The numbers of all nodes after some steps, from the same beginning in each model with as many variables; `nil` if something is
    /// divided by 0 on the way.
    private func numbers(_ equations: Equations, on graph: Graph) throws -> [UInt64]? {
        var random = SeededGenerator(seed: 9)
        var initial: [String: [Double]] = [:]
        for variable in equations.variables {
            initial[variable.name] = (0..<graph.vertexCount).map { _ in Double.random(in: -2..<2, using: &random) }
        }
        let model = try Model(equations, on: graph, initial: initial, streams: RandomStreams(seed: 5))
        do { try Simulation(model, integrator: RungeKutta4(), step: 0.125).run(steps: 3) } catch { return nil }
        return model.state.numbers.map(\.bitPattern)
    }

    @Test("A hundred systems of seven random formulas of vectors give the bits of their components")
    func systems() throws {
        let graph = try Self.graph()
        var random = SeededGenerator(seed: 12)
        var known: Set<[UInt64]> = []
        for number in 0..<100 {
            let formulas = Formulas(&random)
            let expected = try numbers(formulas.ofNumbers, on: graph)
            #expect(try numbers(formulas.ofVectors, on: graph) == expected, "\(number): \(formulas)")
            if let expected { known.insert(expected) }
        }
        #expect(known.count > 60)
    }
}
