import Descriptions
import Networks

/// A number that a graph has.
enum MeasuredNumber {
    /// How many there are of something.
    case count(Int)

    case number(Double)
}

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

    var description: ComponentDescription {
        let (summary, parameters) = summaryAndParameters
        return ComponentDescription(name: rawValue, summary: summary, parameters: parameters)
    }

    private var summaryAndParameters: (String, [ParameterDescription]) {
        switch self {
        case .size: ("the numbers of nodes and of edges", [])
        case .degreeDistribution: ("how many nodes have which degree", [])
        case .components: ("the number of components, and the size of the largest, also along directions", [])
        case .clustering: ("the clustering coefficient and the transitivity of an undirected graph", [])
        case .assortativity: ("the correlation of the degrees at the two ends of an edge", [])
        case .pathLengths: ("the lengths of the shortest paths", PathLengthKeys.all)
        case .spectralRadius: ("the greatest eigenvalue of the adjacency matrix of an undirected graph", [])
        case .algebraicConnectivity:
            ("the least eigenvalue of the Laplacian of a connected undirected graph but for that of constants", [])
        case .laplacianRadius: ("the greatest eigenvalue of the Laplacian of an undirected graph", [])
        case .laplacianSpectrum: ("all eigenvalues of the Laplacian of an undirected graph in ascending order", [])
        case .modularity: ("the modularity of a partition", ModularityKeys.all)
        }
    }

    /// Up to how many vertices the paths between all pairs are followed.
    static let greatestVertexCountForPaths = 20_000

    /// True if the measure is not defined where edges have a direction.
    var needsUndirected: Bool { self == .clustering || needsSymmetricMatrix }

    /// True if the measure is an eigenvalue of a symmetric matrix.
    private var needsSymmetricMatrix: Bool {
        [.spectralRadius, .algebraicConnectivity, .laplacianRadius, .laplacianSpectrum].contains(self)
    }

    /// The numbers of a graph with their names, `nil` where the graph has none; none for the degree distribution, and for
    /// the modularity, which is that of a partition.
    ///
    /// - Throws: `GraphMeasureError`, `GSLError`.
    func values(of graph: Graph) throws -> [(String, MeasuredNumber?)] {
        switch self {
        case .size: return [("nodes", .count(graph.vertexCount)), ("edges", .count(graph.edgeCount))]
        case .degreeDistribution, .modularity: return []
        case .components: return componentValues(of: graph)
        case .clustering:
            let clustering = try graph.clustering()
            return [("clustering", .number(clustering.average)), ("transitivity", .number(clustering.transitivity))]
        case .assortativity: return [("assortativity", graph.assortativity().map { .number($0) })]
        case .pathLengths: return Self.values(of: graph.pathLengths())
        case .spectralRadius: return [(rawValue, .number(try graph.spectralRadius()))]
        case .algebraicConnectivity: return [(rawValue, try graph.algebraicConnectivity().map { .number($0) })]
        case .laplacianRadius: return [(rawValue, .number(try graph.laplacianRadius()))]
        case .laplacianSpectrum: return try graph.laplacianSpectrum().map { ("laplacian-eigenvalue", .number($0)) }
        }
    }

    /// The numbers of the lengths of paths.
    static func values(of paths: PathLengths) -> [(String, MeasuredNumber?)] {
        [
            ("mean-path-length", paths.mean.map { .number($0) }), ("longest-path", .count(paths.greatest)),
            ("pairs-without-path", .count(paths.unreachableCount)),
        ]
    }

    private func componentValues(of graph: Graph) -> [(String, MeasuredNumber?)] {
        let weak = graph.components()
        let values: [(String, MeasuredNumber?)] = [
            ("components", .count(weak.count)), ("largest-component", .count(weak.largestSize)),
        ]
        guard graph.isDirected else { return values }
        let strong = graph.strongComponents()
        return values + [
            ("strong-components", .count(strong.count)), ("largest-strong-component", .count(strong.largestSize)),
        ]
    }
}
