import ArgumentParser
import ScenarioFiles

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs a scenario and writes its results.",
        discussion: """
            The results are a directory with a file for each observation, the scenario as it was run with all defaults \
            written out, and copies of its data files. The last line on standard output says where they lie, or on \
            standard error where observations are written to standard output.

            A signal (Control-C) ends a run after its present step, or within it where the method is adaptive or makes \
            events, leaps or sweeps: what has been recorded is kept, and 'observatory resume' goes on from there, as it \
            does after a crash from the last checkpoint. A second one ends it at once.
            """)

    @OptionGroup var scenario: ScenarioArguments

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The directory to create, which must not exist, or be empty. Unless given, a free name in 'Results', after that of "
                + "the file.",
            valueName: "directory"))
    var output: String?

    @OptionGroup var carryingOut: RunArguments

    @OptionGroup var watching: WatchArguments

    func run() throws {
        try reportingErrors {
            // The directory is checked first, since it would be a pity to learn of it after reading large data.
            if let output { try ResultDirectory.checkIsFree(output) }
            let scenario = try carryingOut.reading { try self.scenario.load() }
            if scenario.hasSweep {
                writeError("the block 'sweep:' is left out: it is 'observatory sweep' that carries it out")
            }
            let directory =
                if let output {
                    try ResultDirectory(creating: output)
                } else {
                    try ResultDirectory(creatingIn: "Results", name: scenario.fileStem)
                }
            try carryingOut.carryOut(scenario, in: directory.path, watched: watching) {
                try scenario.run(in: directory, monitor: $0)
            }
        }
    }
}
