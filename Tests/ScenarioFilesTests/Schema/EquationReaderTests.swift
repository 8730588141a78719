import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Models that scenarios write themselves.
@Suite struct EquationReaderTests {
    private static let cells = """
        variables: {v: {uniform: [-1, 1]}, w: {initial: 0.1, range: [0, 1]}}
        parameters: {current: 0.5, epsilon: {normal: {mean: 0.08, deviation: 0.01}}, gap-strength: 0.1}
        let: {cubic: v - v^3 / 3}
        edges: {pull: gap-strength * (from.v - v)}
        rates: {v: cubic - w + current + pull, w: epsilon * (v + 0.7 - 0.8 * w)}
        """

    private func text(
        _ equations: String = Self.cells, method: String = "runge-kutta-4", rest: String = ""
    ) -> String {
        let lines = equations.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return """
            graph: {watts-strogatz: {nodes: 600, neighbours: 6, rewiring: 0.1}}
            model:
              equations:
            \(lines)
            integrate: {method: \(method), step: 0.25, until: 1}
            observe: [{nodes: all, when: end}]
            \(rest)

            """
    }

    @Test("equations are read and run, on any number of threads with the same bytes")
    func threads() throws {
        let folder = try ScenarioFolder()
        let results = try folder.run(text())
        #expect(try results.text("nodes.csv").hasPrefix("time,node,v,w\n"))
        #expect(try Set(results.column(2, of: "nodes.csv")).count == 600)
        let threads = try folder.run(text(rest: "threads: 3"), to: "threads")
        #expect(try threads.text("nodes.csv") == results.text("nodes.csv"))
    }

    @Test("interventions set parameters, sweeps and overrides vary them")
    func parameters() throws {
        let folder = try ScenarioFolder()
        let before = try folder.run(text(), set: ["model.equations.parameters.current=0"], to: "before")
        let set = try folder.run(
            text(rest: "intervene: [{parameter: {current: 0}}]"), to: "set")
        #expect(try set.text("nodes.csv") == before.text("nodes.csv"))
        #expect(try folder.run(text(), to: "not").text("nodes.csv") != before.text("nodes.csv"))
    }

    @Test("noise acts on the variables that have it")
    func noise() throws {
        let folder = try ScenarioFolder()
        let equations = "variables: {x: 1, y: 1}\nrates: {x: 0, y: 0}\nnoise: {y: 0.1 * y}"
        let results = try folder.run(text(equations, method: "milstein"))
        #expect(try Set(results.column(2, of: "nodes.csv")) == ["1.0"])
        #expect(try Set(results.column(3, of: "nodes.csv")).count == 600)
    }

    @Test("more than four variables have room")
    func manyVariables() throws {
        let names = (0..<7).map { "x\($0)" }
        let equations =
            "variables: {\(names.map { "\($0): 1" }.joined(separator: ", "))}\n"
            + "rates: {\(names.enumerated().map { "\($1): \($0)" }.joined(separator: ", "))}"
        let folder = try ScenarioFolder()
        let results = try folder.run(text(equations))
        #expect(try Set(results.column(8, of: "nodes.csv")) == ["7.0"])
    }

    @Test("a function by points is known to methods that need slopes", arguments: ["msbdf", "bsimp", "runge-kutta-4"])
    func points(method: String) throws {
        let folder = try ScenarioFolder()
        let results = try ["spline(x, -1, -2, 0, 0, 3, 6)", "(2 * x)"].enumerated().map { index, pull in
            let model = "variables: {x: 1}\nparameters: {rate: {uniform: [0.5, 1.5]}}\nrates: {x: \"-rate * \(pull)\"}"
            return try folder.run(
                text(model, method: method).replacing("nodes: 600", with: "nodes: 50"), to: "\(index)"
            ).text("nodes.csv")
        }
        #expect(results[0].count > 500)
        #expect(results[0] == results[1])
    }

    /// `@` stands for the words of the formula that are wrong.
    @Test(
        "each fault is told where it stands in its formula",
        arguments: [
            ("variables: {x: 0}\nrates: {x: 1 + @y}", "there is no 'y' that could be used here"),
            ("variables: {x: 0}\nrates: {x: 2 * @from.x}", "there is no 'from.x' that could be used here"),
            (
                "variables: {x: 0}\nrates: {x: x + @ln(x)}",
                "'ln' is not known here: write 'log', which is the natural logarithm"
            ),
            ("variables: {x: 0}\nlet: {a: x @x}\nrates: {x: a}", "an operator such as '*' is missing before 'x'"),
            (
                "variables: {x: 0}\nedges: {p: from.x @$ 2}\nrates: {x: p}",
                "the character '$' has no meaning in an expression"
            ),
            (
                "variables: {x: 0}\nedges: {p: {sum: from.x + @q}}\nrates: {x: p}",
                "there is no 'q' that could be used here"
            ),
            (
                "variables: {x: 0}\nrates: {x: @x > 1}",
                "'x': this must be a number, not a condition: write if(condition, 1, 0)"
            ),
            ("variables: {x: 0, y: 0}\nrates: @{x: 1}", "the rate of change of 'y' is missing"),
            ("variables: {x: 0}\nrates: {x: 1, z: @1}", "there is no variable 'z'"),
            (
                "variables: {x: 0}\nparameters: {@x: 1}\nrates: {x: 1}",
                "'x': this name stands for something else already: each name may stand for one thing"
            ),
            (
                "variables: {x: 0, @node: 0}\nrates: {x: 1, node: 1}",
                "'node': this name stands for the number of a node in all formulas and tables: write another one"
            ),
            (
                "variables: {@time: {initial: 1}}\nrates: {time: 0}",
                "'time': this name stands for the time in all formulas and tables: write another one"
            ),
            (
                "variables: {@time: {components: [x, y]}}\nrates: {time: 0}",
                "'time': this name stands for the time in all formulas and tables: write another one"
            ),
            (
                "variables: {x: 0}\nparameters: {@node: 1}\nrates: {x: node}",
                "'node': this name stands for the number of a node in all formulas and tables: write another one"
            ),
            (
                "variables: {x: 0}\nparameters: {@node: {components: [x, y], value: 1}}\nrates: {x: node.x}",
                "'node': this name stands for the number of a node in all formulas and tables: write another one"
            ),
            (
                "variables: {x: 0}\nlet: {@time: 2}\nrates: {x: time}",
                "'time': this name stands for the time in all formulas and tables: write another one"
            ),
            (
                "variables: {x: 0}\nedges: {@node: from.x}\nrates: {x: node}",
                "'node': this name stands for the number of a node in all formulas and tables: write another one"
            ),
        ])
    func faults(_ written: String, _ message: String) throws {
        let marked = MarkedText(written)
        let problems = try #require(try ScenarioFolder().problems(text(marked.text)))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
        guard let place = marked.place else { return }
        #expect(problems.contains("test.yml:\(4 + place.line):\(5 + place.column)"), "\(problems)")
    }

    @Test(
        "a formula that a comma cuts off is told, and none of what follows from it",
        arguments: [
            "rates: {x: @max(x, 1)}", "let: {a: @max(x, 1) + min(2, x)}\nrates: {x: a}",
            "edges: {p: {sum: @max(from.x, x)}}\nrates: {x: p}",
            "rates: {x: 1}\nevents: [{when: x > 2, refractory: @max(1, 2), set: {x: 0}}]",
            "rates: {x: 1}\nevents: [{when: x > 2, set: {x: @if(x > 3, 1, (0))}}]",
        ])
    func cutFormulas(written: String) throws {
        let marked = MarkedText("variables: {x: 0}\n" + written)
        let problems = try #require(try ScenarioFolder().problems(text(marked.text)))
        let place = try #require(marked.place)
        #expect(
            problems.contains(
                "test.yml:\(4 + place.line):\(5 + place.column): error: a comma ends the expression here"),
            "\(problems)")
        #expect(problems.contains("the expression in quotes"), "\(problems)")
        #expect(problems.contains("\n1 error"), "\(problems)")
    }

    @Test("a parameter in an expression of nodes is told to be one")
    func parametersOfNodes() throws {
        let written = text("variables: {x: 0}\nparameters: {low-rate: 1}\nrates: {x: low-rate}")
            .replacing("{nodes: all, when: end}", with: "{quantity: {mean: x * low-rate}, every: 1}")
        let problems = try #require(try ScenarioFolder().problems(written))
        #expect(problems.contains("error: 'low_rate' is a parameter, which is not known here"), "\(problems)")
        #expect(problems.contains("\n  allowed: x") && problems.hasSuffix("1 error"), "\(problems)")
    }

    @Test(
        "what else is wrong beside a formula that a comma cuts off, and in it, is told as well",
        arguments: [
            (
                "parameters: {p: {components: [x, y], value: [node * max(1, 2), @foo]}}\nrates: {x: p.x, y: 1}",
                "'value[1]' must be a number, not the text 'foo'", 2
            ),
            ("rates: {x: max(x, 1), y: @foo}", "there is no 'foo' that could be used here", 2),
            ("let: {a: max(x, @foo)}\nrates: {x: a, y: 1}", "there is no 'foo' that could be used here", 2),
            ("rates: {x: max(x, 1), y: min(@foo, 2)}", "there is no 'foo' that could be used here", 3),
            ("let: {a: max(x, 1)}\nrates: {x: a, y: @sin(x, 2)}", "'sin' takes one argument, but has 2", 3),
        ])
    func besideCutFormulas(written: String, message: String, count: Int) throws {
        let marked = MarkedText("variables: {x: 0, y: 0}\n" + written)
        let problems = try #require(try ScenarioFolder().problems(text(marked.text)))
        let place = try #require(marked.place)
        #expect(
            problems.contains("test.yml:\(4 + place.line):\(5 + place.column): error: \(message)"), "\(problems)")
        let parts = problems.components(separatedBy: "error: a comma ends the expression here")
        #expect(parts.count == count, "\(problems)")
        #expect(problems.hasSuffix("\(count) errors"), "\(problems)")
    }
}
