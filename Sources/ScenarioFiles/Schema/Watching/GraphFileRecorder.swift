import Foundation
import Networks
import ObserverCore
import Recording
import SimulationEngine

/// What is written of a graph, and into which files.
struct WrittenGraph {
    let name: String
    let ending: String

    /// Whether there may be several files, which have their times in their names.
    let isSeries: Bool
    let format: GraphFile.WritableFormat

    /// The fields of nodes that are attributes of vertices.
    let fields: [String]

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
    private var files: [(name: String, byteCount: Int)] = []

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
        let name = plan.fileName(at: moment.time)
        let (path, partPath) = (directory.path(of: name), directory.path(of: ".\(name)"))
        let members = model.population.flatMap { $0.isComplete ? nil : $0.members }
        do throws(DataFileError) {
            try GraphFile(graphModel.graph, vertexAttributes: plan.fields.map(attribute))
                .write(to: partPath, format: plan.format, vertices: members)
        } catch {
            unlink(partPath)
            throw .cannotWrite(path: path, reason: error.problems[0].message)
        }
        files.append((name, try finish(partPath, as: path)))
        directory.tables.note(name)
    }

    /// The values of a field, also of nodes that have gone.
    private func attribute(_ name: String) -> GraphAttribute {
        let index = Model.fields.firstIndex(of: name) ?? 0
        var values = [Double](repeating: 0, count: graphModel.graph.vertexCount)
        values.withUnsafeMutableBufferPointer { values in
            Array(values.indices).withUnsafeBufferPointer { model.copyField(index, of: $0, into: values) }
        }
        guard !plan.stateNames.isEmpty else { return GraphAttribute(name: name, numbers: values) }
        return GraphAttribute(name: name, kind: .string, values: values.map { plan.stateNames[Int($0)] })
    }

    /// Has a file reach the disk, so that a checkpoint can count on it, and gives it its name.
    ///
    /// - Returns: The number of bytes.
    private func finish(_ partPath: String, as path: String) throws(RecordingError) -> Int {
        let descriptor = open(partPath, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        var status = stat()
        guard descriptor >= 0, fsync(descriptor) == 0, fstat(descriptor, &status) == 0, rename(partPath, path) == 0
        else {
            let code = errno
            unlink(partPath)
            throw .cannotWrite(path: path, reason: reason(ofCode: code))
        }
        return Int(status.st_size)
    }
}

extension GraphFileRecorder: Resumable {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.elements(&files, makeElement: { ("", 0) }) { (file) throws(CheckpointError) in
            try archive.text(&file.name)
            try archive.count(&file.byteCount)
        }
        guard archive.isReading else { return }
        for file in files {
            var status = stat()
            let path = directory.path(of: file.name)
            guard stat(path, &status) == 0, status.st_size == file.byteCount else {
                throw .file(
                    path: path,
                    reason: "the file is missing or not as long as it was at the checkpoint: use an earlier "
                        + "checkpoint, or run from the beginning")
            }
            directory.tables.note(file.name)
        }
        removeLaterFiles()
    }

    /// Removes what was written after the checkpoint, since a run that goes on to an earlier end does not replace it.
    private func removeLaterFiles() {
        guard plan.isSeries else { return }
        let kept = Set(files.map(\.name))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in names where name.hasPrefix("\(plan.name)@") && name.hasSuffix(".\(plan.ending)") {
            if !kept.contains(name) { unlink(directory.path(of: name)) }
        }
    }
}
