import ArgumentParser
import ScenarioFiles

struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Carries a run out once more with other observations.",
        discussion: """
            A recorded run answers questions that nobody asked when it ran. The file of observations has the key 'observe', as in a \
            scenario. The rows of the new observations are, byte for byte, those of a run that had recorded them at once; the old \
            observations are recorded as well, and compared with those of the directory, which stays as it is.
            """)

    @Argument(help: "The directory that the run has written.")
    var directory: String

    @Option(help: ArgumentHelp("The file with the observations.", valueName: "file"))
    var observe: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The directory to create, which must not exist, or be empty.", valueName: "directory"))
    var output: String

    @Option(
        parsing: .unconditional, help: ArgumentHelp("When to end, instead of the end of the run.", valueName: "time"))
    var until: String?

    @OptionGroup var carryingOut: RunArguments

    func run() throws {
        try reportingErrors {
            try ResultDirectory.checkIsFree(output)
            try carryingOut.reading {
                let replay = try ReplayedRun(of: directory, observing: observe, until: until)
                let results = try ResultDirectory(creating: output)
                try carryingOut.carryOut(replay.scenario, in: output) { try replay.carryOut(in: results, monitor: $0) }
            }
        }
    }
}
