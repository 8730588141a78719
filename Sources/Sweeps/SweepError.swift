import Descriptions
import Recording
import ScenarioFiles
import SimulationEngine

/// An error of a sweep, apart from its scenario.
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

    /// The reference of points is no point of the sweep.
    case noReference([String])

    /// A quantity is not on both sides of the value that is looked for.
    case noRoot(String, Double, atBounds: [Double])

    /// A quantity that is looked for is not finite.
    case notFinite(String, at: [String])

    /// A search has not come to an end.
    case tooManyEvaluations(Int)

    /// Not just one table has a quantity that is looked for.
    case noQuantity(String, tables: [String])

    /// A search was to be carried out in parts.
    case searchInParts

    /// A table cannot be put together with those of other runs.
    case table(String, ofRun: String, reason: String)
}

extension SweepError {
    /// The error of a file that a run creates or writes; `nil` if it is of something else.
    init?(ofFile error: any Error) {
        switch error {
        case RecordingError.cannotCreate(let path, let reason), RecordingError.cannotWrite(let path, let reason),
            ResultError.cannotCreate(let path, let reason), CheckpointError.file(let path, let reason):
            self = .file(path: path, reason: reason)
        case let failure as DurableFile.Failure: self = .file(path: failure.path, reason: failure.reason)
        default: return nil
        }
    }
}

extension SweepError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
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
        case .noReference(let settings):
            "the sweep has no point with \(settings.joined(separator: ", ")), with which 'reference' compares another"
        case .noRoot(let quantity, let value, let ends):
            "'\(quantity)' is \(ends.map(\.plain).joined(separator: " and ")) at the bounds of the range, which are not on both sides of \(value.plain): another range is needed"
        case .notFinite(let quantity, let point):
            "'\(quantity)' is not finite at \(point.joined(separator: ", ")), which is looked at to find a value"
        case .tooManyEvaluations(let count):
            "nothing was found at \(count) points: a larger 'tolerance' needs fewer, and 'evaluations' allows more"
        case .noQuantity(let quantity, let tables):
            tables.isEmpty
                ? "the runs have no table with a column '\(quantity)', which is looked for"
                : "several tables have a column '\(quantity)': 'table' chooses one of \(tables.joined(separator: ", "))"
        case .searchInParts: "a sweep that looks for something has no parts: each point follows from the ones before"
        case .table(let name, let run, let reason): "the table '\(name)' of run \(run) \(reason)"
        }
    }
}
