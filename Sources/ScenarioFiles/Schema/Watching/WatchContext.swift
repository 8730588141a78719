import SimulationEngine

/// What the readers of the blocks share.
final class WatchContext<Model: SimulationModel> {
    let nodeNames: [String]?
    let nodeCount: Int?
    let integration: Integration?
    var quantities = QuantityCatalog<Model>()
    var tableNames: Set<String> = []
    var usesStandardOutput = false

    /// The numbers of named nodes.
    let indices: [String: Int]?

    init(nodeNames: [String]?, nodeCount: Int?, integration: Integration?) {
        self.nodeNames = nodeNames
        self.nodeCount = nodeCount
        self.integration = integration
        indices = nodeNames.map { Dictionary(zip($0, 0...), uniquingKeysWith: { first, _ in first }) }
    }
}
