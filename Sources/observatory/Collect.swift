import ArgumentParser
import Recording
import Sweeps

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

struct Collect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collect",
        abstract: "Puts a table of all runs of a sweep together, as CSV on standard output.",
        discussion: """
            Before the columns of the runs' tables stand the values of the keys and the replicate. With '--summary' each row has \
            statistics over the replicates instead, such as mean and error, which 'summarise:' in the block 'sweep:' chooses. Runs \
            that are not complete are left out, which is told.
            """)

    @Argument(help: "The directory of the sweep.")
    var directory: String

    @Option(help: ArgumentHelp("The table, where runs have several.", valueName: "name"))
    var table: String?

    @Flag(help: "Statistics over the replicates instead of all rows.")
    var summary = false

    func run() throws {
        try reportingErrors {
            let sweep = try Sweep(reading: directory)
            let collected = try SweepTable(of: sweep, named: table)
            let missing = sweep.plan.runCount - collected.completeCount
            if missing > 0 {
                writeError("warning: \(missing) of \(sweep.plan.runCount) runs are not complete, and left out")
            }
            let lacking = collected.lackingCount
            if lacking > 0 {
                writeError("warning: \(lacking) runs have no table '\(collected.name)', and are left out")
            }
            let write = summary ? collected.writeSummary : collected.write
            try write { try writeBytes($0) }
        }
    }
}

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Says how many runs of a sweep are complete, have failed, or are missing.",
        discussion: "Exit status: 0 if all are complete, 1 otherwise.")

    @Argument(help: "The directory of the sweep.")
    var directory: String

    func run() throws {
        try reportingErrors {
            let sweep = try Sweep(reading: directory)
            let results = SweepResults(of: sweep)
            var counts = (complete: 0, failed: 0, unfinished: 0, missing: 0)
            for index in 0..<sweep.plan.runCount {
                switch try results.place(of: sweep.plan.run(index)) {
                case .directory, .archive: counts.complete += 1
                case .failed: counts.failed += 1
                case .unfinished: counts.unfinished += 1
                case .missing: counts.missing += 1
                }
            }
            let total = sweep.plan.runCount
            writeOutput(
                "\(total) runs: \(counts.complete) complete, \(counts.failed) failed, "
                    + "\(counts.unfinished) unfinished, \(counts.missing) not begun")
            switch sweep.outcome {
            case nil, .found: break
            case .unfinished: writeOutput("what it looks for is not found yet")
            case .failed(let error): writeOutput("what it looks for was not found: \(error)")
            }
            if counts.complete < total || sweep.outcome != nil && sweep.found == nil { throw ExitCode(1) }
        }
    }
}
