import GSL
import SimulationEngine

/// The symplectic integrator of Wisdom and Holman for planetary systems, with a fixed step *h*: bodies move on Kepler's
/// ellipses about those inside of theirs, and what they do to each other kicks them.
///
///     kick by h/2, Kepler's motion by h, kick by h/2
///
/// The first particle is the star; the others follow from the inside out. Positions and velocities are those of Jacobi: each
/// planet's relative to the centre of mass of the star and the planets before it, about which it moves with
/// μ = G (m₀ + … + mᵢ). The motion of a single planet is exact. With planets of a mass ε in star masses, the error of the
/// energy stays within a bound that is proportional to ε *h*², which is by ε less than that of `Leapfrog`; a step may be a
/// twentieth of the shortest period. Close encounters of planets are not resolved.
///
/// Other forces of the system kick, too. The accelerations are computed once a step.
///
/// J. Wisdom and M. Holman, *Symplectic maps for the N-body problem*, Astronomical Journal 102 (1991) 1528,
/// DOI 10.1086/115978; H. Rein and D. Tamayo, Monthly Notices of the Royal Astronomical Society 452 (2015) 376,
/// DOI 10.1093/mnras/stv1257.
public final class WisdomHolman: Integrator, StateCheckingIntegrator {
    private let constant: Double

    /// The masses of the bodies up to each one.
    private let innerMasses: [Double]
    private let masses: [Double]
    var accelerations: [Double]
    private var jacobiAccelerations: [Double]
    private var jacobi: [Double]

    /// Where the new state is formed, so that a step that fails leaves the old one.
    private var next: [Double]
    var isCurrent = false

    /// Creates an integrator for a system, which must have one force of ``NewtonianGravity`` without softening.
    ///
    /// - Throws: ``WisdomHolmanError``.
    public init(_ system: ParticleSystem) throws(WisdomHolmanError) {
        let gravities = system.forces.compactMap { $0 as? NewtonianGravity }
        guard gravities.count == 1, let gravity = gravities.first else { throw .noGravity }
        guard gravity.softening == 0 else { throw .softenedGravity }
        guard !system.hasWalls else { throw .walls }
        guard gravity.constant >= 0 else { throw .repulsion }
        masses = system.masses
        for (particle, mass) in masses.enumerated() where mass > masses[0] {
            throw .heavierThanTheStar(particle: particle)
        }
        guard masses[0] > 0 else { throw .noStar }
        constant = gravity.constant
        var sum = 0.0
        innerMasses = masses.map { mass in
            sum += mass
            return sum
        }
        accelerations = [Double](repeating: 0, count: 3 * masses.count)
        jacobiAccelerations = accelerations
        jacobi = [Double](repeating: 0, count: 6 * masses.count)
        next = jacobi
    }

    /// Moves the state on by one step.
    ///
    /// - Throws: `IntegrationError.stateNotFinite`, ``WisdomHolmanError/heldParticle``,
    ///   ``WisdomHolmanError/changedSystem``; the state is
    ///   then as it was.
    public func advance(_ model: ParticleSystem, from start: Double, to end: Double) throws {
        // Particles that have gone are held, too.
        guard model.masses == masses, model.population?.isComplete != false else {
            throw WisdomHolmanError.changedSystem
        }
        guard !model.state.hasHeldComponents else { throw WisdomHolmanError.heldParticle }
        step(model, from: start, to: end)
        // Should the new state be refused, the accelerations are not those of the state.
        isCurrent = false
        try IntegrationError.check(next, of: model, from: start, to: end)
        _ = model.state.elements.update(fromContentsOf: next)
        isCurrent = true
    }

    /// States by shorter steps.
    public func makeDenseOutput(for model: ParticleSystem) -> (any DenseOutput<ParticleSystem>)? {
        (try? WisdomHolman(model)).map { SubstepDenseOutput($0) }
    }

    /// Has the accelerations computed anew before the next step.
    public func stateWasChanged() {
        isCurrent = false
    }

    // MARK: Parts of a step

    private func step(_ model: ParticleSystem, from start: Double, to end: Double) {
        let step = end - start
        let count = masses.count
        jacobi.withUnsafeMutableBufferPointer { jacobi in
            next.withUnsafeMutableBufferPointer { next in
                accelerations.withUnsafeMutableBufferPointer { accelerations in
                    guard let q = jacobi.baseAddress, let new = next.baseAddress, let a = accelerations.baseAddress,
                        let state = model.state.elements.baseAddress
                    else { return }
                    let v = q + 3 * count
                    for column in 0..<6 { toJacobi(state + column * count, into: q + column * count) }
                    if !isCurrent { model.velocityRates(at: start, of: state, into: a) }
                    kick(q, v, a, by: step / 2)
                    drift(q, v, by: step)
                    for axis in 0..<3 { fromJacobi(q + axis * count, into: new + axis * count) }
                    model.velocityRates(at: end, of: new, into: a)
                    kick(q, v, a, by: step / 2)
                    for axis in 0..<3 { fromJacobi(v + axis * count, into: new + (3 + axis) * count) }
                }
            }
        }
    }

    /// Kicks by what accelerates besides the Keplerian field: both are added up before they are scaled, since for a single
    /// planet they cancel.
    private func kick(
        _ q: UnsafePointer<Double>, _ v: UnsafeMutablePointer<Double>, _ a: UnsafePointer<Double>, by step: Double
    ) {
        let count = masses.count
        jacobiAccelerations.withUnsafeMutableBufferPointer { own in
            guard let own = own.baseAddress else { return }
            for axis in 0..<3 { toJacobi(a + axis * count, into: own + axis * count) }
            for body in 0..<count {
                var field = SIMD3<Double>.zero
                if body > 0 {
                    let r = SIMD3(q[body], q[count + body], q[2 * count + body])
                    let square = (r * r).sum()
                    field = constant * innerMasses[body] / (square * square.squareRoot()) * r
                }
                for axis in 0..<3 {
                    let place = axis * count + body
                    v[place] += step * (own[place] + field[axis])
                }
            }
        }
    }

    private func drift(_ q: UnsafeMutablePointer<Double>, _ v: UnsafeMutablePointer<Double>, by step: Double) {
        let count = masses.count
        for body in 0..<count {
            let state = ParticleState(
                position: SIMD3(q[body], q[count + body], q[2 * count + body]),
                velocity: SIMD3(v[body], v[count + body], v[2 * count + body]))
            // The centre of mass moves straight on.
            let parameter = body == 0 ? 0 : constant * innerMasses[body]
            let new = KeplerOrbit.advance(state, by: step, parameter: parameter)
            for axis in 0..<3 {
                q[axis * count + body] = new.position[axis]
                v[axis * count + body] = new.velocity[axis]
            }
        }
    }

    // MARK: Coordinates

    /// Writes a column relative to the centre of mass of the bodies before each one; that of all for the first.
    private func toJacobi(_ column: UnsafePointer<Double>, into result: UnsafeMutablePointer<Double>) {
        var center = column[0]
        for body in 1..<max(1, masses.count) {
            result[body] = column[body] - center
            center += masses[body] / innerMasses[body] * result[body]
        }
        result[0] = center
    }

    private func fromJacobi(_ column: UnsafePointer<Double>, into result: UnsafeMutablePointer<Double>) {
        var center = column[0]
        for body in stride(from: masses.count - 1, to: 0, by: -1) {
            center -= masses[body] / innerMasses[body] * column[body]
            result[body] = center + column[body]
        }
        result[0] = center
    }
}

/// Why a system cannot be integrated with the method of Wisdom and Holman.
public enum WisdomHolmanError: Error, Equatable, Sendable {
    /// There is not one force of gravity by direct summation.
    case noGravity

    /// Kepler's orbits are those of Newton's law.
    case softenedGravity

    /// Kepler's orbits do not bounce.
    case walls

    /// There are no orbits if gravity repels.
    case repulsion

    /// The first particle must have mass.
    case noStar

    /// The first particle must be the heaviest one.
    case heavierThanTheStar(particle: Int)

    /// Particles that are pinned or driven do not move on Kepler's orbits.
    case heldParticle

    /// The bodies are those for which the integrator was made.
    case changedSystem
}

extension WisdomHolmanError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .noGravity:
            "the method of Wisdom and Holman needs gravity between all pairs, without an opening angle, and only once"
        case .softenedGravity: "the method of Wisdom and Holman needs gravity without softening"
        case .walls: "the method of Wisdom and Holman does not know of walls: the box must be open"
        case .repulsion: "the method of Wisdom and Holman needs a gravitational constant that is not negative"
        case .noStar: "particle 0 has no mass, but must be the star that the others go round"
        case .heavierThanTheStar(let particle):
            "particle \(particle) is heavier than particle 0, which must be the star that the others go round"
        case .heldParticle: "the method of Wisdom and Holman cannot pin or drive particles: use 'leapfrog'"
        case .changedSystem:
            "the method of Wisdom and Holman cannot add or remove particles: use 'leapfrog'"
        }
    }
}

extension WisdomHolman: Resumable {
    /// Archives the accelerations, unless they are computed anew.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&isCurrent)
        if isCurrent { try archive.values(&accelerations, asMany: "the number of accelerations") }
    }
}
