/// What can be wrong with a sweep besides its scenario.
public enum SweepError: Error, Equatable, Sendable {
    /// A design has more points than can be.
    case tooManyPoints(Int, greatest: Int)

    /// A design has more keys than its sequence has dimensions.
    case tooManyKeys(Int, of: String, greatest: Int)

    /// A directory is none of a sweep.
    case noSweep(path: String)

    /// A directory holds something else.
    case exists(path: String)

    /// A file of a sweep could not be read or written.
    case file(path: String, reason: String)

    /// Runs of a sweep have no table of this name, or there are several.
    case noTable(String?, tables: [String])

    /// A table cannot be put together with those of other runs.
    case table(String, ofRun: String, reason: String)
}

extension SweepError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .tooManyPoints(let count, let greatest):
            "the sweep has \(count == .max ? "too many" : "\(count)") points: there can be \(greatest)"
        case .tooManyKeys(let count, let design, let greatest):
            "'\(design)' can vary \(greatest) keys, but there are \(count): 'latin-hypercube' and 'random' vary any number"
        case .noSweep(let path): "'\(path)' is not the directory of a sweep: it has no file 'sweep.yml'"
        case .exists(let path):
            "'\(path)' exists already and is no sweep: name a directory that does not exist, or is empty, or is one of a sweep"
        case .file(let path, let reason): "'\(path)': \(reason)"
        case .noTable(nil, let tables):
            tables.isEmpty
                ? "no run is complete, or none has a table"
                : "the runs have several tables: choose one by --table: \(tables.joined(separator: ", "))"
        case .noTable(let name?, let tables):
            "the runs have no table '\(name)': there are \(tables.joined(separator: ", "))"
        case .table(let name, let run, let reason): "the table '\(name)' of run \(run) \(reason)"
        }
    }
}
