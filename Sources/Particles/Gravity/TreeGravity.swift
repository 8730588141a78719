import CKernels
import Descriptions
import SimulationEngine

/// Newton's law of gravity by the tree code of Barnes and Hut: what is far away acts as a whole.
///
///     let force = try TreeGravity(constant: 1, softening: 0.01, openingAngle: 0.7)
///
/// Particles lie in a tree of cells. A cell acts with its mass and its quadrupole if its longest edge *l* is small as seen
/// from the particles that are acted on, *l* / *d* < θ, where *d* is the distance from their box to the cell's centre of
/// mass, less the distance of that from the middle of the cell (J. E. Barnes, ISBN 3-540-57903-6, 1994); else its parts act.
/// Up to 64 particles in one cell are acted on together, so that they share the walk through the tree, and particles within
/// such a group act on each other exactly (J. E. Barnes, Journal of Computational Physics 87 (1990) 161,
/// DOI 10.1016/0021-9991(90)90232-P). Law, softening and boxes are those of
/// ``NewtonianGravity``.
///
/// The root of the mean square of the relative errors of accelerations is at most 1.5 · 10⁻⁴ at θ = 0.3, 9 · 10⁻⁴ at 0.5,
/// 3 · 10⁻³ at 0.7 and 1.3 · 10⁻² at 1 for particles all over a cube, where distant forces cancel; for those of a Plummer
/// sphere it is about half of that. Forces of distant particles are not exactly
/// opposite, so that the total momentum is conserved to such errors only.
///
/// The results are the same bytes for any number of threads and any processor.
///
/// - Complexity: O(n log n) for n particles.
public final class TreeGravity: ParticleForce, Stateless {
    static let openingAngle = Parameter(
        "opening-angle", "the angle θ in radians under which cells of a tree act as a whole; no tree unless given",
        .positiveUpTo(2))

    /// The opening angle θ unless another one is given.
    public static var defaultOpeningAngle: Double { 0.7 }

    /// The gravitational constant *G*, in the units of the system.
    package let constant: Double

    /// The length ε below which gravity weakens; 0 for Newton's law.
    package let softening: Double

    /// The opening angle θ: the smaller, the more exact.
    package let openingAngle: Double

    private let team: ThreadTeam
    private let kernel: PairKernel
    private var tree: MassTree
    private var groups = GrowingMemory<Int32>()
    private var groupSums = GrowingMemory<Double>()

    /// Creates the force.
    ///
    /// - Parameters:
    ///   - constant: The gravitational constant *G*.
    ///   - softening: The length ε, not negative.
    ///   - openingAngle: The angle θ in radians, more than 0 and at most 2.
    ///   - threads: How many threads share the work.
    /// - Throws: ``ParticleError/parameter(_:)``.
    public convenience init(
        constant: Double, softening: Double = 0, openingAngle: Double = defaultOpeningAngle, threads: Int = 1
    ) throws(ParticleError) {
        try self.init(
            constant: constant, softening: softening, openingAngle: openingAngle, threads: threads,
            kernel: .compiled(k_best_instruction_set()))
    }

    init(
        constant: Double, softening: Double, openingAngle: Double, threads: Int, kernel: PairKernel
    ) throws(ParticleError) {
        try ParticleError.check(constant, NewtonianGravity.constant)
        try ParticleError.check(softening, NewtonianGravity.softening)
        try ParticleError.check(openingAngle, Self.openingAngle)
        self.constant = constant
        self.softening = softening
        self.openingAngle = openingAngle
        self.kernel = kernel
        team = ThreadTeam(threadCount: max(1, threads))
        tree = MassTree(openingAngle: openingAngle)
    }

    /// Refuses periodic boxes, and particles in one place if one of them has mass and there is no softening.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        for axis in 0..<3 where particles.box.periods[axis] > 0 { throw .gravityInPeriodicBox(axis: axis) }
        if softening == 0, let pair = particles.firstCoincidence() {
            throw .overlap(pair.0, pair.1, distance: 0, least: 0)
        }
    }

    /// Adds the accelerations of all particles. They are not numbers if a position is not.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        guard tree.build(particles) else {
            for i in 0..<particles.count { accelerations.x[i] = .nan }
            return
        }
        forEachGroup { group, work, _ in
            work.accelerate(group, of: tree) { accelerations.add(constant * $1, at: tree.particle(at: $0)) }
        }
    }

    /// The potential energy of all pairs, as the tree has it.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        guard tree.build(particles) else { return .nan }
        return -constant * sumOverGroups { group, work in work.energy(of: group, in: tree) }
    }

    /// The virial Σ mᵢ (rᵢ − R) · aᵢ, where R is the centre of mass, as the tree has it.
    public func virial(of particles: ParticleColumns) -> Double {
        guard tree.build(particles) else { return .nan }
        let center = SIMD3(tree.cells[0].x, tree.cells[0].y, tree.cells[0].z)
        return constant
            * sumOverGroups { group, work in
                var sum = 0.0
                work.accelerate(group, of: tree) { place, acceleration in
                    let position = particles.position(tree.particle(at: place)) - center
                    sum += particles.mass[tree.particle(at: place)] * (position * acceleration).sum()
                }
                return sum
            }
    }

    // MARK: Groups

    /// How many groups a thread takes at once, so that they can share memory.
    private static let batchLength = 16

    private func forEachGroup(_ body: (Int, inout GroupWork, Int) -> Void) {
        groups.reserve(tree.cellCount)
        let groupCount = tree.listGroups(into: groups.start)
        let (list, kernel, squaredSoftening) = (groups.start, kernel, softening * softening)
        team.forEachPiece(of: (groupCount + Self.batchLength - 1) / Self.batchLength) { batch in
            var work = GroupWork(kernel: kernel, squaredSoftening: squaredSoftening)
            for index in batch * Self.batchLength..<min(groupCount, (batch + 1) * Self.batchLength) {
                body(Int(list[index]), &work, index)
            }
        }
    }

    private func sumOverGroups(_ term: (Int, inout GroupWork) -> Double) -> Double {
        groupSums.reserve(tree.cellCount)
        let sums = groupSums.start
        sums.update(repeating: 0, count: tree.cellCount)
        forEachGroup { group, work, index in sums[index] = term(group, &work) }
        return (0..<tree.cellCount).reduce(0) { $0 + sums[$1] }
    }
}
