import CParticleKernels
import SimulationEngine

/// Newton's law of gravity between all pairs of particles, by direct summation, softened if wanted:
///
///     d²rᵢ/dt² = G Σⱼ mⱼ (rⱼ − rᵢ) / (|rⱼ − rᵢ|² + ε²)^(3/2)        U = −G Σᵢ<ⱼ mᵢ mⱼ / √(|rⱼ − rᵢ|² + ε²)
///
/// Each pair is visited once and acts on both particles with opposite signs, so that the total momentum is conserved to
/// the rounding of sums. Particles without mass are acted on and do not act; two of them may be in one place. A particle
/// with mass may be in the place of another one only if there is softening: the law has no bounds there.
///
/// The relative error of a pair's acceleration is below 8 × 2⁻⁵³, as of divisions and roots that are rounded one by one.
/// The results are the same bytes for any number of threads and any processor. Distances must be within 10⁻¹⁰⁰ and 10¹⁰⁰.
///
/// Softening: H. C. Plummer, Monthly Notices of the Royal Astronomical Society 71 (1911) 460,
/// DOI 10.1093/mnras/71.5.460.
///
/// - Complexity: O(n s) for n particles, s of which have mass.
public final class NewtonianGravity: ParticleForce {
    /// The gravitational constant *G*, in the units of the system.
    public let constant: Double

    /// The length ε below which gravity weakens; 0 for Newton's law.
    public let softening: Double

    private let team: ThreadTeam
    private let kernel: PairKernel
    private var bodies = BodyColumns()
    private var points = BodyColumns()
    private var sums = GrowingMemory<Double>()
    private var chunkSums = GrowingMemory<pk_sums>()

    /// Creates the force.
    ///
    /// - Parameters:
    ///   - constant: The gravitational constant *G*.
    ///   - softening: The length ε, not negative.
    ///   - threads: How many threads share the work.
    /// - Throws: ``ParticleError/invalidGravitationalConstant(_:)`` unless the constant is finite,
    ///   ``ParticleError/invalidSoftening(_:)`` unless the softening is finite and not negative.
    public convenience init(constant: Double, softening: Double = 0, threads: Int = 1) throws(ParticleError) {
        try self.init(
            constant: constant, softening: softening, threads: threads, kernel: .compiled(pk_best_instruction_set()))
    }

    init(constant: Double, softening: Double, threads: Int, kernel: PairKernel) throws(ParticleError) {
        guard constant.isFinite else { throw .invalidGravitationalConstant(constant) }
        guard softening.isFinite, softening >= 0 else { throw .invalidSoftening(softening) }
        self.constant = constant
        self.softening = softening
        self.kernel = kernel
        team = ThreadTeam(threadCount: max(1, threads))
    }

    /// Refuses particles in one place, if one of them has mass and there is no softening.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        if softening == 0, let pair = particles.firstCoincidence() {
            throw .overlap(pair.0, pair.1, distance: 0, least: 0)
        }
    }

    /// Adds the accelerations of all particles.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        bodies.copy(particles) { $0 > 0 }
        guard bodies.count > 0 else { return }
        addAccelerationsOfBodies(into: accelerations)
        guard bodies.count < particles.count else { return }
        points.copy(particles) { $0 == 0 }
        addAccelerationsOfPoints(into: accelerations)
    }

    /// The potential energy of all pairs.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        -constant * pairSums(of: particles).energy
    }

    /// The virial Σᵢ<ⱼ rᵢⱼ · Fᵢⱼ, which without softening is the potential energy.
    public func virial(of particles: ParticleColumns) -> Double {
        -constant * pairSums(of: particles).virial
    }
}

// MARK: - Sums

extension NewtonianGravity {
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

    private func addAccelerationsOfBodies(into accelerations: CoordinateColumns) {
        let chunks = Chunks(blockCount: bodies.blockCount)
        let capacity = bodies.capacity
        sums.reserve(3 * capacity * chunks.count)
        let (sums, columns, kernel) = (sums.start, bodies.columns, kernel)
        team.forEachPiece(of: chunks.count) { chunk in
            let (first, end) = (chunks.firstBlock(chunk), chunks.firstBlock(chunk + 1))
            let own = CoordinateColumns(sums + 3 * capacity * chunk, count: capacity)
            for column in [own.x, own.y, own.z] {
                (column + BodyColumns.blockLength * first).update(
                    repeating: 0, count: capacity - BodyColumns.blockLength * first)
            }
            kernel.addPairs(
                of: columns, blocks: first..<end, blockCount: chunks.blockCount,
                squaredSoftening: softening * softening, into: own)
        }
        let firstBodies = (0..<chunks.count).map { BodyColumns.blockLength * chunks.firstBlock($0) }
        let (particleOfBody, constant) = (bodies.particles, constant)
        team.forEachRun(of: bodies.count) { range in
            for body in range {
                var sum = SIMD3<Double>.zero
                for chunk in 0..<chunks.count where firstBodies[chunk] <= body {
                    let part = sums + 3 * capacity * chunk + body
                    sum += SIMD3(part[0], part[capacity], part[2 * capacity])
                }
                accelerations.add(constant * sum, at: Int(particleOfBody[body]))
            }
        }
    }

    private func addAccelerationsOfPoints(into accelerations: CoordinateColumns) {
        let capacity = points.capacity
        sums.reserve(3 * capacity)
        let result = CoordinateColumns(sums.start, count: capacity)
        let (sources, columns, particleOfPoint) = (bodies.columns, points.columns, points.particles)
        let blockCount = bodies.blockCount
        let (kernel, constant, count) = (kernel, constant, points.count)
        team.forEachRun(of: capacity) { range in
            let own = result.advanced(by: range.lowerBound)
            for column in [own.x, own.y, own.z] { column.update(repeating: 0, count: range.count) }
            kernel.addField(
                of: sources, blockCount: blockCount, at: columns.advanced(by: range.lowerBound),
                pointCount: range.count,
                squaredSoftening: softening * softening, into: own)
            for point in range where point < count {
                let sum = SIMD3(result.x[point], result.y[point], result.z[point])
                accelerations.add(constant * sum, at: Int(particleOfPoint[point]))
            }
        }
    }

    private func pairSums(of particles: ParticleColumns) -> PairSums {
        bodies.copy(particles) { $0 > 0 }
        let chunks = Chunks(blockCount: bodies.blockCount)
        chunkSums.reserve(chunks.count)
        let (sums, columns, kernel) = (chunkSums.start, bodies.columns, kernel)
        team.forEachPiece(of: chunks.count) { chunk in
            sums[chunk] = kernel.gravitySums(
                of: columns, blocks: chunks.firstBlock(chunk)..<chunks.firstBlock(chunk + 1),
                blockCount: chunks.blockCount, squaredSoftening: softening * softening)
        }
        var total = PairSums(energy: 0, virial: 0)
        for chunk in 0..<chunks.count {
            total.energy += sums[chunk].energy
            total.virial += sums[chunk].virial
        }
        return total
    }
}
