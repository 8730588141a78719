import Foundation
import ScenarioTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import ScenarioFiles

/// Runs that go on from a checkpoint of another one in a directory of their own.
@Suite struct BranchedRunTests {
    private let folder: ScenarioFolder
    private let path: String
    private let branch: String

    init() throws {
        folder = try ScenarioFolder()
        path = folder.directory.path(of: "results")
        branch = folder.directory.path(of: "branch")
    }

    /// 20 steps of 0.5, with a checkpoint after each fourth, tables of many kinds, and rows at the end.
    private static let text =
        ScenarioFolder.network + """
            observe:
              - {nodes: all}
              - {quantity: order-parameter, when: {every: 1.5, end: true}, format: json-lines}
              - {statistics: {of: order-parameter}, every: 0.5}
              - {quantities: [order-parameter], when: end, name: last}
              - {interventions: all}
              - {graph-file: graphml, every: 1, gzip: true}
              - {graph-file: edge-list, when: end, name: graph}
            intervene: [{when: {every: 2}, kick: {node: a, phase: 0.1}}]
            checkpoints: {every: 2, keep: all}

            """
    private static let ten = ["integrate.until=10"]

    /// The files that are no checkpoints.
    private func results(in path: String) throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { !$0.contains("checkpoint") }
            .reduce(into: [:]) { contents, name in
                contents[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
            }
    }

    @Test(
        "From each kept checkpoint of a run that has ended it goes on to the same bytes",
        arguments: [0, 4, 8, 12, 16, 20])
    func sameEnd(step: Int) throws {
        try folder.run(Self.text, set: Self.ten)
        let before = try results(in: path)
        try BranchedRun(of: path, from: "checkpoint-\(step)", until: nil, in: branch).goOn()
        #expect(try results(in: branch) == before)
        #expect(try results(in: path) == before)
    }

    @Test("To a later end its bytes are those of a run to that end from the beginning", arguments: [0, 4, 16])
    func laterEnd(step: Int) throws {
        try folder.run(Self.text, set: Self.ten)
        try folder.run(Self.text, set: ["integrate.until=15"], to: "whole")
        try BranchedRun(of: path, from: "checkpoint-\(step)", until: "15", in: branch).goOn()
        let whole = try results(in: folder.directory.path(of: "whole"))
        #expect(try results(in: branch) == whole)
    }

    @Test(
        "It takes over the checkpoints up to where it branches off, as those of a run to its end",
        arguments: ["10", "15"])
    func earlierCheckpoints(end: String) throws {
        try folder.run(Self.text, set: Self.ten)
        try folder.run(Self.text, set: ["integrate.until=\(end)"], to: "whole")
        var warnings: [String] = []
        let monitor = RunMonitor(onWarning: { warnings.append($0) })
        try BranchedRun(of: path, from: "checkpoint-12", until: end, in: branch).goOn(monitor: monitor)
        let whole = folder.directory.path(of: "whole")
        let names = try FileManager.default.contentsOfDirectory(atPath: whole).sorted()
        #expect(try FileManager.default.contentsOfDirectory(atPath: branch).sorted() == names)
        #expect(names.count { $0.hasPrefix("checkpoint-") } == (end == "10" ? 6 : 8))
        for name in names {
            let bytes = FileManager.default.contents(atPath: "\(branch)/\(name)")
            #expect(bytes == FileManager.default.contents(atPath: "\(whole)/\(name)"), "\(name)")
        }
        #expect(warnings == [])
    }

    @Test("An earlier checkpoint that is damaged is told of, and left out")
    func damagedEarlierCheckpoint() throws {
        try folder.run(Self.text, set: Self.ten)
        try Data("no checkpoint".utf8).write(to: URL(fileURLWithPath: path + "/checkpoint-8"))
        var warnings: [String] = []
        let monitor = RunMonitor(onWarning: { warnings.append($0) })
        try BranchedRun(of: path, from: "checkpoint-12", until: nil, in: branch).goOn(monitor: monitor)
        #expect(warnings.count == 1)
        #expect(warnings.allSatisfy { $0.hasPrefix("the earlier checkpoint 'checkpoint-8' was not taken over: ") })
        #expect(!FileManager.default.fileExists(atPath: branch + "/checkpoint-8"))
        #expect(FileManager.default.fileExists(atPath: branch + "/checkpoint-4"))
    }

    @Test("To an earlier end, too")
    func earlierEnd() throws {
        try folder.run(Self.text, set: Self.ten)
        try folder.run(Self.text, set: ["integrate.until=5"], to: "whole")
        try BranchedRun(of: path, from: "checkpoint-4", until: "5", in: branch).goOn()
        #expect(try results(in: branch) == results(in: folder.directory.path(of: "whole")))
    }

    @Test("A run that was interrupted stays as it is, and its branch can be interrupted and go on")
    func unfinished() throws {
        func stop(after step: Int, _ run: (RunMonitor) throws -> Void) rethrows {
            var reached = 0
            try run(RunMonitor(onProgress: { reached = $0.moment.step }, shouldStop: { reached == step }))
        }
        try folder.run(Self.text, set: Self.ten, to: "whole")
        try stop(after: 9) { try folder.run(Self.text, set: Self.ten, monitor: $0) }
        let before = try results(in: path)
        try stop(after: 13) { try BranchedRun(of: path, from: nil, until: nil, in: branch).goOn(monitor: $0) }
        #expect(try results(in: path) == before)
        try UnfinishedRun(in: branch).goOn()
        #expect(try results(in: branch) == results(in: folder.directory.path(of: "whole")))
    }

    @Test("Of tables that are links what they lead to is copied, and nothing else than what was recorded")
    func links() throws {
        try folder.run(Self.text, set: Self.ten)
        let elsewhere = folder.directory.path(of: "elsewhere.csv")
        try FileManager.default.moveItem(atPath: "\(path)/nodes.csv", toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: "\(path)/nodes.csv", withDestinationPath: elsewhere)
        let table = try Data(contentsOf: URL(fileURLWithPath: elsewhere))
        let before = try results(in: path)
        try FileManager.default.createDirectory(atPath: "\(path)/pictures", withIntermediateDirectories: false)
        try BranchedRun(of: path, from: "checkpoint-8", until: nil, in: branch).goOn()
        #expect(try results(in: branch) == before)
        #expect(try Data(contentsOf: URL(fileURLWithPath: elsewhere)) == table)
    }

    @Test("A branch that is killed before its first checkpoint goes on from where it began")
    func killedAtOnce() throws {
        try folder.run(Self.text, set: Self.ten)
        var hadCheckpoint: Bool?
        let monitor = RunMonitor(onProgress: { [branch] _ in
            hadCheckpoint = hadCheckpoint ?? FileManager.default.fileExists(atPath: "\(branch)/checkpoint")
        })
        try BranchedRun(of: path, from: "checkpoint-8", until: nil, in: branch).goOn(monitor: monitor)
        #expect(hadCheckpoint == true)
    }

    @Test("A branch cannot lie in the directory that it comes from", arguments: ["sub", "a/b", "../results/c"])
    func nested(name: String) throws {
        try folder.run(Self.text, set: Self.ten)
        let error = #expect(throws: ResultError.self) {
            try BranchedRun(of: path, from: "checkpoint-4", until: nil, in: "\(path)/\(name)")
        }
        #expect(error?.description.contains("it would lie in '\(path)'") == true)
    }

    private static let refusals: [(String?, String?, String)] = [
        (
            "checkpoint-5", nil,
            "there is no checkpoint 'checkpoint-5' in '/results': there are 'checkpoint-0', 'checkpoint-4', "
                + "'checkpoint-8', 'checkpoint-12', 'checkpoint-16' and 'checkpoint-20'"
        ),
        (nil, nil, "there is no checkpoint 'checkpoint' in '/results': there are 'checkpoint-0', "),
        ("checkpoint-8", "2", "the checkpoint is one of the time 4.0, after the end at 2.0: name a later end, or an "),
        (
            "checkpoint-20", "15",
            "the checkpoint is one of the end of a run, at time 10.0, when tables had their last rows already: to run "
                + "longer, name an earlier one"
        ),
        ("checkpoint-8", "late", "'until' must be a number, not the text 'late'"),
        ("nodes.csv", nil, "the checkpoint is damaged: it does not begin as checkpoints do"),
    ]

    @Test("What cannot be gone on from is told, and nothing is written", arguments: refusals)
    func refused(checkpoint: String?, end: String?, message: String) throws {
        try folder.run(Self.text, set: Self.ten)
        let error = #expect(throws: (any Error).self) {
            try BranchedRun(of: path, from: checkpoint, until: end, in: branch).goOn()
        }
        let told = error.map { "\($0)".replacing(folder.directory.path, with: "") } ?? ""
        #expect(told.contains(message), "\(told)")
        #expect(!FileManager.default.fileExists(atPath: branch))
    }

    @Test("Results are never overwritten, and where there are none that is told")
    func directories() throws {
        try folder.run(Self.text, set: Self.ten)
        #expect(throws: ResultError.exists(path: path)) {
            try BranchedRun(of: path, from: "checkpoint-4", until: nil, in: path)
        }
        #expect(throws: ResumptionError.noResults(path: branch)) {
            try BranchedRun(of: branch, from: nil, until: nil, in: branch + "-2")
        }
        let error = #expect(throws: ResumptionError.self) { try UnfinishedRun(in: path, from: "checkpoint-4") }
        #expect(
            error?.description
                == "the run in '\(path)' has ended, and results are never overwritten: to go on from 'checkpoint-4', name "
                + "a directory that does not exist with '--output', and perhaps another end with '--until'")
    }
}
