/// All problems of a scenario that cannot be used, sorted by their place; warnings among them.
public struct ScenarioError: Error {
    /// The problems: those of the file first, then those of the overrides, each from top to bottom.
    public let diagnostics: [Diagnostic]

    init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics.inOrderOfPlaces
    }
}

extension ScenarioError: CustomStringConvertible {
    /// The rendered diagnostics, and how many there are.
    public var description: String {
        (diagnostics.map(\.description) + [summary]).joined(separator: "\n")
    }

    /// How many problems there are, such as `2 errors` or `1 error, 1 warning`.
    public var summary: String {
        [count(of: .error), count(of: .warning)].compactMap { $0 }.joined(separator: ", ")
    }

    private func count(of severity: Diagnostic.Severity) -> String? {
        let count = diagnostics.count { $0.severity == severity }
        return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
}

extension ScenarioError {
    /// Whether the file of the scenario itself could not be read.
    public var isAboutReading: Bool {
        diagnostics.contains {
            switch $0.problem {
            case .noSuchFile, .isFolder, .unreadable: true
            default: false
            }
        }
    }
}
