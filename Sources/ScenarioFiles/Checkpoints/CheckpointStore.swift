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
    func store(_ contents: [UInt8], ofStep step: Int, isKept: Bool) throws(CheckpointError) {
        if isKept {
            try CheckpointFile.write(contents, to: directory.path(of: Self.fileName(ofStep: step)))
        }
        try CheckpointFile.write(contents, to: path)
    }

    /// The contents of a checkpoint, the last one unless a name is given.
    func contents(ofFile name: String = fileName) throws(CheckpointError) -> [UInt8] {
        try CheckpointFile.read(directory.path(of: name))
    }

    /// Removes the last checkpoint: nothing is to go on any more.
    func removeLast() {
        unlink(path)
    }
}
