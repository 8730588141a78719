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

    /// A file cannot be read or written.
    case file(path: String, reason: String)
}

extension CheckpointError: CustomStringConvertible {
    /// What is wrong, and what would be right.
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
        case .file(let path, let reason):
            "\(path): \(reason)"
        }
    }
}
