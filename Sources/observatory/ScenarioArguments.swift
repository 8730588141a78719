import ArgumentParser
import ScenarioFiles

/// The arguments of all commands that read a scenario.
struct ScenarioArguments: ParsableArguments {
    @Argument(help: "The scenario file (YAML).")
    var file: String

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Replaces a value of the scenario, such as integrate.step=0.5, or observe.0.every=1 in the first item of "
                + "a list. Can be given several times.",
            valueName: "key.path=value"))
    var overrides: [String] = []

    /// Reads the scenario, and tells on standard error what it warns of.
    func load() throws(ScenarioError) -> Scenario {
        let scenario = try Scenario(contentsOf: file, overrides: overrides.map { Override($0) })
        for warning in scenario.warnings { writeError(warning.description) }
        let unshown = scenario.warningCount - scenario.warnings.count
        if unshown > 0 { writeError("\(unshown) more \(unshown == 1 ? "warning is" : "warnings are") not shown") }
        return scenario
    }
}
