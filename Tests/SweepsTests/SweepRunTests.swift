import Essentials
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ScenarioFiles
@testable import Sweeps

@Suite struct SweepRunTests {
    private static let block = "{vary: {model.sir.infection: [0.5, 1, 2]}, replicates: 4"

    /// The table of all runs of one job in directories.
    private func reference(_ place: TemporaryDirectory) throws -> String {
        let sweep = try place.sweep(Self.block + "}", in: "reference")
        #expect(try sweep.carryOut() == SweepProgress(runCount: 12, completed: 12))
        return try sweep.collected()
    }

    @Test("A run of a sweep is the run of its scenario alone")
    func alone() throws {
        let place = try TemporaryDirectory()
        let sweep = try place.sweep("{vary: {model.sir.infection: [2]}, seeds: common}")
        #expect(try sweep.carryOut().isComplete)
        let scenario = try Scenario(
            contentsOf: place.write(walk, to: "walk.yml"), overrides: [Override("model.sir.infection=2")])
        try scenario.run(in: try ResultDirectory(creating: place.path(of: "alone")))
        let alone = try String(contentsOfFile: place.path(of: "alone/infected.csv"), encoding: .utf8)
        let lines = alone.split(separator: "\n").enumerated().map {
            ($0 == 0 ? "model.sir.infection,replicate," : "2,1,") + $1
        }
        #expect(try sweep.collected() == lines.joined(separator: "\n") + "\n")
    }

    @Test(
        "The results depend neither on jobs, nor on how they are kept, nor on parts",
        arguments: ["directories", "packed"], [1, 3])
    func jobs(store: String, jobs: Int) throws {
        let place = try TemporaryDirectory()
        let reference = try reference(place)
        let sweep = try place.sweep(Self.block + ", store: \(store)}")
        var options = SweepOptions()
        options.jobs = jobs
        #expect(try sweep.carryOut(options).completed == 12)
        #expect(try sweep.collected() == reference)
        let parts = try place.sweep(Self.block + ", store: \(store)}", in: "parts")
        for part in 1...3 {
            options.shard = (part, 3)
            #expect(try parts.carryOut(options) == SweepProgress(runCount: 4, completed: 4))
        }
        #expect(try parts.collected() == reference)
    }

    @Test(
        "A sweep that is stopped anywhere goes on, and only what is missing is carried out",
        arguments: ["directories", "packed"])
    func stopped(store: String) throws {
        let place = try TemporaryDirectory()
        let reference = try reference(place)
        let sweep = try place.sweep(Self.block + ", store: \(store)}")
        var completed = 0
        for stop in [1, 7, 20, 40, 1_000_000] {
            let asked = Count()
            let progress = try sweep.carryOut(
                monitor: SweepMonitor(shouldStop: {
                    asked.add()
                    return asked.value > stop
                }))
            #expect(progress.earlier == completed)
            #expect(progress.wasStopped == (completed + progress.completed < 12))
            completed += progress.completed
        }
        #expect(completed == 12)
        #expect(try sweep.collected() == reference)
        let larger = try place.sweep("{vary: {model.sir.infection: [0.5, 1, 2]}, replicates: 5, store: \(store)}")
        let progress = try larger.carryOut()
        #expect(progress == SweepProgress(runCount: 15, earlier: 12, completed: 3))
    }

    @Test(
        "What is wrong with one run ends no other, is told, and is tried again if asked",
        arguments: ["directories", "packed"])
    func failures(store: String) throws {
        let place = try TemporaryDirectory()
        let sweep = try place.sweep("{vary: {graph.barabasi-albert.edges-per-node: [2, 60, 3]}, store: \(store)}")
        let failures = Mutex<[String]>([])
        let hears = SweepMonitor(onRun: { run, end, _ in
            if case .failed(let reason) = end { failures.withLock { $0.append("\(run.values) \(reason)") } }
        })
        #expect(try sweep.carryOut(monitor: hears) == SweepProgress(runCount: 3, completed: 2, failed: 1))
        let told = failures.withLock { $0 }
        #expect(told.count == 1)
        #expect(told[0].contains("[\"60\"]") && told[0].contains("must be between 1 and 39"))
        #expect(try sweep.carryOut(monitor: hears) == SweepProgress(runCount: 3, earlier: 2, failed: 1))
        #expect(failures.withLock { $0.count } == 1)
        var options = SweepOptions()
        options.retriesFailed = true
        #expect(try sweep.carryOut(options, monitor: hears).failed == 1)
        #expect(failures.withLock { $0.count } == 2)
        let run = try sweep.plan.run(1)
        guard case .failed(let reason) = try SweepResults(of: sweep).place(of: run) else {
            Issue.record("the failure is forgotten")
            return
        }
        #expect(reason.contains("must be between 1 and 39"))
        options.failsFast = true
        let fresh = try place.sweep(
            "{vary: {graph.barabasi-albert.edges-per-node: [2, 60]}, replicates: 40, store: \(store)}", in: "fast")
        #expect(try fresh.carryOut(options).failed == 1)
        #expect(try SweepTable(of: fresh).completeCount < 40)
    }

    @Test("Two that carry out the same sweep at the same time do each run once", arguments: ["directories", "packed"])
    func together(store: String) throws {
        let place = try TemporaryDirectory()
        let reference = try reference(place)
        let sweep = try place.sweep(Self.block + ", store: \(store)}")
        let completed = Count()
        let hears = SweepMonitor(onRun: { _, end, _ in if end == .completed { completed.add() } })
        WorkerThreads.perform(on: 3) { _ = try? sweep.carryOut(monitor: hears) }
        #expect(try sweep.carryOut(monitor: hears).isComplete)
        #expect(completed.value == 12)
        #expect(try sweep.collected() == reference)
    }

    @Test(
        "A run whose scenario or checkpoint did not reach the disk begins again, and one that was not put away yet is",
        arguments: ["directories", "packed"], ["scenario.yml", "checkpoint", "nothing"])
    func damaged(store: String, file: String) throws {
        let place = try TemporaryDirectory()
        let reference = try reference(place)
        let sweep = try place.sweep(Self.block + ", store: \(store)}")
        let asked = Count()
        let stops = SweepMonitor(shouldStop: {
            asked.add()
            return asked.value > 8
        })
        #expect(try sweep.carryOut(monitor: stops).wasStopped)
        let runs = place.path(of: "out/runs")
        for name in try FileManager.default.contentsOfDirectory(atPath: runs) {
            let path = "\(runs)/\(name)"
            if file == "nothing" {
                // It ends, as a process may be killed before it tells.
                if let run = try? UnfinishedRun(in: path) { try run.goOn() }
            } else if FileManager.default.fileExists(atPath: "\(path)/checkpoint") {
                try Data("x".utf8).write(to: URL(fileURLWithPath: "\(path)/\(file)"))
            }
        }
        #expect(try sweep.carryOut().isComplete)
        #expect(try sweep.collected() == reference)
    }

    @Test("A run that has lost a file is carried out again")
    func lost() throws {
        let place = try TemporaryDirectory()
        let sweep = try place.sweep("{replicates: 3}")
        #expect(try sweep.carryOut().isComplete)
        let whole = try sweep.collected()
        try FileManager.default.removeItem(atPath: place.path(of: "out/runs/\(sweep.plan.run(1).name)/infected.csv"))
        #expect(try sweep.carryOut() == SweepProgress(runCount: 3, earlier: 2, completed: 1))
        #expect(try sweep.collected() == whole)
    }

    @Test(
        "What has changed since runs ended is found, and what all runs share", arguments: ["directories", "packed"])
    func verified(store: String) throws {
        let place = try TemporaryDirectory()
        try place.write("source,target\n" + (0..<9).map { "\($0),\($0 + 1)\n" }.joined(), to: "net.csv")
        let sweep = try place.sweep(
            "{replicates: 3, store: \(store)}",
            walk.replacingOccurrences(
                of: "barabasi-albert: {nodes: 40, edges-per-node: 2}", with: "edge-list: {file: net.csv}"))
        #expect(try sweep.carryOut().isComplete)
        let damaged = {
            let results = SweepResults(of: sweep)
            return try (0..<3).map { try #require(try results.verified(sweep.plan.run($0))).damaged.map(\.description) }
        }
        #expect(try damaged() == [[], [], []])
        let name = try sweep.plan.run(1).name
        let file = place.path(
            of: store == "packed" ? "out/archives/\(name.prefix(2)).tar" : "out/runs/\(name)/infected.csv")
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        // The time of the last row.
        let time = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("\n3.0,".utf8)) })
        bytes[time + 1] = UInt8(ascii: "4")
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        #expect(try damaged().map(\.count) == [0, 1, 0])
    }

    @Test("Sweeps that begin in the same directory at the same time do not get in each other's way")
    func beginning() throws {
        let place = try TemporaryDirectory()
        let file = try place.write("\(walk)\nsweep: {replicates: 3}", to: "s.yml")
        let begun = Count()
        for attempt in 0..<20 {
            let path = place.path(of: "out-\(attempt)")
            WorkerThreads.perform(on: 4) {
                for _ in 0..<3 where (try? Sweep(contentsOf: file, in: path)) != nil { begun.add() }
            }
        }
        #expect(begun.value == 240)
    }

    @Test("A task that carries out a sweep can be cancelled, and another goes on")
    func cancelled() async throws {
        let place = try TemporaryDirectory()
        let sweep = try place.sweep(Self.block + "}")
        let task = Task { try await sweep.carryOut() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await sweep.carryOut().isComplete)
    }

    @Test(
        "An archive that was cut off anywhere, or has garbage at its end, keeps the runs before and gets the others again"
    )
    func cutOff() throws {
        let place = try TemporaryDirectory()
        let block = "{vary: {model.sir.infection: [0.5, 1, 2]}, replicates: 4, store: packed}"
        let sweep = try place.sweep(block)
        #expect(try sweep.carryOut().isComplete)
        let whole = try sweep.collected()
        var random = SeededGenerator(seed: 1)
        let folder = place.path(of: "out/archives")
        for attempt in 0..<20 {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let file = URL(fileURLWithPath: "\(folder)/\(name)")
                let bytes = try Data(contentsOf: file)
                var cut = bytes.prefix(Int.random(in: 0...bytes.count, using: &random))
                if attempt % 2 == 1 { cut += Data((0..<700).map { _ in UInt8.random(in: 0...255, using: &random) }) }
                try cut.write(to: file)
            }
            #expect(try sweep.carryOut().isComplete)
            #expect(try sweep.collected() == whole)
        }
    }

    @Test(
        "Trying to write an archive that another process writes closes no file that another thread has opened meanwhile"
    )
    func closedOnce() throws {
        let path = try TemporaryDirectory().path(of: "runs.tar")
        let archive = try #require(try RunArchive(at: path))
        let (tries, lost) = (Count(), Count())
        WorkerThreads.perform(on: 2) {
            tries.add()
            let opens = tries.value == 1
            for _ in 0..<20_000 {
                if opens {
                    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
                    if close(descriptor) != 0 { lost.add() }
                } else if (try? RunArchive(at: path)) != nil {
                    lost.add()
                }
            }
        }
        #expect(lost.value == 0)
        withExtendedLifetime(archive) {}
    }

    @Test("Other programs read the archives")
    func tar() throws {
        let place = try TemporaryDirectory()
        let sweep = try place.sweep("{replicates: 2, store: packed}")
        #expect(try sweep.carryOut().isComplete)
        let run = try sweep.plan.run(1)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "mkdir runs2 && for f in out/archives/*.tar; do tar -xf $f -C runs2 || exit 1; done",
        ]
        process.currentDirectoryURL = URL(fileURLWithPath: place.path)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try VerifiedResults(in: place.path(of: "runs2/\(run.name)")).damaged.isEmpty)
    }
}
