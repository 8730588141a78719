import ArgumentParser
import GSL
import ScenarioFiles

/// The command line: commands only, no logic. Each says its name: to derive it from the type, the runtime would search the program for what
/// the type can do, at each start.
@main
struct Observatory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "observatory",
        abstract: "Simulates particles and networks in which every node can be watched.",
        discussion: """
            A scenario file says what is simulated and what is recorded. A run writes a directory of CSV files.

            Exit status: 0 success, 1 the simulation or the benchmark failed, 64 wrong usage, 65 the scenario or its data are wrong, \
            66 the scenario cannot be read, 69 formulas cannot be compiled, 71 no memory is left, 73 the results cannot be written, 75 \
            another process carries on the run, 130 interrupted.
            """,
        version: version,
        subcommands: [
            Run.self, Resume.self, Verify.self, Validate.self, SweepCommand.self, Status.self, Collect.self, Plot.self,
            Watch.self, Replay.self, Compare.self, Why.self, Rare.self, Models.self, Describe.self, New.self, Cite.self,
            Schema.self, Benchmark.self,
        ])

    private static var version: String {
        let origin = observatoryCommit.map { "commit \($0), " } ?? ""
        return "\(observatoryVersion) (\(origin)GSL \(gslVersion))"
    }

    static func main() {
        prepareStandardStreams()
        prepareForMemoryExhaustion()
        suggestCommand()
        main(nil)
    }

    /// Ends the program if there is no such command, with the one that may have been meant.
    private static func suggestCommand() {
        let names = configuration.subcommands.map { $0._commandName }
        guard let name = CommandLine.arguments.dropFirst().first, !name.hasPrefix("-"), name != "help",
            !names.contains(name), let meant = name.nearest(in: names)
        else { return }
        exit(withError: ValidationError("Unexpected argument '\(name)'; did you mean '\(meant)'?"))
    }
}
