import ArgumentParser
import Foundation
import ScenarioFiles

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs a scenario and writes its results.",
        discussion: """
            The results are a directory with a file for each observation, the scenario as it was run with all defaults \
            written out, and copies of its data files. The last line on standard output says where they lie, or on \
            standard error where observations are written to standard output.

            A signal (Control-C) ends a run after its present step, or within it where the method is adaptive: what \
            has been recorded is kept. A second one ends it at once.
            """)

    @OptionGroup var scenario: ScenarioArguments

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The directory to create, which must not exist. Unless given, a free name in 'Results', after that of "
                + "the file.",
            valueName: "directory"))
    var output: String?

    @Flag(name: .shortAndLong, help: "Show no progress.")
    var quiet = false

    func run() throws {
        try reportingErrors {
            // The directory is checked first, since it would be a pity to learn of it after reading large data.
            if let output { try ResultDirectory.checkIsFree(output) }
            let scenario = try scenario.load()
            let directory =
                if let output {
                    try ResultDirectory(creating: output)
                } else {
                    try ResultDirectory(creatingIn: "Results", name: scenario.fileStem)
                }
            let progress = quiet ? nil : ProgressLine(name: scenario.name)
            let interruption = Interruption()
            let monitor = RunMonitor(
                onProgress: { progress?.show($0) }, shouldStop: { interruption.wasRequested })
            defer {
                progress?.clear()
                // What was recorded before a failure is worth looking at, too.
                let place = "Results: \(directory.path)"
                if scenario.usesStandardOutput { writeError(place) } else { print(place) }
            }
            try scenario.run(in: directory, monitor: monitor)
            progress?.clear()
            if let reason = monitor.stopReason, !quiet { writeError("stopped: \(reason)") }
            if monitor.wasStopped {
                writeError("interrupted: the results end early")
                throw ExitCode(130)
            }
        }
    }
}
