/// An error in a data file: all problems that were found in it, in the order of their places.
public struct DataFileError: Error, Equatable, Sendable {
    /// One problem, and where it is.
    public struct Problem: Equatable, Sendable {
        /// The line, from 1, or `nil` if the problem is not in a line.
        public let line: Int?

        /// The column of the first offending character, from 1, counted in Unicode scalars.
        public let column: Int?

        /// The number of offending characters.
        public let length: Int

        /// The message: what is wrong, and what would be right.
        public let message: String

        /// Creates a problem.
        public init(line: Int? = nil, column: Int? = nil, length: Int = 0, _ message: String) {
            self.line = line
            self.column = column
            self.length = length
            self.message = message
        }
    }

    /// How many bytes a field or a name can have. What is longer is none, and would fill the memory.
    package static let longestField = 1 << 20

    /// The message for a field that is too long.
    package static let isTooLong = "the field is longer than the 1 MiB that a field can have"

    /// The file, as it was named by the user.
    public let file: String

    /// The problems, at least one.
    public let problems: [Problem]

    /// Problems in the order of their places.
    package static func inOrder(_ problems: [Problem]) -> [Problem] {
        problems.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    }

    /// Creates an error of at least one problem.
    public init(file: String, problems: [Problem]) {
        self.file = file
        self.problems = problems
    }
}

extension DataFileError: CustomStringConvertible {
    /// One line for each problem: `file:line:column: error: message`.
    public var description: String {
        problems.map { problem in
            let place = [problem.line, problem.column].compactMap { $0.map(String.init) }
            return ([file] + place).joined(separator: ":") + ": error: " + problem.message
        }.joined(separator: "\n")
    }
}
