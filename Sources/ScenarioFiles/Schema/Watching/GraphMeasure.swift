import Networks

/// The measures of graphs, as scenarios name them.
enum GraphMeasure: String, CaseIterable {
    case size
    case degreeDistribution = "degree-distribution"
    case components
    case clustering
    case assortativity
    case pathLengths = "path-lengths"
    case spectralRadius = "spectral-radius"
    case algebraicConnectivity = "algebraic-connectivity"

    /// Up to how many vertices the paths between all pairs are followed.
    static let greatestVertexCountForPaths = 20_000

    /// Whether the measure is not defined where edges have a direction.
    var needsUndirected: Bool { [.clustering, .spectralRadius, .algebraicConnectivity].contains(self) }

    /// The numbers of a graph with their names, `nil` where the graph has none; none for the degree distribution.
    ///
    /// - Throws: `GraphMeasureError`, `GSLError`.
    func values(of graph: Graph) throws -> [(String, Double?)] {
        switch self {
        case .size: return [("nodes", Double(graph.vertexCount)), ("edges", Double(graph.edgeCount))]
        case .degreeDistribution: return []
        case .components: return componentValues(of: graph)
        case .clustering:
            let clustering = try graph.clustering()
            return [("clustering", clustering.average), ("transitivity", clustering.transitivity)]
        case .assortativity: return [("assortativity", graph.assortativity())]
        case .pathLengths:
            let paths = graph.pathLengths()
            return [
                ("mean-path-length", paths.mean), ("longest-path", Double(paths.greatest)),
                ("pairs-without-path", Double(paths.unreachableCount)),
            ]
        case .spectralRadius: return [(rawValue, try graph.spectralRadius())]
        case .algebraicConnectivity: return [(rawValue, try graph.algebraicConnectivity())]
        }
    }

    private func componentValues(of graph: Graph) -> [(String, Double?)] {
        let weak = graph.components()
        let values: [(String, Double?)] = [
            ("components", Double(weak.count)), ("largest-component", Double(weak.largestSize)),
        ]
        guard graph.isDirected else { return values }
        let strong = graph.strongComponents()
        return values + [
            ("strong-components", Double(strong.count)), ("largest-strong-component", Double(strong.largestSize)),
        ]
    }
}
