import ArgumentParser
import ScenarioFiles

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks that results are complete and as they were written.",
        discussion: """
            A run that has ended has a file 'manifest.json' with the length and the SHA-256 checksum of each file, and the \
            columns of tables. All that are missing or changed are told, and checkpoints that were kept and are missing or \
            damaged, with exit status 65.
            """)

    @Argument(help: "The directory that the run has written.")
    var directory: String

    func run() throws {
        try reportingErrors {
            let results = try VerifiedResults(in: directory)
            try results.report()
            let checkpoints = results.checkpointCount
            let kept = checkpoints == 0 ? "" : "; \(checkpoints) kept checkpoint\(checkpoints == 1 ? "" : "s")"
            writeOutput("\(directory): complete (\(results.fileCount) files, \(results.byteCount) bytes\(kept))")
        }
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
