/// A problem in a scenario and the place in the text where it shows.
public struct Diagnostic: Sendable {
    /// What is wrong.
    let problem: Problem
    /// The text that is to blame.
    public let location: TextLocation

    init(_ problem: Problem, at location: TextLocation) {
        self.problem = problem
        self.location = location
    }

    /// What is wrong, in one line without the place.
    public var message: String { problem.message }

    /// What was expected, what may have been meant and what is allowed, a line each.
    public var notes: [String] { problem.notes }
}
