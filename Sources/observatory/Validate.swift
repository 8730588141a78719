import ArgumentParser
import ScenarioFiles
import Sweeps

struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Checks a scenario and its data files without running it.",
        discussion: """
            All problems are shown at once, each with its place. Warnings, of what may not be meant, do not make a \
            scenario invalid. Of a sweep the first and the last value of each key are checked, with the first ones of the others.
            """)

    @OptionGroup var scenario: ScenarioArguments

    func run() throws {
        try reportingErrors {
            guard try !SweepDocument.isSweep(self.scenario.file) else { return try checkSweep() }
            let scenario = try scenario.load()
            let size = "\(count(scenario.nodeCount, "node")), \(count(scenario.stepCount, "step"))"
            writeOutput("\(self.scenario.file): valid (\(size))")
        }
    }

    /// Checks a sweep. Where its block is wrong, what else is wrong is told with it.
    private func checkSweep() throws {
        let sweep: Sweep
        do {
            sweep = try Sweep(
                checkingCornersOf: scenario.file, overrides: scenario.overrides.map { Override($0) })
        } catch {
            if error is ScenarioError { _ = try scenario.load() }
            throw error
        }
        for warning in sweep.warnings { writeError(warning.description) }
        let points = count(sweep.plan.points.count, "point"), runs = count(sweep.plan.runCount, "run")
        let size = sweep.outcome == nil ? "\(points), \(runs)" : "at most \(sweep.plan.greatestRunCount) runs"
        writeOutput("\(scenario.file): valid (a sweep of \(size))")
    }

    private func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
