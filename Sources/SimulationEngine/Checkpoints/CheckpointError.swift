/// Why a checkpoint cannot be written or gone on from.
public enum CheckpointError: Error, Equatable, Sendable {
    /// Something keeps a state that cannot be stored.
    case notResumable(what: String)

    /// The bytes are not a checkpoint, or not a whole one.
    case damaged(reason: String)

    /// The checkpoint was written by another version of the format.
    case otherVersion(found: Int, expected: Int)

    /// The checkpoint does not belong to what is to go on from it.
    case doesNotMatch(what: String, found: String, expected: String)

    /// A checkpoint was asked for, or was to be gone on from, while the simulation was busy or changes were waiting.
    case notAtRest

    /// A checkpoint was to be gone on from by a simulation that has run already.
    case alreadyBegun

    /// A file cannot be read or written.
    case file(path: String, reason: String)
}

extension CheckpointError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .notResumable(let what):
            "\(what) keeps a state that cannot be stored, so that a run with it cannot go on from a checkpoint"
        case .damaged(let reason):
            "the checkpoint is damaged: \(reason); use an earlier one, or run from the beginning"
        case .otherVersion(let found, let expected):
            "the checkpoint has version \(found) of the format; this program reads version \(expected)"
        case .doesNotMatch(let what, let found, let expected):
            "the checkpoint belongs to another run: \(what) is \(found) in it, and \(expected) here"
        case .notAtRest:
            "a checkpoint can be stored and gone on from only between runs, or while a run is at rest: use 'onceAtRest'"
        case .alreadyBegun:
            "a simulation that has run already cannot go on from a checkpoint: make it anew from the same input"
        case .file(let path, let reason):
            "\(path): \(reason)"
        }
    }
}
