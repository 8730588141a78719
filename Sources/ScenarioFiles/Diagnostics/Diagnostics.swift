/// Collects the problems of a scenario while it is read, so that all of them can be told at once, and the values that
/// it leaves out. Errors make it unusable; warnings do not.
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

    /// Takes note of what may not be meant, but keeps nobody from using the scenario.
    func warn(_ problem: Problem, at location: TextLocation) {
        all.append(Diagnostic(problem, at: location, severity: .warning))
    }

    /// What was reported that does not keep anybody from using the scenario, in the order of the text.
    var warnings: [Diagnostic] { all.filter { $0.severity == .warning }.inOrderOfPlaces }

    /// Whether anything was reported that keeps everybody from using the scenario.
    var hasErrors: Bool { all.contains { $0.severity == .error } }

    /// Takes note of a value that was taken for a key that the scenario leaves out.
    func noteDefault(_ override: Override) {
        defaults.append(override)
    }

    /// Throws what was reported, if the scenario cannot be used.
    func throwIfAny() throws(ScenarioError) {
        guard !hasErrors else { throw ScenarioError(all) }
    }
}
