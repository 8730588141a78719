/// Collects the problems of a scenario while it is read, so that all of them can be told at once, and the values that
/// it leaves out.
final class Diagnostics {
    /// What was reported, in the order of the reports.
    private(set) var all: [Diagnostic]

    /// The values that were taken for keys that the scenario leaves out, as overrides that write them down.
    private(set) var defaults: [Override] = []

    init(_ diagnostics: [Diagnostic] = []) {
        all = diagnostics
    }

    /// Takes note of a problem.
    func report(_ problem: Problem, at location: TextLocation) {
        all.append(Diagnostic(problem, at: location))
    }

    /// Takes note of a value that was taken for a key that the scenario leaves out.
    func noteDefault(_ override: Override) {
        defaults.append(override)
    }

    /// Throws what was reported, if anything was.
    func throwIfAny() throws(ScenarioError) {
        guard all.isEmpty else { throw ScenarioError(all) }
    }
}
