import Descriptions
import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Springs that hold angles θ between bonds, with the stiffness *k* and an angle at rest θ₀:
///
///     U(θ) = ½ k (θ − θ₀)²
///
/// Legs of an angle are between the nearest images of particles. Where they are exactly parallel or opposite there is no
/// direction in which the angle could be turned, and no force. The virial is 0, since an angle does not depend on the
/// lengths of its legs. Results are the same bytes for any number of threads.
///
/// M. P. Allen and D. J. Tildesley, *Computer Simulation of Liquids* (2nd ed. 2017), appendix C.
///
/// - Complexity: O(*n* + *a*) for *n* particles and *a* angles.
public final class HarmonicAngles: ParticleForce, Stateless {
    private static let stiffness = Parameter(
        "stiffness", "how strongly it is held, an energy per squared radian", .positive, dimension: .energy
    ).example(5)
    private static let angle = Parameter("angle", "the angle at rest θ₀ in radians", .between(0, .pi)).example(3.14159)

    static let component = Component<AngleForceMaking>(
        "harmonic", "a spring that holds each angle", equation: "U(θ) = ½ k (θ − θ₀)²", stiffness, angle
    ) { stiffness, angle in
        { try HarmonicAngles($0, stiffness: stiffness, angle: angle, threads: $1) }
    }

    /// The angles.
    package let angles: [Angle]

    /// The stiffness *k*, an energy per squared radian.
    package let stiffness: Double

    /// The angle at rest θ₀, from 0 to π.
    package let restAngle: Double

    private let team: ThreadTeam
    private var starts: [Int32] = []

    /// The number of an angle times three, and the part of the particle in it: 0 first, 1 apex, 2 last.
    private var entries: [Int32] = []

    /// Creates the force.
    ///
    /// - Parameters:
    ///   - angles: The angles, no two of the same particles with the same apex.
    ///   - stiffness: The stiffness, greater than 0.
    ///   - restAngle: The angle at rest in radians, from 0 to π.
    ///   - threads: How many threads share the work.
    /// - Throws: ``BondError``.
    public init(_ angles: [Angle], stiffness: Double, angle restAngle: Double, threads: Int = 1) throws(BondError) {
        try BondError.check(angles.map(\.particles))
        try BondError.check(stiffness, Self.stiffness)
        try BondError.check(restAngle, Self.angle)
        self.angles = angles
        self.stiffness = stiffness
        self.restAngle = restAngle
        team = ThreadTeam(threadCount: max(1, threads))
    }

    /// Bonds are those of certain particles.
    public var concernsCertainParticles: Bool { true }

    /// Refuses angles of particles that are not there or have no mass.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        do throws(BondError) { try BondError.check(angles.map(\.particles), in: particles) } catch {
            throw .bond(error)
        }
        starts = [Int32](repeating: 0, count: particles.count + 1)
        for angle in angles {
            for particle in angle.particles { starts[particle + 1] += 1 }
        }
        for particle in 0..<particles.count { starts[particle + 1] += starts[particle] }
        entries = [Int32](repeating: 0, count: 3 * angles.count)
        var ends = starts
        for (number, angle) in angles.enumerated() {
            for (part, particle) in angle.particles.enumerated() {
                entries[Int(ends[particle])] = Int32(3 * number + part)
                ends[particle] += 1
            }
        }
    }

    /// Adds the accelerations of all particles.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        precondition(starts.count == particles.count + 1, "angles are prepared for other particles")
        let image = NearestImage(particles.box)
        let (x, y, z) = (accelerations.x, accelerations.y, accelerations.z)
        starts.withUnsafeBufferPointer { starts in
            entries.withUnsafeBufferPointer { entries in
                team.forEachRun(of: particles.count) { run in
                    for i in run {
                        var sum = SIMD3<Double>.zero
                        for entry in Int(starts[i])..<Int(starts[i + 1]) {
                            let (number, part) = (Int(entries[entry]) / 3, Int(entries[entry]) % 3)
                            let forces = state(of: angles[number], particles, image).forces(stiffness, restAngle)
                            sum += part == 0 ? forces.first : part == 2 ? forces.last : -(forces.first + forces.last)
                        }
                        let inverseMass = 1 / particles.mass[i]
                        x[i] += sum.x * inverseMass
                        y[i] += sum.y * inverseMass
                        z[i] += sum.z * inverseMass
                    }
                }
            }
        }
    }

    /// The energy of all angles.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        let image = NearestImage(particles.box)
        return angles.reduce(0) { sum, angle in
            let turn = state(of: angle, particles, image).angle - restAngle
            return sum + stiffness / 2 * turn * turn
        }
    }

    /// 0.
    public func virial(of particles: ParticleColumns) -> Double { 0 }

    private func state(of angle: Angle, _ particles: ParticleColumns, _ image: NearestImage) -> AngleState {
        let apex = particles.position(angle.apex)
        return AngleState(
            first: image.nearest(particles.position(angle.first) - apex),
            last: image.nearest(particles.position(angle.last) - apex))
    }
}

/// The legs of an angle.
private struct AngleState {
    let first: SIMD3<Double>
    let last: SIMD3<Double>

    /// The length of the cross product: the sine times the lengths of both legs.
    private var crossLength: Double {
        let cross = SIMD3(
            first.y * last.z - first.z * last.y, first.z * last.x - first.x * last.z,
            first.x * last.y - first.y * last.x)
        return (cross * cross).sum().squareRoot()
    }

    /// The angle, from 0 to π; exact also near both ends, where an arc cosine would not be.
    var angle: Double { atan2(crossLength, (first * last).sum()) }

    /// The forces on the ends of the legs, along the negative gradient of the angle there.
    func forces(_ stiffness: Double, _ rest: Double) -> (first: SIMD3<Double>, last: SIMD3<Double>) {
        let (cross, dot) = (crossLength, (first * last).sum())
        guard cross > 0 else { return (.zero, .zero) }
        let torque = -stiffness * (atan2(cross, dot) - rest)
        let (a, b) = ((first * first).sum(), (last * last).sum())
        // ∂θ/∂first = (first (first · last)/a − last) / |first × last|
        return (torque * (first * (dot / a) - last) / cross, torque * (last * (dot / b) - first) / cross)
    }
}

extension Angle {
    var particles: [Int] { [first, apex, last] }
}
