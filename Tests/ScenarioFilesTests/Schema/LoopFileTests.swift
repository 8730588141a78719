import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Files of graphs with edges that join a node to itself, or that stand there twice.
@Suite struct LoopFileTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
        // Node 0 regulates itself and node 1, which regulates node 0.
        try folder.directory.write("0,0\n0,1\n1,0\n", to: "loop.csv")
        try folder.directory.write("0,1\n0,1\n1,0\n", to: "twice.csv")
        let gml = "graph [ directed 1 node [ id 0 ] node [ id 1 ] edge [ source 0 target 0 ] "
        try folder.directory.write(
            gml + "edge [ source 0 target 1 ] edge [ source 1 target 0 ] ]\n", to: "loop.gml")
        let matrix = "%%MatrixMarket matrix coordinate pattern general\n2 2 3\n1 1\n1 2\n2 1\n"
        try folder.directory.write(matrix, to: "loop.mtx")
    }

    private func text(_ file: String, _ model: String, observe: String = "") -> String {
        """
        graph: {file: \(file)\(file.hasSuffix(".csv") ? ", directed: true" : "")}
        model: {\(model)}
        integrate: {method: synchronous, until: 3}
        observe: [\(observe)]
        """
    }

    /// Node 0 becomes 1 if it or node 1 is 1, node 1 what node 0 was, from (0, 1): (1, 0), (1, 1), (1, 1).
    @Test(
        "a gene regulates itself, whatever the format",
        arguments: [("loop.csv", "1"), ("loop.gml", "1"), ("loop.mtx", "2")])
    func selfRegulation(file: String, second: String) throws {
        let results = try folder.run(
            text(
                file, "boolean-network: {tables: [[0, 1, 1, 1], [0, 1]], active: [\(second)]}",
                observe: "{nodes: all, fields: [state], every: 1, name: cells}"))
        #expect(try results.column(2, of: "cells.csv").compactMap { Double($0) } == [0, 1, 1, 0, 1, 1, 1, 1])
    }

    /// The table of node 1 has an entry for each pattern of its two inputs, which are both node 0.
    @Test("an input may stand twice")
    func repeatedInput() throws {
        let results = try folder.run(
            text(
                "twice.csv", "boolean-network: {tables: [[0, 1], [1, 0, 0, 0]], active: []}",
                observe: "{nodes: all, fields: [state], every: 1, name: cells}"))
        #expect(try results.column(2, of: "cells.csv").compactMap { Double($0) } == [0, 0, 0, 1, 1, 1, 1, 0])
    }

    /// From node 0 half of the rank goes to each node, from node 1 all to node 0: r₀ = 0.05 + 0.9 (r₀/2 + r₁), and r₀ + r₁ = 1.
    @Test("a page links to itself")
    func pageRank() throws {
        let scenario = text(
            "loop.csv", "page-rank: {damping: 0.9}", observe: "{quantity: greatest-rank, when: end}")
        let results = try folder.run(scenario.replacing("until: 3", with: "until: 200"))
        let rank = try #require(Double(try results.column(1, of: "greatest-rank.csv")[0]))
        #expect(abs(rank - 0.95 / 1.45) < 1e-12)
    }

    @Test("models in which loops mean nothing refuse them in their line")
    func refused() throws {
        let loop = try #require(
            try folder.problems(text("loop.csv", "life: {alive: 0.5, rule: B1/S}")))
        #expect(loop.contains("loop.csv:1:1: error: the edge joins vertex 0 to itself: the graph must be simple"))
        let twice = try #require(try folder.problems(text("twice.csv", "page-rank: {}")))
        #expect(twice.contains("twice.csv:2:1: error: the edge from 0 to 1 stands in line 1 already"))
    }
}
