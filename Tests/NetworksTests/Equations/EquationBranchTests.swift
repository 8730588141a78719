import Networks
import SimulationEngine
import Testing

/// The number that tells on which branches rates are: it changes where a formula jumps, and nowhere else.
@Suite struct EquationBranchTests {
    /// Two variables at 600 vertices, more than two blocks, each of which leads to the next two.
    private struct Probe {
        private let model: EquationModel<SIMD2<Double>>
        var state: [Double]
        var time = 0.25

        init(
            _ rates: KeyValuePairs<String, String>, definitions: KeyValuePairs<String, String> = [:],
            edges: KeyValuePairs<String, EdgeFormula> = [:], edgeVariables: KeyValuePairs<String, String> = [:],
            threads: Int = 1
        ) throws {
            let equations = try Equations(
                variables: [VertexVariable("x"), VertexVariable("y")], parameters: [EquationParameter("p", 1)],
                definitions: definitions, edges: edges, rates: rates, edgeVariables: edgeVariables)
            let edges = (0..<600).flatMap { (vertex: Int) -> [(Int, Int, Double)] in
                [(vertex, (vertex + 1) % 600, 0.5), (vertex, (vertex + 2) % 600, 2)]
            }
            model = try EquationModel(equations, on: VertexEventTests.graph(600, edges), threads: threads)
            state = Array(model.state.elements)
            for index in 0..<1200 { state[index] = 1.25 + 0.01 * Double(index % 60) }
        }

        var branches: UInt64? { model.branches(at: time, of: state.span, withKinks: false) }
        var branchesWithKinks: UInt64? { model.branches(at: time, of: state.span, withKinks: true) }

        /// Tells if a change brings other branches.
        func changes(_ change: (inout Probe) -> Void) -> Bool {
            var other = self
            change(&other)
            return other.branches != branches
        }
    }

    @Test("formulas without jumps have no branches, also where they compare what does not change") func withoutJumps()
        throws
    {
        for formula in ["-x^2 + sin(y)", "if(p > 2, x, y)", "min(x, y) + abs(x)", "sign(p) * x + floor(degree / 2)"] {
            #expect(try Probe(["x": formula, "y": "0"]).branches == nil, "\(formula)")
        }
        let ofEdges = try Probe(["x": "pull", "y": "0"], edges: ["pull": .sum("if(weight > 1, from.x - x, 0)")])
        #expect(ofEdges.branches == nil)
    }

    @Test(
        "each kind of jump at any node is another branch, and no other change is",
        arguments: [
            "if(x > 2, 1, 0)", "if(2 <= x, 1, 0)", "sign(x - 2)", "floor(x / 2)", "ceil(x - 1)", "round(x / 4)",
            "mod(x, 2)", "atan2(x - 2, 0 * y - 1)", "if(not (x <= 2) and y > 0, 1, 0)", "if(x + time > 2.25, 1, 0)",
        ], [0, 255, 256, 599])
    func jumps(formula: String, node: Int) throws {
        let probe = try Probe(["x": formula, "y": "0"])
        #expect(probe.branches != nil)
        #expect(!probe.changes { $0.state[node] = 1.95 })
        #expect(probe.changes { $0.state[node] = 2.05 })
        #expect(
            probe.changes {
                // One comes and another one goes.
                $0.state[node] = 2.05
                $0.state[node ^ 1] = -0.05
            })
        #expect(!probe.changes { $0.state[600 + node] = 1 })
    }

    @Test(
        "kinks at any node are told to those who ask for them",
        arguments: ["max(x, 2)", "min(2, x)", "abs(x - 2)", "max(x - 2, 0) * y", "2 * bent"], [0, 256, 599])
    func kinks(formula: String, node: Int) throws {
        let probe = try Probe(["x": formula, "y": "0"], definitions: ["bent": "abs(2 - x)"])
        func changes(to value: Double) -> Bool {
            var other = probe
            other.state[node] = value
            #expect(other.branches == nil)
            return other.branchesWithKinks != probe.branchesWithKinks
        }
        #expect(!changes(to: 1.95))
        #expect(changes(to: 2.05))
    }

    @Test("kinks in formulas of edges are told, and jumps are told with kinks, too") func kinksOfEdges() throws {
        var probe = try Probe(["x": "pull", "y": "sign(y - 2)"], edges: ["pull": .sum("max(from.x - 2, 0)")])
        let first = probe.branchesWithKinks
        probe.state[257] = 2.5
        let second = probe.branchesWithKinks
        #expect(second != first)
        #expect(!probe.changes { $0.state[257] = 1 })
        probe.state[700] = 2.5
        #expect(probe.branchesWithKinks != second)
        for formula in ["-x^2 + sin(y)", "max(p, 2) * x", "abs(degree - 3) * y"] {
            #expect(try Probe(["x": formula, "y": "0"]).branchesWithKinks == nil, "\(formula)")
        }
    }

    @Test("jumps in definitions and in time are seen") func definitionsAndTime() throws {
        let defined = try Probe(["x": "2 * step", "y": "0"], definitions: ["step": "if(y > 2, 1, 0)"])
        #expect(defined.changes { $0.state[700] = 2.5 })
        let timed = try Probe(["x": "-x + sign(sin(3 * time))", "y": "0"])
        #expect(timed.changes { $0.time = 1.5 })
        #expect(!timed.changes { $0.time = 0.5 })
    }

    @Test(
        "jumps in formulas of edges are seen, in whatever way these are summed up",
        arguments: [
            EdgeFormula.sum("if(from.x > 2, 1, 0)"), .sum("if(from.x > 2, x, 0) - y"),
            .mean("sign(from.x - 2 * x / x)"),
            .greatest("if(from.x > 2, y, 0)"), .sum("edge.weight * floor(from.x / 2)"),
        ])
    func edges(formula: EdgeFormula) throws {
        let probe = try Probe(["x": "pull", "y": "0"], edges: ["pull": formula])
        for node in [0, 257, 598] {
            #expect(probe.changes { $0.state[node] = 2.5 }, "\(formula)")
            #expect(!probe.changes { $0.state[node] = 1.9 }, "\(formula)")
        }
    }

    @Test("what edges give is compared as it is") func folds() throws {
        let probe = try Probe(["x": "if(pull > 8, 1, 0)", "y": "0"], edges: ["pull": .sum("from.x")])
        #expect(!probe.changes { $0.state[3] = 1.9 })
        #expect(probe.changes { $0.state[3] = 9 })
    }

    @Test("jumps in rates of variables of edges are seen") func ratesOfEdges() throws {
        let probe = try Probe(
            ["x": "0", "y": "0", "edge.w": "if(edge.w > 1, -1, 0) + 0 * from.x"], edgeVariables: ["w": "weight"])
        #expect(probe.changes { $0.state[1200] = 1.5 } || probe.changes { $0.state[1200] = 0.5 })
        #expect(!probe.changes { $0.state[0] = 9 })
    }

    @Test("threads find the same branches") func threads() throws {
        let edges: KeyValuePairs<String, EdgeFormula> = ["pull": .greatest("if(from.x > 1.5, y, 0)")]
        let (one, three) = try (
            Probe(["x": "if(pull > 1.6, 1, x)", "y": "0"], edges: edges),
            Probe(["x": "if(pull > 1.6, 1, x)", "y": "0"], edges: edges, threads: 3)
        )
        #expect(one.branches != nil)
        #expect(one.branches == three.branches)
    }
}
