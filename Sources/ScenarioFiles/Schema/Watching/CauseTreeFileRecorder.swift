import Networks
import ObserverCore
import Recording
import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes who has brought about what, at the end of a run, into a file that is there as a whole or not at all.
final class CauseTreeFileRecorder<Model: TracedModel>: Recorder {
    /// There is nothing to observe: the tree is followed apart.
    let receiver = Receiver()

    private let watch: CauseTreeWatch<Model>
    private let model: Model
    private let format: CauseKeys.TreeFormat
    private let fileName: String
    private let directory: ResultDirectory

    init(_ simulation: Simulation<Model>, _ format: CauseKeys.TreeFormat, name: String, in directory: ResultDirectory) {
        watch = CauseTreeWatch(simulation)
        model = simulation.model
        self.format = format
        fileName = "\(name).\(format.ending)"
        self.directory = directory
    }

    /// The file is complete as soon as it is there.
    func flush() {}

    func finish() throws(RecordingError) {
        guard directory.opening != .nowhere else { return }
        try directory.settle()
        let (path, partPath) = (
            directory.path(of: fileName), directory.path(of: ResultDirectory.graphPartPrefix + fileName)
        )
        do {
            try write(watch.tree, to: partPath)
            try DurableFile.synchronize(partPath)
            guard rename(partPath, path) == 0 else { throw DurableFile.Failure(path: path, code: errno) }
        } catch {
            unlink(partPath)
            throw .cannotWrite(path: path, reason: "\(error)")
        }
        directory.tables.note(fileName)
    }

    private func write(_ tree: CauseTree, to path: String) throws {
        func label(_ node: Int) -> String { model.name(of: node) ?? String(node) }
        if format == .newick {
            try DurableFile(path: path).write(Array(tree.newick(label: label).utf8))
        } else {
            try GraphFile(tree.graph(), vertexAttributes: tree.attributes(label: label))
                .write(to: path, format: .graphML)
        }
    }
}

extension CauseTreeFileRecorder: Resumable {
    /// Archives the tree.
    func archiveState(in archive: StateArchive) throws(CheckpointError) { try watch.archiveState(in: archive) }
}

extension CauseTree {
    /// A graph whose edges lead from parents to children.
    fileprivate func graph() throws -> Graph {
        var edges = EdgeColumns(capacity: vertices.count)
        for (number, vertex) in vertices.enumerated() where vertex.parent >= 0 {
            edges.append(Int(vertex.parent), number)
        }
        return try Graph(vertexCount: vertices.count, edges: edges, isDirected: true)
    }

    /// The attributes of the vertices.
    fileprivate func attributes(label: (Int) -> String) -> [GraphAttribute] {
        [
            GraphAttribute(name: "node", kind: .string, values: vertices.map { label(Int($0.node)) }),
            GraphAttribute(name: "time", numbers: vertices.map(\.time)),
            GraphAttribute(name: "generation", numbers: vertices.map { Double($0.generation) }),
        ]
    }
}
