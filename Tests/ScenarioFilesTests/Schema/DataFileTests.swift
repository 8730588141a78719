import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What is told about the data files of a scenario.
@Suite struct DataFileTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    @Test func missingFile() throws {
        #expect(
            try folder.problems(ScenarioFolder.particles, set: ["particles.file=none.csv"]) == """
                --set particles.file=none.csv:1:16: error: the file 'none.csv' does not exist
                  particles.file=none.csv
                                 ^~~~~~~~
                  expected: a path from the folder of the scenario
                1 error
                """)
    }

    @Test func folderInsteadOfAFile() throws {
        #expect(
            try folder.problems(ScenarioFolder.particles, set: ["particles.file=."]) == """
                --set particles.file=.:1:16: error: '.' is a folder, not a file
                  particles.file=.
                                 ^
                1 error
                """)
    }

    @Test func emptyFile() throws {
        try folder.directory.write("", to: "bodies.csv")
        #expect(
            try folder.problems(ScenarioFolder.particles) == """
                bodies.csv: error: the file is empty: a header is missing
                1 error
                """)
    }

    @Test func fileThatIsNotText() throws {
        try Data([0x6E, 0x61, 0xFF, 0x0A]).write(to: URL(fileURLWithPath: folder.directory.path(of: "bodies.csv")))
        let problems = try #require(try folder.problems(ScenarioFolder.particles))
        #expect(problems.hasPrefix("bodies.csv:1:3: error: the text is not valid UTF-8\n"), "\(problems)")
        #expect(problems.hasSuffix("\n1 error"))
    }

    @Test func brokenRecords() throws {
        try folder.directory.write("source,target\na,b\na\nb,\"c\n", to: "edges.csv")
        #expect(
            try folder.problems(ScenarioFolder.network) == """
                edges.csv:3:1: error: the record has 1 field, but the header has 2
                  a
                  ^
                edges.csv:4:3: error: the quotation mark is not closed
                  b,"c
                    ^
                2 errors
                """)
    }

    @Test func edgesThatNoSimpleGraphHas() throws {
        try folder.directory.write("source,target\na,b\nb,b\nb,a\n,c\n", to: "edges.csv")
        #expect(
            try folder.problems(ScenarioFolder.network) == """
                edges.csv:3:1: error: the edge joins vertex b to itself: the graph must be simple
                  b,b
                  ^
                edges.csv:4:1: error: the edge between a and b stands in line 2 already
                  b,a
                  ^
                edges.csv:5:1: error: the vertex is missing
                  ,c
                  ^
                3 errors
                """)
    }

    @Test(arguments: [(20, "20 errors"), (21, "21 errors"), (50_000, "21 errors")])
    func manyProblemsAreCutShort(count: Int, summary: String) throws {
        try folder.directory.write("source,target\n" + String(repeating: "a,a\n", count: count), to: "edges.csv")
        let problems = try #require(try folder.problems(ScenarioFolder.network))
        #expect(problems.hasSuffix("\n" + summary))
        let rest = "edges.csv:22:1: error: from here on, \(count - 20) more problems are not shown\n"
        #expect(problems.contains(rest) == (count > 20))
    }

    @Test func pathsAreRelativeToTheScenario() throws {
        try FileManager.default.createDirectory(
            atPath: folder.directory.path(of: "deep/er"), withIntermediateDirectories: true)
        let text = ScenarioFolder.particles.replacing("bodies.csv", with: "../../bodies.csv")
        let path = try folder.directory.write(text, to: "deep/er/test.yml")
        #expect(try Scenario(contentsOf: path).nodeCount == 2)
        let absolute = Override("particles.file=\(folder.directory.path(of: "points.csv"))")
        #expect(try Scenario(contentsOf: path, overrides: [absolute]).nodeCount == 3)
    }

    @Test func filesOfAnyNameAreStoredAndFoundAgain() throws {
        let name = "my \"best\" data: 1\\2 – é.csv"
        try folder.directory.write(try folder.directory.read("bodies.csv"), to: name)
        let yaml = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let first = try folder.run(ScenarioFolder.particles, set: ["particles.file=\"\(yaml)\""])
        #expect(try first.files() == ["data/\(name)", "manifest.json", "scenario.yml"])
        #expect(try Scenario(contentsOf: first.path + "/scenario.yml").nodeCount == 2)
    }

    @Test("Files of the same name are stored under different names, and one that is named twice once")
    func filesOfTheSameName() throws {
        for folder in ["a", "b"] {
            try FileManager.default.createDirectory(
                atPath: self.folder.directory.path(of: folder), withIntermediateDirectories: true)
        }
        try folder.directory.write("mass,x,y,z\n1,0,0,0\n1,1,0,0\n1,2,0,0\n", to: "a/P.csv")
        try folder.directory.write("first,second\n0,1\n", to: "b/p.csv")
        let text = """
            particles: {file: a/P.csv}
            interactions:
              - bonds: {harmonic: {stiffness: 1}, file: b/p.csv}
              - bonds: {harmonic: {stiffness: 2, length: 2}, file: b/p.csv}
            integrate: {method: leapfrog, step: 0.01, until: 0.1}
            observe: [{nodes: all}]
            """
        let first = try folder.run(text, to: "first")
        #expect(
            try first.files() == ["data/P.csv", "data/p-2.csv", "manifest.json", "nodes.csv", "scenario.yml"])
        #expect(try first.text("data/p-2.csv") == "first,second\n0,1\n")
        let again = folder.directory.path(of: "again")
        try Scenario(contentsOf: first.path + "/scenario.yml").run(in: try ResultDirectory(creating: again))
        #expect(try ScenarioFolder.Results(path: again).contents() == first.contents())
    }
}
