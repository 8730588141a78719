import Foundation
import TestSupport
import Testing

/// Runs that are killed at their beginning and at their end, and by what becomes of their directory.
@Suite struct KillTests {
    /// Takes some 30 ms.
    private static let scenario = ["run", "Scenarios/karate-club.yml", "--set", "integrate.until=10", "-o"]

    @Test("Whenever a run is killed, running or resuming it again ends with complete results", arguments: 1...2)
    func killed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let place = try Workplace()
        let start = ContinuousClock.now
        #expect(try place.program.run(Self.scenario + ["whole"]).status == 0)
        let microseconds = Int((ContinuousClock.now - start) / .microseconds(1))
        let whole = try place.files(in: "whole")
        for attempt in 0..<12 {
            let directory = "killed-\(attempt)"
            var program = try place.program.start(Self.scenario + [directory, "--checkpoint-interval", "0.001"])
            for _ in 0..<3 {
                usleep(UInt32(random.below(microseconds)))
                program.crash()
                program = try place.program.start(["resume", directory, "--checkpoint-interval", "0.001"])
                guard try program.outcome().status == 66 else { break }
                // Nothing had begun: the same command runs it.
                program = try place.program.start(Self.scenario + [directory, "--checkpoint-interval", "0.001"])
            }
            let last = try program.outcome()
            #expect(last.status == 0, "\(last.errors)")
            #expect(try place.files(in: directory) == whole)
            for file in whole where file != "data" {
                #expect(try place.data("\(directory)/\(file)") == place.data("whole/\(file)"), "\(file)")
            }
        }
    }

    @Test("A directory that is removed while a run goes on ends it with an error that names a file")
    func removed() throws {
        let place = try Workplace()
        let program = try place.program.start(
            ["run", "Scenarios/outer-solar-system.yml", "--set", "integrate.until=36525000000", "-o", "out"])
        // When rows are written all files have been made.
        try waitUntil { (try? place.data("out/positions.csv").count) ?? 0 >= 100_000 }
        // The run may be writing a file there.
        try waitUntil { (try? FileManager.default.removeItem(atPath: place.directory.path(of: "out"))) != nil }
        let outcome = try program.outcome()
        #expect(outcome.status == 73)
        #expect(outcome.errors.contains("cannot be written: somebody has removed it while the run went on"))
    }

    @Test("A byte that has changed in a table before its checkpoint is told, and nothing is changed")
    func changed() throws {
        let place = try Workplace()
        let program = try place.program.start(
            [
                "run", "Scenarios/outer-solar-system.yml", "--set", "integrate.until=36525000000", "-o", "out",
                "--checkpoint-interval", "0.01",
            ])
        try waitUntil {
            (try? place.data("out/positions.csv").count) ?? 0 >= 100_000 && (try? place.data("out/checkpoint")) != nil
        }
        program.interrupt()
        #expect(try program.outcome().status == 130)
        var bytes = try place.data("out/positions.csv")
        bytes[5000] ^= 4
        try bytes.write(to: URL(fileURLWithPath: place.directory.path(of: "out/positions.csv")))
        let outcome = try place.observatory("resume", "out")
        #expect(outcome.status == 66)
        #expect(outcome.errors.contains("out/positions.csv: its first "))
        #expect(try place.data("out/positions.csv") == bytes)
    }
}
