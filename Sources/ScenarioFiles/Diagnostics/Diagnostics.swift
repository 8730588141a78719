/// Collects the problems of a scenario while it is read, so that all of them can be told at once.
final class Diagnostics {
    /// What was reported, in the order of the reports.
    private(set) var all: [Diagnostic]

    init(_ diagnostics: [Diagnostic] = []) {
        all = diagnostics
    }

    /// Takes note of a problem.
    func report(_ problem: Problem, at location: TextLocation) {
        all.append(Diagnostic(problem, at: location))
    }

    /// Throws what was reported, if anything was.
    func throwIfAny() throws(ScenarioError) {
        guard all.isEmpty else { throw ScenarioError(all) }
    }
}
