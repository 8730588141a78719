import Foundation
import SimulationEngine
import TestSupport
import Testing

/// A checkpoint whose checksum is right, but whose contents cannot be: `resume` goes on or refuses it, but it neither traps nor
/// hangs.
///
/// `.ci/mutate` tries more of them.
@Suite(.waitsForPrograms) struct DamagedCheckpointTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// How often each checkpoint is damaged.
    private static let count = environment["OBSERVATORY_DAMAGES"].flatMap { Int($0) } ?? 1
    private static let firstSeed = environment["OBSERVATORY_MUTANT_SEED"].flatMap { Int($0) } ?? 1

    private static func bytes(of contents: [UInt8]) throws -> [UInt8] {
        let archive = StateArchive()
        var contents = contents
        try contents.withUnsafeMutableBytes { try archive.memory($0) }
        return Checkpoint.bytes(of: archive)
    }

    private static func contents(of bytes: [UInt8]) throws -> [UInt8] {
        let archive = try Checkpoint.verifiedArchive(in: bytes)
        var contents = [UInt8](repeating: 0, count: archive.remainingCount)
        try contents.withUnsafeMutableBytes { try archive.memory($0) }
        return contents
    }

    @Test(arguments: ShippedScenarios.names)
    func resumes(name: String) throws {
        let place = try Workplace()
        let changes = ShippedScenarios.smaller(name).flatMap { ["--set", $0] }
        let run = try place.program.start(
            ["run", "Scenarios/\(name).yml", "--quiet", "--output", "whole", "--checkpoint-interval", "0.02"] + changes)
        let path = place.directory.path(of: "whole/checkpoint")
        try waitUntil { run.hasEnded(within: 0) || FileManager.default.fileExists(atPath: path) }
        run.interrupt()
        let outcome = try run.outcome()
        // What has ended before has none.
        guard outcome.status == 130, let data = FileManager.default.contents(atPath: path) else { return }
        try damage(Array(data), of: name) { damaged, comment in
            try FileManager.default.copyItem(
                atPath: place.directory.path(of: "whole"), toPath: place.directory.path(of: "copy"))
            try damaged.write(to: URL(fileURLWithPath: place.directory.path(of: "copy/checkpoint")))
            try expectNoTrap(["resume", "copy", "--quiet"], in: place, comment)
        }
    }

    @Test("Where everything is observed, and much done about it", arguments: WatchedScenarios.all.map(\.name))
    func branchesOff(name: String) throws {
        let place = try Workplace()
        let scenario = try #require(WatchedScenarios.all.first { $0.name == name })
        try place.directory.write(
            scenario.text + "checkpoints: {every: {steps: 10}, keep: all}\n", to: "watched.yml")
        let run = try place.observatory("run", "watched.yml", "--quiet", "--output", "whole")
        #expect(run.status == 0, "\(run.errors)")
        let checkpoint = URL(fileURLWithPath: place.directory.path(of: "whole/checkpoint-20"))
        try damage(Array(try Data(contentsOf: checkpoint)), of: name) { damaged, comment in
            try damaged.write(to: checkpoint)
            try expectNoTrap(
                ["resume", "whole", "--from", "checkpoint-20", "--quiet", "--output", "copy"], in: place, comment)
        }
    }

    /// Tries a checkpoint with several damages.
    private func damage(_ checkpoint: [UInt8], of name: String, _ attempt: (Data, String) throws -> Void) throws {
        let contents = try Self.contents(of: checkpoint)
        var random = SeededGenerator(seed: UInt64(Self.firstSeed) << 32 | UInt64(name.utf8.count))
        for _ in 0..<Self.count {
            let damaged = DamagedBytes.damaged(contents, &random)
            let offsets = damaged.indices.filter { damaged[$0] != contents[$0] }
            try attempt(
                Data(try Self.bytes(of: damaged)),
                "\(name): bytes \(offsets.map { ($0, damaged[$0]) }) of \(contents.count)")
        }
    }

    private func expectNoTrap(_ arguments: [String], in place: Workplace, _ comment: String) throws {
        defer { try? FileManager.default.removeItem(atPath: place.directory.path(of: "copy")) }
        do {
            let program = try place.program.start(arguments, secondsOfProcessor: 20)
            if !program.hasEnded(within: 0.1) { program.interrupt() }
            let outcome = try program.outcome()
            #expect([0, 1, 65, 66, 73, 130].contains(outcome.status), "\(comment): \(outcome)")
        } catch Program.Failure.killed(SIGINT) {
            // It was not yet ready to listen.
        } catch {
            Issue.record("\(comment): \(error)")
        }
    }
}
