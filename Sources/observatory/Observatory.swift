import ArgumentParser
import GSL
import ScenarioFiles

/// The command line: commands only, no logic.
@main
struct Observatory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "observatory",
        abstract: "Simulates particles and networks in which every node can be watched.",
        discussion: """
            A scenario file says what is simulated and what is recorded. A run writes a directory of CSV files.

            Exit status: 0 success, 1 the simulation or the benchmark failed, 64 wrong usage, 65 the scenario or its data are wrong, \
            66 the scenario cannot be read, 71 no memory is left, 73 the results cannot be written, 75 another process carries on the \
            run, 130 interrupted.
            """,
        version: version,
        subcommands: [Run.self, Resume.self, Verify.self, Validate.self, Benchmark.self])

    private static var version: String {
        let origin = observatoryCommit.map { "commit \($0), " } ?? ""
        return "\(observatoryVersion) (\(origin)GSL \(gslVersion))"
    }

    static func main() {
        prepareStandardStreams()
        prepareForMemoryExhaustion()
        main(nil)
    }
}
