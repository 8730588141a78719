import Networks
import SimulationEngine

/// Reads the block `graph:`, a mapping that says where the graph is from: a file of any format, or one key of
///
///     edge-list: {file: …, vertices: …, numbered-from: …}
///     erdos-renyi: {nodes: …, probability: …}                 or {nodes: …, edges: …}
///     barabasi-albert: {nodes: …, edges-per-node: …}
///     watts-strogatz: {nodes: …, neighbours: …, rewiring: …}
///     newman-watts: {nodes: …, neighbours: …, shortcuts: …}
///     configuration: {degrees: […], simple: true}
///     random-regular: {nodes: …, degree: …}
///     random-inputs: {nodes: …, inputs: …}
///     stochastic-block: {sizes: […], probabilities: [[…], …]}
///     random-geometric: {nodes: …, radius: …, dimension: 2, periodic: false}
///     holme-kim: {nodes: …, edges-per-node: …, triangles: …}
///     lattice: {sides: […], periodic: false}
///     moore-lattice: {sides: […, …], periodic: false}
///     tree: {branching: …, depth: …}
///     random-tree, complete, isolated, star, ring, path: {nodes: …}
struct GraphReader {
    let data: DataFiles
    let streams: RandomStreams

    /// What the graph of a file may have besides single edges between different vertices.
    var allowance: Graph.Allowance = []

    func read(_ value: Value) -> Graph? {
        if value.hasKey("file") { return value.section { GraphFileReader(data: data, allowance: allowance).read($0) } }
        guard
            let (name, parameters) = value.variant(
                of: ["file", "edge-list"] + GraphGenerators.all.map(\.description.name))
        else {
            return nil
        }
        guard let generator = GraphGenerators.all.first(where: { $0.description.name == name }) else {
            return readEdgeList(parameters)
        }
        return parameters.section { section in
            guard let make = section.make(generator) else { return nil }
            do {
                return try make(streams)
            } catch {
                parameters.report("\(error)")
                return nil
            }
        }
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
            return GraphFileReader(data: data, allowance: allowance).readEdgeList(section, vertices: vertices)
        }
    }
}
