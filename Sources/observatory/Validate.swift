import ArgumentParser
import ScenarioFiles
import Sweeps

struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks a scenario and its data files without running it.",
        discussion: """
            All problems are shown at once, each with its place. Warnings, of what may not be meant, do not make a \
            scenario invalid. Of a sweep the first and the last value of each key are checked, with the first ones of the others.
            """)

    @OptionGroup var scenario: ScenarioArguments

    func run() throws {
        try reportingErrors {
            if try SweepDocument.isSweep(self.scenario.file) { try checkSweep() }
            if let checked = try Sweep.checkingCorners(
                of: self.scenario.file, overrides: self.scenario.overrides.map { Override($0) })
            {
                for warning in checked.warnings { writeError(warning.description) }
                let points = count(checked.plan.points.count, "point"), runs = count(checked.plan.runCount, "run")
                return writeOutput("\(self.scenario.file): valid (a sweep of \(points), \(runs))")
            }
            let scenario = try scenario.load()
            let size = "\(count(scenario.nodeCount, "node")), \(count(scenario.stepCount, "step"))"
            writeOutput("\(self.scenario.file): valid (\(size))")
        }
    }

    /// Checks the block of a sweep. Where that is wrong, what else is wrong is told with it.
    private func checkSweep() throws(ScenarioError) {
        do {
            _ = try SweepDocument(contentsOf: scenario.file, overrides: scenario.overrides.map { Override($0) })
        } catch {
            _ = try scenario.load()
            throw error
        }
    }

    private func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
