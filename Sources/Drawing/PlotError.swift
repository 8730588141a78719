/// Why there is no picture.
public enum PlotError: Error, Equatable, Sendable {
    /// A directory holds neither the results of a run nor those of a sweep.
    case noResults(path: String)

    /// Nothing that was recorded can be drawn.
    case nothingToDraw(path: String)

    /// There is no film in what was recorded: no table of nodes of several moments.
    case nothingMoves(path: String)

    /// A program that draws is not installed.
    case noProgram(String, package: String)

    /// A program that draws has failed.
    case failed(program: String, output: String)

    /// A file could not be written.
    case cannotWrite(path: String, reason: String)
}

extension PlotError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .noResults(let path):
            "'\(path)' has no results: name the directory that 'observatory run' or 'observatory sweep' has written"
        case .nothingToDraw(let path):
            "nothing in '\(path)' can be drawn: its tables have no rows, or are not CSV"
        case .nothingMoves(let path):
            "nothing in '\(path)' moves: a film needs 'nodes' that are observed at several moments, with their positions or on a graph"
        case .noProgram(let program, let package):
            "the program '\(program)' draws, but is not installed: apt-get install \(package)"
        case .failed(let program, let output):
            "the program '\(program)' has failed\(output.isEmpty ? "" : ": \(output)")"
        case .cannotWrite(let path, let reason): "'\(path)' cannot be written: \(reason)"
        }
    }
}
