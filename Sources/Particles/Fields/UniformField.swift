import Descriptions
import SimulationEngine

/// A field that accelerates all particles alike, such as gravity near the ground:
///
///     d²rᵢ/dt² = g        U = −Σ mᵢ g · rᵢ
///
/// The energy is that of positions that are not wrapped, and 0 at the origin. A field does not count in the pressure, whose
/// virial is that of particles among each other.
public final class UniformField: ParticleForce, Stateless {
    private static let acceleration = Parameter(
        vector: "acceleration", "the acceleration g in each direction", dimension: Dimension(length: 1, time: -2)
    )
    .example([0, 0, -1])

    static let component = ForceComponent(
        "uniform-field", "a field that accelerates all particles alike, such as gravity near the ground",
        equation: "d²r/dt² = g, U = −m g · r", acceleration
    ) { acceleration in
        { _ in try UniformField(acceleration: acceleration) }
    }

    /// The acceleration *g*.
    package let acceleration: SIMD3<Double>

    /// Creates the field.
    ///
    /// - Throws: ``FieldError`` unless the acceleration is finite.
    public init(acceleration: SIMD3<Double>) throws(FieldError) {
        try FieldError.check(acceleration, Self.acceleration)
        self.acceleration = acceleration
    }

    /// Refuses a field out of the plane of two dimensions.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        guard particles.box.dimensions == 3 || acceleration.z == 0 else { throw .field(.outOfPlane) }
    }

    /// The field pushes all particles.
    public var conservesMomentum: Bool { false }

    /// Adds the accelerations of all particles.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        let columns = [accelerations.x, accelerations.y, accelerations.z]
        for axis in 0..<3 where acceleration[axis] != 0 {
            let (column, a) = (columns[axis], acceleration[axis])
            for i in 0..<particles.count { column[i] += a }
        }
    }

    /// The energy of all particles.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        (0..<particles.count).reduce(0) {
            $0 - particles.mass[$1] * (acceleration * particles.position($1)).sum()
        }
    }

    /// 0.
    public func virial(of particles: ParticleColumns) -> Double { 0 }
}
