/// A force between particles or on them.
///
/// To make a force of your own, implement both requirements. They work on columns of n numbers for n particles.
public protocol ParticleForce: AnyObject {
    /// Adds the accelerations that the force causes.
    func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns)

    /// The potential energy of all particles in this force.
    func potentialEnergy(of particles: ParticleColumns) -> Double
}

/// Three columns of coordinates in one piece of memory: all *x*, then all *y*, then all *z*.
public struct CoordinateColumns {
    /// The *x* of all particles.
    public let x: UnsafeMutablePointer<Double>

    /// The *y* of all particles.
    public let y: UnsafeMutablePointer<Double>

    /// The *z* of all particles.
    public let z: UnsafeMutablePointer<Double>

    init(_ start: UnsafeMutablePointer<Double>, count: Int) {
        x = start
        y = start + count
        z = start + 2 * count
    }
}

/// What forces may depend on: the masses and positions of the particles.
public struct ParticleColumns {
    /// The number of particles.
    public let count: Int

    /// The masses.
    public let mass: UnsafePointer<Double>

    /// The *x* of all particles.
    public let x: UnsafePointer<Double>

    /// The *y* of all particles.
    public let y: UnsafePointer<Double>

    /// The *z* of all particles.
    public let z: UnsafePointer<Double>

    init(count: Int, mass: UnsafePointer<Double>, positions: UnsafePointer<Double>) {
        self.count = count
        self.mass = mass
        x = positions
        y = positions + count
        z = positions + 2 * count
    }
}
