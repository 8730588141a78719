#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The state expected of a file that is about to be written.
public enum FileOpening: Equatable, Sendable {
    /// There is none of that name.
    case new

    /// If there is one of that name, it is emptied.
    case replacing

    /// There is one, which a run has begun to write. A checkpoint that is read later tells where it goes on; until then
    /// nothing is changed.
    case resuming

    /// Nothing is written to any file, where one only wants to know whether something could be recorded.
    case nowhere

    /// There is none of that name, and none is made as long as its records are few enough to wait in memory. They are forgotten with
    /// whoever records them.
    case deferred

    /// The flags for `open`.
    var flags: Int32 {
        switch self {
        case .new, .deferred: O_CREAT | O_EXCL
        case .replacing: O_CREAT | O_TRUNC
        case .resuming, .nowhere: 0
        }
    }
}
