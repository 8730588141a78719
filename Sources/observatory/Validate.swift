import ArgumentParser
import ScenarioFiles

struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks a scenario and its data files without running it.",
        discussion: """
            All problems are shown at once, each with its place. Warnings, of what may not be meant, do not make a \
            scenario invalid.
            """)

    @OptionGroup var scenario: ScenarioArguments

    func run() throws {
        try reportingErrors {
            let scenario = try scenario.load()
            let size = "\(count(scenario.nodeCount, "node")), \(count(scenario.stepCount, "step"))"
            writeOutput("\(self.scenario.file): valid (\(size))")
        }
    }

    private func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
