import CMath
import SimulationEngine

/// Moves an ``IsingModel`` on by flipping clusters of spins, which makes it forget its past quickly near a phase transition.
///
/// A cluster grows from a random spin along edges that lower the energy, each with the probability 1 − exp(−2 |J wᵢⱼ| / T).
/// In a field it is flipped with the probability that no spin of it is joined to the field in the same way,
/// Π exp(−2 max(0, hᵢ sᵢ) / T). A step of the simulation flips a number of clusters for each unit of time; that number is
/// given and not, say, as many as reach the number of spins, since stopping by size would favour states with small clusters.
///
/// U. Wolff, *Collective Monte Carlo updating for spin systems*, Physical Review Letters 62 (1989) 361,
/// DOI 10.1103/PhysRevLett.62.361.
///
/// Memory: 9 bytes a vertex.
public final class WolffClusters: SweepIntegrator {
    /// The model that is moved on.
    public typealias Model = IsingModel

    /// Is asked between sweeps.
    public var shouldInterrupt: (() -> Bool)?

    /// How many clusters are grown in a unit of time.
    package let clustersPerSweep: Int

    /// How many clusters have been grown.
    public internal(set) var clusterCount = 0

    /// How many spins these have had in all.
    public internal(set) var clusteredSpinCount = 0

    private let streams: RandomStreams
    private var isInCluster: ScratchMemory<Bool>?
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
    /// - Throws: ``MonteCarloError`` if there are no clusters, or if temperature, coupling or field cannot be.
    public func prepareSweeps(of model: IsingModel) throws(MonteCarloError) {
        guard clustersPerSweep >= 1 else { throw .invalidClusterCount(clustersPerSweep) }
        try model.checkParameters()
    }

    /// Grows and flips the clusters of one unit of time.
    ///
    /// - Complexity: O(s) for s edges at the spins of the clusters.
    public func sweep(_ model: IsingModel) {
        for _ in 0..<clustersPerSweep {
            var random = streams.words(for: .clusters, step: clusterCount)
            grow(from: random.below(model.nodeCount), in: model, &random)
            flip(in: model, &random)
            clusterCount += 1
            clusteredSpinCount += cluster.members.count
        }
    }

    /// Makes memory for another number of spins, if need be.
    public func stateWasChanged() {
        isInCluster = nil
    }

    /// Marks that are not set, in the memory of the last cluster if that had as many.
    private func marks(for count: Int) -> ScratchMemory<Bool> {
        if let isInCluster, isInCluster.capacity == count { return isInCluster }
        let new = ScratchMemory(count: count, repeating: false)
        isInCluster = new
        return new
    }

    private func grow(from start: Int, in model: IsingModel, _ random: inout RandomWords) {
        let marks = marks(for: model.nodeCount)
        let isInCluster = marks.pointer
        let spins = model.spins.changeBytes()
        let (coupling, temperature) = (model.coupling, model.temperature)
        let unweighted = Self.bond(coupling, temperature)
        isInCluster[start] = true
        model.graph.withAdjacency { adjacency in
            cluster.grow(from: start, along: adjacency) { vertex, neighbour, edge in
                if isInCluster[neighbour] { return false }
                let strength = coupling * (adjacency.weights?[edge] ?? 1)
                guard strength * Double(spins[vertex] * spins[neighbour]) > 0 else { return false }
                let bond = adjacency.weights == nil ? unweighted : Self.bond(strength, temperature)
                guard random.uniform() < bond else { return false }
                isInCluster[neighbour] = true
                return true
            }
        }
        for vertex in cluster.members { isInCluster[Int(vertex)] = false }
    }

    /// The probability that an edge of a strength that is not 0 joins two spins.
    private static func bond(_ strength: Double, _ temperature: Double) -> Double {
        -expm1(-2 * abs(strength) / temperature)
    }

    private func flip(in model: IsingModel, _ random: inout RandomWords) {
        let spins = model.spins.changeBytes()
        if model.field != 0 || model.localFields != nil {
            var alignment = 0.0
            for vertex in cluster.members {
                let field = model.field + (model.localFields?[Int(vertex)] ?? 0)
                alignment += max(0, field * Double(spins[Int(vertex)]))
            }
            guard alignment == 0 || random.uniform() < exp(-2 * alignment / model.temperature) else { return }
        }
        for vertex in cluster.members { spins[Int(vertex)] = -spins[Int(vertex)] }
    }
}
