import Descriptions
import Essentials

/// A way to make a graph, as scenarios name it.
package typealias GraphGenerator = Component<@Sendable (RandomStreams) throws -> Graph>

/// The ways to make a graph that can be named.
package enum GraphGenerators {
    /// All of them.
    package static let all = [
        erdosRenyi, configuration, randomRegular, randomInputs, stochasticBlock, randomGeometric, barabasiAlbert,
        holmeKim,
        wattsStrogatz, newmanWatts, lattice, mooreLattice, tree, randomTree, isolated, complete, star, ring, path,
    ]

    static let nodes = Parameter(count: "nodes", "the number of nodes").example(100)
    static let edgesPerNode = Parameter(count: "edges-per-node", "the number of edges that each node brings").example(2)
    static let periodic = Parameter("periodic", "whether opposite sides are joined", default: false)
}
