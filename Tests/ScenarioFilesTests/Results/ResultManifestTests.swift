import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// The file that says what was run, and that it has ended.
@Suite struct ResultManifestTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let text =
        "name: Three\nseed: 18446744073709551615\n" + ScenarioFolder.network + """
            observe:
              - {nodes: all}
              - {statistics: {of: order-parameter, histogram: {range: [0, 1], bins: 2}}}
              - {quantity: order-parameter, when: end}

            """

    private func manifest(_ results: ScenarioFolder.Results) throws -> [String: Any] {
        let data = Data(try results.text("manifest.json").utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("It tells the program, the scenario, its files with their checksums, and the tables with their columns")
    func contents() throws {
        let results = try folder.run(Self.text)
        let manifest = try manifest(results)
        #expect(
            manifest.keys.sorted() == ["end", "format", "inputs", "name", "nodes", "program", "seed", "tables"])
        #expect(manifest["name"] as? String == "Three")
        #expect(manifest["seed"] as? UInt64 == .max)
        #expect(manifest["nodes"] as? Int == 3)
        let program = try #require(manifest["program"] as? [String: String])
        #expect(program["observatory"] == observatoryVersion)
        #expect(program["gsl"]?.hasPrefix("2.") == true)
        let end = try #require(manifest["end"] as? [String: Double])
        #expect(end == ["step": 4, "time": 2])

        let inputs = try #require(manifest["inputs"] as? [String: [String: Any]])
        #expect(inputs.keys.sorted() == ["data/edges.csv", "scenario.yml"])
        // Of "source,target\na,b\nb,c\n", by sha256sum.
        #expect(
            inputs["data/edges.csv"]?["sha256"] as? String
                == "f1b73e28b4b28e450239e0856281257222fdbe571bdf6fcb7d67c385e2921635")
        #expect(inputs["data/edges.csv"]?["bytes"] as? Int == 22)

        let tables = try #require(manifest["tables"] as? [String: [String: Any]])
        #expect(
            tables.keys.sorted() == [
                "nodes.csv", "order-parameter.csv", "statistics-histogram.csv", "statistics.csv",
            ])
        #expect(tables["nodes.csv"]?["columns"] as? [String] == ["time", "node", "phase"])
        for (name, table) in tables {
            #expect(try table["bytes"] as? Int == results.text(name).utf8.count)
            #expect(try (table["columns"] as? [String])?.joined(separator: ",") == results.header(name))
        }
    }

    @Test("A run that its scenario ends says why; a trajectory has no columns")
    func others() throws {
        let results = try folder.run(
            ScenarioFolder.particles + """
                observe: [{nodes: all, fields: [position], format: xyz, name: path}]
                stop: [{when: {at: 1}}]
                """)
        let manifest = try manifest(results)
        let end = try #require(manifest["end"] as? [String: Any])
        #expect(end["step"] as? Int == 2)
        #expect(end["stopped"] as? String == "a condition was met at time 1.0")
        let tables = try #require(manifest["tables"] as? [String: [String: Any]])
        #expect(tables.keys.sorted() == ["path.xyz"])
        #expect(tables["path.xyz"]?.keys.sorted() == ["bytes", "sha256"])
    }

    @Test("The same input gives the same bytes, and a run that has not ended has no manifest")
    func bytes() throws {
        let text = ScenarioFolder.network + "observe: [{nodes: all}]\n"
        let first = try folder.run(text, to: "first").text("manifest.json")
        #expect(try folder.run(text, to: "second").text("manifest.json") == first)
        let stopped = try folder.run(text, to: "third", monitor: RunMonitor(shouldStop: { true }))
        #expect(try !stopped.files().contains("manifest.json"))
        try UnfinishedRun(in: stopped.path).goOn()
        #expect(try stopped.text("manifest.json") == first)
    }
}
