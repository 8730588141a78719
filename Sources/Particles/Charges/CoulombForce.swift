import CParticleKernels
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
public final class CoulombForce: ParticleForce {
    /// The constant *k*, an energy times a length over the square of a charge; 1 / (4 π ε₀) in the units of the system.
    public let constant: Double

    private var direct: DirectSum

    /// Creates the force.
    ///
    /// - Parameters:
    ///   - constant: The constant *k*.
    ///   - threads: How many threads share the work.
    /// - Throws: ``ParticleError/invalidCoulombConstant(_:)`` unless the constant is finite.
    public convenience init(constant: Double = 1, threads: Int = 1) throws(ParticleError) {
        try self.init(constant: constant, threads: threads, kernel: .compiled(pk_best_instruction_set()))
    }

    init(constant: Double, threads: Int, kernel: PairKernel) throws(ParticleError) {
        guard constant.isFinite else { throw .invalidCoulombConstant(constant) }
        self.constant = constant
        direct = DirectSum(
            squaredSoftening: 0, team: ThreadTeam(threadCount: max(1, threads)), kernel: kernel)
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
    }

    /// Adds the accelerations of all charges.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        direct.bodies.copyCharges(particles)
        let constant = constant
        // The sum is that of attracting masses.
        direct.forEachField { particle, field in
            accelerations.add(
                -constant * particles.charge[particle] / particles.mass[particle] * field, at: particle)
        }
    }

    /// The potential energy of all pairs.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        direct.bodies.copyCharges(particles)
        return constant * direct.pairSums().energy
    }

    /// The virial Σᵢ<ⱼ rᵢⱼ · Fᵢⱼ, which is the potential energy.
    public func virial(of particles: ParticleColumns) -> Double {
        direct.bodies.copyCharges(particles)
        return constant * direct.pairSums().virial
    }
}
