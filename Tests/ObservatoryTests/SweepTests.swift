import Foundation
import TestSupport
import Testing

/// Sweeps on the command line, also such as are killed.
@Suite(.waitsForPrograms) struct SweepTests {
    private static let scenario = """
        name: Walk
        seed: 5
        graph: {barabasi-albert: {nodes: 200, edges-per-node: 2}}
        model: {sir: {infection: 0.5, recovery: 1, initial: {infected: 0.1}}}
        integrate: {method: event-driven, until: 3, step: 0.01}
        observe: [{quantity: infected, every: 1}]
        sweep: {vary: {model.sir.infection: [0.5, 1, 2]}, replicates: 8}
        """

    private static let small = "{quantity: infected, every: 1}"

    /// More than waits in memory.
    private static let large = "{nodes: all, every: 0.05}"

    private let place = try? TemporaryDirectory()

    private func program(_ arguments: String...) throws -> Program.Outcome {
        try Program(folder: #require(place)).run(arguments)
    }

    @Test("A sweep is carried out, told of, put together, and goes on with more replicates")
    func sweep() throws {
        try #require(place).write(Self.scenario, to: "walk.yml")
        let outcome = try program("sweep", "walk.yml")
        #expect(
            outcome
                == Program.Outcome(
                    status: 0, output: "Results: Results/walk-sweep\n", errors: "24 runs: 24 carried out\n"))
        let more = try program("sweep", "Results/walk-sweep", "--replicates", "9", "--jobs", "2")
        #expect(more.errors == "27 runs: 24 complete before, 3 carried out\n")
        let status = try program("status", "Results/walk-sweep")
        #expect(status.output == "27 runs: 27 complete, 0 failed, 0 unfinished, 0 not begun\n")
        let collected = try program("collect", "Results/walk-sweep").output.split(separator: "\n")
        #expect(collected.count == 1 + 27 * 4)
        #expect(collected[0] == "model.sir.infection,replicate,time,infected")
        let summary = try program("collect", "Results/walk-sweep", "--summary").output.split(separator: "\n")
        #expect(summary.count == 1 + 3 * 4)
        #expect(summary[0] == "model.sir.infection,time,replicates,infected-mean,infected-error")
    }

    @Test("Values to vary may stand on the command line alone")
    func vary() throws {
        let scenario = Self.scenario.split(separator: "\n").dropLast().joined(separator: "\n")
        try #require(place).write(scenario, to: "walk.yml")
        let missing = try program("sweep", "walk.yml")
        #expect(missing.status == 65)
        #expect(missing.errors.contains("missing key 'sweep'"))
        let outcome = try program(
            "sweep", "walk.yml", "--vary", "model.sir.infection=[1,2]", "--vary",
            "model.sir.recovery={from: 1, to: 2, count: 3}", "--set", "seed=9", "-q", "-o", "out")
        #expect(outcome == Program.Outcome(status: 0, output: "Results: out\n", errors: ""))
        #expect(try program("status", "out").output.hasPrefix("6 runs: 6 complete"))
    }

    @Test("A run of the scenario alone leaves the sweep out, and validate tells what is wrong at its corners")
    func alone() throws {
        try #require(place).write(Self.scenario, to: "walk.yml")
        let alone = try program("run", "walk.yml", "-q")
        #expect(alone.status == 0)
        #expect(alone.errors == "the block 'sweep:' is left out: it is 'observatory sweep' that carries it out\n")
        #expect(try !#require(place).read("Results/walk/scenario.yml").contains("sweep"))
        #expect(try program("run", "Results/walk/scenario.yml", "-o", "again").errors.isEmpty)
        #expect(try program("validate", "walk.yml").output == "walk.yml: valid (a sweep of 3 points, 24 runs)\n")
        let wrong = try program("validate", "walk.yml", "--set", "sweep.vary={model.sir.infection: [1, 2, -1]}")
        #expect(wrong.status == 65)
        #expect(wrong.errors.contains("vary model.sir.infection=-1:1:21: error: 'infection' must be 0 or greater"))
    }

    @Test(
        "Each impossible value of each key is told, wherever it stands",
        arguments: [
            ("grid", "{model.sir.infection: [1, -1, 2, -2, 3], model.sir.recovery: [1, -3, 2]}", ["-1", "-2", "-3"]),
            ("zip", "{model.sir.infection: [1, -1, 2], model.sir.recovery: [1, -3, -2]}", ["-1", "-2", "-3"]),
            ("grid", "{model.sir.infection: {from: -2, to: 2, count: 5}, model.sir.recovery: [1, 2]}", ["-2"]),
            ("grid", "{graph.barabasi-albert.nodes: {from: 200, to: 201, count: 3}}", ["200.5"]),
        ])
    func values(design: String, vary: String, impossible: [String]) throws {
        try #require(place).write(Self.scenario, to: "walk.yml")
        let outcome = try program(
            "validate", "walk.yml", "--set", "sweep.design=\(design)", "--set", "sweep.vary=\(vary)")
        #expect(outcome.status == 65)
        for value in impossible { #expect(outcome.errors.contains("=\(value):1:"), "\(outcome.errors)") }
    }

    @Test("Of what is sampled the least and the greatest value are looked at, of a list each that is taken")
    func samples() throws {
        try #require(place).write(Self.scenario, to: "walk.yml")
        let sampled = ["--set", "sweep.design=latin-hypercube", "--set", "sweep.points=40"]
        func validate(_ vary: String) throws -> Program.Outcome {
            try Program(folder: #require(place)).run(["validate", "walk.yml", "--set", "sweep.vary=\(vary)"] + sampled)
        }
        #expect(try validate("{model.sir.infection: {from: 0, to: 1}, model.sir.recovery: [1, 2]}").status == 0)
        // One of forty parts of the range is below 0.
        let below = try validate("{model.sir.recovery: [1, 2], model.sir.infection: {from: -0.1, to: 3.9}}")
        #expect(below.status == 65 && below.errors.contains("vary model.sir.infection=-0.0"), "\(below.errors)")
        let listed = try validate("{model.sir.infection: {from: 0, to: 1}, model.sir.recovery: [1, -2, 3]}")
        #expect(listed.status == 65 && listed.errors.contains("vary model.sir.recovery=-2:"), "\(listed.errors)")
    }

    @Test("What a sweep will take is told, and so is a script for Slurm, which carry out nothing")
    func estimates() throws {
        try #require(place).write(Self.scenario, to: "walk.yml")
        let dry = try program("sweep", "walk.yml", "--dry-run")
        #expect(dry.output.hasPrefix("24 runs of up to 200 nodes\nsome 96 rows in tables"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: #require(place).path) == ["walk.yml"])
        let replaced = try program("sweep", "walk.yml", "--set", "model.sir.infection=3", "--dry-run")
        #expect(replaced.status == 65)
        #expect(replaced.errors.contains("'model.sir.infection' is varied by the sweep"))
        let script = try program("sweep", "walk.yml", "--slurm", "--tasks", "7", "-o", "with 'quote'").output
        #expect(script.hasPrefix("#!/bin/bash\n#SBATCH --job-name=walk\n#SBATCH --array=1-7\n"))
        #expect(script.contains("sweep '\(try #require(place).path)/with '\\''quote'\\'''"))
        #expect(script.hasSuffix(" --jobs 1 --quiet\n"))
        #expect(try program("status", "with 'quote'").output.hasPrefix("24 runs: 0 complete"))
        let compiling = try program("sweep", "walk.yml", "--slurm", "--compile", "-o", "compiled").output
        #expect(compiling.hasSuffix(" --jobs 1 --quiet --compile\n"))
    }

    @Test("A part of a sweep takes its part of the time")
    func estimateOfParts() throws {
        try #require(place).write(Self.scenario, to: "walk.yml")
        let dry = try program("sweep", "walk.yml", "--dry-run", "--shard", "2/5")
        #expect(dry.output.hasPrefix("5 runs of up to 200 nodes\nsome 20 rows in tables"))
    }

    @Test("What is looked for is printed and stored, and status says whether it is found")
    func search() throws {
        let place = try #require(place)
        let vary = "sweep.vary={model.sir.recovery: {from: 0.1, to: 20}}"
        try place.write(Self.scenario, to: "walk.yml")
        let arguments = ["sweep", "walk.yml", "--set", vary, "--set", "sweep.find={quantity: infected, equals: 30}"]
        let program = Program(folder: place)
        #expect(
            try program.run(["validate", "walk.yml"] + arguments.dropFirst(2)).output
                == "walk.yml: valid (a sweep of at most 1600 runs)\n")
        let found = try program.run(arguments + ["-q", "-o", "out"])
        #expect(found.status == 0, "\(found.errors)")
        let table = try place.read("out/found.csv")
        #expect(found.output == table + "Results: out\n")
        #expect(
            table.hasPrefix(
                "model.sir.recovery,model.sir.recovery-error,infected,infected-error,replicates,evaluations\n"))
        #expect(try program.run(["status", "out"]).status == 0)
        let none = try program.run(
            arguments.dropLast() + ["sweep.find={quantity: infected, equals: 300}", "-o", "none"])
        #expect(none.status == 65)
        #expect(none.errors.contains("which are not on both sides of 300"))
        let status = try program.run(["status", "none"])
        #expect(status.status == 1)
        #expect(status.output.contains("what it looks for was not found: 'infected' is"))
        let parts = try program.run(arguments + ["--shard", "1/2", "-o", "parts"])
        #expect(parts.status == 64)
    }

    @Test("Verify looks at all runs of a sweep", arguments: ["directories", "packed"])
    func verify(store: String) throws {
        let place = try #require(place)
        try place.write(Self.scenario, to: "walk.yml")
        #expect(try program("sweep", "walk.yml", "--set", "sweep.store=\(store)", "-q", "-o", "out").status == 0)
        let whole = try program("verify", "out")
        #expect(whole.status == 0 && whole.output.hasPrefix("out: complete (24 runs, 48 files, "))
        let more = try program("sweep", "out", "--replicates", "9", "--slurm")
        #expect(more.status == 0)
        let incomplete = try program("verify", "out")
        #expect(incomplete.status == 65 && incomplete.errors == "error: 3 of 27 runs have not ended\n")
    }

    @Test("A reader who has seen enough ends the program by the signal, without a word")
    func closedPipe() throws {
        let place = try #require(place)
        try place.write(Self.scenario, to: "walk.yml")
        #expect(try program("sweep", "walk.yml", "--set", "observe.0.every=0.01", "-q", "-o", "out").status == 0)
        let outcome = try Program(folder: place).shell("(\"$0\" collect out; echo $? > status) | head -n 1")
        #expect(
            outcome == Program.Outcome(status: 0, output: "model.sir.infection,replicate,time,infected\n", errors: ""))
        #expect(try place.read("status") == "141\n")
    }

    @Test(
        "Where nothing can be written the sweep ends, and goes on when there is room",
        arguments: ["directories", "packed"], ["{quantity: infected, every: 0.01}", large])
    func noRoom(store: String, observation: String) throws {
        let place = try #require(place)
        try place.write(Self.scenario, to: "walk.yml")
        let sweep = "sweep walk.yml --set 'observe.0=\(observation)' --set sweep.store=\(store) -q -o out"
        let full = try Program(folder: place).shell("ulimit -f 4; \"$0\" \(sweep)")
        #expect(full.status == 73)
        #expect(full.errors.contains("ile too large"), "\(full.errors)")
        #expect(!FileManager.default.fileExists(atPath: place.path(of: "out/failures")))
        #expect(try Program(folder: place).shell("\"$0\" \(sweep)").status == 0)
        #expect(try program("status", "out").output.hasPrefix("24 runs: 24 complete"))
    }

    @Test("What is wrong at the last value of a key is told before all others are carried out")
    func corners() throws {
        try #require(place).write(Self.scenario, to: "walk.yml")
        let vary = "sweep.vary={model.sir.infection: [1, 2, -1]}"
        let outcome = try program("sweep", "walk.yml", "--set", vary, "-o", "out")
        #expect(outcome.errors.hasPrefix("some runs will fail:\nvary model.sir.infection=-1:1:21: error:"))
        #expect(outcome.errors.hasSuffix("24 runs: 16 carried out, 8 failed\n"))
    }

    @Test("Failures are told with their values, with exit status 1")
    func failures() throws {
        try #require(place).write(Self.scenario, to: "walk.yml")
        let vary = "sweep.vary={graph.barabasi-albert.edges-per-node: [2, 500]}"
        let outcome = try program("sweep", "walk.yml", "--set", vary, "--set", "sweep.replicates=1", "-o", "out")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("(graph.barabasi-albert.edges-per-node=500) has failed:"))
        #expect(outcome.errors.hasSuffix("2 runs: 1 carried out, 1 failed\n"))
        #expect(try program("status", "out").status == 1)
        #expect(try program("collect", "out").errors == "warning: 1 of 2 runs are not complete, and left out\n")
    }

    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["OBSERVATORY_KILL_COUNT"].flatMap { Int($0) } ?? 4
    private static let seed = environment["OBSERVATORY_KILL_SEED"].flatMap { UInt64($0) } ?? 1

    @Test(
        "However often a sweep is killed, alone or beside another, it ends with the bytes of one that was not",
        arguments: [("directories", small), ("packed", small), ("packed", large)])
    func killed(store: String, observation: String) throws {
        let place = try #require(place)
        try place.write(Self.scenario, to: "walk.yml")
        let settings = ["--set", "sweep.store=\(store)", "--set", "observe.0=\(observation)"]
        let arguments = ["sweep", "walk.yml"] + settings + ["-q", "-o"]
        let program = Program(folder: place)
        let start = ContinuousClock.now
        #expect(try program.run(arguments + ["whole"]).status == 0)
        let duration = max(1, Int((ContinuousClock.now - start) / .microseconds(1)))
        let whole = try program.run(["collect", "whole"]).output
        var random = SeededGenerator(seed: Self.seed)
        for attempt in 0..<Self.count {
            let directory = "killed-\(attempt)"
            for _ in 0..<4 {
                let first = try program.start(arguments + [directory])
                let second = Bool.random(using: &random) ? try program.start(arguments + [directory]) : nil
                usleep(UInt32(random.below(duration)))
                first.crash()
                second?.crash()
            }
            let last = try program.run(arguments + [directory])
            #expect(last.status == 0, "\(last.errors)")
            #expect(try program.run(["collect", directory]).output == whole)
            try FileManager.default.removeItem(atPath: place.path(of: directory))
        }
    }
}
