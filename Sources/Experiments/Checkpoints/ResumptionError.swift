/// Why a run cannot go on.
public enum ResumptionError: Error, Equatable, Sendable {
    /// There is no directory of results of that name.
    case noResults(path: String)

    /// The run was stopped before it had begun, so that nothing of it is there.
    case hasNotBegun(path: String)

    /// The run has ended: there is nothing left to do.
    case hasEnded(path: String)

    /// The run has not ended, so that there is nothing to verify.
    case hasNotEnded(path: String)

    /// The manifest, which says that the run has ended, cannot be read.
    case damagedManifest(path: String, reason: String)

    /// The run has ended: to go on from one of the checkpoints that it has kept takes another directory.
    case needsAnotherDirectory(path: String, checkpoint: String)

    /// There is no such checkpoint in the directory, but others, which may be none.
    case noCheckpoint(path: String, name: String, others: [String])

    /// The checkpoint is one of a time after the end.
    case endsTooEarly(checkpointTime: Double, end: Double)

    /// The checkpoint is of the end of a shorter run.
    case isOfTheEnd(time: Double)

    /// Nothing in the directory says whether the run has ended, and there is nothing to go on from.
    case mayHaveEnded(path: String)

    /// Another process carries the run on.
    case goesOn(path: String)

    /// A file of the directory cannot be opened.
    case cannotOpen(path: String, reason: String)
}

extension ResumptionError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .noResults(let path):
            "there are no results in '\(path)': name the directory that a run has written, with its 'scenario.yml'"
        case .hasNotBegun(let path):
            "the run in '\(path)' was stopped before it had begun: run the scenario again with '--output \(path)'"
        case .hasNotEnded(let path):
            "the run in '\(path)' has not ended: to go on with it, run 'observatory resume \(path)'"
        case .damagedManifest(let path, let reason): "'\(path)' cannot be read: \(reason)"
        case .hasEnded(let path): "the run in '\(path)' has ended: there is nothing left to do"
        case .needsAnotherDirectory(let path, let checkpoint):
            "the run in '\(path)' has ended, and results are never overwritten: to go on from '\(checkpoint)', name a "
                + "directory that does not exist with '--output', and perhaps another end with '--until'"
        case .noCheckpoint(let path, let name, let others):
            "there is no checkpoint '\(name)' in '\(path)'"
                + words(forOthers: others, in: path)
        case .endsTooEarly(let time, let end):
            "the checkpoint is one of the time \(time), after the end at \(end): name a later end, or an earlier checkpoint"
        case .isOfTheEnd(let time):
            "the checkpoint is one of the end of a run, at time \(time), when tables had their last rows already: to run "
                + "longer, name an earlier one"
        case .mayHaveEnded(let path):
            "there is nothing to go on from in '\(path)', and nothing that says whether the run has ended: to run it again, "
                + "run '\(path)/scenario.yml'"
        case .goesOn(let path): "the run in '\(path)' is going on: another process carries it on"
        case .cannotOpen(let path, let reason): "'\(path)' cannot be opened: \(reason)"
        }
    }

    private func words(forOthers others: [String], in path: String) -> String {
        switch others.count {
        case 0: ", nor another one: run '\(path)/scenario.yml' from the beginning"
        case 1: ": there is '\(others[0])'"
        case 2...6: ": there are \(others.map { "'\($0)'" }.enumerated(with: "and"))"
        default: ": there are \(others.count), from '\(others[0])' to '\(others[others.count - 1])'"
        }
    }
}
