import CMath
import SimulationEngine

/// The force of a law of angles θ between bonds: a subclass says what the law is.
///
/// Legs of an angle are between the nearest images of particles. Where they are exactly parallel or opposite there is no
/// direction in which the angle could be turned, and no force. The virial is 0, since an angle does not depend on the
/// lengths of its legs. Results are the same bytes for any number of threads.
///
/// M. P. Allen and D. J. Tildesley, *Computer Simulation of Liquids* (2nd ed. 2017), appendix C.
///
/// - Complexity: O(*n* + *a*) for *n* particles and *a* angles.
public class AngleForce: ParticleForce, Stateless {
    /// The angles.
    package let angles: [Angle]

    private let team: ThreadTeam
    private var starts: [Int32] = []

    /// The number of an angle times three, and the part of the particle in it: 0 first, 1 apex, 2 last.
    private var entries: [Int32] = []

    /// - Parameters:
    ///   - angles: The angles, no two of the same particles with the same apex.
    ///   - threads: How many threads share the work.
    /// - Throws: ``BondError``.
    init(_ angles: [Angle], threads: Int) throws(BondError) {
        try BondError.check(angles.map(\.particles))
        self.angles = angles
        team = ThreadTeam(threadCount: max(1, threads))
    }

    /// Calls a closure with what computes the energy *U* of an angle.
    func withEnergy(_ body: ((Double) -> Double) -> Void) { body { _ in 0 } }

    /// Calls a closure with what computes −d*U*/dθ of an angle.
    func withTorque(_ body: ((Double) -> Double) -> Void) { body { _ in 0 } }

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
                    withTorque { torque in
                        for i in run {
                            var sum = SIMD3<Double>.zero
                            for entry in Int(starts[i])..<Int(starts[i + 1]) {
                                let (number, part) = (Int(entries[entry]) / 3, Int(entries[entry]) % 3)
                                let forces = state(of: angles[number], particles, image).forces(torque)
                                sum +=
                                    part == 0 ? forces.first : part == 2 ? forces.last : -(forces.first + forces.last)
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
    }

    /// The energy of all angles.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        let image = NearestImage(particles.box)
        var sum = 0.0
        withEnergy { energy in sum = angles.reduce(0) { $0 + energy(state(of: $1, particles, image).angle) } }
        return sum
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
    func forces(_ torque: (Double) -> Double) -> (first: SIMD3<Double>, last: SIMD3<Double>) {
        let (cross, dot) = (crossLength, (first * last).sum())
        guard cross > 0 else { return (.zero, .zero) }
        let torque = torque(atan2(cross, dot))
        let (a, b) = ((first * first).sum(), (last * last).sum())
        // ∂θ/∂first = (first (first · last)/a − last) / |first × last|
        return (torque * (first * (dot / a) - last) / cross, torque * (last * (dot / b) - first) / cross)
    }
}

extension Angle {
    var particles: [Int] { [first, apex, last] }
}
