import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the checkpoints of a run lie: files in its directory.
package struct CheckpointStore {
    /// The name of the last checkpoint.
    package static let fileName = "checkpoint"

    let directory: ResultDirectory

    package init(directory: ResultDirectory) {
        self.directory = directory
    }

    /// Where the last checkpoint lies.
    var path: String { directory.path(of: Self.fileName) }

    /// True if there is one, or a link of that name, wherever it leads: a run must not begin again because its checkpoint lies on
    /// a disk that is not there.
    package var exists: Bool { FileSystem.isTaken(path) }

    /// The names of all that there are, the last one first, the others in the order of their moments.
    func names() -> [String] {
        files.filter { $0 == Self.fileName } + keptNames()
    }

    /// The names of those that are kept beside the last one, up to a moment, in the order of their moments.
    package func keptNames(upTo last: Moment = Moment(step: .max, time: .infinity)) -> [String] {
        let kept = files.compactMap { name in Self.place(ofFile: name).map { (name: name, place: $0) } }
        return kept.filter { $0.place <= (last.step, last.time) }.sorted { $0.place < $1.place }.map(\.name)
    }

    private var files: [String] { FileSystem.names(in: directory.path) ?? [] }

    /// The step that a kept checkpoint is named after, and the time if it is one within the next step.
    private static func place(ofFile name: String) -> (step: Int, time: Double)? {
        guard name.hasPrefix(fileName + "-") else { return nil }
        let parts = name.dropFirst(fileName.count + 1).split(separator: "-", maxSplits: 1)
        guard let step = parts.first.flatMap({ Int($0) }) else { return nil }
        guard parts.count > 1 else { return (step, -.infinity) }
        return Double(parts[1]).map { (step, $0) }
    }

    /// The name of a checkpoint that is kept beside the last one: after its step, and after its time, too, where a run rests
    /// between two moments of its grid.
    static func fileName(of moment: Moment, on grid: TimeGrid) -> String {
        let isWhole = grid.time(ofStep: moment.step) == moment.time
        return "\(fileName)-\(moment.step)" + (isWhole ? "" : "-\(moment.time.plain)")
    }

    /// Stores a checkpoint as the last one, and under a name of its own if it is to be kept.
    func store(_ archive: StateArchive, keptAs name: String?) throws(CheckpointError) {
        let bytes = Checkpoint.bytes(of: archive)
        if let name { try CheckpointFile(path: directory.path(of: name)).write(bytes) }
        try CheckpointFile(path: path).write(bytes)
    }

    /// Stores a checkpoint under a name.
    func store(_ archive: StateArchive, inFile name: String) throws(CheckpointError) {
        try CheckpointFile(path: directory.path(of: name)).write(Checkpoint.bytes(of: archive))
    }

    /// A checkpoint, to be read.
    ///
    /// - Throws: ``ResumptionError/noCheckpoint(path:name:others:)``, `CheckpointError`.
    package func archive(inFile name: String) throws -> StateArchive {
        let path = directory.path(of: name)
        guard FileSystem.exists(path) else {
            throw ResumptionError.noCheckpoint(
                path: directory.path, name: name, others: names().filter { $0 != name })
        }
        return try Checkpoint.verifiedArchive(in: CheckpointFile(path: path).read())
    }

    /// Removes the last checkpoint: the run has ended.
    func removeLast() { unlink(path) }
}
