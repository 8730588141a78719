import Networks
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Messages about equations, maps and rules that say what is wrong, and nothing that is not.
@Suite struct EquationFaultTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
        try folder.directory.write("x,y\n0,1\n1,2\n", to: "line.csv")
        try folder.directory.write("x,y\n1,2\n1.0000000000000002,1e300\n", to: "steep.csv")
    }

    private func text(_ keys: String, _ rates: String) -> String {
        """
        seed: 3
        graph: {ring: {nodes: 10}}
        model:
          equations:
            variables: {v: {initial: 1}}
            \(keys)
            rates: {\(rates)}
        integrate: {method: runge-kutta-4, step: 0.01, until: 1}
        observe: [{nodes: all, every: 1}]

        """
    }

    @Test("a function needs two columns, a name of its own, and is told of once")
    func tables() throws {
        let same = text("tables: {g: {file: line.csv, columns: [x, x]}}", "v: g(v)")
        #expect(
            try folder.problems(same)?.contains("test.yml:6:43: error: a function of 'x' needs another column") == true)
        let delayed = text("tables: {delayed: {file: line.csv}}", "v: delayed(v)")
        #expect(try folder.problems(delayed)?.contains("'delayed': this name stands for something else") == true)
        let steep = try #require(try folder.problems(text("tables: {g: {file: steep.csv}}", "v: g(v) - g(2 * v)")))
        #expect(steep.contains("not too near to each other") && steep.contains("1 error"), "\(steep)")
    }

    @Test("a sum over edges in the rate of an edge is told to be one")
    func sums() throws {
        let sum = text("edges: {pull: from.v - v}\n    edge-variables: {w: 1}", "v: pull, edge.w: pull - edge.w")
        let problems = try #require(try folder.problems(sum))
        #expect(problems.contains("test.yml:8:30: error: 'pull' is not known here"), "\(problems)")
        #expect(problems.contains("it is a sum over all edges that lead to a node"), "\(problems)")
    }

    @Test("a map whose numbers grow beyond all bounds is not to take smaller steps")
    func map() throws {
        let map = text("", "v: v^3").replacing("equations", with: "map").replacing("rates", with: "next")
            .replacing("initial: 1", with: "initial: 2")
            .replacing("{method: runge-kutta-4, step: 0.01, until: 1}", with: "{method: synchronous, until: 20}")
        let error = #expect(throws: (any Error).self) { try folder.run(map) }
        let told = String(describing: error)
        #expect(told.contains("grows beyond all bounds") && !told.contains("smaller step"), "\(told)")
    }

    @Test("a rule is said to be moved by sweeps, too")
    func methods() throws {
        let kind = ComponentCatalogue.kind(.updateRules)
        let rule = try #require(kind.components.first { $0.name == "rule" })
        #expect(
            kind.needs(of: rule).prefix(2) == [
                "moved by synchronous", "with another order than at-once moved by sweeps",
            ])
        let life = try #require(kind.components.first { $0.name == "life" })
        #expect(
            kind.needs(of: life).contains("moved by synchronous") && !kind.needs(of: life).joined().contains("order"))
    }

    // MARK: One mistake, one error

    /// A model whose first line is line 3 of the scenario, and begins in column 5.
    private func model(_ lines: String, _ name: String = "equations", rest: String = "") -> String {
        let method = name == "map" ? "synchronous" : "runge-kutta-4, step: 0.01"
        return """
            graph: {ring: {nodes: 10}}
            model: {\(name): {
                \(lines.split(separator: "\n").joined(separator: ",\n    "))
              }}
            integrate: {method: \(method), until: 1}
            \(rest)

            """
    }

    /// `@` stands before what is wrong.
    private func expectOne(_ lines: String, _ message: String, _ name: String = "equations") throws {
        let marked = MarkedText(lines)
        let problems = try #require(try folder.problems(model(marked.text, name)), "\(lines)")
        #expect(problems.contains("error: \(message)"), "\(problems)")
        let place = try #require(marked.place)
        #expect(problems.contains("test.yml:\(3 + place.line):\(5 + place.column): error"), "\(problems)")
        #expect(problems.hasSuffix("1 error"), "\(problems)")
    }

    @Test(
        "names that vectors and their components cannot have are told once, at the name",
        arguments: [
            ("components: [x, @sin]", "'sin': a formula cannot say this name"),
            ("components: [@\"a b\", x]", "'a b': a formula cannot say this name"),
            ("components: [@x.y, z]", "'x.y': a formula cannot say this name"),
            ("components: [x, @and]", "'and': a formula cannot say this name"),
            ("components: [x, @x]", "'x' stands twice in the list of components"),
            ("components: @[]", "a vector has two components or more"),
            ("components: @[x]", "a vector has two components or more"),
            ("components: @[a, b, c, d, f, g, h, i, j, k, l, m, n, o, p, q, r]", "a vector has at most 16 components"),
        ])
    func components(written: String, message: String) throws {
        try expectOne("variables: {r: {\(written)}, w: 1}\nrates: {r: -r, w: norm(r)}", message)
        try expectOne("variables: {v: 1}\nparameters: {r: {\(written), value: 1}}\nrates: {v: norm(r)}", message)
    }

    @Test("a vector is not called as what stands before a point", arguments: ["from", "to", "edge", "neighbour"])
    func ends(name: String) throws {
        try expectOne(
            "variables: {@\(name): {components: [x, y]}}\nrates: {\(name): \(name)}",
            "'\(name)' cannot be the name of a vector")
    }

    @Test(
        "a vector may be called as a number that formulas know otherwise", arguments: ["degree", "weight", "e"])
    func shadows(name: String) throws {
        let vector =
            "variables: {\(name): {components: [x, y]}}\nlet: {own: 2 * \(name)}"
            + "\nedges: {pull: from.\(name) - \(name) + from.own}\nrates: {\(name): pull - \(name)}"
        let problems = try folder.problems(model(vector))
        #expect(problems == nil, "\(problems ?? "")")
    }

    @Test(
        "what follows from a mistake elsewhere is not told beside it",
        arguments: [
            ("let: {a: r + @foo}\nrates: {r: a, w: norm(a)}", "there is no 'foo'"),
            ("let: {a: \"[1, @foo]\", b: a.x}\nrates: {r: \"a + r\", w: b}", "there is no 'foo'"),
            ("let: {a: @dot(r)}\nedges: {p: from.a + a + to.a}\nrates: {r: p, w: p.x}", "'dot' takes"),
            ("edges: {p: {product: @from.r}}\nrates: {r: p, w: norm(p)}", "this is a vector of 2 components"),
            ("edges: {p: from.r + @foo}\nlet: {q: 2 * p}\nrates: {r: q, w: 1}", "there is no 'foo'"),
            ("parameters: {@r: 1}\nrates: {r: -r, w: norm(r)}", "'r': this name stands for something else"),
            (
                "let: {a: @foo}\nrates: {r: 0, w: 1}\nevents: [{when: norm(a) > 1, set: {r: a}, send: {w: a.x}, refractory: a}]",
                "there is no 'foo'"
            ),
        ])
    func consequences(rest: String, message: String) throws {
        try expectOne("variables: {r: {components: [x, y]}, w: 1}\n\(rest)", message)
    }

    @Test("a list where the components of a vector are meant is told once, with how these are written")
    func lists() throws {
        for (key, rest) in [
            ("variables: {r: @[1, 2, 3]}", ""), ("variables: {x: 1}\nparameters: {r: @[1, 2, 3]}", ", x: 1"),
        ] {
            let marked = MarkedText("\(key)\nrates: {r: -r\(rest)}")
            let observe = "observe: [{quantity: {mean: r.y}, every: 1}]"
            let problems = try #require(try folder.problems(model(marked.text, rest: rest.isEmpty ? observe : "")))
            let place = try #require(marked.place)
            #expect(
                problems.contains(
                    "test.yml:\(3 + place.line):\(5 + place.column): error: 'r' must have 10 items, not 3"),
                "\(problems)")
            #expect(problems.contains("{components: [x, …]") && problems.hasSuffix("1 error"), "\(problems)")
        }
    }

    @Test("nor in maps, of neighbours")
    func neighbours() throws {
        try expectOne(
            "variables: {x: 1}\nlet: {a: x + @foo}\nnext: {x: neighbour.a + a}", "there is no 'foo'", "map")
    }

    @Test(
        "brackets around what is no vector are told as such",
        arguments: [
            ("variables: {r: 1}\nrates: {r: @[1]}", "this must be a number, which stands without brackets"),
            ("variables: {r: 1}\nrates: {r: @\"[1]\"}", "this must be a number, which stands without brackets"),
            ("variables: {r: 1}\nlet: {a: @[1]}\nrates: {r: a}", "a vector has two components or more"),
            (
                "variables: {r: {components: [x, y]}}\nrates: {r: @[]}",
                "a vector has two components or more, such as '[x, y]': a number stands without brackets"
            ),
            ("variables: {r: 1}\nrates: {r: \"2 * norm(@[])\"}", "a vector has two components or more"),
            ("variables: {r: 1}\nrates: {r: \"[1,@]\"}", "a number, a name or '(' is missing before ']'"),
        ])
    func brackets(lines: String, message: String) throws {
        let marked = MarkedText(lines)
        let problems = try #require(try folder.problems(model(marked.text)))
        #expect(problems.contains(": error: \(message)") && problems.hasSuffix("1 error"), "\(problems)")
        let place = try #require(marked.place)
        let columns = [5, 6].map { "test.yml:\(3 + place.line):\($0 + place.column): error" }
        #expect(columns.contains { problems.contains($0) }, "\(problems)")
    }

    @Test(
        "a beginning out of the range of its variable is told where it is written, of a node",
        arguments: [
            ("x: {initial: @3, range: [0, 1]}", "x of node 0 is 3, but must be between 0 and 1"),
            ("x: {initial: @{uniform: [2, 3]}, range: [0, 1]}", "x of node 0 is 2."),
            (
                "x: {components: [a, b], initial: [0.5, @2], range: [0, 1]}",
                "x.b of node 0 is 2, but must be between 0 and 1"
            ),
            (
                "x: {components: [a, b], initial: @2, range: [0, 1]}",
                "x.a of node 0 is 2, but must be between 0 and 1"
            ),
            ("x: @{range: [1, 2]}", "x of node 0 is 0, but must be between 1 and 2"),
        ])
    func ranges(variable: String, message: String) throws {
        try expectOne("variables: {\(variable)}\nrates: {x: 0}", message)
        try expectOne("variables: {\(variable)}\nnext: {x: 0}", message, "map")
    }

    @Test("a 0 fits any unit also where it stands before the number that has one")
    func zeros() throws {
        let vector = "time-unit: s\nvariables: {r: {components: [x, y], initial: [0, 2 m]}}\nrates: {r: r / (2 * ms)}"
        #expect(try folder.problems(model(vector)) == nil)
        try expectOne(
            vector.replacing("[0, 2 m]", with: "@[1, 2 m]"),
            "the components of a vector must have the same unit: write it behind each number, or once, by 'unit'")
    }

    @Test("who writes a unit as a name is told where units have names")
    func units() throws {
        let measured = "time-unit: s\nvariables: {x: 1 m}\nrates: {x: 2 * @m}"
        try expectOne(measured, "there is no 'm' that could be used here")
        let letter = try folder.problems(model(measured.replacing("@", with: "")))
        #expect(letter?.contains("units of one letter have no names in formulas: give a parameter the unit") == true)
        let pure = "variables: {x: 1}\nrates: {x: 2 * @mV}"
        try expectOne(pure, "there is no 'mV' that could be used here")
        let without = try folder.problems(model(pure.replacing("@", with: "")))
        #expect(without?.contains("units have names only in formulas of models whose numbers have units") == true)
        // Where numbers have no units, a letter has been forgotten.
        let letters = try folder.problems(model("variables: {x: 1}\nrates: {x: 2 * m}"))
        #expect(letters?.contains("units") == false)
    }

    @Test(
        "where no quantities have names, it is said what can stand there",
        arguments: [
            ("{quantity: [x], every: 1}", "'quantity' must be the name of a quantity, or an expression, not a list"),
            ("{quantity: m, every: 1}", "there is no quantity 'm'"),
            (
                "{quantities: [{mean: x}], every: 1}",
                "'quantities[0]' must be the name of a quantity or an expression, not a mapping"
            ),
            (
                "{quantities: {mean: x}, every: 1}",
                "'quantities' must be a list of names of quantities or expressions, not a mapping"
            ),
        ])
    func quantities(observation: String, message: String) throws {
        let lines = "variables: {x: 1}\nrates: {x: 1}"
        let problems = try #require(try folder.problems(model(lines, rest: "observe: [\(observation)]")))
        #expect(problems.contains(": error: \(message)"), "\(problems)")
        #expect(problems.hasSuffix("1 error"), "\(problems)")
    }
}
