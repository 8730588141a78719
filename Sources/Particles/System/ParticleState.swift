/// The state of one particle, as it is handed to observers.
public struct ParticleState: Equatable, Sendable {
    /// The position, in the units of length of the system.
    public var position: SIMD3<Double>

    /// The velocity.
    public var velocity: SIMD3<Double>

    /// Creates a state.
    public init(position: SIMD3<Double>, velocity: SIMD3<Double> = .zero) {
        self.position = position
        self.velocity = velocity
    }

    /// The number of a field, those of the position before those of the velocity.
    subscript(field: Int) -> Double { field < 3 ? position[field] : velocity[field - 3] }
}

/// A particle, as it is put into a system: its state and what does not change.
public struct Particle: Equatable, Sendable {
    /// The name under which it appears in results, if it has one.
    public var name: String?

    /// The mass. A particle of mass 0 feels gravity but does not exert it.
    public var mass: Double

    /// The electric charge, which ``CoulombForce`` and ``DampedShiftedCoulomb`` act on.
    public var charge: Double

    /// The type, a number from 0, on which its interactions depend.
    public var type: Int

    /// The initial state.
    public var state: ParticleState

    /// Creates a particle.
    public init(
        name: String? = nil, mass: Double, charge: Double = 0, type: Int = 0, position: SIMD3<Double>,
        velocity: SIMD3<Double> = .zero
    ) {
        self.name = name
        self.mass = mass
        self.charge = charge
        self.type = type
        state = ParticleState(position: position, velocity: velocity)
    }
}
