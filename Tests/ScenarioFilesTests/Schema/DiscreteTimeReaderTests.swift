import EngineTestSupport
import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Scenarios about what moves in discrete time, against closed forms.
@Suite struct DiscreteTimeReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func text(graph: String, _ model: String, until: Int, observe: String = "[]") -> String {
        """
        seed: 3
        graph: {\(graph)}
        model: {\(model)}
        integrate: {method: synchronous, until: \(until)}
        observe: \(observe)
        """
    }

    private func numbers(_ results: ScenarioFolder.Results, _ column: Int, _ table: String) throws -> [Double] {
        try results.column(column, of: table).compactMap { Double($0) }
    }

    /// Of row t of Pascal's triangle modulo 2 as many cells are 1 as 2 to the number of ones in the binary digits of t.
    @Test("rule 90 grows as Pascal's triangle modulo 2 does")
    func elementary() throws {
        let results = try folder.run(
            text(
                graph: "ring: {nodes: 80}", "elementary: {rule: 90, alive: [40]}", until: 31,
                observe: "[{quantity: population, every: 1}]"))
        #expect(
            try numbers(results, 1, "population.csv") == (0...31).map { pow(2, Double($0.nonzeroBitCount)) })
    }

    /// Each node becomes what the one before it was, the last one the opposite: after twice as many steps as there are nodes all
    /// is as it was. The rows in between are found by hand.
    @Test("tables of a Boolean network are read, and what is on at the beginning")
    func booleanTables() throws {
        try folder.directory.write("0,1\n1,2\n2,3\n3,0\n", to: "ring.csv")
        let tables = "[[0, 1], [0, 1], [0, 1], [1, 0]]"
        let results = try folder.run(
            text(
                graph: "file: ring.csv, directed: true", "boolean-network: {tables: \(tables), active: [0]}", until: 8,
                observe: "[{nodes: all, fields: [state], every: 1, name: cells}, {quantity: population, every: 1}]"))
        let states = try numbers(results, 2, "cells.csv")
        let rows = (0...8).map { step in (0..<4).map { Int(states[4 * step + $0]) } }
        #expect(
            rows == [
                [1, 0, 0, 0], [0, 1, 0, 1], [1, 0, 1, 1], [1, 1, 0, 0], [0, 1, 1, 1], [1, 0, 1, 0], [0, 1, 0, 0],
                [0, 0, 1, 1], [1, 0, 0, 0],
            ])
        #expect(try numbers(results, 1, "population.csv") == rows.map { Double($0.reduce(0, +)) })
    }

    /// Tables are independent of each other and true with probability p, so that each node is on after a step with probability
    /// p, independently of others. Exceeded by chance with a probability of 1e-5.
    @Test("an N-K network of biased tables")
    func randomBooleanNetwork() throws {
        let results = try folder.run(
            text(
                graph: "random-inputs: {nodes: 4000, inputs: 3}", "boolean-network: {bias: 0.8}", until: 1,
                observe: "[{quantities: [density], every: 1, name: density}, {graph: [size]}]"))
        let densities = try numbers(results, 1, "density.csv")
        #expect(abs(densities[0] - 0.5) < 4.42 * (0.25 / 4000).squareRoot())
        #expect(abs(densities[1] - 0.8) < 4.42 * (0.16 / 4000).squareRoot())
        #expect(try numbers(results, 1, "graph.csv") == [4000, 12_000])
    }

    /// On a star of n nodes lazy walkers are in the middle with the probability 1/2, as degrees say. Walkers are independent
    /// of each other: exceeded by chance with a probability of 1e-5.
    @Test("walkers are where degrees are great, and begin where they are told to")
    func randomWalks() throws {
        let results = try folder.run(
            text(
                graph: "star: {nodes: 11}", "random-walks: {walkers: 5000, laziness: 0.5, start: [3, 4]}", until: 40,
                observe: """
                    [{quantity: {count: vertex == 0, name: middle}, every: 1}, {quantity: coverage, every: 40},
                     {nodes: [0, 1, 4999], every: 40, name: walkers}]
                    """))
        let middle = try numbers(results, 1, "middle.csv")
        #expect(middle[0] == 0)
        #expect(abs(middle[1] - 2500) < 4.42 * 1250.0.squareRoot())
        #expect(abs(middle[40] - 2500) < 4.42 * 1250.0.squareRoot())
        #expect(try numbers(results, 2, "walkers.csv").prefix(3) == [3, 4, 4])
        #expect(try numbers(results, 1, "coverage.csv") == [2.0 / 11, 1])
    }

    /// A false alarm has a probability below 10⁻⁵.
    @Test("walkers choose edges in proportion to their weights, which must not be negative")
    func weightedWalks() throws {
        try folder.directory.write("source,target,weight\na,b,3\nb,c,1\n", to: "path.csv")
        let results = try folder.run(
            text(
                graph: "file: path.csv", "random-walks: {walkers: 8000, start: b}", until: 1,
                observe: "[{quantity: {count: vertex == 0, name: heavy}, every: 1}]"))
        #expect(abs(try numbers(results, 1, "heavy.csv")[1] - 6000) < 4.42 * 1500.0.squareRoot())
        try folder.directory.write("source,target,weight\na,b,3\nb,c,-1\n", to: "path.csv")
        let problems = try folder.problems(text(graph: "file: path.csv", "random-walks: {walkers: 8}", until: 1))
        #expect(problems?.contains("path.csv:3:5") == true, "\(problems ?? "")")
    }

    /// The middle of a star of n: r = (1 − d)/n + d (1 − r).
    @Test("the rank of the middle of a star")
    func pageRank() throws {
        let results = try folder.run(
            text(
                graph: "star: {nodes: 6}", "page-rank: {damping: 0.7}", until: 120,
                observe: "[{quantity: greatest-rank, when: end}, {nodes: [0, 1], when: end, name: ranks}]"))
        let middle = (0.3 / 6 + 0.7) / 1.7
        #expect(abs(try numbers(results, 1, "greatest-rank.csv")[0] - middle) < 1e-12)
        let ranks = try numbers(results, 2, "ranks.csv")
        #expect(abs(ranks[0] - middle) < 1e-12 && abs(ranks[1] - (1 - middle) / 5) < 1e-12)
    }

    /// Alone a neuron fires each t_ref + τ ln(I / (I − θ)), rounded up to steps: 13.863 there, and 2 more steps of rest.
    @Test("neurons fire with the period of their input, and what they send arrives after the delay")
    func neurons() throws {
        let alone = try folder.run(
            text(
                graph: "isolated: {nodes: 2}", "integrate-and-fire: {input: [2, 0.9], refractory-steps: 2}",
                until: 720, observe: "[{quantity: spikes, every: 1}]"))
        let period = Int((10 * log(2.0) / 0.1).rounded(.up)) + 2
        let counts = try numbers(alone, 1, "spikes.csv")
        #expect(counts[period - 3] == 0 && counts[period - 2] == 1)
        #expect(counts[period - 2 + 9 * period] == 10 && counts[period - 3 + 9 * period] == 9)
        // A pulse runs along a directed ring of five, 7 steps from each to the next, and never ends.
        let ring = (0..<5).map { "\($0),\(($0 + 1) % 5)" }.joined(separator: "\n")
        try folder.directory.write(ring + "\n", to: "ring.csv")
        let pulse = try folder.run(
            text(
                graph: "file: ring.csv, directed: true",
                "integrate-and-fire: {input: 0, voltage: [5, 0, 0, 0, 0], synapse: 2, delay-steps: 7}", until: 72,
                observe: "[{quantity: spikes, every: 1}]"), to: "pulse")
        let expected: [Double] = [0] + (1...72).map { (step: Int) -> Double in Double(1 + (step - 1) / 7) }
        #expect(try numbers(pulse, 1, "spikes.csv") == expected)
    }

    @Test("threads change nothing")
    func threads() throws {
        let text = text(
            graph: "erdos-renyi: {nodes: 3000, edges: 9000}", "random-walks: {walkers: 3000}", until: 5,
            observe: "[{nodes: all, when: end, name: walkers}]")
        let one = try folder.run(text, to: "one")
        let two = try folder.run(text, set: ["threads=3"], to: "two")
        #expect(try one.text("walkers.csv") == two.text("walkers.csv"))
    }

    @Test(
        "what cannot be is told",
        arguments: [
            ("elementary: {rule: 256, alive: 0.5}", "'rule' must be between 0 and 255"),
            ("elementary: {rule: 90}", "missing key 'alive'"),
            ("boolean-network: {tables: [[0, 1]]}", "there are 1 tables, but 6 vertices"),
            (
                "boolean-network: {tables: [[0], [0], [0], [0], [0], [0]]}",
                "the table of vertex 0 has 1 entries, but must have 4 for 2 inputs"
            ),
            ("boolean-network: {bias: 2}", "'bias' must be between 0 and 1"),
            ("boolean-network: {bias: 0.5, tables: []}", "'bias' is that of random tables, but there are 'tables'"),
            ("random-walks: {}", "missing key 'walkers'"),
            ("random-walks: {walkers: 5, start: 6}", "'start' must be between 0 and 5"),
            ("random-walks: {walkers: 5, start: anywhere}", "'start' must be an integer"),
            ("page-rank: {damping: 1.5}", "'damping' must be between 0 and 1"),
            ("integrate-and-fire: {}", "missing key 'input'"),
            ("integrate-and-fire: {input: 1, delay-steps: 0}", "'delay-steps' must be between 1 and 1000000"),
            ("integrate-and-fire: {input: 1, threshold: 0}", "'threshold' must be greater than 0"),
        ])
    func problems(model: String, message: String) throws {
        let problems = try #require(try folder.problems(text(graph: "ring: {nodes: 6}", model, until: 5)))
        #expect(problems.contains(message), "\(problems)")
    }

    @Test("an elementary automaton needs a ring, and a partition nodes that are those of the graph")
    func subjects() throws {
        let star = try #require(
            try folder.problems(text(graph: "star: {nodes: 6}", "elementary: {rule: 90, alive: 0.5}", until: 5)))
        #expect(star.contains(":2:8: error: an elementary automaton lives on a ring"))
        let walkers = try #require(
            try folder.problems(
                text(
                    graph: "star: {nodes: 6}", "random-walks: {walkers: 4}", until: 5,
                    observe: "[{graph: {modularity: {field: vertex}}}]")))
        #expect(walkers.contains("a partition is one of the nodes of the graph, which the nodes of this model are not"))
    }
}
