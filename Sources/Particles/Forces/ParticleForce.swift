import SimulationEngine

/// A force between particles or on them.
///
/// To make a force of your own, implement ``addAccelerations(of:into:)``, ``potentialEnergy(of:)`` and ``virial(of:)``.
/// They work on columns of n numbers for n particles. A force that depends on velocities, too, is a
/// ``VelocityDependentForce``.
public protocol ParticleForce: AnyObject {
    /// Is told of the particles for which the force is used, in their initial state, and refuses those that it cannot
    /// act on. Does nothing unless implemented.
    func prepare(for particles: ParticleColumns) throws(ParticleError)

    /// True if the force conserves the total momentum, as forces between particles do. It does unless implemented.
    var conservesMomentum: Bool { get }

    /// True if the force conserves the total energy, of which ``potentialEnergy(of:)`` is its part. It does unless implemented. A
    /// run of a scenario that conserves energy is watched over.
    var conservesEnergy: Bool { get }

    /// By how much the potential energy of two particles jumps, at most, where the force ends at a cutoff, which no step is short
    /// enough for. It does not unless implemented.
    var energyJump: Double { get }

    /// True if the force is one on certain particles, as bonds are, so that none may come or go. It is not unless implemented.
    var concernsCertainParticles: Bool { get }

    /// The bonds along which the force acts. None unless implemented.
    var bonds: [Bond] { get }

    /// Why the last accelerations were not numbers, if the force knows. Unknown unless implemented.
    var failureCause: String? { get }

    /// Tells on which branches the accelerations are that the force causes, as `DifferentialEquations.branches(at:of:withKinks:)` does
    /// for all.
    ///
    /// - Parameters:
    ///   - particles: The particles.
    ///   - velocities: How they move.
    ///   - time: The time.
    ///   - withKinks: True if kinks count.
    /// - Returns: The number; `nil` if there are no jumps, nor kinks if these count, as unless implemented.
    func branches(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns, at time: Double, withKinks: Bool
    ) -> UInt64?

    /// The parts of the potential energy and of the virial that stand for what lies beyond a cutoff. None unless
    /// implemented.
    func tailCorrection(of particles: ParticleColumns) -> TailCorrection

    /// Is told that the accelerations that are asked for until ``endLook()`` are those of states beside the trajectory that
    /// somebody looks at. A force that keeps something from one call to the next that shows in the last bits, such as a list of
    /// neighbours, must leave it as it is meanwhile. Does nothing unless implemented.
    func beginLook()

    /// Is told that the accelerations that are asked for next are those of the trajectory again. Does nothing unless implemented.
    func endLook()

    /// Adds the accelerations that the force causes.
    func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns)

    /// The potential energy of all particles in this force.
    func potentialEnergy(of particles: ParticleColumns) -> Double

    /// The virial Σ *r* · *F*, from which the pressure follows; for forces between pairs the sum over all pairs of their
    /// distance times the force that drives them apart.
    func virial(of particles: ParticleColumns) -> Double

    /// Writes what is kept from one call to the next to an archive, or takes it from there. Leave it to the default and
    /// conform to `Resumable`, unless what is kept can only be made for the particles.
    func archiveState(of particles: ParticleColumns, in archive: StateArchive) throws(CheckpointError)
}

extension ParticleForce {
    /// Takes all particles.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {}

    /// There are none.
    public func branches(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns, at time: Double, withKinks: Bool
    ) -> UInt64? { nil }

    /// Nothing lies beyond a cutoff.
    public func tailCorrection(of particles: ParticleColumns) -> TailCorrection { TailCorrection(energy: 0, virial: 0) }

    /// It is a force on all particles.
    public var concernsCertainParticles: Bool { false }

    /// It is no force along bonds.
    public var bonds: [Bond] { [] }

    /// Particles act on each other.
    public var conservesMomentum: Bool { true }

    /// It has a potential energy.
    public var conservesEnergy: Bool { true }

    /// Energies go to 0 steadily.
    public var energyJump: Double { 0 }

    /// Not known.
    public var failureCause: String? { nil }

    /// Keeps nothing that a look could change.
    public func beginLook() {}

    /// Keeps nothing that a look could change.
    public func endLook() {}
}

/// Three columns of coordinates in one piece of memory: all *x*, then all *y*, then all *z*.
public struct CoordinateColumns {
    @usableFromInline
    package let x: UnsafeMutablePointer<Double>
    @usableFromInline
    package let y: UnsafeMutablePointer<Double>
    @usableFromInline
    package let z: UnsafeMutablePointer<Double>
    @usableFromInline
    let count: Int

    init(_ start: UnsafeMutablePointer<Double>, count: Int) {
        self.init(x: start, y: start + count, z: start + 2 * count, count: count)
    }

    init(
        x: UnsafeMutablePointer<Double>, y: UnsafeMutablePointer<Double>, z: UnsafeMutablePointer<Double>, count: Int
    ) {
        self.x = x
        self.y = y
        self.z = z
        self.count = count
    }

    /// The vector of a particle.
    ///
    /// - Precondition: There is such a particle.
    @inlinable
    public subscript(particle: Int) -> SIMD3<Double> {
        get {
            precondition(particle >= 0 && particle < count, "particle out of range")
            return SIMD3(x[particle], y[particle], z[particle])
        }
        nonmutating set {
            precondition(particle >= 0 && particle < count, "particle out of range")
            x[particle] = newValue.x
            y[particle] = newValue.y
            z[particle] = newValue.z
        }
    }
}

/// The particles on which forces may depend: their masses, charges, types and positions, and the box.
public struct ParticleColumns {
    /// The number of particles.
    public let count: Int

    /// The room in which they are.
    public let box: Box

    @usableFromInline
    package let mass: UnsafePointer<Double>
    @usableFromInline
    package let charge: UnsafePointer<Double>
    @usableFromInline
    package let type: UnsafePointer<Int32>
    @usableFromInline
    package let x: UnsafePointer<Double>
    @usableFromInline
    package let y: UnsafePointer<Double>
    @usableFromInline
    package let z: UnsafePointer<Double>

    init(
        count: Int, box: Box, mass: UnsafePointer<Double>, charge: UnsafePointer<Double>,
        type: UnsafePointer<Int32>, positions: UnsafePointer<Double>
    ) {
        self.count = count
        self.box = box
        self.mass = mass
        self.charge = charge
        self.type = type
        x = positions
        y = positions + count
        z = positions + 2 * count
    }

    /// The position of a particle.
    ///
    /// - Precondition: There is such a particle, as for its mass, charge and type.
    @inlinable
    public func position(_ particle: Int) -> SIMD3<Double> {
        check(particle)
        return SIMD3(x[particle], y[particle], z[particle])
    }

    /// The mass of a particle.
    @inlinable
    public func mass(of particle: Int) -> Double {
        check(particle)
        return mass[particle]
    }

    /// The electric charge of a particle.
    @inlinable
    public func charge(of particle: Int) -> Double {
        check(particle)
        return charge[particle]
    }

    /// The type of a particle, a number from 0.
    @inlinable
    public func type(of particle: Int) -> Int {
        check(particle)
        return Int(type[particle])
    }

    @inlinable
    func check(_ particle: Int) {
        precondition(particle >= 0 && particle < count, "particle out of range")
    }
}

/// A force that changes by the time alone, also in ways that are not smooth.
protocol TimedForce {
    /// Finds the times between which it is smooth.
    func makeSwitchingTimes() -> [SwitchingTimes]
}
