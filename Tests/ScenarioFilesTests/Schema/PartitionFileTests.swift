import EngineTestSupport
import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// The modularity of partitions in files.
@Suite struct PartitionFileTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func text(_ graph: String, _ modularity: String) -> String {
        """
        graph: \(graph)
        model: {consensus: {}}
        integrate: {method: rkf45, until: 1}
        observe: [{graph: [{modularity: {\(modularity)}}]}]
        """
    }

    /// Two of the four edges of a ring of four lie inside of the pairs; all degrees are equal: 1/2 − 1/2. With three nodes in
    /// one group: 2/4 − (6² + 2²)/8².
    @Test("rows stand in the order of nodes, or name them")
    func rows() throws {
        try folder.directory.write("community\nleft\nleft\nright\nright\n", to: "ordered.csv")
        try folder.directory.write("node,club\n3,b\n1,a\n2,a\n0,a\n", to: "named.csv")
        let ring = "{ring: {nodes: 4}}"
        let ordered = try folder.run(text(ring, "file: ordered.csv"), to: "ordered")
        #expect(try ordered.column(1, of: "graph.csv").compactMap { Double($0) } == [0])
        let named = try folder.run(text(ring, "file: named.csv, column: club"), to: "named")
        #expect(try named.column(1, of: "graph.csv").compactMap { Double($0) } == [0.5 - 40.0 / 64])
    }

    @Test("nodes have the names of the graph's file, and the copy of the scenario finds the copy of the file")
    func names() throws {
        try folder.directory.write("node,community\nc,2\na,1\nb,1\n", to: "groups.csv")
        let scenario = text("{edge-list: {file: edges.csv}}", "file: groups.csv")
        let results = try folder.run(scenario)
        #expect(try results.column(1, of: "graph.csv").compactMap { Double($0) } == [0.5 - 10.0 / 16])
        let again = try Scenario(contentsOf: "\(results.path)/scenario.yml")
        let copy = try ResultDirectory(creating: folder.directory.path(of: "again"))
        try again.run(in: copy, monitor: RunMonitor())
        let table = try String(contentsOfFile: "\(copy.path)/graph.csv", encoding: .utf8)
        #expect(try table == results.text("graph.csv"))
    }

    @Test("what is wrong in the file is told in its line")
    func problems() throws {
        try folder.directory.write("node,community\n0,1\n4,1\n0,2\n", to: "groups.csv")
        let ring = "{ring: {nodes: 4}}"
        let rows = try #require(try folder.problems(text(ring, "file: groups.csv")))
        #expect(rows.contains("groups.csv:3:1: error: no node '4'"))
        #expect(rows.contains("groups.csv:4:1: error: node 0 stands here again"))
        let column = try #require(try folder.problems(text(ring, "file: groups.csv, column: club")))
        #expect(column.contains("there is no column 'club': the columns are node, community"))
        try folder.directory.write("community\n0\n1\n", to: "short.csv")
        let short = try #require(try folder.problems(text(ring, "file: short.csv")))
        #expect(short.contains("node 2 is in no group: there must be a row for each node"))
        let alone = try #require(try folder.problems(text(ring, "groups: [[0, 1, 2, 3]], column: a")))
        #expect(alone.contains("'column' is one of a 'file', which is not given"))
    }
}
