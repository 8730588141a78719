import EngineTestSupport
import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Scenarios about models with update rules, and about Potts spins.
@Suite struct UpdateRuleReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func text(_ model: String, method: String = "sweeps", observe: String = "[]") -> String {
        """
        seed: 3
        graph: {lattice: {sides: [6, 8], periodic: true}}
        model: {\(model)}
        integrate: {method: \(method), until: 4}
        observe: \(observe)
        """
    }

    @Test(
        "all models are read, and have their quantities",
        arguments: [
            ("voter: {}", "sweeps", "greatest-share,active-edges,mean-state"),
            ("voter: {opinions: 3, shares: [0.5, 0.5, 0], noise: 0.1, order: sequential}", "sweeps", "active-edges"),
            ("majority: {shares: [0.3, 0.7], noise: 0.1}", "sweeps", "mean-state"),
            ("sznajd: {opinions: 4}", "sweeps", "greatest-share"),
            ("deffuant: {tolerance: 0.3}", "sweeps", "mean,variance,clusters,major-clusters"),
            (
                "deffuant: {tolerance: 0.3, convergence: 0.1, opinion: {normal: {mean: 0, deviation: 1}}}", "sweeps",
                "mean"
            ),
            ("hegselmann-krause: {tolerance: 0.3}", "synchronous", "mean,variance"),
            ("threshold-cascade: {threshold: 0.25, active: 3}", "synchronous", "active"),
            ("schelling: {wanted: 0.5, groups: 3, vacant: 0.2}", "sweeps", "similarity,unhappy"),
            ("life: {alive: 0.4}", "synchronous", "population,density"),
            ("life: {rule: B34/S23, alive: [1, 2, 3]}", "synchronous", "population"),
            ("potts: {values: 3, temperature: 1}", "metropolis", "energy,magnetisation"),
            ("potts: {values: 3, temperature: 1, order: sequential}", "heat-bath", "energy"),
            ("potts: {values: 3, temperature: 1, coupling: 0.5, clusters: 3}", "wolff", "energy"),
        ])
    func models(model: String, method: String, quantities: String) throws {
        let observe =
            "[{quantities: [\(quantities)], every: 1, name: table}, {nodes: [0, 5], fields: [state], every: 2}]"
        let results = try folder.run(text(model, method: method, observe: observe))
        #expect(try results.header("table.csv") == "time,\(quantities)")
        #expect(try results.text("table.csv").split(separator: "\n").count == 6)
    }

    @Test(
        "what is wrong with parameters is told",
        arguments: [
            ("voter: {opinions: 1}", "'opinions' must be between 2 and 256"),
            ("voter: {shares: [0.5, 0.4]}", "'shares' add up to 0.9, but must add up to 1"),
            ("voter: {shares: [1]}", "'shares' must have 2 items, not 1"),
            ("voter: {order: checkerboard}", "'order' cannot be 'checkerboard'"),
            ("majority: {noise: 2}", "'noise' must be between 0 and 1"),
            ("deffuant: {}", "missing key 'tolerance' in 'deffuant'"),
            ("deffuant: {tolerance: 1, convergence: 0.6}", "'convergence' must be between 0 and 0.5"),
            ("schelling: {wanted: 0.5, grops: 2}", "did you mean 'groups'?"),
            ("potts: {values: 3}", "'method' cannot be 'sweeps'"),
            ("life: {alive: 0.1}", "'method' cannot be 'sweeps'"),
        ])
    func problems(model: String, message: String) throws {
        let problems = try #require(try folder.problems(text(model)))
        #expect(problems.contains(message), "\(problems)")
    }

    @Test(
        "what is wrong with models that change at once is told",
        arguments: [
            ("hegselmann-krause: {tolerance: -1}", "'tolerance' must be 0 or greater"),
            ("threshold-cascade: {threshold: 2}", "'threshold' must be between 0 and 1"),
            ("threshold-cascade: {threshold: 0.1, active: 49}", "'active' must be between 0 and 48"),
            ("life: {alive: 0.1, rule: S23/B3}", "'S23/B3' is not a rule"),
            ("life: {alive: 0.1, rule: B36/S23}", "the rule says what 6 neighbours do, but no cell has more than 4"),
            ("life: {alive: [48]}", "must be between 0 and 47"),
        ])
    func synchronousProblems(model: String, message: String) throws {
        let problems = try #require(try folder.problems(text(model, method: "synchronous")))
        #expect(problems.contains(message), "\(problems)")
    }

    private func columns(_ name: String, _ table: String, _ changes: [String] = []) throws -> CSVColumns {
        let path = packageFolder + "/Scenarios/\(name).yml"
        let scenario = try Scenario(contentsOf: path, overrides: changes.map { Override($0) })
        let results = try ResultDirectory(creating: folder.directory.path(of: name))
        try scenario.run(in: results)
        return try CSVColumns(contentsOf: results.path + "/\(table).csv")
    }

    @Test("the scenario of segregation, on a smaller torus")
    func segregation() throws {
        let columns = try columns(
            "segregation", "segregation", ["graph.moore-lattice.sides=[24, 24]", "integrate.until=60"])
        let similarity = columns.numbers("similarity")
        #expect(similarity.count == 61)
        #expect(abs(similarity[0] - 0.5) < 0.05)
        #expect(similarity[60] > 0.75)
        #expect(columns.numbers("unhappy")[60] < 0.02)
    }

    @Test("the scenario of opinion clusters, on a smaller graph")
    func opinionClusters() throws {
        let columns = try columns("opinion-clusters", "clusters", ["graph.complete.nodes=300"])
        let means = columns.numbers("mean")
        #expect(means.allSatisfy { abs($0 - means[0]) < 1e-12 })
        #expect([4, 5].contains(columns.numbers("major-clusters").last))
    }

    @Test("the scenario of Life, in which a glider comes back")
    func life() throws {
        let columns = try columns("life", "cells")
        let states = columns.numbers("state")
        #expect(states.count == 21 * 400)
        let (first, second, last) = (states[..<400], states[400..<800], states[8000...])
        #expect(first.elementsEqual(last))
        #expect(!first.elementsEqual(second))
        let living = first.reduce(0, +)
        #expect(living == 5)
    }

    /// On a ring with a chord, with weights and without.
    @Test(
        "models warn of weights if, and only if, results do not depend on them",
        arguments: [
            "voter: {opinions: 5, noise: 0.1}", "majority: {noise: 0.1}", "sznajd: {opinions: 3}",
            "deffuant: {tolerance: 0.4}", "schelling: {wanted: 0.6, vacant: 0.2}",
            "hegselmann-krause: {tolerance: 0.4}",
            "threshold-cascade: {threshold: 0.5, active: 1}", "life: {rule: B1/S1, alive: 0.4}",
            "boolean-network: {}", "random-walks: {walkers: 30}", "page-rank: {}",
            "integrate-and-fire: {input: {uniform: [1.1, 2]}, time-step: 1, time-constant: 2, synapse: 0.2}",
            "rule: {states: [a, b], next: neighbour, initial: {b: [1, 2, 5]}}",
            "transitions: {states: [a, b], transitions: [{from: a, to: b, rate: \"count(neighbours, b)^2\"}], initial: {b: [1]}}",
        ])
    func weights(model: String) throws {
        let name = String(model.prefix { $0 != ":" })
        let method =
            switch name {
            case "voter", "majority", "sznajd", "deffuant", "schelling": "sweeps"
            case "transitions": "event-driven"
            default: "synchronous"
            }
        let text = """
            seed: 3
            graph: {edge-list: {file: ring.csv, vertices: 24, directed: DIRECTED}}
            model: {\(model)}
            integrate: {method: \(method), until: 12}
            observe: [{nodes: all, every: 1, name: states}]
            """.replacingOccurrences(of: "DIRECTED", with: name == "page-rank" ? "true" : "false")
        func run(_ weight: (Int) -> String, to results: String) throws -> (states: String, warnings: [String]) {
            let lines = (0..<24).map { "\($0),\(($0 + 1) % 24)\(weight($0))\n" }
            // A chord, so that not all degrees are the same.
            try folder.directory.write(lines.joined() + "0,12\(weight(5))\n", to: "ring.csv")
            let scenario = try folder.scenario(text)
            let states = try folder.run(scenario, to: results).text("states.csv")
            return (states, scenario.warnings.map(\.message))
        }
        let (plain, of) = try run({ _ in "" }, to: "plain")
        let (even, ofEven) = try run({ _ in ",1" }, to: "even")
        #expect(of.isEmpty && ofEven.isEmpty && even == plain)
        let (weighted, warnings) = try run({ $0 % 3 == 2 ? ",7.5" : ",1" }, to: "weighted")
        #expect(warnings.isEmpty == (weighted != plain), "\(warnings)")
        #expect(warnings.allSatisfy { $0.contains("but '\(name)' leaves weights out of account") }, "\(warnings)")
        // An elementary automaton takes no other graph than the ring that is made without weights.
        let names = ["rule", "transitions"] + UpdateRuleReader.names.filter { $0 != "elementary" }
        #expect(names.contains(name) && names.count == 14)
    }
}
