/// All problems of a scenario, sorted by their place.
public struct ScenarioError: Error {
    /// The problems: those of the file first, then those of the overrides, each from top to bottom.
    public let diagnostics: [Diagnostic]

    init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics.enumerated().sorted { left, right in
            if left.element.location.precedes(right.element.location) { return true }
            if right.element.location.precedes(left.element.location) { return false }
            return left.offset < right.offset
        }.map(\.element)
    }
}

extension ScenarioError: CustomStringConvertible {
    /// The rendered diagnostics, and how many there are.
    public var description: String {
        (diagnostics.map(\.description) + [summary]).joined(separator: "\n")
    }

    /// How many problems there are, such as `2 errors`.
    public var summary: String { diagnostics.count == 1 ? "1 error" : "\(diagnostics.count) errors" }
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
