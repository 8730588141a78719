import CKernels
import Descriptions
import SimulationEngine

/// Coulomb's law between all pairs of charges, by direct summation:
///
///     Fᵢ = k qᵢ Σⱼ qⱼ (rᵢ − rⱼ) / |rᵢ − rⱼ|³        U = k Σᵢ<ⱼ qᵢ qⱼ / |rᵢ − rⱼ|
///
/// The box must be open or have walls: in a periodic one charges have images without end, and ``DampedShiftedCoulomb``
/// cuts the interaction off.
///
/// Each pair is visited once and acts on both particles with opposite signs, so that the total momentum is conserved to
/// the rounding of sums. The results are the same bytes for any number of threads and any processor. Distances must be
/// within 10⁻¹⁰⁰ and 10¹⁰⁰.
///
/// - Complexity: O(n²) for n particles with charges.
public final class CoulombForce: ParticleForce, Stateless {
    static let component = ForceComponent(
        "direct", "Coulomb's law between all pairs of charges, in a box that is not periodic",
        equation: "U = k Σᵢ<ⱼ qᵢ qⱼ / |rᵢ − rⱼ|", Interactions.coulombConstant
    ) { constant in
        { try CoulombForce(constant: constant, excluding: $0.exclusions, threads: $0.threads) }
    }

    /// The constant *k*, an energy times a length over the square of a charge; 1 / (4 π ε₀) in the units of the system.
    package let constant: Double

    /// The pairs that do not fully act on each other.
    package let exclusions: Exclusions?

    private let excludedPairs: ExcludedPairs?
    private let team: ThreadTeam
    private var direct: DirectSum

    /// Creates the force.
    ///
    /// - Parameters:
    ///   - constant: The constant *k*.
    ///   - exclusions: Pairs that are left out or weakened, if there are any.
    ///   - threads: How many threads share the work.
    /// - Throws: ``ParticleError/parameter(_:)`` unless the constant is finite.
    public convenience init(
        constant: Double = 1, excluding exclusions: Exclusions? = nil, threads: Int = 1
    ) throws(ParticleError) {
        try self.init(
            constant: constant, excluding: exclusions, threads: threads, kernel: .compiled(k_best_instruction_set()))
    }

    init(
        constant: Double, excluding exclusions: Exclusions? = nil, threads: Int, kernel: PairKernel
    ) throws(ParticleError) {
        try ParticleError.check(constant, Interactions.coulombConstant)
        self.constant = constant
        self.exclusions = exclusions
        excludedPairs = exclusions.flatMap { ExcludedPairs(PairLaw(MissingCoulomb(constant: constant)), $0) }
        team = ThreadTeam(threadCount: max(1, threads))
        direct = DirectSum(squaredSoftening: 0, team: team, kernel: kernel)
    }

    /// Refuses periodic boxes, charges without mass, and charges in one place.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        for axis in 0..<3 where particles.box.periods[axis] > 0 { throw .coulombInPeriodicBox(axis: axis) }
        for particle in 0..<particles.count where particles.charge[particle] != 0 {
            guard particles.mass[particle] > 0 else { throw .pairForceWithoutMass(particle: particle) }
        }
        if let pair = particles.firstCoincidenceOfCharges() {
            throw .overlap(pair.0, pair.1, distance: 0, least: 0)
        }
        try exclusions?.check(particles)
    }

    /// Pairs that are excluded are those of certain particles.
    public var concernsCertainParticles: Bool { exclusions != nil }

    /// Adds the accelerations of all charges.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        direct.bodies.copyCharges(particles)
        let constant = constant
        // The sum is that of attracting masses.
        direct.forEachField { particle, field in
            accelerations.add(
                -constant * particles.charge[particle] / particles.mass[particle] * field, at: particle)
        }
        excludedPairs?.addAccelerations(of: particles, into: accelerations, team)
    }

    /// The potential energy of all pairs.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        direct.bodies.copyCharges(particles)
        return constant * direct.pairSums().energy + (excludedPairs?.sums(of: particles).energy ?? 0)
    }

    /// The virial Σᵢ<ⱼ rᵢⱼ · Fᵢⱼ, which is the potential energy.
    public func virial(of particles: ParticleColumns) -> Double {
        direct.bodies.copyCharges(particles)
        return constant * direct.pairSums().virial + (excludedPairs?.sums(of: particles).virial ?? 0)
    }
}

/// The correction of the sum over all pairs for those that are excluded.
private struct MissingCoulomb: ChargePotential {
    let constant: Double

    var cutoff: Double { .greatestFiniteMagnitude }

    func interaction(squaredDistance: Double) -> PairInteraction {
        let energy = constant / squaredDistance.squareRoot()
        return PairInteraction(energy: energy, forceOverDistance: energy / squaredDistance)
    }

    func excludedInteraction(squaredDistance: Double, weight: Double) -> PairInteraction {
        interaction(squaredDistance: squaredDistance).times(weight - 1)
    }
}
