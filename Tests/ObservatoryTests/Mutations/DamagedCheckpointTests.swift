import Foundation
import SimulationEngine
import TestSupport
import Testing

/// A checkpoint whose checksum is right, but whose contents cannot be: `resume` goes on or refuses it, but it neither traps nor
/// hangs.
///
/// `.ci/mutate` tries more of them.
@Suite struct DamagedCheckpointTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// How often each checkpoint is damaged.
    private static let count = environment["OBSERVATORY_DAMAGES"].flatMap { Int($0) } ?? 1
    private static let firstSeed = environment["OBSERVATORY_MUTANT_SEED"].flatMap { Int($0) } ?? 1

    /// What stands for a number that cannot be, in eight bytes.
    private static let words: [UInt64] =
        [0, 1, 2, .max, 1 << 31, 1 << 32 - 1, 1 << 53, 1 << 62, 1 << 63, UInt64(bitPattern: -2)]
        + [Double.nan, .infinity, -.infinity, -1, 1e300, -1e300, .leastNonzeroMagnitude, 0.5].map(\.bitPattern)

    private static func damaged(_ contents: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var contents = contents
        for _ in 0...random.below(2) {
            let start = random.below(max(1, contents.count - 8))
            switch random.below(4) {
            case 0: contents[start] ^= 1 << UInt8(random.below(8))
            case 1: contents[start] = [0, 1, 2, 127, 128, 255][random.below(6)]
            case 2:
                // Numbers of four bytes: those of vertices.
                withUnsafeBytes(of: words[random.below(words.count)]) { word in
                    contents.replaceSubrange(start..<start + 4, with: word.prefix(4))
                }
            default:
                withUnsafeBytes(of: words[random.below(words.count)]) { word in
                    contents.replaceSubrange(start..<start + 8, with: word)
                }
            }
        }
        return contents
    }

    private static func bytes(of contents: [UInt8]) throws -> [UInt8] {
        let archive = StateArchive()
        var contents = contents
        try contents.withUnsafeMutableBytes { try archive.memory($0) }
        return Checkpoint.bytes(of: archive)
    }

    private static func contents(of bytes: [UInt8]) throws -> [UInt8] {
        let archive = try Checkpoint.archive(in: bytes)
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
        let contents = try Self.contents(of: Array(data))
        var random = SeededGenerator(seed: UInt64(Self.firstSeed) << 32 | UInt64(name.utf8.count))
        for _ in 0..<Self.count {
            let damaged = Self.damaged(contents, &random)
            try FileManager.default.copyItem(
                atPath: place.directory.path(of: "whole"), toPath: place.directory.path(of: "copy"))
            defer { try? FileManager.default.removeItem(atPath: place.directory.path(of: "copy")) }
            try Data(try Self.bytes(of: damaged)).write(
                to: URL(fileURLWithPath: place.directory.path(of: "copy/checkpoint")))
            let offsets = damaged.indices.filter { damaged[$0] != contents[$0] }
            try expectNoTrap(place, "\(name): bytes \(offsets.map { ($0, damaged[$0]) }) of \(contents.count)")
        }
    }

    private func expectNoTrap(_ place: Workplace, _ comment: String) throws {
        do {
            let program = try place.program.start(["resume", "copy", "--quiet"])
            if !program.hasEnded(within: 0.2) { program.interrupt() }
            let outcome = try program.outcome(within: 20)
            #expect([0, 1, 65, 66, 73, 130].contains(outcome.status), "\(comment): \(outcome)")
        } catch Program.Failure.killed(SIGINT) {
            // It was not yet ready to listen.
        } catch {
            Issue.record("\(comment): \(error)")
        }
    }
}
