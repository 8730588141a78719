import Foundation
import TestSupport
import Testing

/// Runs that are killed, and go on.
@Suite(.waitsForPrograms) struct ResumeTests {
    /// Until 60,000 this takes 1,500 steps, some seventh of a second where nothing is optimized.
    private static let scenario = ["Scenarios/outer-solar-system.yml", "--set", "observe.0.every=1000"]
    private static let often = ["--checkpoint-interval", "0.01"]

    @Test("A run that is killed at any moments goes on until its files are those of one that was not", arguments: 1...2)
    func killed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let place = try Workplace()
        let run = Self.scenario + ["--set", "integrate.until=60000"]
        #expect(try place.program.run(["run"] + run + ["-o", "whole", "--checkpoint-interval", "0"]).status == 0)
        var arguments = ["run"] + run + ["-o", "killed"] + Self.often
        for _ in 0..<4 {
            let program = try place.program.start(arguments)
            usleep(UInt32(20_000 + random.below(80_000)))
            program.crash()
            // Killed before anything was stored, it is as if it had never begun.
            guard (try? place.data("killed/scenario.yml").isEmpty) == false else {
                try? FileManager.default.removeItem(atPath: place.directory.path(of: "killed"))
                continue
            }
            arguments = ["resume", "killed"] + Self.often
        }
        // Who stores at each step waits for the disk.
        let outcome = try place.program.run(arguments.dropLast(Self.often.count) + ["--checkpoint-interval", "0.2"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output == (arguments[0] == "run" ? "Results: killed\n" : outcome.output))
        let files = try place.files(in: "whole")
        #expect(try place.files(in: "killed") == files)
        for file in files where file != "data" {
            #expect(try place.data("killed/\(file)") == place.data("whole/\(file)"), "\(file)")
        }
    }

    @Test("A run that has ended is left as it is")
    func ended() throws {
        let place = try Workplace()
        let run = Self.scenario + ["--set", "integrate.until=1000", "-o", "done"]
        #expect(try place.program.run(["run"] + run).status == 0)
        #expect(
            try place.observatory("resume", "done")
                == Program.Outcome(
                    status: 0, output: "", errors: "the run in 'done' has ended: there is nothing left to do\n"))
    }

    @Test("What cannot be gone on with is told")
    func refused() throws {
        let place = try Workplace()
        #expect(
            try place.observatory("resume", "nowhere")
                == Program.Outcome(
                    status: 66, output: "",
                    errors: "error: there are no results in 'nowhere': name the directory that a run has written, with "
                        + "its 'scenario.yml'\n"))
        let outcome = try place.observatory("run", "Scenarios/life.yml", "--checkpoint-interval", "-1")
        #expect(outcome.status == 64)
    }

    @Test("A checkpoint that cannot be gone on from is told, and nothing is said of results")
    func damagedCheckpoint() throws {
        let place = try Workplace()
        let run = Self.scenario + ["-o", "out", "--set", "checkpoints={every: 200, keep: all}"]
        #expect(try place.program.run(["run"] + run + ["--set", "integrate.until=1000"]).status == 0)
        try place.directory.write("nonsense", to: "out/checkpoint-4")
        let damaged =
            "error: the checkpoint is damaged: it does not begin as checkpoints do; use an earlier one, or run from the "
            + "beginning\n"
        #expect(
            try place.observatory("resume", "out", "--from", "checkpoint-4", "--output", "new")
                == Program.Outcome(status: 65, output: "", errors: damaged))
        #expect(try !place.files().contains("new"))
        // The same of a run that has not ended.
        try FileManager.default.removeItem(atPath: place.directory.path(of: "out/manifest.json"))
        #expect(
            try place.observatory("resume", "out", "--from", "checkpoint-4")
                == Program.Outcome(status: 65, output: "", errors: damaged))
        #expect(
            try place.observatory("resume", "out", "--from", "checkpoint-3")
                == Program.Outcome(
                    status: 66, output: "",
                    errors: "error: there is no checkpoint 'checkpoint-3' in 'out': there are 'checkpoint-0', "
                        + "'checkpoint-2', 'checkpoint-4', 'checkpoint-6', 'checkpoint-8' and 'checkpoint-10'\n"))
    }

    @Test("A run that has ended goes on in another directory, from any checkpoint that it has kept, and to a later end")
    func branch() throws {
        let place = try Workplace()
        let keeping = Self.scenario + ["--set", "checkpoints={every: 200, keep: all}"]
        for (end, directory) in [(1000, "short"), (2000, "long")] {
            let arguments = ["run"] + keeping + ["--set", "integrate.until=\(end)", "-o", directory]
            #expect(try place.program.run(arguments).status == 0)
        }
        #expect(
            try place.observatory("resume", "short", "--from", "checkpoint-6", "--output", "new", "--until", "2000")
                == Program.Outcome(status: 0, output: "Results: new\n", errors: ""))
        for file in try place.files(in: "long") where file != "data" && !file.hasPrefix("checkpoint") {
            #expect(try place.data("new/\(file)") == place.data("long/\(file)"), "\(file)")
        }
        #expect(
            try place.observatory("resume", "short", "--from", "checkpoint-6")
                == Program.Outcome(
                    status: 64, output: "",
                    errors: "error: the run in 'short' has ended, and results are never overwritten: to go on from "
                        + "'checkpoint-6', name a directory that does not exist with '--output', and perhaps another end "
                        + "with '--until'\n"))
        let usage = try place.observatory("resume", "short", "--until", "2000")
        #expect(usage.status == 64)
        #expect(usage.errors.hasPrefix("Error: '--until' needs '--output': results are never overwritten by others.\n"))
    }

    @Test("A run is not carried on twice at the same time, and is from where it was interrupted")
    func atTheSameTime() throws {
        let place = try Workplace()
        let run = try place.program.start(
            ["run"] + Self.scenario + ["--set", "integrate.until=36525000000", "-o", "long"] + Self.often)
        try waitUntil { (try? place.data("long/checkpoint")) != nil }
        #expect(
            try place.observatory("resume", "long")
                == Program.Outcome(
                    status: 75, output: "",
                    errors: "error: the run in 'long' is going on: another process carries it on\n"))
        run.interrupt()
        #expect(try run.outcome().status == 130)
    }

    @Test("On standard output rows go on after the checkpoint, without another header")
    func standardOutput() throws {
        let place = try Workplace()
        let observe = "observe=[{quantity: population, to: standard-output}]"
        let life = ["Scenarios/life.yml", "--set", observe, "--set", "integrate.until=1000000000"]
        let run = try place.program.start(["run"] + life + ["-o", "life"])
        try waitUntil { try run.output().count > 100 }
        run.interrupt()
        let first = try run.outcome()
        #expect(first.status == 130)
        let again = try place.program.start(["resume", "life", "--quiet"])
        try waitUntil { try !again.output().isEmpty }
        again.interrupt()
        let second = try again.outcome()
        let rows = (first.output + second.output).split(separator: "\n")
        #expect(rows.first == "time,population")
        #expect(rows.dropFirst().enumerated().allSatisfy { $1.hasPrefix("\($0).0,") })
        #expect(!second.output.isEmpty)
    }
}
