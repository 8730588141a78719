/// A problem in a scenario and the place in the text where it shows.
public struct Diagnostic: Sendable {
    /// The severity of a problem.
    public enum Severity: String, Sendable {
        /// The scenario cannot be used.
        case error

        /// The scenario can be used, but may not do what is meant.
        case warning
    }

    package let problem: Problem
    /// The text that is to blame.
    package let location: TextLocation
    /// The severity of the problem.
    public let severity: Severity

    package init(_ problem: Problem, at location: TextLocation, severity: Severity = .error) {
        self.problem = problem
        self.location = location
        self.severity = severity
    }

    /// The problem in one line, without the place.
    public var message: String { problem.message }

    /// The notes on the problem: what was expected, what may have been meant and what is allowed, a line each.
    package var notes: [String] { problem.notes }
}

extension [Diagnostic] {
    /// Those of the file first, then those of the overrides, each from top to bottom.
    package var inOrderOfPlaces: [Diagnostic] {
        enumerated().sorted { left, right in
            if left.element.location.precedes(right.element.location) { return true }
            if right.element.location.precedes(left.element.location) { return false }
            return left.offset < right.offset
        }.map(\.element)
    }
}
