import ArgumentParser
import ScenarioFiles

struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks a scenario and its data files without running it.",
        discussion: "All problems are shown at once, each with its place.")

    @OptionGroup var scenario: ScenarioArguments

    func run() throws {
        try reportingErrors {
            let scenario = try scenario.load()
            print("\(self.scenario.file): valid (\(scenario.nodeCount) nodes, \(scenario.stepCount) steps)")
        }
    }
}
