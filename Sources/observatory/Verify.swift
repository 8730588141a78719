import ArgumentParser
import ScenarioFiles
import Sweeps

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks that results are complete and as they were written.",
        discussion: """
            A run that has ended has a file 'manifest.json' with the length and the SHA-256 checksum of each file, and the \
            columns of tables. All that are missing or changed are told, and checkpoints that were kept and are missing or \
            damaged, with exit status 65. Of a sweep all runs are checked, and those that have not ended are told, too.
            """)

    @Argument(help: "The directory that the run, or the sweep, has written.")
    var directory: String

    func run() throws {
        try reportingErrors {
            guard !Sweep.isDirectory(directory) else { return try verify(Sweep(reading: directory)) }
            let results = try VerifiedResults(in: directory)
            try results.report()
            let checkpoints = results.checkpointCount
            let kept = checkpoints == 0 ? "" : "; \(checkpoints) kept checkpoint\(checkpoints == 1 ? "" : "s")"
            writeOutput("\(directory): complete (\(results.fileCount) files, \(results.byteCount) bytes\(kept))")
        }
    }
}

extension Verify {
    private func verify(_ sweep: Sweep) throws {
        let results = SweepResults(of: sweep)
        var (ended, files, bytes, isDamaged) = (0, 0, 0, false)
        for index in 0..<sweep.plan.runCount {
            let run = try sweep.plan.run(index)
            guard let verified = try results.verified(run) else { continue }
            (ended, files, bytes) = (ended + 1, files + verified.fileCount, bytes + verified.byteCount)
            for file in verified.damaged { writeError("error: run \(run.name): \(file)") }
            isDamaged = isDamaged || !verified.damaged.isEmpty
        }
        if ended < sweep.plan.runCount {
            writeError("error: \(sweep.plan.runCount - ended) of \(sweep.plan.runCount) runs have not ended")
        }
        guard !isDamaged, ended == sweep.plan.runCount else { throw ExitCode(65) }
        writeOutput("\(directory): complete (\(ended) runs, \(files) files, \(bytes) bytes)")
    }
}

extension VerifiedResults {
    /// Tells of the files that are damaged, and fails if there are any.
    func report() throws {
        guard !damaged.isEmpty else { return }
        for file in damaged { writeError("error: \(file)") }
        throw ExitCode(65)
    }
}
