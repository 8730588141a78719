import Foundation
import SimulationEngine

/// Where the checkpoints of a run lie: files in its directory.
struct CheckpointStore {
    /// The name of the last checkpoint.
    static let fileName = "checkpoint"

    let directory: ResultDirectory

    /// Where the last checkpoint lies.
    var path: String { directory.path(of: Self.fileName) }

    /// Whether there is one, or a link of that name, wherever it leads: a run must not begin again because its
    /// checkpoint lies on a disk that is not there.
    var exists: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The names of all that there are, the last one first, the others in the order of their steps.
    func names() -> [String] {
        files.filter { $0 == Self.fileName } + keptNames()
    }

    /// The names of those that are kept beside the last one, up to a step, in the order of their steps.
    func keptNames(upToStep last: Int = .max) -> [String] {
        let kept = files.compactMap { name in Self.step(ofFile: name).map { (name, $0) } }
        return kept.filter { $0.1 <= last }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [] }

    private static func step(ofFile name: String) -> Int? {
        name.hasPrefix(fileName + "-") ? Int(name.dropFirst(fileName.count + 1)) : nil
    }

    /// The name of a checkpoint that is kept beside the last one.
    static func fileName(ofStep step: Int) -> String { "\(fileName)-\(step)" }

    /// Stores a checkpoint as the last one, and under a name of its own if it is to be kept.
    func store(_ archive: StateArchive, ofStep step: Int, isKept: Bool) throws(CheckpointError) {
        let bytes = Checkpoint.bytes(of: archive)
        if isKept { try CheckpointFile(path: directory.path(of: Self.fileName(ofStep: step))).write(bytes) }
        try CheckpointFile(path: path).write(bytes)
    }

    /// Stores a checkpoint under a name.
    func store(_ archive: StateArchive, inFile name: String) throws(CheckpointError) {
        try CheckpointFile(path: directory.path(of: name)).write(Checkpoint.bytes(of: archive))
    }

    /// A checkpoint, to be read.
    ///
    /// - Throws: ``ResumptionError/noCheckpoint(path:name:others:)``, `CheckpointError`.
    func archive(inFile name: String) throws -> StateArchive {
        let path = directory.path(of: name)
        guard FileManager.default.fileExists(atPath: path) else {
            throw ResumptionError.noCheckpoint(
                path: directory.path, name: name, others: names().filter { $0 != name })
        }
        return try Checkpoint.archive(in: CheckpointFile(path: path).read())
    }

    /// Removes the last checkpoint: the run has ended.
    func removeLast() { unlink(path) }
}
