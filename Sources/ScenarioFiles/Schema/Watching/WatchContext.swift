import Networks
import Particles
import SimulationEngine

/// What the readers of the blocks share.
final class WatchContext<Model: SimulationModel> {
    let nodeNames: [String]?
    let nodeCount: Int?
    let integration: Integration?

    /// The box of particles.
    let box: Box?

    /// The graph at the beginning.
    let graph: Graph?

    var quantities = QuantityCatalog<Model>()
    var tableNames: Set<String> = []
    var usesStandardOutput = false

    /// Whether nodes are added during the run, and the names of those that have names.
    var addsNodes = false
    var addedNames: Set<String> = []

    /// The numbers of named nodes.
    let indices: [String: Int]?

    init(nodeNames: [String]?, nodeCount: Int?, integration: Integration?, box: Box? = nil, graph: Graph? = nil) {
        self.nodeNames = nodeNames
        self.nodeCount = nodeCount
        self.integration = integration
        self.box = box
        self.graph = graph
        indices = nodeNames.map { Dictionary(zip($0, 0...), uniquingKeysWith: { first, _ in first }) }
    }
}
