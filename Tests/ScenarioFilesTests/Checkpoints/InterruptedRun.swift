import Foundation
import SimulationEngine
import TestSupport
import Testing

@testable import ScenarioFiles

/// A scenario that is run once without a break, and again with breaks: the files must be the same, byte for byte.
///
/// Runs are stopped after some steps, so that they are short; the checkpoints that they write then must be the same,
/// too, and with them all that decides how the runs would go on.
struct InterruptedRun {
    /// Makes the scenario anew.
    let scenario: () throws -> Scenario

    /// The step at which runs are stopped if they have not ended before.
    var lastStep = 40

    /// Where the breaks are.
    var seed: UInt64 = 1

    private let place: TemporaryDirectory

    init(lastStep: Int = 40, seed: UInt64 = 1, scenario: @escaping () throws -> Scenario) throws {
        self.scenario = scenario
        self.lastStep = lastStep
        self.seed = seed
        place = try TemporaryDirectory()
    }

    /// What a run has left behind.
    private struct Outcome {
        var lastStep = 0
        var warnings: [String] = []
    }

    /// Carries out a run that stores checkpoints at some steps, tells of each step, and is stopped after one.
    private func carryOut(
        storing steps: Set<Int> = [], until lastStep: Int, watching: @escaping (Int) -> Void = { _ in },
        _ run: (RunMonitor) throws -> Void
    ) rethrows -> Outcome {
        var outcome = Outcome()
        let monitor = RunMonitor(
            onProgress: {
                outcome.lastStep = $0.moment.step
                watching($0.moment.step)
            },
            shouldStop: { outcome.lastStep >= lastStep }, shouldStore: { steps.contains(outcome.lastStep) },
            // Others are about the results, whose manifest has them.
            onWarning: { if $0.contains("checkpoint") { outcome.warnings.append($0) } })
        try run(monitor)
        return outcome
    }

    /// Compares a run without a break to one with checkpoints, and to one that was killed after one of them, was then
    /// stopped, and ended.
    ///
    /// - Returns: Why there are no checkpoints, if there are none.
    @discardableResult
    func expectSameBytes() throws -> [String] {
        var random = SeededGenerator(seed: seed)
        let whole = place.path(of: "whole")
        let last = try carryOut(until: lastStep) {
            try scenario().run(in: try ResultDirectory(creating: whole), monitor: $0)
        }.lastStep
        try #require(last >= 1)
        let stored = random.below(max(1, last - 1))
        let killed = stored + 1 + random.below(last - stored)
        let stopped = stored + 1 < last ? stored + 1 + random.below(last - stored - 1) : nil

        let copy = place.path(of: "killed")
        let watched = place.path(of: "watched")
        let outcome = try carryOut(storing: [stored], until: lastStep) { step in
            // What lies on the disk is what a process leaves behind that is killed now.
            if step == killed { try? FileManager.default.copyItem(atPath: watched, toPath: copy) }
        } _: {
            try scenario().run(in: try ResultDirectory(creating: watched), monitor: $0)
        }
        let steps = "stored at \(stored), killed at \(killed), stopped at \(stopped ?? last) of \(last)"
        try expectSame(watched, whole, "with checkpoints, \(steps)")

        // A run that ended before the step at which it was to be killed would tell nothing.
        try #require(FileManager.default.fileExists(atPath: copy))
        let isStored = FileManager.default.fileExists(atPath: "\(copy)/\(CheckpointStore.fileName)")
        #expect(isStored == outcome.warnings.isEmpty)
        if let stopped { try goOn(in: copy, until: stopped) }
        try goOn(in: copy, until: lastStep)
        try expectSame(copy, whole, steps)
        return outcome.warnings
    }

    private func goOn(in path: String, until lastStep: Int) throws {
        let unfinished = try UnfinishedRun(in: path)
        _ = try carryOut(until: lastStep) { try unfinished.goOn(monitor: $0) }
    }

    private func expectSame(_ path: String, _ other: String, _ comment: String) throws {
        let (files, others) = (try contents(of: path), try contents(of: other))
        #expect(files.keys.sorted() == others.keys.sorted(), "\(comment)")
        for (name, data) in files.sorted(by: { $0.key < $1.key }) {
            #expect(data == others[name], "\(name): \(comment)")
        }
    }

    /// The contents of all files, however deep.
    private func contents(of path: String) throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: path).reduce(into: [:]) { contents, name in
            contents[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
        }
    }
}
