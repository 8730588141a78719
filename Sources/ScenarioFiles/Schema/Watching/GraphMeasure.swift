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
    case laplacianRadius = "laplacian-radius"
    case laplacianSpectrum = "laplacian-spectrum"
    case modularity

    /// Up to how many vertices the paths between all pairs are followed.
    static let greatestVertexCountForPaths = 20_000

    /// Whether the measure is not defined where edges have a direction.
    var needsUndirected: Bool { self == .clustering || needsSymmetricMatrix }

    /// Whether the measure is an eigenvalue of a symmetric matrix.
    private var needsSymmetricMatrix: Bool {
        [.spectralRadius, .algebraicConnectivity, .laplacianRadius, .laplacianSpectrum].contains(self)
    }

    /// The numbers of a graph with their names, `nil` where the graph has none; none for the degree distribution, and for
    /// the modularity, which is that of a partition.
    ///
    /// - Throws: `GraphMeasureError`, `GSLError`.
    func values(of graph: Graph) throws -> [(String, Double?)] {
        switch self {
        case .size: return [("nodes", Double(graph.vertexCount)), ("edges", Double(graph.edgeCount))]
        case .degreeDistribution, .modularity: return []
        case .components: return componentValues(of: graph)
        case .clustering:
            let clustering = try graph.clustering()
            return [("clustering", clustering.average), ("transitivity", clustering.transitivity)]
        case .assortativity: return [("assortativity", graph.assortativity())]
        case .pathLengths: return Self.values(of: graph.pathLengths())
        case .spectralRadius: return [(rawValue, try graph.spectralRadius())]
        case .algebraicConnectivity: return [(rawValue, try graph.algebraicConnectivity())]
        case .laplacianRadius: return [(rawValue, try graph.greatestLaplacianEigenvalue())]
        case .laplacianSpectrum: return try graph.laplacianSpectrum().map { ("laplacian-eigenvalue", $0) }
        }
    }

    /// The numbers of the lengths of paths.
    static func values(of paths: PathLengths) -> [(String, Double?)] {
        [
            ("mean-path-length", paths.mean), ("longest-path", Double(paths.greatest)),
            ("pairs-without-path", Double(paths.unreachableCount)),
        ]
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
