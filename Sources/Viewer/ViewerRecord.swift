import ScenarioFiles
import SimulationEngine

/// Takes down what pages change in a run, as a scenario that does the same by itself: `viewer.yml` in the directory of the run.
package struct ViewerRecord: Sendable {
    /// Something that a page has done.
    struct Action: Sendable {
        let author: String
        let time: Double

        /// In YAML.
        let text: String
    }

    /// The file with the scenario, which gives the same bytes without a page.
    package static let fileName = "viewer.yml"

    private let directory: String

    package init(in directory: String) { self.directory = directory }

    /// The author of the next action. Each intervention of a scenario has a name of its own.
    func author(after count: Int) -> String { count == 0 ? "viewer" : "viewer-\(count + 1)" }

    /// Writes the scenario with all that has been done.
    func store(_ actions: [Action]) throws {
        let scenario = "\(directory)/\(ResultDirectory.scenarioFile)"
        let interventions = actions.map { (name: $0.author, time: $0.time, text: $0.text) }
        let text = try Scenario.text(of: scenario, adding: interventions)
        try DurableFile(path: "\(directory)/\(Self.fileName)").write(Array(text.utf8))
    }
}
