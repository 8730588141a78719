import Foundation
import SimulationEngine

/// Where the checkpoints of a run lie: files in its directory.
struct CheckpointStore {
    /// The name of the last checkpoint.
    static let fileName = "checkpoint"

    let directory: ResultDirectory

    /// Where the last checkpoint lies.
    var path: String { directory.path(of: Self.fileName) }

    /// Whether there is one.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// The name of a checkpoint that is kept beside the last one.
    static func fileName(ofStep step: Int) -> String { "\(fileName)-\(step)" }

    /// Stores a checkpoint as the last one, and under a name of its own if it is to be kept.
    func store(_ archive: StateArchive, ofStep step: Int, isKept: Bool) throws(CheckpointError) {
        let bytes = Checkpoint.bytes(of: archive)
        if isKept { try CheckpointFile(path: directory.path(of: Self.fileName(ofStep: step))).write(bytes) }
        try CheckpointFile(path: path).write(bytes)
    }

    /// A checkpoint, to be read.
    func archive(inFile name: String) throws(CheckpointError) -> StateArchive {
        try Checkpoint.archive(in: CheckpointFile(path: directory.path(of: name)).read())
    }

    /// Removes the last checkpoint, and one that was not finished: the run has ended.
    func removeLast() {
        unlink(path)
        unlink(path + ".part")
    }
}
