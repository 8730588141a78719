/// The problems of a scenario that cannot be used, sorted by their place; warnings among them.
///
/// There are at most a hundred errors and a hundred warnings; others are counted.
public struct ScenarioError: Error {
    /// The problems: those of the file first, then those of the overrides, each from top to bottom.
    public let diagnostics: [Diagnostic]

    /// How many errors there are, also those that are not among the diagnostics.
    package let errorCount: Int

    /// How many warnings there are, also those that are not among the diagnostics.
    package let warningCount: Int

    package init(_ log: DiagnosticLog) {
        diagnostics = log.kept.inOrderOfPlaces
        errorCount = log.errorCount
        warningCount = log.warningCount
    }

    package init(_ diagnostics: [Diagnostic]) {
        self.init(DiagnosticLog(diagnostics))
    }
}

extension ScenarioError: CustomStringConvertible {
    /// The rendered diagnostics, and how many there are.
    public var description: String {
        let unshown = errorCount + warningCount - diagnostics.count
        let note = unshown == 0 ? [] : ["\(unshown) more \(unshown == 1 ? "is" : "are") not shown"]
        return (diagnostics.map(\.description) + note + [summary]).joined(separator: "\n")
    }

    /// How many problems there are, such as `2 errors` or `1 error, 1 warning`.
    package var summary: String {
        [count(errorCount, .error), count(warningCount, .warning)].compactMap { $0 }.joined(separator: ", ")
    }

    private func count(_ count: Int, _ severity: Diagnostic.Severity) -> String? {
        count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
}

extension ScenarioError {
    /// True if the file of the scenario itself could not be read.
    package var isAboutReading: Bool {
        diagnostics.contains {
            switch $0.problem {
            case .noSuchFile, .isFolder, .isNoFile, .unreadable: true
            default: false
            }
        }
    }
}
