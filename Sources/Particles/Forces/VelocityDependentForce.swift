/// A force that depends on how particles move, such as drag, the force of a magnetic field on charges, or what drives active
/// matter.
///
/// To make one of your own, implement ``addAccelerations(of:movingWith:into:)``, or ``addAccelerations(of:movingWith:at:into:)`` if it
/// depends on the time, too. There is no potential energy and no virial unless
/// they are implemented.
///
/// Methods that ask for accelerations and velocities together move such particles with their full order: `RungeKutta4` and
/// `AdaptiveIntegrator`. Methods that kick and drift, `Leapfrog`, `Yoshida4` and thermostats, ask for accelerations at positions
/// alone, and would be of first order and not stable. They keep their order if each such force is an ``ExactVelocityForce``;
/// otherwise their first step ends with an error that says so, as that of `BrownianIntegrator` and ``WisdomHolman`` always does.
public protocol VelocityDependentForce: ParticleForce {
    /// Adds the accelerations that the force causes.
    func addAccelerations(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns, into accelerations: CoordinateColumns)

    /// Adds the accelerations that the force causes at a time, which does not matter unless this is implemented.
    func addAccelerations(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns, at time: Double,
        into accelerations: CoordinateColumns)
}

extension VelocityDependentForce {
    /// At any time the same.
    public func addAccelerations(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns, at time: Double,
        into accelerations: CoordinateColumns
    ) {
        addAccelerations(of: particles, movingWith: velocities, into: accelerations)
    }

    /// Accelerations do not follow from positions alone, and are not numbers. A ``ParticleSystem`` does not ask for this.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        for particle in 0..<particles.count { accelerations.x[particle] = .nan }
    }

    /// Nothing is known that would be conserved.
    public var conservesEnergy: Bool { false }

    /// It pushes single particles.
    public var conservesMomentum: Bool { false }

    /// 0.
    public func potentialEnergy(of particles: ParticleColumns) -> Double { 0 }

    /// 0.
    public func virial(of particles: ParticleColumns) -> Double { 0 }
}

/// A force that depends on velocities, and of which is known how it moves them by itself, as ``Drag`` and ``MagneticField`` are.
///
/// Methods that kick and drift make half of that motion before and half after each step.
public protocol ExactVelocityForce: VelocityDependentForce {
    /// Moves velocities as the force alone would while particles stay where they are: exactly, so that after a time and as much
    /// backwards they are what they were, but for rounding.
    ///
    /// - Parameters:
    ///   - velocities: The velocities.
    ///   - particles: The particles.
    ///   - time: The time that passes, which may be negative.
    func moveVelocities(_ velocities: CoordinateColumns, of particles: ParticleColumns, by time: Double)
}

/// The velocities of particles, in the order of their ``ParticleColumns``.
public struct VelocityColumns {
    @usableFromInline
    package let x: UnsafePointer<Double>
    @usableFromInline
    package let y: UnsafePointer<Double>
    @usableFromInline
    package let z: UnsafePointer<Double>
    @usableFromInline
    let count: Int

    init(_ start: UnsafePointer<Double>, count: Int) {
        x = start
        y = start + count
        z = start + 2 * count
        self.count = count
    }

    /// The velocity of a particle.
    ///
    /// - Precondition: There is such a particle.
    @inlinable
    public func velocity(_ particle: Int) -> SIMD3<Double> {
        precondition(particle >= 0 && particle < count, "particle out of range")
        return SIMD3(x[particle], y[particle], z[particle])
    }
}
