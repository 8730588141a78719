import CMath
import SimulationEngine

/// Moves a ``PottsModel`` on by clusters of equal spins that take another value together.
///
/// A cluster grows from a random spin along edges between equal spins, each with the probability 1 − exp(−J wᵢⱼ / T), where
/// that is positive, and takes one of the other values at random. Couplings must attract: with others, clusters of equal
/// spins would not sample the Boltzmann distribution. A step of the simulation flips a number of clusters for each unit of
/// time.
///
/// U. Wolff, *Collective Monte Carlo updating for spin systems*, Physical Review Letters 62 (1989) 361,
/// DOI 10.1103/PhysRevLett.62.361.
///
/// Memory: 5 bytes a vertex at most.
public final class PottsClusters: SweepIntegrator {
    /// The model that is moved on.
    public typealias Model = PottsModel

    /// Is asked between sweeps.
    public var shouldInterrupt: (() -> Bool)?

    /// How many clusters are grown in a unit of time.
    package let clustersPerSweep: Int

    private let streams: RandomStreams
    var clusterCount = 0
    private var cluster = GrowingCluster()

    /// Creates an integrator.
    ///
    /// - Parameters:
    ///   - clustersPerSweep: How many clusters are grown in a unit of time, at least 1.
    ///   - streams: The random numbers.
    public init(clusters clustersPerSweep: Int = 1, streams: RandomStreams) {
        self.clustersPerSweep = clustersPerSweep
        self.streams = streams
    }

    /// Looks at the parameters of the model.
    ///
    /// - Throws: ``MonteCarloError`` if there are no clusters, if temperature or coupling cannot be, or if a coupling repels.
    public func prepareSweeps(of model: PottsModel) throws(MonteCarloError) {
        guard clustersPerSweep >= 1 else { throw .invalidClusterCount(clustersPerSweep) }
        try model.checkParameters()
        try Self.checkAttraction(in: model)
    }

    /// Grows and changes the clusters of one unit of time.
    ///
    /// - Complexity: O(s) for s edges at the spins of the clusters.
    public func sweep(_ model: PottsModel) {
        for _ in 0..<clustersPerSweep {
            var random = streams.words(for: .clusters, step: clusterCount)
            change(random.below(model.nodeCount), in: model, &random)
            clusterCount += 1
        }
    }

    /// Nothing is kept.
    public func stateWasChanged() {}

    /// Looks whether all couplings attract.
    ///
    /// - Throws: ``MonteCarloError/repulsion(_:)`` if one does not.
    /// - Complexity: O(1), or O(m) for m edges with weights.
    package static func checkAttraction(in model: PottsModel) throws(MonteCarloError) {
        guard model.graph.isWeighted else {
            guard model.coupling >= 0 else { throw .repulsion(model.coupling) }
            return
        }
        for vertex in 0..<model.nodeCount {
            let weights = model.graph.weights(of: vertex) ?? []
            if let weight = weights.first(where: { model.coupling * $0 < 0 }) {
                throw .repulsion(model.coupling * weight)
            }
        }
    }

    private func change(_ start: Int, in model: PottsModel, _ random: inout RandomWords) {
        let spins = model.states.elements
        let old = spins[start]
        let new = UInt8((Int(old) + 1 + random.below(model.valueCount - 1)) % model.valueCount)
        let scale = -model.coupling / model.temperature
        // Vertices with the new value are in the cluster or have never been equal.
        spins[start] = new
        model.graph.withAdjacency { adjacency in
            cluster.grow(from: start, along: adjacency) { _, neighbour, edge in
                guard spins[neighbour] == old else { return false }
                guard random.uniform() < -expm1(scale * (adjacency.weights?[edge] ?? 1)) else { return false }
                spins[neighbour] = new
                return true
            }
        }
    }
}
