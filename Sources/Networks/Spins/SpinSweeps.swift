import SimulationEngine

/// Moves an ``IsingModel`` on by sweeps, each of which updates as many spins as there are, one at a time.
///
/// A step of the simulation is a whole number of sweeps: time counts sweeps. The random numbers of a sweep are keyed by its
/// number; in the order of a checkerboard those of each run of spins are streams of their own, so that any number of
/// threads gets the same bytes.
///
/// On a square torus of even sides the order of a checkerboard works on 512 spins at once with bitwise operations
/// (multi-spin coding: M. Creutz, L. Jacobs and C. Rebbi, Physical Review Letters 42 (1979) 1390,
/// DOI 10.1103/PhysRevLett.42.1390). Each spin is decided by as many random bits as it needs, two on average, and some ten
/// for all of a block; probabilities are exact to 2⁻⁶⁴. Elsewhere they are exact to 2⁻⁵³.
public final class SpinSweeps: SweepIntegrator {
    /// The model that is moved on.
    public typealias Model = IsingModel

    /// Is asked between sweeps.
    public var shouldInterrupt: (() -> Bool)?

    /// With which probability a spin flips.
    package let rule: SpinFlipRule

    /// In which order spins are updated.
    package let order: SweepOrder

    /// How many sweeps have been made.
    public internal(set) var sweepCount = 0

    private let streams: RandomStreams
    private let team: ThreadTeam
    private var probabilities: FlipProbabilities?
    private var colors: VertexColors?

    /// The model to whose graph the colours belong.
    private weak var coloredModel: IsingModel?

    /// Of no meaning: what was read so that it is in the cache.
    private var fetched: Int32 = 0

    /// Creates an integrator.
    ///
    /// - Parameters:
    ///   - rule: With which probability a spin flips.
    ///   - order: In which order spins are updated.
    ///   - streams: The random numbers.
    ///   - threads: The number of threads that work in the order of a checkerboard, at least 1; it does not matter to the result.
    public init(_ rule: SpinFlipRule, order: SweepOrder, streams: RandomStreams, threads: Int = 1) {
        self.rule = rule
        self.order = order
        self.streams = streams
        team = ThreadTeam(threadCount: threads)
    }

    /// Looks at the parameters of the model.
    ///
    /// - Throws: ``MonteCarloError`` if temperature, coupling or field cannot be.
    public func prepareSweeps(of model: IsingModel) throws(MonteCarloError) { try model.checkParameters() }

    /// Makes a sweep.
    ///
    /// - Throws: ``MonteCarloError`` if the order is that of a checkerboard and the graph is not bipartite. The spins are
    ///   then as before.
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func sweep(_ model: IsingModel) throws(MonteCarloError) {
        try makeSweep(model)
        sweepCount += 1
    }

    /// Forgets what was derived from the graph.
    public func stateWasChanged() {
        colors = nil
    }

    private func makeSweep(_ model: IsingModel) throws(MonteCarloError) {
        let probabilities = currentProbabilities(of: model)
        switch order {
        case .random, .sequential:
            sweepAlone(model, probabilities)
        case .checkerboard:
            if let words = model.spins.changeWords() {
                let key = streams.key(for: .sweeps)
                words.sweep(probabilities.kernelRule, key: key, sweep: sweepCount, team: team)
            } else {
                try sweepColors(model, probabilities)
            }
        }
    }

    private func currentProbabilities(of model: IsingModel) -> FlipProbabilities {
        if let probabilities, probabilities.hold(for: model) { return probabilities }
        let new = FlipProbabilities(rule, of: model)
        probabilities = new
        return new
    }
}

// MARK: - Any graph

extension SpinSweeps {
    private func sweepAlone(_ model: IsingModel, _ probabilities: FlipProbabilities) {
        var random = streams.words(for: .sweeps, step: sweepCount)
        let count = model.nodeCount
        withUpdate(of: model, probabilities) { update in
            if order == .random {
                fetched = update.updateAtRandom(count, &random)
            } else {
                for vertex in 0..<count { update(vertex, &random) }
            }
        }
    }

    private func sweepColors(_ model: IsingModel, _ probabilities: FlipProbabilities) throws(MonteCarloError) {
        if coloredModel !== model { colors = nil }
        if colors == nil { colors = try VertexColors(of: model.graph) }
        coloredModel = model
        guard let colors else { return }
        let step = 2 * sweepCount
        let key = streams.key(for: .sweeps)
        withUpdate(of: model, probabilities) { update in
            for (color, vertices) in colors.vertices.enumerated() {
                vertices.withUnsafeBufferPointer { vertices in
                    team.forEachRun(of: vertices.count) { run in
                        let node = run.lowerBound / ThreadTeam.runLength
                        var random = RandomWords(key: key, node: node, step: step + color)
                        for index in run { update(Int(vertices[index]), &random) }
                    }
                }
            }
        }
    }

    /// Calls a closure with what updates a vertex.
    @inline(__always)
    private func withUpdate(
        of model: IsingModel, _ probabilities: FlipProbabilities, _ body: (SpinUpdate) -> Void
    ) {
        let spins = model.spins.changeBytes()
        model.graph.withAdjacency { adjacency in
            probabilities.withTable { table in
                (model.localFields ?? []).withUnsafeBufferPointer { fields in
                    body(
                        SpinUpdate(
                            spins: spins, adjacency: adjacency, torus: model.spins.torus, table: table,
                            localFields: model.localFields == nil ? nil : fields.baseAddress))
                }
            }
        }
    }
}

/// Updates spins one at a time; a small value for inner loops.
private struct SpinUpdate {
    let spins: UnsafeMutablePointer<Int8>
    let adjacency: Adjacency

    /// The shape of the graph, if it is a square torus, of which neighbours need not be read.
    let torus: SquareTorus?
    let table: FlipProbabilities.Table
    let localFields: UnsafePointer<Double>?

    /// Updates a spin.
    @inline(__always)
    func callAsFunction(_ vertex: Int, _ random: inout RandomWords) {
        let spin = spins[vertex]
        let sum = torus.map { $0.sum(of: spins, around: vertex) } ?? adjacency.sum(of: spins, around: vertex)
        let probability = table.probability(sum: sum, spin: spin, local: localFields?[vertex] ?? 0)
        // Drawn even where it is certain what happens, so that a change leaves the luck of later updates as it is.
        if random.uniform() < probability { spins[vertex] = -spin }
    }

    /// Updates as many spins as there are, each drawn anew.
    ///
    /// They are drawn some at a time, so that the memory of all of them can be fetched side by side.
    ///
    /// - Returns: A number of no meaning.
    @inline(__always)
    func updateAtRandom(_ count: Int, _ random: inout RandomWords) -> Int32 {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.drawCount) { drawn in
            var left = count
            var fetched: Int32 = 0
            while left > 0 {
                let length = min(left, Self.drawCount)
                for index in 0..<length { drawn[index] = random.below(count) }
                if torus == nil { fetched &+= fetch(drawn, length) }
                for index in 0..<length { self(drawn[index], &random) }
                left -= length
            }
            return fetched
        }
    }

    /// How many spins are drawn at once.
    private static let drawCount = 32

    /// Reads where the neighbours of some vertices stand, and what their spins are, so that they are in the cache.
    @inline(__always)
    private func fetch(_ drawn: UnsafeMutableBufferPointer<Int>, _ length: Int) -> Int32 {
        var sum: Int32 = 0
        for index in 0..<length {
            let range = adjacency.range(of: drawn[index])
            if !range.isEmpty { sum &+= Int32(spins[Int(adjacency.neighbours[range.lowerBound])]) }
        }
        return sum
    }
}
