import Networks
import ObserverCore
import Recording
import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The parts of a graph that are written, and the files for them.
struct WrittenGraph {
    let name: String
    let ending: String

    /// True if there may be several files, which have their times in their names.
    let isSeries: Bool
    let format: GraphFile.WritableFormat

    /// The indices of the fields of nodes that are attributes of vertices.
    let fields: [Int]

    /// The names of the states of nodes, where they have names.
    let stateNames: [String]

    /// The name of the file of a moment. No name that is given has an `@`.
    func fileName(at time: Double) -> String {
        isSeries ? "\(name)@\(time.plain).\(ending)" : "\(name).\(ending)"
    }
}

/// Writes the graph of a model at each moment of which it is told, into a file that is there as a whole or not at all.
///
/// A checkpoint has the names and lengths of the files that were written before it. Files that were written after it are
/// replaced or removed.
final class GraphFileRecorder<Model: SimulationModel>: Recorder {
    /// Keeps observations alive.
    let receiver = Receiver()

    private let model: Model
    private let graphModel: any GraphModel
    private let plan: WrittenGraph
    private let directory: ResultDirectory
    private var files: [File] = []

    /// A file that was written, and what a checkpoint counts on.
    private struct File {
        var name = ""
        var byteCount = 0
        var checksum: UInt64 = 0
    }

    /// `nil` if the model is not one on a graph.
    init?(_ model: Model, _ plan: WrittenGraph, in directory: ResultDirectory) {
        guard let graphModel = model as? any GraphModel else { return nil }
        self.model = model
        self.graphModel = graphModel
        self.plan = plan
        self.directory = directory
    }

    /// Each file is complete as soon as it is there.
    func flush() {}

    /// Writes the graph of the present moment.
    func write(_ moment: Moment) throws(RecordingError) {
        guard directory.opening != .nowhere else { return }
        try directory.settle()
        let name = plan.fileName(at: moment.time)
        let (path, partPath) = (directory.path(of: name), directory.path(of: ResultDirectory.graphPartPrefix + name))
        let members = model.population.flatMap { $0.isComplete ? nil : $0.members }
        do throws(DataFileError) {
            let edgeAttributes = plan.format == .graphML ? graphModel.edgeAttributes : []
            try GraphFile(
                graphModel.graph, vertexAttributes: plan.fields.map(attribute), edgeAttributes: edgeAttributes
            )
            .write(to: partPath, format: plan.format, vertices: members)
        } catch {
            unlink(partPath)
            throw .cannotWrite(path: path, reason: error.problems[0].message)
        }
        files.append(try finish(partPath, as: path, name))
        directory.tables.note(name)
    }

    /// The values of a field, also of nodes that have gone.
    private func attribute(_ field: Int) -> GraphAttribute {
        let name = model.fields[field]
        var values = [Double](repeating: 0, count: graphModel.graph.vertexCount)
        values.withUnsafeMutableBufferPointer { values in
            Array(values.indices).withUnsafeBufferPointer { model.copyField(field, of: $0, into: values) }
        }
        guard !plan.stateNames.isEmpty else { return GraphAttribute(name: name, numbers: values) }
        return GraphAttribute(name: name, kind: .string, values: values.map { plan.stateNames[Int($0)] })
    }

    /// Has a file reach the disk, so that a checkpoint can count on it, and gives it its name.
    private func finish(_ partPath: String, as path: String, _ name: String) throws(RecordingError) -> File {
        do {
            let (byteCount, checksum) = try Self.contents(of: partPath)
            try DurableFile.synchronize(partPath)
            guard rename(partPath, path) == 0 else { throw DurableFile.Failure(path: path, code: errno) }
            return File(name: name, byteCount: byteCount, checksum: checksum)
        } catch {
            unlink(partPath)
            throw .cannotWrite(path: path, reason: error.reason)
        }
    }

    private static func contents(of path: String) throws -> (byteCount: Int, checksum: UInt64) {
        let file = try InputFile(path)
        var checksum = Checksum()
        try file.forEachPiece { checksum.add($0) }
        return (file.byteCount, checksum.value)
    }
}

extension GraphFileRecorder: Resumable {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.elements(&files, makeElement: { File() }) { (file) throws(CheckpointError) in
            try archive.text(&file.name)
            try archive.count(&file.byteCount)
            try archive.value(&file.checksum)
        }
        guard archive.isReading, directory.opening != .nowhere else { return }
        for file in files {
            let path = directory.path(of: file.name)
            guard let found = try? Self.contents(of: path), found == (file.byteCount, file.checksum) else {
                throw .file(
                    path: path,
                    reason: "the file is missing or not what it was at the checkpoint: use an earlier checkpoint, or "
                        + "run from the beginning")
            }
            directory.tables.note(file.name)
        }
        removeLaterFiles()
    }

    /// Removes what was written after the checkpoint, since a run that goes on to an earlier end does not replace it.
    private func removeLaterFiles() {
        guard plan.isSeries else { return }
        let kept = Set(files.map(\.name))
        let names = FileSystem.names(in: directory.path) ?? []
        for name in names where name.hasPrefix("\(plan.name)@") && name.hasSuffix(".\(plan.ending)") {
            if !kept.contains(name) { unlink(directory.path(of: name)) }
        }
    }
}
