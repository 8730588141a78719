import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Scenarios in which energies, rates and rules are formulas.
@Suite struct FormulaReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func fluid(_ interaction: String, box: String = "periodic", method: String = "leapfrog") -> String {
        """
        box: \(box)
        particles:
          lattice: {fcc: {cells: 3, density: 0.8}}
          temperature: 1
        interactions:
        \(interaction.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
        integrate: {method: \(method), step: 0.005, until: 0.05}
        observe: [{quantity: total-energy, every: 0.05}]
        """
    }

    private func energies(_ name: String, _ text: String) throws -> [Double] {
        let results = try folder.run(text, to: name)
        return try results.text("total-energy.csv").split(separator: "\n").dropFirst().compactMap {
            $0.split(separator: ",").last.flatMap { Double($0) }
        }
    }

    @Test("an interaction by formula is the built-in one, and energies of all kinds of formulas are conserved")
    func energies() throws {
        let builtIn = try energies("built-in", fluid("- lennard-jones: {cutoff: 2, truncation: shifted}"))
        let formula = try energies(
            "formula",
            fluid(
                """
                - pair:
                    energy: 4 * epsilon * ((sigma / r)^12 - (sigma / r)^6)
                    parameters: {epsilon: 1, sigma: [[1]]}
                    cutoff: 2
                    shift: energy
                """))
        #expect(builtIn.count == 2)
        for (one, other) in zip(builtIn, formula) { #expect(abs(one - other) < 1e-10 * abs(other)) }
        let others = try energies(
            "others",
            fluid(
                """
                - pair: {energy: "exp(-r^2)", cutoff: [[2]], shift: force}
                - field: {energy: depth * sin(2 * pi * x / 4.4), parameters: {depth: [0.5]}}
                - bonds: {formula: {energy: "k * (r - rest)^2", parameters: {k: 10}}, pairs: [[0, 1]]}
                - angles: {formula: {energy: 1 + cos(theta)}, triples: [[0, 1, 2]]}
                """, box: "open"))
        #expect(abs(others[1] - others[0]) < 1e-3 * abs(others[0]))
    }

    @Test("a force by formula with velocities and time is for methods that know of these")
    func forces() throws {
        let force = "- field: {force: [cos(3 * time) - vx, -vy, 0]}"
        _ = try folder.run(fluid(force, box: "open", method: "runge-kutta-4"))
        let problems = try #require(try folder.problems(fluid(force, box: "open", method: "yoshida-4")))
        #expect(problems.contains("yoshida-4"))
    }

    @Test("fields of vectors give the bytes of their components, in three dimensions and in two")
    func vectors() throws {
        func run(_ name: String, _ field: String, lattice: String) throws -> String {
            try folder.run(
                """
                seed: 2
                particles: {lattice: {\(lattice)}, temperature: 1, mass: 2}
                box: open
                interactions: [{field: \(field)}]
                integrate: {method: runge-kutta-4, step: 0.125, until: 2}
                observe: [{nodes: all, every: 0.5}]
                """, to: name
            ).text("nodes.csv")
        }
        let (space, plane) = ("fcc: {cells: 2, density: 0.8}", "square: {cells: 3, density: 0.8}")
        let inSpace = try run(
            "space", "{force: 'k * cross(velocity, [0, 1, B]) - position', parameters: {k: 0.5, B: 2}}", lattice: space)
        #expect(
            try inSpace
                == run(
                    "space-components",
                    "{force: ['k * (vy * B - vz * 1) - x', 'k * (vz * 0 - vx * B) - y', 'k * (vx * 1 - vy * 0) - z'], parameters: {k: 0.5, B: 2}}",
                    lattice: space))
        let inPlane = try run("plane", "{energy: 'dot(position - [1, 2], position)'}", lattice: plane)
        #expect(
            try inPlane == run("plane-components", "{energy: (x - 1) * x + (y - 2) * y}", lattice: plane))
        // What a scenario calls so is what it says.
        #expect(
            try run("named", "{energy: position * x^2, parameters: {position: 3}}", lattice: plane)
                == run("number", "{energy: 3 * x^2}", lattice: plane))
    }

    @Test(
        "faults of formulas of particles are told at their places",
        arguments: [
            ("- pair: {energy: 1 / rr, cutoff: 2}", "test.yml:6:24: error: there is no 'rr' that could be used here"),
            (
                "- pair: {energy: \"4 * (1 / r^12 - 1 / r^6\", cutoff: 2}",
                "test.yml:6:25: error: this parenthesis is not closed"
            ),
            ("- pair: {energy: 3, cutoff: 2}", "'energy' does not depend on the distance r"),
            ("- pair: {energy: a / r, parameters: {a: 1, b: 2}, cutoff: 2}", "has 'b', which 'energy' does not use"),
            ("- pair: {energy: r^2, parameters: {r: 1}, cutoff: 2}", "has 'r', which is a variable of the formula"),
            ("- pair: {energy: a / r, parameters: {a: [[1, 2], [3, 4]]}, cutoff: 2}", "is 2 for the types 0 and 1"),
            ("- pair: {energy: a / r, parameters: {a: [[1, 2]]}, cutoff: 2}", "must have 1 rows of 1 numbers"),
            ("- pair: {energy: log(r - 2), cutoff: 2}", "'energy' is -inf at the cutoff"),
            ("- pair: {energy: 1 / r, cutoff: 2, tail-corrections: true}", "'tail-corrections' are not known in 2"),
            ("- field: {energy: 1 / (y - y)}", "a formula of a field is inf where particle 0 is"),
            ("- field: {energy: x^2}", "it must have the periods of the box"),
            ("- field: {force: [\"1\", \"2\", \"vw\"]}", "there is no 'vw' that could be used here"),
            (
                "- field: {energy: norm(position)}",
                "test.yml:6:21: error: the slope of the energy of a field is not a number where particle 0 is, so that no force follows"
            ),
            ("- field: {energy: x^2 * mass}", "test.yml:6:21: error: a formula of a field is"),
            (
                "- field: {energy: mass}\n- field: {energy: norm(position)}\n- field: {force: [1, 2, 3]}",
                "test.yml:7:21: error: the slope of the energy of a field is not a number where particle 0 is"
            ),
            (
                "- field: {energy: mass}\n- field: {force: [1, 2, 1 / (y - y)]}",
                "test.yml:7:20: error: a formula of a field is inf where particle 0 is"
            ),
            (
                "- field: {energy: position.x, parameters: {position: 2}}",
                "test.yml:6:21: error: there is no 'position.x' that could be used here"
            ),
            (
                "- field: {energy: \"dot(position, position)\", parameters: {dot: 2}}",
                "test.yml:6:22: error: 'dot' stands for something else here, which hides the function"
            ),
            (
                "- field: {force: [1, 2]}",
                "test.yml:6:20: error: 'force' has 2 formulas in 3 dimensions: one for each is needed"
            ),
            ("- field: {}", "'field' must have either 'energy' or 'force'"),
            (
                "- field: {force: charge * mass}",
                "test.yml:6:20: error: this is no vector, but must be one of 3 components, such as '[x, y, z]'"
            ),
            (
                "- field: {force: \"x * cross(velocity, [0, 1])\"}",
                "test.yml:6:25: error: 'cross' needs vectors of the same number of components, but one has 3 and the other 2"
            ),
            (
                "- field: {force: \"[velocity.x, position.w, 0]\"}",
                "test.yml:6:34: error: 'position' has no component 'w': it has x, y, z"
            ),
            ("- field: {force: [velocity, 0, 0]}", "test.yml:6:21: error: this is a vector of 3 components"),
            ("- field: {energy: position}", "test.yml:6:21: error: this is a vector of 3 components"),
            (
                "- field: {energy: norm(velocity)}",
                "test.yml:6:26: error: there is no 'velocity' that could be used here"
            ),
            (
                "- bonds: {formula: {energy: 1 + rest}, pairs: [[0, 1]]}",
                "must be a number that depends on the length r"
            ),
        ])
    func particleFaults(interaction: String, message: String) throws {
        let problems = try #require(try folder.problems(fluid(interaction)))
        #expect(problems.contains(message), "\(problems)")
    }

    private func network(_ model: String, method: String, observe: String = "[]") -> String {
        """
        seed: 3
        graph: {lattice: {sides: [6, 8], periodic: true}}
        model: {\(model)}
        integrate: {method: \(method), until: 4}
        observe: \(observe)
        """
    }

    private static let rule = "rule: {states: [a, b], next: %, initial: {b: 0.5}}"
    private static let moving = "rule: {states: [a, b], %, initial: {b: 0.5}}"
    private static let epidemic =
        "transitions: {states: [S, I], transitions: [{from: S, to: I, %}], initial: {I: [0, 5]}}"

    @Test(
        "models by formulas are read, and count the nodes in their states",
        arguments: [
            (
                "rule: {states: [a, b], next: \"if(random < p, b, state)\", parameters: {p: 0.1}, initial: {b: 0.2}}",
                "synchronous", "a,b"
            ),
            ("rule: {states: [a, b], next: neighbour, order: random, initial: {b: 0.2}}", "sweeps", "b"),
            ("rule: {states: [a, b], move: {to: a}, initial: {b: 0.2}}", "synchronous", "a,moves"),
            (
                "rule: {states: [a, b], next: neighbour, move: [{if: random < p, to: [a, b], among: all, prefer: degree + h}, {leaves: b}], parameters: {p: 0.1, h: {uniform: [0, 1]}}, order: random, initial: {b: 0.2}}",
                "sweeps", "b,moves"
            ),
            (
                "transitions: {states: [S, I], transitions: [{from: S, to: I, rate: \"x * count(neighbours, I)\"}, {from: I, to: S, after: {weibull: {shape: 2, scale: 1}}}], parameters: {x: {uniform: [1, 2]}}, initial: {I: 0.2}}",
                "event-driven", "S,I"
            ),
            (
                "transitions: {states: [S, I], transitions: [{from: S, to: I, after: {table: [[0, 0], [1, 1]]}}], initial: {I: [0]}}",
                "event-driven", "I"
            ),
        ])
    func models(model: String, method: String, quantities: String) throws {
        let observe =
            "[{quantities: [\(quantities)], every: 1, name: table}, {nodes: [0, 5], every: 2}]"
        let results = try folder.run(network(model, method: method, observe: observe))
        #expect(try results.header("table.csv") == "time,\(quantities)")
        #expect(try results.text("table.csv").split(separator: "\n").count == 6)
    }

    @Test(
        "faults of formulas of networks are told at their places",
        arguments: [
            (rule, "\"count(neighbours, c)\"", "synchronous", "there is no 'c' that could be used here"),
            (rule, "state + 1", "synchronous", "the rule gives 2, which is no state"),
            (rule, "a", "sweeps", "'method' cannot be 'sweeps'"),
            (moving, "order: at-once", "synchronous", "missing key 'next' in 'rule'"),
            (moving, "move: {if: }", "synchronous", "a formula"),
            (moving, "move: {prefer: {a: 1}}", "synchronous", "a formula"),
            (
                moving, "move: {if: stat == a}", "synchronous",
                "test.yml:3:43: error: there is no 'stat' that could be used here"
            ),
            (
                moving, "move: [{to: a}, {if: place == c}]", "synchronous",
                "test.yml:3:62: error: there is no 'c' that could be used here"
            ),
            (moving, "move: {if: state + 1}", "synchronous", "test.yml:3:43: error: 'if' needs truth values"),
            (
                moving, "move: {prefer: place + degree}", "synchronous",
                "test.yml:3:47: error: there is no 'place' that could be used here"
            ),
            (moving, "move: {to: c}", "synchronous", "test.yml:3:43: error: there is no 'c'"),
            (moving, "move: {to: a, leaves: c}", "synchronous", "test.yml:3:54: error: there is no 'c'"),
            (moving, "move: {among: neighbors}", "synchronous", "did you mean 'neighbours'?"),
            (moving, "move: {where: a}", "synchronous", "'where'"),
            (moving, "move: {to: a}, parameters: {p: 1}", "synchronous", "has 'p', which no formula uses"),
            (moving, "move: {to: a}, parameters: {place: 1}", "synchronous", "'place'"),
            (
                "rule: {states: [moves, b], move: {}, initial: {%}}", "b: 0.5", "synchronous",
                "has 'moves', which is how many moves there were"
            ),
            (epidemic, "rate: 1 + x", "event-driven", "test.yml:3:80: error: there is no 'x' that could be used here"),
            (
                epidemic, "rate: 1 + node", "event-driven",
                "allowed: degree, S, I, 'count(neighbours, S)', pi, e"
            ),
            (rule, "floor(time)", "synchronous", "there is no 'time' that could be used here"),
            (epidemic, "rate: time", "event-driven", "cannot be simulated exactly"),
            (epidemic, "rate: 1", "tau-leaping", "'method' cannot be 'tau-leaping'"),
            (epidemic, "after: 0", "event-driven", "must be greater than 0"),
        ])
    func networkFaults(model: String, formula: String, method: String, message: String) throws {
        let text = network(model.replacingOccurrences(of: "%", with: formula), method: method)
        let problems = try #require(try folder.problems(text))
        #expect(problems.contains(message), "\(problems)")
    }

    @Test("a fault of a rule is not taken for one of the method")
    func faultOfRuleAlone() throws {
        let rule = "rule: {states: [a, b], next: c, order: random, initial: {b: 0.5}}"
        let problems = try #require(try folder.problems(network(rule, method: "sweeps")))
        #expect(problems.contains("there is no 'c'") && !problems.contains("'method'"))
    }

    private func columns(_ name: String, _ table: String, _ changes: [String] = []) throws -> CSVColumns {
        let path = packageFolder + "/Scenarios/\(name).yml"
        let scenario = try Scenario(contentsOf: path, overrides: changes.map { Override($0) })
        let results = try ResultDirectory(creating: folder.directory.path(of: name))
        try scenario.run(in: results)
        return try CSVColumns(contentsOf: results.path + "/\(table).csv")
    }

    @Test("the scenario of a fixed recovery reaches the part of a random graph that percolation says")
    func fixedRecovery() throws {
        let recovered = try columns("fixed-recovery", "states").numbers("R")
        // The part that solves S = 1 − 0.998 exp(−6 T S), with 0.2 per cent that are infected at the beginning.
        let transmission = 1 - exp(-0.3)
        let expected = (0..<100).reduce(1.0) { part, _ in 1 - 0.998 * exp(-6 * transmission * part) }
        #expect(abs(expected - 0.6187) < 1e-4)
        // Its deviation is at most that of percolation on graphs with a Poisson number of edges; error probability 0.001.
        let deviation =
            (expected * (1 - expected) / 20_000).squareRoot() / (1 - 6 * transmission * (1 - expected))
        #expect(abs((recovered.last ?? 0) / 20_000 - expected) < 3.3 * deviation)
    }

    @Test("the scenario of an excitable ring, whose pulse comes round")
    func excitableRing() throws {
        let states = try columns("excitable-ring", "ring").numbers("state")
        for step in 0...120 {
            let excited = (0..<60).filter { states[60 * step + $0] == 1 }
            #expect(excited == [step % 60])
        }
    }

    @Test("agents by formula are the built-in ones of Schelling, to the byte")
    func schelling() throws {
        func text(_ model: String) -> String {
            """
            seed: 3
            graph: {moore-lattice: {sides: [14, 12], periodic: true}}
            model:
              \(model)
            integrate: {method: sweeps, until: 10}
            observe: [{nodes: all, fields: [state], every: 1, name: agents}]
            """
        }
        let builtIn = try folder.run(text("schelling: {wanted: 0.6, vacant: 0.25}"), to: "built-in")
        let rule = try folder.run(
            text(
                """
                rule:
                    states: [vacant, red, blue]
                    move:
                      if: state != vacant and count(neighbours, state) / (degree - count(neighbours, vacant)) < wanted
                      to: vacant
                      among: all
                    parameters: {wanted: 0.6}
                    initial: {red: 0.375, blue: 0.375}
                    order: random
                """), to: "rule")
        #expect(try rule.text("agents.csv") == builtIn.text("agents.csv"))
    }
}
