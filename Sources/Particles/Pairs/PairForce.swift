import CKernels
import SimulationEngine

/// The force of an interaction between all pairs of particles that are nearer than its cutoff.
///
///     let force = try PairForce(LennardJones(cutoff: 2.5), threads: 2)
///     let system = try ParticleSystem(particles, in: box, forces: [force])
///
/// Neighbours are found with a list of those within the cutoff and a skin, which is built anew when it has to be. The
/// results are the same bytes for any number of threads, for any processor, and however often energies are looked at;
/// they depend on the skin by rounding only.
///
/// Energy and virial are computed together with the forces while somebody looks at them at each step, and else when they
/// are asked for.
///
/// Pairs that bonds join may be left out or weakened:
///
///     let force = try PairForce(LennardJones(cutoff: 2.5), excluding: try Exclusions(bonds))
///
/// They are not in the neighbour list, so that the kernels do not know of them. Tail corrections are those of all particles.
///
/// - Complexity: O(n) for n particles of bounded density.
public final class PairForce<Potential: PairwiseInteraction>: ParticleForce {
    /// The interaction.
    public let potential: Potential

    /// The greatest distance at which particles act on each other.
    public var cutoff: Double { law.cutoff }

    private let law: PairLaw

    /// How much further neighbours are listed.
    package let skin: Double

    /// The pairs that do not fully act on each other.
    package let exclusions: Exclusions?

    private let team: ThreadTeam
    private let kernel: PairKernel
    private let excludedPairs: ExcludedPairs?

    /// Follows the trajectory.
    var evaluation: PairEvaluation

    /// Where somebody looks at positions that are too far from those of the trajectory. A list of the trajectory is not to be
    /// built anew because somebody looks, since sums would be formed in another order from then on; and what is seen must not
    /// depend on what somebody has looked at before, so that the list of a look is built at its very positions.
    private var untrackedEvaluation: PairEvaluation?

    /// True while accelerations are asked for beside the trajectory.
    private var isLooking = false

    /// True if energies were asked for since the last forces.
    var isWatched = false

    /// Creates the force.
    ///
    /// - Parameters:
    ///   - potential: The interaction.
    ///   - exclusions: Pairs that are left out or weakened, if there are any.
    ///   - skin: How much further than the cutoff neighbours are listed: 0.12 cutoffs unless given. A thicker skin means
    ///     longer lists that hold longer.
    ///   - threads: How many threads share the work.
    /// - Throws: ``PairPotentialError``.
    public convenience init(
        _ potential: Potential, excluding exclusions: Exclusions? = nil, skin: Double? = nil, threads: Int = 1
    ) throws(PairPotentialError) {
        try self.init(
            potential, excluding: exclusions, skin: skin, threads: threads, kernel: .compiled(k_best_instruction_set())
        )
    }

    init(
        _ potential: Potential, excluding exclusions: Exclusions? = nil, skin: Double? = nil, threads: Int = 1,
        kernel: PairKernel
    ) throws(PairPotentialError) {
        let law = try potential.makeLaw()
        guard law.cutoff.isFinite, law.cutoff > 0 else { throw .invalidCutoff(law.cutoff) }
        let skin = skin ?? 0.12 * law.cutoff
        try PairPotentialError.check(skin, Interactions.skin)
        self.potential = potential
        self.law = law
        self.skin = skin
        self.exclusions = exclusions
        self.kernel = kernel
        excludedPairs = exclusions.flatMap { ExcludedPairs(law, $0) }
        team = ThreadTeam(threadCount: max(1, threads))
        evaluation = PairEvaluation(law, skin: skin, excluding: exclusions, team: team, kernel: kernel)
    }

    /// How often the neighbours were listed.
    public var listCount: Int { evaluation.list.buildCount }

    /// Refuses particles that the interaction cannot act on: unknown types, no mass, a box that is too small or, where
    /// tails beyond the cutoff count, not periodic, particles that overlap, and pairs whose interaction is not finite.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        try exclusions?.check(particles)
        for particle in 0..<particles.count {
            let type = Int(particles.type[particle])
            guard law.label == .charge || type < law.typeCount else {
                throw .unknownType(type, particle: particle, known: law.typeCount)
            }
            guard particles.mass[particle] > 0 else { throw .pairForceWithoutMass(particle: particle) }
        }
        var shortestPeriod = Double.infinity
        for axis in 0..<3 where particles.box.periods[axis] > 0 {
            let period = particles.box.periods[axis]
            guard cutoff <= period / 2 else { throw .cutoffTooLong(cutoff, axis: axis, period: period) }
            shortestPeriod = min(shortestPeriod, period)
        }
        if hasTails(in: particles.box) { try Self.checkTails(in: particles.box) }
        // Images that are further away than one period are not listed.
        let skin = min(skin, shortestPeriod - cutoff)
        if let shortage = MemoryShortage(neighboursWithin: cutoff + skin, of: particles) {
            throw .notEnoughMemory(shortage)
        }
        evaluation = PairEvaluation(law, skin: skin, excluding: exclusions, team: team, kernel: kernel)
        untrackedEvaluation = nil
        guard evaluation.list.follow(particles) else { throw .positionsTooLarge }
        if let overlap = evaluation.overlap() { throw overlap }
        try excludedPairs?.check(particles)
        // A look at the sum is cheap. Should it not be finite although each pair is, numbers are just large.
        if !(evaluation.sums(of: particles).map { $0.energy.isFinite && $0.virial.isFinite } ?? true),
            let pair = evaluation.pairNotFinite()
        {
            throw pair
        }
    }

    private static func checkTails(in box: Box) throws(ParticleError) {
        if let axis = box.openAxis { throw .tailWithoutVolume(axis: axis) }
        for axis in 0..<box.dimensions where box.axes[axis].isReflecting { throw .tailBeyondWalls(axis: axis) }
    }

    /// The greatest energy of two particles at their cutoff; 0 for interactions of charges, of which cutoffs are part.
    public var energyJump: Double { law.energyJump }

    /// Pairs that are excluded are those of certain particles.
    public var concernsCertainParticles: Bool { exclusions != nil }

    /// Adds the accelerations of all particles.
    ///
    /// They are not numbers for particles whose positions are not, or are too large.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        guard let evaluation = isLooking ? look(at: particles) : follow(particles) else {
            return markLost(particles, in: accelerations)
        }
        evaluation.addAccelerations(of: particles, into: accelerations, withSums: isWatched && !isLooking)
        excludedPairs?.addAccelerations(of: particles, into: accelerations, team)
        if !isLooking { isWatched = false }
    }

    /// Has the list of the trajectory left as it is.
    public func beginLook() { isLooking = true }

    /// Has the list follow the particles again.
    public func endLook() { isLooking = false }

    /// The evaluation of the trajectory, moved on to positions; `nil` if they are too large for a list.
    private func follow(_ particles: ParticleColumns) -> PairEvaluation? {
        untrackedEvaluation = nil
        return evaluation.follow(particles) ? evaluation : nil
    }

    /// The evaluation of the trajectory if its list is complete at positions, else one whose list was built there; `nil` if they
    /// are too large for a list.
    private func look(at particles: ParticleColumns) -> PairEvaluation? {
        if evaluation.move(to: particles) { return evaluation }
        let untrackedEvaluation = untrackedEvaluation ?? makeUntrackedEvaluation()
        self.untrackedEvaluation = untrackedEvaluation
        return untrackedEvaluation.build(at: particles) ? untrackedEvaluation : nil
    }

    /// Marks the accelerations of the particles whose positions are too large for a list.
    private func markLost(_ particles: ParticleColumns, in accelerations: CoordinateColumns) {
        let lost = (0..<particles.count).filter {
            !NeighbourList.hasPlace(at: particles.position($0), in: particles.box)
        }
        // Should it be the box that is too large, nothing is right.
        for particle in lost.isEmpty ? [0] : lost { accelerations.x[particle] = .nan }
    }

    private func hasTails(in box: Box) -> Bool {
        let types = 0..<law.typeCount
        return types.contains { a in types.contains { law.tail(a, $0, box.dimensions) != nil } }
    }

    /// The potential energy of all pairs, with what lies beyond the cutoff if the interaction counts that, and with the
    /// energy of charges in their own fields.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        let excluded = excludedPairs?.sums(of: particles).energy ?? 0
        return sums(of: particles).energy + excluded + tailCorrection(of: particles).energy + selfEnergy(of: particles)
    }

    /// The virial of all pairs, with what lies beyond the cutoff if the interaction counts that.
    public func virial(of particles: ParticleColumns) -> Double {
        let excluded = excludedPairs?.sums(of: particles).virial ?? 0
        return sums(of: particles).virial + excluded + tailCorrection(of: particles).virial
    }

    private func sums(of particles: ParticleColumns) -> PairSums {
        isWatched = true
        if let sums = evaluation.sums(of: particles) { return sums }
        return look(at: particles)?.sums(of: particles) ?? PairSums(energy: .nan, virial: .nan)
    }

    private func makeUntrackedEvaluation() -> PairEvaluation {
        PairEvaluation(law, skin: skin, excluding: exclusions, team: team, kernel: kernel)
    }

    private func selfEnergy(of particles: ParticleColumns) -> Double {
        guard law.selfEnergy != 0 else { return 0 }
        return law.selfEnergy
            * (0..<particles.count).reduce(0) { $0 + particles.charge[$1] * particles.charge[$1] }
    }

    /// The energy and virial beyond the cutoff if particles are spread evenly there; nothing unless the interaction counts them.
    public func tailCorrection(of particles: ParticleColumns) -> TailCorrection {
        var sum = TailCorrection(energy: 0, virial: 0)
        guard let volume = particles.box.volume, law.label == .type else { return sum }
        var counts = [Double](repeating: 0, count: law.typeCount)
        for i in 0..<particles.count { counts[Int(particles.type[i])] += 1 }
        for a in counts.indices {
            for b in counts.indices {
                guard let tail = law.tail(a, b, particles.box.dimensions) else { continue }
                let share = 0.5 * counts[a] * counts[b] / volume
                sum.energy += share * tail.energy
                sum.virial += share * tail.virial
            }
        }
        return sum
    }
}
