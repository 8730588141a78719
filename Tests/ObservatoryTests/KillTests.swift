import Foundation
import TestSupport
import Testing

/// Runs that are killed at their beginning and at their end, and by what becomes of their directory.
@Suite(.waitsForPrograms) struct KillTests {
    /// Takes some 30 ms.
    private static let scenario = ["Scenarios/karate-club.yml", "--set", "integrate.until=10"]
    private static let often = ["--checkpoint-interval", "0.001"]

    /// How many runs are killed, and the seed of the moments: see `.ci/kills`.
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["OBSERVATORY_KILL_COUNT"].flatMap { Int($0) } ?? 5
    private static let seed = environment["OBSERVATORY_KILL_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("Whenever a run is killed, running or resuming it again ends with complete results")
    func killed() throws {
        var random = SeededGenerator(seed: Self.seed)
        let place = try Workplace()
        let start = ContinuousClock.now
        #expect(try place.program.run(["run"] + Self.scenario + ["-o", "whole"]).status == 0)
        let duration = max(1, Int((ContinuousClock.now - start) / .microseconds(1)))
        // The first and the last 50 ms, in which files are made, declared complete, and removed.
        let window = min(50_000, duration)
        let whole = try place.files(in: "whole")
        for attempt in 0..<Self.count {
            let directory = "killed-\(attempt)"
            let run = ["run"] + Self.scenario + Self.often + ["-o", directory]
            let resume = ["resume", directory] + Self.often
            // Who goes on is killed as well.
            for _ in 0..<3 {
                let hasBegun = (try? place.data("\(directory)/scenario.yml")) != nil
                let program = try place.program.start(hasBegun ? resume : run)
                usleep(UInt32((Bool.random(using: &random) ? 0 : duration - window) + random.below(window)))
                program.crash()
            }
            // The last one stores nothing: who waits for the disk at each step takes long.
            var last = try place.program.run(["resume", directory])
            // Nothing had begun: the same command runs it.
            if last.status == 66 { last = try place.program.run(["run"] + Self.scenario + ["-o", directory]) }
            #expect(last.status == 0, "\(last.errors)")
            #expect(try place.files(in: directory) == whole)
            for file in whole where file != "data" {
                #expect(try place.data("\(directory)/\(file)") == place.data("whole/\(file)"), "\(file)")
            }
            try FileManager.default.removeItem(atPath: place.directory.path(of: directory))
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

    @Test("A directory that is moved while a run goes on ends it with an error, and it goes on there")
    func moved() throws {
        let place = try Workplace()
        let scenario = ["run", "Scenarios/outer-solar-system.yml", "--set", "integrate.until=365250000"]
        let program = try place.program.start(scenario + ["-o", "out", "--checkpoint-interval", "0.05"])
        try waitUntil { (try? place.data("out/checkpoint")) != nil }
        let (old, new) = (place.directory.path(of: "out"), place.directory.path(of: "elsewhere"))
        try FileManager.default.moveItem(atPath: old, toPath: new)
        let outcome = try program.outcome()
        #expect(outcome.status == 73)
        #expect(outcome.errors.contains("error: the directory 'out' is not there any more: somebody has moved"))
        #expect(!outcome.errors.contains("warning"))
        let resumed = try place.program.start(["resume", "elsewhere", "--checkpoint-interval", "0.05"])
        let before = try place.data("elsewhere/checkpoint")
        try waitUntil { (try? place.data("elsewhere/checkpoint")) ?? before != before }
        resumed.interrupt()
        #expect(try resumed.outcome().status == 130)
    }

    @Test("A byte that has changed in a table before its checkpoint is told, and nothing is changed")
    func changed() throws {
        let place = try Workplace()
        let program = try place.program.start(
            [
                "run", "Scenarios/outer-solar-system.yml", "--set", "integrate.until=36525000000", "-o", "out",
                "--checkpoint-interval", "0.2",
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
