import Networks
import SimulationEngine

/// Reads the block `graph:`, a mapping that says where the graph is from: a file of any format, or one key, which is
/// `edge-list` or one of `GraphGenerators`.
struct GraphReader {
    let data: DataFiles
    let streams: RandomStreams

    /// The edges that the graph of a file may have besides single ones between different vertices.
    var allowedEdges: Graph.AllowedEdges = []

    /// True if whoever uses the graph takes numbers of edges besides weights.
    var takesEdgeNumbers = false

    private static let names =
        [GraphFileKeys.file.name, EdgeListKeys.description.name] + GraphGenerators.all.map(\.description.name)

    func read(_ value: Value) -> Graph? {
        if value.hasKey(GraphFileKeys.file.name) {
            return value.section(of: GraphFileKeys.all) {
                files.read($0)
            }
        }
        guard let (name, parameters) = value.variant(of: Self.names) else { return nil }
        guard let generator = GraphGenerators.all.first(where: { $0.description.name == name }) else {
            return readEdgeList(parameters)
        }
        return parameters.section { $0.make(generator) { try $0(streams) } }
    }

    private var files: GraphFileReader {
        GraphFileReader(data: data, allowedEdges: allowedEdges, takesEdgeNumbers: takesEdgeNumbers)
    }

    /// An edge list, perhaps with vertices without edges.
    private func readEdgeList(_ list: Value) -> Graph? {
        list.section(of: EdgeListKeys.description.parameters) { section in
            let count = section.value(of: EdgeListKeys.vertices)
            let first = section.value(of: EdgeListKeys.numberedFrom)
            if !section.keys.contains(EdgeListKeys.vertices.description.name) {
                section.given(EdgeListKeys.numberedFrom)?.report(
                    "'numbered-from' needs 'vertices', the number of vertices")
            }
            let vertices = count.flatMap { count -> EdgeList.Vertices? in
                guard let count else { return .appearing }
                return first.map { .numbered(count: count, from: $0 ?? 0) }
            }
            return files.readEdgeList(section, vertices: vertices)
        }
    }
}
