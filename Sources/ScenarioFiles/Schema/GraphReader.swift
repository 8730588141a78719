import Networks
import SimulationEngine

/// Reads the block `graph:`, a mapping that says where the graph is from: a file of any format, or one key, which is
///
///     edge-list: {file: …, vertices: …, numbered-from: …}
///
/// or one of ``GraphGenerators``.
struct GraphReader {
    let data: DataFiles
    let streams: RandomStreams

    /// What the graph of a file may have besides single edges between different vertices.
    var allowedEdges: Graph.AllowedEdges = []

    func read(_ value: Value) -> Graph? {
        if value.hasKey("file") {
            return value.section { GraphFileReader(data: data, allowedEdges: allowedEdges).read($0) }
        }
        guard
            let (name, parameters) = value.variant(
                of: ["file", "edge-list"] + GraphGenerators.all.map(\.description.name))
        else {
            return nil
        }
        guard let generator = GraphGenerators.all[name] else {
            return readEdgeList(parameters)
        }
        return parameters.section { $0.make(generator) { try $0(streams) } }
    }

    /// `edge-list: {file: …}`, with `vertices: …` and `numbered-from: …` where there are vertices without edges, and the
    /// options of ``GraphFileReader``.
    private func readEdgeList(_ list: Value) -> Graph? {
        list.section { section in
            let count = section.optional("vertices").map { $0.integer(.closed(1...Int(Int32.max))) }
            let firstValue = section.optional("numbered-from")
            let first = firstValue.map { $0.integer(.closed(0...Int(Int32.max))) } ?? 0
            if count != nil { section.noteDefault("numbered-from", "0") }
            if count == nil { firstValue?.report("'numbered-from' needs 'vertices', the number of vertices") }
            let vertices: EdgeList.Vertices?
            switch count {
            case .none: vertices = .appearing
            case .some(.none): vertices = nil
            case .some(.some(let count)): vertices = first.map { .numbered(count: count, from: $0) }
            }
            return GraphFileReader(data: data, allowedEdges: allowedEdges).readEdgeList(section, vertices: vertices)
        }
    }
}
