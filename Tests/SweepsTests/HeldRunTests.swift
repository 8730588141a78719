import Foundation
import TestSupport
import Testing

@testable import ScenarioFiles
@testable import Sweeps

/// Runs whose files come into an archive from memory, and those that do not.
@Suite struct HeldRunTests {
    /// What is observed, whether that waits in memory to the end, and whether checkpoints are due.
    struct Case: CustomTestStringConvertible {
        let observations: String
        let isHeld: Bool
        var checkpointInterval: Duration? = .seconds(60)
        var testDescription: String { observations }
    }

    /// More than what waits in memory, before the first row.
    private static let wideHeader: String = {
        let zeros = String(repeating: "0", count: 100)
        let numbers = (1...700).map { "time * 1.\(zeros)\($0)" }
        return "{quantities: [\(numbers.joined(separator: ", "))], name: wide, every: 0.5}"
    }()

    private static let nodes = "{nodes: all, name: nodes, every: 0.5}"
    private static let cases = [
        Case(observations: nodes, isHeld: true),
        Case(observations: "{tree: table}, {causes: all}, {changes: {nodes: all}, format: json-lines}", isHeld: true),
        Case(observations: nodes, isHeld: false, checkpointInterval: .zero),
        Case(observations: "{nodes: all, name: nodes, every: 0.02}", isHeld: false),
        Case(observations: "{graph-file: edge-list, when: start, name: graph}, \(nodes)", isHeld: false),
        Case(observations: "{tree: newick, name: tree}", isHeld: false),
        Case(observations: wideHeader, isHeld: false),
    ]

    private func scenario(_ observations: String) -> String {
        walk.replacingOccurrences(of: "step: 1", with: "step: 0.02")
            .replacingOccurrences(of: "every: 1}]", with: "every: 1}, \(observations)]")
    }

    /// Carries out a sweep; tells whether there was a file in the directory of a run.
    private func carryOut(_ sweep: Sweep, _ interval: Duration?) throws -> Bool {
        let found = Count()
        let runs = "\(sweep.path)/runs"
        let watching = SweepMonitor(shouldStop: {
            if Self.names(in: runs).contains(where: { !Self.names(in: "\(runs)/\($0)").isEmpty }) {
                found.add()
            }
            return false
        })
        var options = SweepOptions()
        options.checkpointInterval = interval
        #expect(try sweep.carryOut(options, monitor: watching).isComplete)
        return found.value > 0
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    @Test("A folder that is not of the run is left as it is, and the run is not carried out")
    func foreignFolder() throws {
        let place = try TemporaryDirectory()
        let sweep = try place.sweep("{replicates: 2, store: packed}", scenario(Self.nodes), in: "out")
        let folder = "\(sweep.path)/runs/\(try sweep.plan.run(0).name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/note.txt"))
        #expect(try !sweep.carryOut().isComplete)
        #expect(Self.names(in: folder) == ["note.txt"])
    }

    @Test(
        "Archives have the files that runs in directories have, whether these waited in memory or not", arguments: cases
    )
    func files(_ example: Case) throws {
        let place = try TemporaryDirectory()
        let text = scenario(example.observations)
        let directories = try place.sweep("{replicates: 2}", text, in: "directories")
        #expect(try directories.carryOut().isComplete)
        let packed = try place.sweep("{replicates: 2, store: packed}", text)
        let wereThere = try carryOut(packed, example.checkpointInterval)
        // The file of a tree is written when the last step has been taken, where nobody is asked any more.
        if !example.observations.contains("newick") { #expect(wereThere == !example.isHeld) }
        #expect(Self.names(in: place.path(of: "out/runs")) == [])
        let (old, new) = (SweepResults(of: directories), SweepResults(of: packed))
        for index in 0..<2 {
            let run = try packed.plan.run(index)
            let files = try new.files(of: run)
            #expect(files.count >= 4)
            #expect(try files == old.files(of: directories.plan.run(index)))
            for file in files {
                #expect(try new.bytes(of: file, run) == old.bytes(of: file, run), "\(file)")
            }
        }
    }

    @Test("A trajectory waits in memory like a table")
    func trajectory() throws {
        let place = try TemporaryDirectory()
        try place.write("name,mass,x,y,z,vy\nSun,1,0,0,0,0\nEarth,0,1,0,0,1\n", to: "bodies.csv")
        let text = """
            particles: {file: bodies.csv}
            model: {gravity: {constant: 1}}
            integrate: {method: leapfrog, step: 0.5, until: 2}
            observe: [{nodes: all, format: xyz, name: nodes, every: 0.5}]
            """
        let sweep = try place.sweep("{vary: {integrate.step: [0.5, 0.25]}, store: packed}", text)
        #expect(try !carryOut(sweep, nil))
        let run = try sweep.plan.run(0)
        #expect(try SweepResults(of: sweep).files(of: run) == ["manifest.json", "nodes.xyz", "scenario.yml"])
        #expect(try SweepResults(of: sweep).verified(run)?.damaged == [])
    }

    @Test("A run that fails leaves what it has recorded in its directory, however it is kept")
    func failing() throws {
        let place = try TemporaryDirectory()
        let text = walk + "\nrequire: [{quantity: infected, change: 0.5, every: 1}]"
        let left = try ["directories", "packed"].map { store in
            let sweep = try place.sweep("{replicates: 1, store: \(store)}", text, in: store)
            #expect(try sweep.carryOut().failed == 1)
            let path = place.path(of: "\(store)/runs/\(try sweep.plan.run(0).name)")
            return Self.names(in: path).reduce(into: [:]) { files, name in
                files[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
            }
        }
        #expect(left[0].keys.sorted() == ["infected.csv", "scenario.yml", "unfinished"])
        #expect(left[1] == left[0])
    }

    @Test("Where the directory of a run cannot be written the sweep says so, and goes on from there when it can")
    func refused() throws {
        let place = try TemporaryDirectory()
        let sweep = try place.sweep(
            "{replicates: 2, store: packed}", scenario("{nodes: all, name: nodes, every: 0.02}"))
        let runs = try place.write("", to: "out/runs")
        let error = #expect(throws: SweepError.self) { try sweep.carryOut() }
        #expect(error?.description.contains("is a file, not a folder") == true)
        try FileManager.default.removeItem(atPath: runs)
        #expect(try sweep.carryOut().isComplete)
    }
}
