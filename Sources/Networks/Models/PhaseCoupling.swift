import CKernels
import SimulationEngine

/// The coupling of the phases of oscillators: for each vertex ωᵢ + K Σⱼ wᵢⱼ sin(θⱼ − θᵢ − α), where *wᵢⱼ* is the weight of the
/// edge from *j* to *i*, or 1/*n* for all pairs in a mean field.
///
/// Since sin(θⱼ − θᵢ) = cos θᵢ sin θⱼ − sin θᵢ cos θⱼ, sines and cosines are taken once a vertex and lie next to each other: an
/// edge reads one line of the cache, and costs two additions.
///
/// Work is shared in runs of vertices, whatever the number of threads. Each sum is taken by one thread in the order of the
/// neighbours; those over all vertices in runs, and then over the runs in their order.
///
/// Memory: 16 bytes a vertex for sines and cosines, and in graphs that are so small that these are near in the cache
/// (``NeighbourFetch``) 4 for the order of the rows.
final class PhaseCoupling {
    let network: ChangingGraph
    let reach: KuramotoTopology

    @exclusivity(unchecked)
    var strength: Double
    let phaseLag: Double

    @exclusivity(unchecked)
    var frequencies: [Double]

    /// Sines and cosines, in pairs.
    @exclusivity(unchecked)
    private var pairs: UnsafeMutableBufferPointer<SIMD2<Double>>

    /// The sums of the pairs of each run.
    @exclusivity(unchecked)
    private var sums: UnsafeMutableBufferPointer<SIMD2<Double>>

    /// The vertices of each run in the order of the lengths of their rows, where pairs are near.
    @exclusivity(unchecked)
    private var order: [Int32]?

    /// Of which graph sums, pairs and order are.
    @exclusivity(unchecked)
    var revision: Int
    private let team: ThreadTeam
    private let instructionSet: k_instruction_set
    private let nearBytes: Int

    init(
        graph: Graph, reach: KuramotoTopology, strength: Double, phaseLag: Double, frequencies: [Double], threads: Int,
        instructionSet: k_instruction_set = k_best_instruction_set(), nearBytes: Int = NeighbourFetch.nearBytes
    ) {
        network = ChangingGraph(graph)
        revision = network.revision
        self.reach = reach
        self.strength = strength
        self.phaseLag = phaseLag
        self.frequencies = frequencies
        self.instructionSet = instructionSet
        self.nearBytes = nearBytes
        team = ThreadTeam(threadCount: max(1, threads))
        pairs = .allocate(capacity: graph.vertexCount)
        pairs.preferHugePages()
        pairs.initialize(repeating: .zero)
        sums = .allocate(capacity: ThreadTeam.runCount(of: graph.vertexCount))
        sums.initialize(repeating: .zero)
        findOrder()
    }

    /// Checks what a user gives.
    convenience init(
        graph: Graph, reach: KuramotoTopology, checkedStrength strength: Double, phaseLag: Double,
        frequencies: [Double],
        threads: Int
    ) throws(NetworkModelError) {
        try NetworkModelError.check(frequencies, of: "frequencies", vertexCount: graph.vertexCount)
        guard strength.isFinite else { throw .notFinite("coupling", value: strength) }
        guard phaseLag.isFinite else { throw .notFinite("phase lag", value: phaseLag) }
        let pairCount = graph.vertexCount * (graph.vertexCount - 1) / (graph.isDirected ? 1 : 2)
        guard reach == .edges || graph.edgeCount == 0 || graph.edgeCount == pairCount && !graph.isWeighted else {
            throw .edgesInMeanField(edgeCount: graph.edgeCount, vertexCount: graph.vertexCount)
        }
        self.init(
            graph: graph, reach: reach, strength: strength, phaseLag: phaseLag, frequencies: frequencies,
            threads: threads)
    }

    deinit {
        pairs.deallocate()
        sums.deallocate()
    }

    /// The graph as it is.
    var graph: Graph { network.graph }

    /// Adds a vertex, with the natural frequency of another one or 0.
    func addVertex(like parent: Int?, name: String?) throws(GraphError) -> Int {
        let vertex = try network.addVertex(name: name)
        frequencies.append(parent.map { frequencies[$0] } ?? 0)
        return vertex
    }

    /// Removes a vertex, whose phase rests from then on.
    func removeVertex(_ vertex: Int) {
        network.removeVertex(vertex)
        frequencies[vertex] = 0
    }

    /// Makes anew what follows from the graph, if that has changed.
    private func follow() {
        guard revision != network.revision else { return }
        revision = network.revision
        findOrder()
        guard pairs.count != graph.vertexCount else { return }
        pairs.deallocate()
        pairs = .allocate(capacity: graph.vertexCount)
        pairs.preferHugePages()
        pairs.initialize(repeating: .zero)
        sums.deallocate()
        sums = .allocate(capacity: ThreadTeam.runCount(of: graph.vertexCount))
        sums.initialize(repeating: .zero)
    }

    private func findOrder() {
        order = reach == .edges && vertexBytes <= nearBytes ? graph.incoming.runsByLength : nil
    }

    /// The size of all pairs.
    private var vertexBytes: Int { graph.vertexCount * MemoryLayout<SIMD2<Double>>.stride }

    /// Computes the velocities of the phases, and tells of each run that is done.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges; O(n) in a mean field.
    func velocities(
        of phases: UnsafePointer<Double>, into velocities: UnsafeMutablePointer<Double>,
        completing: (Range<Int>) -> Void
    ) {
        follow()
        switch reach {
        case .edges:
            takeSines(of: phases)
            addAlongEdges(into: velocities, completing: completing)
        case .meanField:
            addMeanField(sumOfSines(of: phases), into: velocities, completing: completing)
        }
    }

    /// The length of the mean of the unit vectors that point to the phases.
    func orderParameter(of phases: UnsafePointer<Double>) -> Double {
        follow()
        let sum = sumOfSines(of: phases)
        return (sum * sum).sum().squareRoot() / Double(network.population.presentCount)
    }

    private func takeSines(of phases: UnsafePointer<Double>) {
        guard let target = pairs.baseAddress else { return }
        team.forEachRun(of: graph.vertexCount) { run in takeSines(of: phases, run, target) }
    }

    private func takeSines(
        of phases: UnsafePointer<Double>, _ run: Range<Int>, _ target: UnsafeMutablePointer<SIMD2<Double>>
    ) {
        (target + run.lowerBound).withMemoryRebound(to: Double.self, capacity: 2 * run.count) {
            nk_sines(instructionSet, phases + run.lowerBound, $0, Int64(run.count))
        }
    }

    /// Takes sines and cosines of those that are there, and sums them up.
    private func sumOfSines(of phases: UnsafePointer<Double>) -> SIMD2<Double> {
        guard let target = pairs.baseAddress else { return .zero }
        let present = network.population.isComplete ? nil : network.population
        team.forEachRun(of: graph.vertexCount) { run in
            takeSines(of: phases, run, target)
            if let present { for vertex in run where !present.contains(vertex) { target[vertex] = .zero } }
            var sum = SIMD2<Double>.zero
            for vertex in run { sum += target[vertex] }
            sums[run.lowerBound / ThreadTeam.runLength] = sum
        }
        return sums.reduce(.zero, +)
    }

    private func addAlongEdges(into velocities: UnsafeMutablePointer<Double>, completing: (Range<Int>) -> Void) {
        withRows { rows in
            team.forEachRun(of: graph.vertexCount) { run in
                nk_phase_velocities(rows, Int64(run.lowerBound), Int64(run.count), velocities)
                completing(run)
            }
        }
    }

    private func withRows(_ use: (UnsafePointer<nk_phase_rows>) -> Void) {
        let adjacency = graph.incoming
        var rows = nk_phase_rows()
        rows.pairs = UnsafeRawPointer(pairs.baseAddress)?.assumingMemoryBound(to: Double.self)
        rows.in_phase = strength * cosineOfLag
        rows.in_quadrature = strength * sineOfLag
        adjacency.offsets.withUnsafeBufferPointer { offsets in
            adjacency.vertices.withUnsafeBufferPointer { neighbours in
                frequencies.withUnsafeBufferPointer { frequencies in
                    rows.starts = offsets.baseAddress
                    rows.neighbours = neighbours.baseAddress
                    rows.fetch_end = UInt32(
                        NeighbourFetch.end(
                            placeCount: neighbours.count, vertexBytes: vertexBytes, nearBytes: nearBytes))
                    rows.frequencies = frequencies.baseAddress
                    adjacency.withEnds { ends in
                        rows.ends = ends
                        withOrder(of: &rows) { rows in
                            guard let weights = adjacency.weights else { return use(&rows) }
                            weights.withUnsafeBufferPointer {
                                rows.weights = $0.baseAddress
                                use(&rows)
                            }
                        }
                    }
                }
            }
        }
    }

    private func withOrder(of rows: inout nk_phase_rows, _ use: (inout nk_phase_rows) -> Void) {
        guard let order else { return use(&rows) }
        order.withUnsafeBufferPointer {
            rows.order = $0.baseAddress
            use(&rows)
        }
    }

    private func addMeanField(
        _ sum: SIMD2<Double>, into velocities: UnsafeMutablePointer<Double>, completing: (Range<Int>) -> Void
    ) {
        let share = strength / Double(max(network.population.presentCount, 1))
        let (inPhase, inQuadrature) = (share * cosineOfLag, share * sineOfLag)
        frequencies.withUnsafeBufferPointer { frequencies in
            team.forEachRun(of: graph.vertexCount) { run in
                for vertex in run {
                    let (sine, cosine) = (pairs[vertex].x, pairs[vertex].y)
                    velocities[vertex] =
                        frequencies[vertex]
                        + (inPhase * (cosine * sum.x - sine * sum.y) - inQuadrature * (cosine * sum.y + sine * sum.x))
                }
                completing(run)
            }
        }
    }

    private var cosineOfLag: Double { sineAndCosine(phaseLag).y }
    private var sineOfLag: Double { sineAndCosine(phaseLag).x }

    private func sineAndCosine(_ phase: Double) -> SIMD2<Double> {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 2) { pair in
            withUnsafePointer(to: phase) { nk_sines(k_baseline, $0, pair.baseAddress, 1) }
            return SIMD2(pair[0], pair[1])
        }
    }
}

extension AdjacencyRows {
    /// The rows of each run of a ``ThreadTeam`` in the order of their lengths, those of equal length in their own order.
    ///
    /// - Complexity: O(n) for n rows.
    fileprivate var runsByLength: [Int32] {
        let count = offsets.count - 1
        var order: [Int32] = []
        order.reserveCapacity(count)
        for first in stride(from: 0, to: count, by: ThreadTeam.runLength) {
            let run = first..<min(count, first + ThreadTeam.runLength)
            let lengths = run.map { (range(of: $0).count, Int32(truncatingIfNeeded: $0)) }
            order += lengths.sorted(by: <).map(\.1)
        }
        return order
    }
}
