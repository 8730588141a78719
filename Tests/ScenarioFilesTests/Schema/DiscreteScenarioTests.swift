import EngineTestSupport
import Foundation
import Networks
import ScenarioTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import ScenarioFiles

/// The shipped scenarios in discrete time have the figures that they name.
@Suite struct DiscreteScenarioTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func columns(_ name: String, _ table: String, _ changes: [String] = []) throws -> CSVColumns {
        let path = packageFolder + "/Scenarios/\(name).yml"
        let scenario = try Scenario(contentsOf: path, overrides: changes.map { Override($0) })
        let results = try ResultDirectory(creating: folder.directory.path(of: name))
        try scenario.run(in: results)
        return try CSVColumns(contentsOf: results.path + "/\(table).csv")
    }

    /// Table 2 of the paper, of Cln3, MBF, SBF, Cln1,2, Cdh1, Swi5, Cdc20, Clb5,6, Sic1, Clb1,2 and Mcm1.
    @Test("the cell cycle of yeast goes through its thirteen published states")
    func cellCycle() throws {
        let states = try columns("yeast-cell-cycle", "cell-cycle").numbers("state").map { Int($0) }
        let rows = [
            "10001000100", "01101000100", "01111000100", "01110000000", "01110001000", "01110001011", "00010011011",
            "00000110011", "00000110111", "00000110101", "00001110100", "00001100100", "00001000100", "00001000100",
            "00001000100", "00001000100",
        ]
        let found = (0..<16).map { row -> String in
            let row = states.dropFirst(11 * row).prefix(11)
            return row.map { String($0) }.joined()
        }
        #expect(found == rows)
    }

    /// The rule of the paper by the weights of the file: 1 if the sum of the weights of active inputs is positive, 0 if it is
    /// negative; if it is 0, as before where there is a loop, else 0. The sizes of the seven basins are those of table 1.
    @Test("the tables of the cell cycle are the published rule, and its basins have their published sizes")
    func basins() throws {
        var options = EdgeList.Options()
        options.allowedEdges = .loops
        let path = packageFolder + "/Scenarios/data/yeast-cell-cycle.net"
        let graph = try GraphFile(contentsOf: path, options: options).graph
        let tables = try tablesOfCellCycle()
        let rest = RuleSteps<BooleanNetwork>(streams: try RandomStreams(seed: 0))
        var sizes: [[Bool]: Int] = [:]
        for start in 0..<2048 {
            let states = (0..<11).map { start >> $0 & 1 == 1 }
            let network = try BooleanNetwork(graph: graph, tables: tables, states: states)
            try rest.advance(network, from: 0, to: 1)
            #expect(Array(network.states.elements) == next(states, graph))
            rest.stateWasChanged()
            try rest.advance(network, from: 0, to: 63)
            sizes[Array(network.states.elements), default: 0] += 1
            rest.stateWasChanged()
        }
        #expect(sizes.values.sorted() == [1, 7, 7, 9, 109, 151, 1764])
        #expect(sizes[(0..<11).map { $0 == 4 || $0 == 8 }] == 1764)
    }

    private func next(_ states: [Bool], _ graph: Graph) -> [Bool] {
        states.indices.map { node in
            let inputs = Array(graph.inNeighbours(of: node)), weights = Array(graph.inWeights(of: node) ?? [])
            let sum = zip(inputs, weights).reduce(0) { $0 + (states[Int($1.0)] ? $1.1 : 0) }
            return sum != 0 ? sum > 0 : states[node] && inputs.contains(Int32(node))
        }
    }

    private func tablesOfCellCycle() throws -> [[Bool]] {
        let text = try String(contentsOfFile: packageFolder + "/Scenarios/yeast-cell-cycle.yml", encoding: .utf8)
        return try document(text).read { root -> [[Bool]]? in
            for key in ["name", "graph", "integrate", "observe"] { _ = root.optional(key) }
            let silent = Diagnostics()
            return root.optional("model")?.member("boolean-network", reportingTo: silent)?
                .member("tables", reportingTo: silent)?.list { $0.list { $0.integer().map { $0 == 1 } } }
        }
    }

    /// The column of the encyclopedia, and all of it by the rule in words, on a row that is too long to be left.
    @Test("the middle column of rule 30 is the published one")
    func rule30() throws {
        let column = try columns("rule-30", "middle").numbers("state").map { Int($0) }
        #expect(column.count == 201 && column.reduce(0, +) == 106)
        #expect(Array(column.prefix(24)) == [1, 1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1])
        var row = CellRow(width: 403, cell: 201)
        for cell in column {
            #expect((row[201] ? 1 : 0) == cell)
            row.step()
        }
    }

    /// nx.pagerank of networkx 3.6.1 with a tolerance of 1e-15, of the graph without weights.
    @Test("the ranks of the karate club are those of networkx")
    func pageRank() throws {
        let ranks = try columns("page-rank", "ranks").numbers("rank")
        let expected = [
            0.09699728538830413, 0.05287692406114842, 0.05707850948846179, 0.0358598577864136, 0.0219779523645932,
            0.02911115467837563, 0.02911115467837563, 0.024490497035283804, 0.029766056081016023, 0.01430939712903229,
            0.0219779523645932, 0.009564745492136189, 0.014644892011878227, 0.029536456151914494, 0.01453599399791999,
            0.01453599399791999, 0.016784005444192826, 0.014558677209022517, 0.01453599399791999, 0.019604636325653207,
            0.01453599399791999, 0.014558677209022517, 0.01453599399791999, 0.031522514776674566, 0.02107603355922096,
            0.021006197394491014, 0.015044038082724125, 0.025639767482845844, 0.019573459463827398, 0.026288537695112,
            0.024590155248578986, 0.03715808706914281, 0.0716932260057476, 0.10091918233261697,
        ]
        try #require(ranks.count == 34)
        for (rank, number) in zip(ranks, expected) { #expect(abs(rank - number) < 1e-12) }
    }

    /// χ² of 34 members: above 77.0 by chance with a probability of 2e-5. At first all are at member 1.
    @Test("walkers are in the end in proportion to the number of friends")
    func randomWalks() throws {
        let vertices = try columns("random-walks", "vertices", ["model.random-walks.walkers=20000"])
        let club = try EdgeList(contentsOf: packageFolder + "/Scenarios/data/karate-club.csv").graph
        let names = try #require(club.vertexNames)
        var sum = 0.0
        for (index, column) in vertices.header.dropFirst().enumerated() {
            let counts = vertices.numbers(column)
            #expect(counts.first == (index == 0 ? 20_000 : 0))
            let vertex = try #require(names.firstIndex(of: String(index + 1)))
            let expected = 20_000 * Double(club.degree(of: vertex)) / 156
            let count = try #require(counts.last)
            sum += (count - expected) * (count - expected) / expected
        }
        #expect(vertices.header.count == 35 && sum < 77)
    }

    /// The giant component of G(n, c/n) has the part S = 1 − exp(−c S) of the nodes, with a variance of
    /// [S (1 − S) / (1 − c (1 − S))²] / n; a network that few others follow in would be left with ten. Five deviations.
    @Test("a cascade passes over the giant component")
    func cascade() throws {
        let active = try columns("watts-cascade", "active").numbers("active")
        #expect(active.first == 0.001)
        let giant = 0.9801725987182216
        let deviation = (giant * (1 - giant) / 10_000).squareRoot() / (1 - 4 * (1 - giant))
        #expect(abs(try #require(active.last) - giant) < 5 * deviation)
    }
}

/// The cells of an automaton in a row, for checks.
private struct CellRow {
    private var cells: [Bool]

    init(width: Int, cell: Int) {
        cells = (0..<width).map { $0 == cell }
    }

    subscript(cell: Int) -> Bool { cells[cell] }

    /// Rule 30: the left neighbour, or its opposite if the cell itself or the right one is 1.
    mutating func step() {
        let old = cells
        for index in cells.indices {
            let left = index > 0 && old[index - 1], right = index + 1 < old.count && old[index + 1]
            cells[index] = left != (old[index] || right)
        }
    }
}
