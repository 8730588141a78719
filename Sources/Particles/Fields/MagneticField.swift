/// The force of an even magnetic field on charges that move:
///
///     Fᵢ = qᵢ vᵢ × B
///
/// It turns velocities and does no work: a charge goes round with the frequency *q B* / *m*. In two dimensions the field is along
/// *z*. A magnetic field has no potential energy, and does not count in the pressure.
public final class MagneticField: VelocityDependentForce {
    /// The field *B*, a mass over a charge and a time.
    public let field: SIMD3<Double>

    /// Creates the field.
    ///
    /// - Throws: ``FieldError`` unless the field is finite.
    public init(field: SIMD3<Double>) throws(FieldError) {
        for axis in 0..<3 {
            guard field[axis].isFinite else { throw .notFinite("magnetic field", field[axis]) }
        }
        self.field = field
    }

    /// Refuses charges without mass, and a field that is not along *z* in two dimensions.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        guard particles.box.dimensions == 3 || field.x == 0 && field.y == 0 else { throw .field(.magneticFieldInPlane) }
        for particle in 0..<particles.count where particles.charge[particle] != 0 && !(particles.mass[particle] > 0) {
            throw .field(.noMass(particle: particle))
        }
    }

    /// It does no work.
    public var conservesEnergy: Bool { true }

    /// Adds the accelerations of all particles.
    public func addAccelerations(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns, into accelerations: CoordinateColumns
    ) {
        for i in 0..<particles.count where particles.charge[i] != 0 {
            let v = velocities.velocity(i)
            let turn = SIMD3(
                v.y * field.z - v.z * field.y, v.z * field.x - v.x * field.z, v.x * field.y - v.y * field.x)
            accelerations.add(particles.charge[i] / particles.mass[i] * turn, at: i)
        }
    }
}
