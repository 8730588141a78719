import CKernels
import Descriptions
import SimulationEngine

/// Newton's law of gravity between all pairs of particles, by direct summation, softened if wanted:
///
///     d²rᵢ/dt² = G Σⱼ mⱼ (rⱼ − rᵢ) / (|rⱼ − rᵢ|² + ε²)^(3/2)        U = −G Σᵢ<ⱼ mᵢ mⱼ / √(|rⱼ − rᵢ|² + ε²)
///
/// Each pair is visited once and acts on both particles with opposite signs, so that the total momentum is conserved to
/// the rounding of sums. Particles without mass are acted on and do not act; two of them may be in one place. A particle
/// with mass may be in the place of another one only if there is softening: the law has no bounds there.
///
/// The box must be open or have walls: in a periodic one masses have images without end, whose attractions have no sum.
///
/// The relative error of a pair's acceleration is below 8 × 2⁻⁵³, as of divisions and roots that are rounded one by one.
/// The results are the same bytes for any number of threads and any processor. Distances must be within 10⁻¹⁰⁰ and 10¹⁰⁰.
///
/// Softening: H. C. Plummer, Monthly Notices of the Royal Astronomical Society 71 (1911) 460,
/// DOI 10.1093/mnras/71.5.460.
///
/// - Complexity: O(n s) for n particles, s of which have mass.
public final class NewtonianGravity: ParticleForce, Stateless {
    static let constant = Parameter("constant", "the gravitational constant G", dimension: .gravitationalConstant)
    static let softening = Parameter(
        "softening", "the length ε below which gravity weakens", .nonNegative, dimension: .length, default: 0)

    static let component = ForceComponent(
        "gravity", "Newton's law of gravity, summed up over all pairs or by the tree of Barnes and Hut",
        equation: "d²rᵢ/dt² = G Σⱼ mⱼ (rⱼ − rᵢ) / (|rⱼ − rᵢ|² + ε²)^(3/2)",
        synonyms: ["N-body"],
        references: [
            Reference(
                "H. C. Plummer", "On the problem of distribution in globular star clusters",
                "Monthly Notices of the Royal Astronomical Society", "71", page: "460", year: 1911,
                doi: "10.1093/mnras/71.5.460"),
            Reference(
                "J. Barnes and P. Hut", "A hierarchical O(N log N) force-calculation algorithm", "Nature", "324",
                page: "446", year: 1986, doi: "10.1038/324446a0"),
        ],
        constant, softening, TreeGravity.openingAngle.optional
    ) { constant, softening, openingAngle in
        guard let openingAngle else {
            return { try NewtonianGravity(constant: constant, softening: softening, threads: $0.threads) }
        }
        return { options in
            try TreeGravity(
                constant: constant, softening: softening, openingAngle: openingAngle, threads: options.threads)
        }
    }

    /// The gravitational constant *G*, in the units of the system.
    package let constant: Double

    /// The length ε below which gravity weakens; 0 for Newton's law.
    package let softening: Double

    private let team: ThreadTeam
    private let kernel: PairKernel
    @exclusivity(unchecked)
    private var direct: DirectSum
    @exclusivity(unchecked)
    private var points = BodyColumns()
    @exclusivity(unchecked)
    private var sums = GrowingMemory<Double>()

    /// Creates the force.
    ///
    /// - Parameters:
    ///   - constant: The gravitational constant *G*.
    ///   - softening: The length ε, not negative.
    ///   - threads: How many threads share the work.
    /// - Throws: ``ParticleError/parameter(_:)`` unless the constant is finite and the softening finite and not negative.
    public convenience init(constant: Double, softening: Double = 0, threads: Int = 1) throws(ParticleError) {
        try self.init(
            constant: constant, softening: softening, threads: threads, kernel: .compiled(k_best_instruction_set()))
    }

    init(constant: Double, softening: Double, threads: Int, kernel: PairKernel) throws(ParticleError) {
        try ParticleError.check(constant, Self.constant)
        try ParticleError.check(softening, Self.softening)
        self.constant = constant
        self.softening = softening
        self.kernel = kernel
        team = ThreadTeam(threadCount: max(1, threads))
        direct = DirectSum(squaredSoftening: softening * softening, team: team, kernel: kernel)
    }

    /// Refuses periodic boxes, and particles in one place if one of them has mass and there is no softening.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        for axis in 0..<3 where particles.box.periods[axis] > 0 { throw .gravityInPeriodicBox(axis: axis) }
        if softening == 0, let pair = particles.firstCoincidence() {
            throw .overlap(pair.0, pair.1, distance: 0, least: 0)
        }
    }

    /// Adds the accelerations of all particles.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        direct.bodies.copy(particles) { $0 > 0 }
        guard direct.bodies.count > 0 else { return }
        let constant = constant
        direct.forEachField { accelerations.add(constant * $1, at: $0) }
        guard direct.bodies.count < particles.count else { return }
        points.copy(particles) { $0 == 0 }
        addAccelerationsOfPoints(into: accelerations)
    }

    /// The potential energy of all pairs.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        direct.bodies.copy(particles) { $0 > 0 }
        return -constant * direct.pairSums().energy
    }

    /// The virial Σᵢ<ⱼ rᵢⱼ · Fᵢⱼ, which without softening is the potential energy.
    public func virial(of particles: ParticleColumns) -> Double {
        direct.bodies.copy(particles) { $0 > 0 }
        return -constant * direct.pairSums().virial
    }
}

// MARK: - Particles without mass

extension NewtonianGravity {
    private func addAccelerationsOfPoints(into accelerations: CoordinateColumns) {
        let capacity = points.capacity
        sums.reserve(3 * capacity)
        let result = CoordinateColumns(sums.start, count: capacity)
        let (sources, columns, particleOfPoint) = (direct.bodies.columns, points.columns, points.particles)
        let blockCount = direct.bodies.blockCount
        let (kernel, constant, count) = (kernel, constant, points.count)
        team.forEachRun(of: capacity) { range in
            let own = result.advanced(by: range.lowerBound)
            own.clear(count: range.count)
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
}
