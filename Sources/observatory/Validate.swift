import ArgumentParser
import ScenarioFiles
import Sweeps

struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Checks a scenario and its data files without running it.",
        discussion: """
            All problems are shown at once, each with its place. Warnings, of what may not be meant, do not make a \
            scenario invalid. Of a sweep all values of each key are checked, of more than a thousand as many, with the first ones of the \
            others; of what is sampled from a range or a distribution the least and the greatest.
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
            sweep = try Sweep(checking: scenario.file, overrides: scenario.overrides.map { Override($0) })
        } catch {
            if error is ScenarioError { _ = try scenario.load() }
            throw error
        }
        for warning in sweep.warnings { writeError(warning.description) }
        let problems = sweep.valueProblems
        for problem in problems.prefix(Self.mostProblems) { writeError(problem.description) }
        if problems.count > Self.mostProblems {
            writeError("\(problems.count - Self.mostProblems) more values that are impossible are not shown")
        }
        guard problems.isEmpty else { throw ExitCode(65) }
        let points = count(sweep.plan.points.count, "point"), runs = count(sweep.plan.runCount, "run")
        let size = sweep.outcome == nil ? "\(points), \(runs)" : "at most \(sweep.plan.greatestRunCount) runs"
        writeOutput("\(scenario.file): valid (a sweep of \(size))")
    }

    /// Nobody reads more.
    private static let mostProblems = 100

    private func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
