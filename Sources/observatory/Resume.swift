import ArgumentParser
import ScenarioFiles

struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Goes on with a run that was interrupted.",
        discussion: """
            The run goes on from its last checkpoint, and its files become, byte for byte, those of a run that was not \
            interrupted. Rows that were recorded after the checkpoint are cut off and recorded again; on standard \
            output, where that is not possible, the rows go on after the checkpoint. A run that has no checkpoint, \
            because it was killed before the first or keeps a state that cannot be stored, is run from the beginning, \
            and its files are replaced. A run that has ended is left as it is, with exit status 0 if its files are what they \
            were then.

            With --output the run goes on in a directory of its own, and the one that is named stays as it is, whether \
            its run has ended or not: from an earlier checkpoint with --from, where all were kept, or to a later end with \
            --until.

            The scenario and the data in the directory must not be edited, and the program must be the same.
            """)

    @Argument(help: "The directory that the run has written.")
    var directory: String

    @Option(
        help: ArgumentHelp(
            "A checkpoint in the directory to go on from, where all are kept; the last one unless given.",
            valueName: "file"))
    var from: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The directory to create for a run of its own, which must not exist.", valueName: "directory"))
    var output: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --output: when the run is to end, instead of the time in the scenario.", valueName: "time"))
    var until: String?

    @OptionGroup var carryingOut: RunArguments

    func validate() throws {
        guard until == nil || output != nil else {
            throw ValidationError("'--until' needs '--output': results are never overwritten by others.")
        }
    }

    func run() throws {
        try reportingErrors { try carryingOut.reading { try goOn() } }
    }

    private func goOn() throws {
        if let output {
            let run = try BranchedRun(of: directory, from: from, until: until, in: output)
            return try carryingOut.carryOut(run.scenario, in: output) { try run.goOn(monitor: $0) }
        }
        let run: UnfinishedRun
        do {
            run = try UnfinishedRun(in: directory, from: from)
        } catch ResumptionError.hasEnded(let path) {
            writeError("\(ResumptionError.hasEnded(path: path))")
            return try VerifiedResults(in: path).report()
        }
        if run.checkpoint == nil, !carryingOut.quiet {
            writeError("there is no checkpoint in '\(directory)': the run begins again")
        }
        try carryingOut.carryOut(run.scenario, in: directory) { try run.goOn(monitor: $0) }
    }
}
