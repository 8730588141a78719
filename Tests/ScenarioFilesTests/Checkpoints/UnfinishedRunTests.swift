import Foundation
import Recording
import ScenarioTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import ScenarioFiles

/// What can be wrong with a directory in which a run is to go on, and what lies in it.
@Suite struct UnfinishedRunTests {
    private let folder: ScenarioFolder
    private let path: String

    init() throws {
        folder = try ScenarioFolder()
        path = folder.directory.path(of: "results")
    }

    private static let text =
        ScenarioFolder.network + "observe: [{nodes: all}, {quantity: order-parameter, every: 1}]\n"

    /// 40 steps.
    private static let long = ["integrate.until=20"]

    private func contents() throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: path).reduce(into: [:]) { contents, name in
            contents[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
        }
    }

    /// The names of the files that are no results.
    private func runFiles() throws -> [String] {
        try contents().keys.filter { !$0.contains(".") && $0 != "data" }.sorted()
    }

    /// A run that is stopped after some steps.
    @discardableResult
    private func interrupt(
        _ text: String = text, set overrides: [String] = long, after step: Int = 13
    ) throws -> RunMonitor {
        var reached = 0
        let monitor = RunMonitor(onProgress: { reached = $0.moment.step }, shouldStop: { reached == step })
        try folder.run(text, set: overrides, monitor: monitor)
        #expect(monitor.wasStopped)
        return monitor
    }

    @Test("A run that has ended leaves no checkpoint, and there is nothing to go on with")
    func ended() throws {
        try folder.run(
            Self.text + "checkpoints: {every: 0.5}\n",
            monitor: RunMonitor(shouldStore: { true }))
        #expect(try runFiles() == [])
        let error = #expect(throws: ResumptionError.hasEnded(path: path)) { try UnfinishedRun(in: path) }
        #expect(error?.description == "the run in '\(path)' has ended: there is nothing left to do")
    }

    @Test("A run that is stopped has a checkpoint, and says of which step")
    func stopped() throws {
        #expect(try interrupt().checkpointStep == 13)
        #expect(try runFiles() == ["checkpoint", "unfinished"])
        let run = try UnfinishedRun(in: path)
        #expect(run.checkpoint == "checkpoint")
        var steps: [Int] = []
        try run.goOn(monitor: RunMonitor(onProgress: { steps.append($0.moment.step) }))
        #expect(steps == Array(14...40))
        #expect(try runFiles() == [])
    }

    @Test("Only the manifest says that a run has ended: from a checkpoint it goes on without the mark, too")
    func lostMark() throws {
        let whole = try folder.run(Self.text, set: Self.long, to: "whole")
        try interrupt()
        try FileManager.default.removeItem(atPath: path + "/unfinished")
        #expect(try UnfinishedRun(in: path).checkpoint == "checkpoint")
        try UnfinishedRun(in: path).goOn()
        #expect(try ScenarioFolder.Results(path: path).contents() == whole.contents())
        #expect(try runFiles() == [])
    }

    @Test("Results that may be those of a run that has ended are not replaced")
    func lostManifest() throws {
        try folder.run(Self.text)
        try FileManager.default.removeItem(atPath: path + "/manifest.json")
        let before = try contents()
        #expect(throws: ResumptionError.mayHaveEnded(path: path)) { try UnfinishedRun(in: path) }
        #expect(try contents() == before)
    }

    @Test("What a run leaves behind that was killed between its manifest and its end is cleared away")
    func killedAtTheEnd() throws {
        try folder.run(Self.text)
        let before = try contents()
        for name in ["unfinished", "checkpoint"] {
            try "".write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
        }
        #expect(throws: ResumptionError.hasEnded(path: path)) { try UnfinishedRun(in: path) }
        #expect(try contents() == before)
    }

    @Test("A checkpoint that is a link to nowhere is told, and the run does not begin again")
    func danglingLink() throws {
        try interrupt()
        try FileManager.default.removeItem(atPath: path + "/checkpoint")
        try FileManager.default.createSymbolicLink(atPath: path + "/checkpoint", withDestinationPath: "/nowhere/at/all")
        let before = try contents()
        let error = #expect(throws: ResumptionError.self) { try UnfinishedRun(in: path).goOn() }
        #expect(
            error?.description
                == "there is no checkpoint 'checkpoint' in '\(path)', nor another one: run '\(path)/scenario.yml' from "
                + "the beginning")
        #expect(try contents() == before)
    }

    @Test("A run may go on to a later end, which is all that may be edited in its scenario")
    func laterEnd() throws {
        let whole = try folder.run(Self.text, set: ["integrate.until=30"], to: "whole")
        try interrupt()
        let scenario = path + "/scenario.yml"
        try String(contentsOfFile: scenario, encoding: .utf8).replacing("until: 20", with: "until: 30")
            .write(toFile: scenario, atomically: false, encoding: .utf8)
        try UnfinishedRun(in: path).goOn()
        #expect(try ScenarioFolder.Results(path: path).contents() == whole.contents())
    }

    @Test(
        "What is edited while a run goes on is told, also before its first checkpoint",
        arguments: [
            ("scenario.yml", "edge-list: {file: edges.csv}"), ("data/edges.csv", "edge-list: {file: edges.csv}"),
            ("scenario.yml", "ring: {nodes: 3}"),
        ])
    func editedEarly(file: String, graph: String) throws {
        let edited = "\(path)/\(file)"
        var reached = 0
        let monitor = RunMonitor(
            onProgress: { progress in
                reached = progress.moment.step
                guard reached == 1, let text = try? String(contentsOfFile: edited, encoding: .utf8) else { return }
                let changed = text.replacing("coupling: 1", with: "coupling: 2").replacing("b,c", with: "a,c")
                try? changed.write(toFile: edited, atomically: false, encoding: .utf8)
            }, shouldStop: { reached == 13 })
        let text = Self.text.replacing("edge-list: {file: edges.csv}", with: graph)
        try folder.run(text, set: Self.long, monitor: monitor)
        let error = #expect(throws: CheckpointError.self) { try UnfinishedRun(in: path).goOn() }
        #expect(error?.description.contains("the checksum of the scenario and its data") == true)
    }

    @Test("Where there are no results, that is told")
    func noResults() throws {
        #expect(throws: ResumptionError.noResults(path: path)) { try UnfinishedRun(in: path) }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let error = #expect(throws: ResumptionError.noResults(path: path)) { try UnfinishedRun(in: path) }
        #expect(
            error?.description
                == "there are no results in '\(path)': name the directory that a run has written, with its 'scenario.yml'"
        )
    }

    @Test("A run that goes on is not carried on by somebody else at the same time")
    func twoAtOnce() throws {
        var errors: [any Error] = []
        let path = path
        let monitor = RunMonitor(onProgress: { _ in
            do { _ = try UnfinishedRun(in: path) } catch { errors.append(error) }
        })
        try folder.run(Self.text, monitor: monitor)
        #expect(errors.count == 5)
        #expect(errors.allSatisfy { $0 as? ResumptionError == .goesOn(path: path) })
    }

    @Test("A run that was killed before its first checkpoint begins again")
    func fromTheBeginning() throws {
        let whole = try folder.run(Self.text, set: Self.long, to: "whole")
        try interrupt()
        try FileManager.default.removeItem(atPath: path + "/checkpoint")
        try FileManager.default.removeItem(atPath: path + "/nodes.csv")
        let run = try UnfinishedRun(in: path)
        #expect(run.checkpoint == nil)
        try run.goOn()
        #expect(try ScenarioFolder.Results(path: path).contents() == whole.contents())
    }

    @Test("Nothing is changed if a file is missing or shorter than it was, or the checkpoint is not whole")
    func nothingIsDamaged() throws {
        try interrupt()
        func expectRefusal(_ begins: String, after damage: () throws -> Void) throws {
            let whole = path + "-whole"
            try FileManager.default.copyItem(atPath: path, toPath: whole)
            try damage()
            let before = try contents()
            let error = #expect(throws: (any Error).self) { try UnfinishedRun(in: path).goOn() }
            let message = error.map { "\($0)" } ?? ""
            #expect(message.hasPrefix(begins), "\(message)")
            #expect(try contents() == before)
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: whole, toPath: path)
        }
        let table = path + "/order-parameter.csv"
        try expectRefusal("the file '\(table)', which the run is to go on with, cannot be opened: ") {
            try FileManager.default.removeItem(atPath: table)
        }
        try expectRefusal("\(table): the file has 20 bytes, but had ") {
            try FileHandle(forWritingTo: URL(fileURLWithPath: table)).truncate(atOffset: 20)
        }
        let checkpoint = URL(fileURLWithPath: path + "/checkpoint")
        let bytes = try Data(contentsOf: checkpoint)
        for count in [0, 4, 20, 40, bytes.count / 2, bytes.count - 1] {
            try expectRefusal("the checkpoint is damaged: ") { try bytes.prefix(count).write(to: checkpoint) }
        }
        var changed = bytes
        changed[bytes.count / 2] ^= 1
        try expectRefusal("the checkpoint is damaged: ") { try changed.write(to: checkpoint) }
        try expectRefusal("the checkpoint belongs to another run: the checksum of the scenario and its data, ") {
            let scenario = path + "/scenario.yml"
            try (try String(contentsOfFile: scenario, encoding: .utf8)).replacing("coupling: 1", with: "coupling: 2")
                .write(toFile: scenario, atomically: false, encoding: .utf8)
        }
        try expectRefusal("the checkpoint belongs to another run: the checksum of the scenario and its data, ") {
            try "source,target\na,b\na,c\n".write(toFile: path + "/data/edges.csv", atomically: false, encoding: .utf8)
        }
        // It is whole after all this.
        try UnfinishedRun(in: path).goOn()
    }

    /// One step that takes some hundred steps of the method, of which each session makes 32 at most.
    @Test("A run that is interrupted again and again within a step comes to its end, with the same bytes")
    func withinAStep() throws {
        let slow = ["integrate={method: rkf45, tolerance: 1e-12, step: 20, until: 20}", "observe.1.every=20"]
        try folder.run(Self.text, set: slow)
        let whole = try contents()
        try FileManager.default.removeItem(atPath: path)

        func impatient() -> RunMonitor {
            var count = 0
            return RunMonitor(shouldStop: {
                count += 1
                return count > 2
            })
        }
        var monitor = impatient()
        try folder.run(Self.text, set: slow, monitor: monitor)
        var sessions = 1
        while monitor.wasStopped {
            #expect(monitor.checkpointStep == 0)
            try #require(sessions < 1000, "no session goes on with what the last one did")
            monitor = impatient()
            try UnfinishedRun(in: path).goOn(monitor: monitor)
            sessions += 1
        }
        #expect(sessions > 3)
        let files = try contents()
        for (name, data) in whole where name != "manifest.json" { #expect(files[name] == data, "\(name)") }
    }

    @Test("A method that cannot be stored is told once, and begins again")
    func notResumable() throws {
        let overrides = ["integrate={method: msadams, until: 20, step: 0.5}"]
        let whole = try folder.run(Self.text, set: overrides, to: "whole")
        var warnings: [String] = []
        var reached = 0
        let monitor = RunMonitor(
            onProgress: { reached = $0.moment.step }, shouldStop: { reached == 13 }, shouldStore: { true },
            onWarning: { warnings.append($0) })
        try folder.run(Self.text, set: overrides, monitor: monitor)
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("there are no checkpoints of this run: ") == true)
        #expect(warnings.first?.hasSuffix("'observatory resume' will run it from the beginning") == true)
        #expect(monitor.checkpointStep == nil)
        let run = try UnfinishedRun(in: path)
        #expect(run.checkpoint == nil)
        try run.goOn()
        #expect(try ScenarioFolder.Results(path: path).contents() == whole.contents())
    }

    @Test("A failed run fails again in the same way")
    func failure() throws {
        let text = Self.text + "require: [{field: phase, within: [-5, 5]}]\n"
        let overrides = Self.long + ["model.kuramoto.frequency=1", "model.kuramoto.phase=0"]
        func fail(_ run: () throws -> Void) throws -> (String, [String: Data]) {
            let error = #expect(throws: (any Error).self) { try run() }
            return (error.map { "\($0)" } ?? "", try contents())
        }
        let first = try fail { try folder.run(text, set: overrides, monitor: RunMonitor(shouldStore: { true })) }
        let second = try fail { try UnfinishedRun(in: path).goOn() }
        #expect(first.0 == second.0)
        #expect(first.1 == second.1)
    }

    // MARK: What scenarios ask for

    @Test("All checkpoints can be kept, and a run can go on from any of them")
    func kept() throws {
        let text = Self.text + "checkpoints: {every: 2, keep: all}\n"
        let whole = try folder.run(text, set: Self.long, to: "whole")
        try interrupt(text)
        #expect(
            try contents().keys.filter { $0.hasPrefix("checkpoint") }.sorted() == [
                "checkpoint", "checkpoint-0", "checkpoint-12", "checkpoint-4", "checkpoint-8",
            ])
        try UnfinishedRun(in: path, from: "checkpoint-4").goOn()
        #expect(try ScenarioFolder.Results(path: path).contents() == whole.contents())
        #expect(try contents().keys.contains("checkpoint-36"))
        #expect(try !contents().keys.contains("checkpoint"))
    }

    @Test(
        "Checkpoints are written when something is due, or a level is crossed",
        arguments: [
            ("when: {at: [1, 3]}", ["checkpoint-2", "checkpoint-6"]),
            ("crossing: {of: {field: phase, nodes: a}, above: 1.2}", ["checkpoint-3"]),
        ])
    func occasions(text: String, files: [String]) throws {
        try folder.run(
            Self.text + "checkpoints: {\(text), keep: all}\n",
            set: ["model.kuramoto.frequency=1", "model.kuramoto.phase=0", "integrate.until=4"])
        #expect(try contents().keys.filter { $0.hasPrefix("checkpoint") }.sorted() == files)
    }

    @Test(
        "What is wrong is told",
        arguments: [
            ("{}", "'checkpoints' must say when they are written"),
            ("{every: 1, when: end}", "'checkpoints' must have only one of every and when"),
            ("{every: 0.3}", "'every' must be a whole number of steps, each 0.5 long"),
            ("{every: 1, keep: some}", "'keep' cannot be 'some'"),
            ("{every: 1, keeps: all}", "unknown key 'keeps' in 'checkpoints'"),
        ])
    func refusal(text: String, message: String) throws {
        let problems = try #require(try folder.problems(Self.text + "checkpoints: \(text)\n"))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }
}
