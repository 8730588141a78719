import CKernels
import SimulationEngine

/// Sums over all pairs of bodies of what falls off with the square of their distance, for masses or charges.
///
/// Each pair is visited once and acts on both bodies with opposite signs. The results are the same bytes for any number of
/// threads and any processor.
struct DirectSum: ~Copyable {
    /// The bodies that act, with masses, or charges in their place. To be filled before sums are formed.
    var bodies = BodyColumns()

    private let squaredSoftening: Double
    private let team: ThreadTeam
    private let kernel: PairKernel
    private var sums = GrowingMemory<Double>()
    private var chunkSums = GrowingMemory<pk_sums>()

    init(squaredSoftening: Double, team: ThreadTeam, kernel: PairKernel) {
        self.squaredSoftening = squaredSoftening
        self.team = team
        self.kernel = kernel
    }
}

extension DirectSum {
    /// The blocks of bodies are cut into chunks, each with sums of its own of all later bodies, so that no two threads
    /// write to one place. Their number follows from that of the blocks alone, and chunks have about as many pairs each.
    private struct Chunks {
        let blockCount: Int
        let count: Int

        init(blockCount: Int) {
            self.blockCount = blockCount
            count = max(1, min(16, blockCount / 8))
        }

        /// The first block of a chunk; pairs with the blocks before it are those of a triangle that is cut off.
        func firstBlock(_ chunk: Int) -> Int {
            Int(Double(blockCount) * (1 - (1 - Double(chunk) / Double(count)).squareRoot()))
        }
    }

    /// Hands each body's particle and the field of all others there, Σⱼ mⱼ (rⱼ − r) / (|rⱼ − r|² + ε²)^(3/2), to a closure,
    /// on all threads.
    mutating func forEachField(_ body: (_ particle: Int, _ field: SIMD3<Double>) -> Void) {
        guard bodies.count > 0 else { return }
        let chunks = Chunks(blockCount: bodies.blockCount)
        let capacity = bodies.capacity
        sums.reserve(3 * capacity * chunks.count)
        let (sums, columns, kernel, squaredSoftening) = (sums.start, bodies.columns, kernel, squaredSoftening)
        team.forEachPiece(of: chunks.count) { chunk in
            let (first, end) = (chunks.firstBlock(chunk), chunks.firstBlock(chunk + 1))
            let own = CoordinateColumns(sums + 3 * capacity * chunk, count: capacity)
            let firstBody = BodyColumns.blockLength * first
            own.advanced(by: firstBody).clear(count: capacity - firstBody)
            kernel.addPairs(
                of: columns, blocks: first..<end, blockCount: chunks.blockCount,
                squaredSoftening: squaredSoftening, into: own)
        }
        let particleOfBody = bodies.particles
        withUnsafeTemporaryAllocation(of: Int.self, capacity: chunks.count) { firstBodies in
            for chunk in firstBodies.indices { firstBodies[chunk] = BodyColumns.blockLength * chunks.firstBlock(chunk) }
            team.forEachRun(of: bodies.count) { range in
                for place in range {
                    var sum = SIMD3<Double>.zero
                    for chunk in firstBodies.indices where firstBodies[chunk] <= place {
                        let part = sums + 3 * capacity * chunk + place
                        sum += SIMD3(part[0], part[capacity], part[2 * capacity])
                    }
                    body(Int(particleOfBody[place]), sum)
                }
            }
        }
    }

    /// Σᵢ<ⱼ mᵢ mⱼ / √(|rⱼ − rᵢ|² + ε²) as the energy, and Σᵢ<ⱼ mᵢ mⱼ |rⱼ − rᵢ|² / (|rⱼ − rᵢ|² + ε²)^(3/2) as the virial.
    mutating func pairSums() -> PairSums {
        guard bodies.count > 0 else { return PairSums(energy: 0, virial: 0) }
        let chunks = Chunks(blockCount: bodies.blockCount)
        chunkSums.reserve(chunks.count)
        let (sums, columns, kernel, squaredSoftening) = (chunkSums.start, bodies.columns, kernel, squaredSoftening)
        team.forEachPiece(of: chunks.count) { chunk in
            sums[chunk] = kernel.gravitySums(
                of: columns, blocks: chunks.firstBlock(chunk)..<chunks.firstBlock(chunk + 1),
                blockCount: chunks.blockCount, squaredSoftening: squaredSoftening)
        }
        var total = PairSums(energy: 0, virial: 0)
        for chunk in 0..<chunks.count {
            total.energy += sums[chunk].energy
            total.virial += sums[chunk].virial
        }
        return total
    }
}
