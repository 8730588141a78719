import Descriptions
import SimulationEngine

/// The force of an even magnetic field on charges that move:
///
///     Fᵢ = qᵢ vᵢ × B
///
/// It turns velocities and does no work: a charge goes round with the frequency *q B* / *m*. In two dimensions the field is along
/// *z*. A magnetic field has no potential energy, and does not count in the pressure.
public final class MagneticField: ExactVelocityForce, Stateless {
    private static let field = Parameter<LoneOrList<Double>>(
        "field", "the magnetic field B, or a number for that along z",
        kind: .either(.number(.any), or: .list(of: .number(.any), count: 3...3)),
        dimension: Dimension(time: -1, mass: 1, charge: -1)
    ).example(.list([0, 0, 2]))

    static let component = ForceComponent(
        "magnetic-field", "the force of an even magnetic field on charges that move", equation: "F = q v × B", field
    ) { field in
        let vector =
            switch field {
            case .lone(let number): SIMD3(0, 0, number)
            case .list(let numbers): SIMD3(numbers[0], numbers[1], numbers[2])
            }
        return { _ in try MagneticField(field: vector) }
    }

    /// The field *B*, a mass over a charge and a time.
    package let field: SIMD3<Double>

    /// Creates the field.
    ///
    /// - Throws: ``FieldError`` unless the field is finite.
    public init(field: SIMD3<Double>) throws(FieldError) {
        try FieldError.check(.list([field.x, field.y, field.z]), Self.field)
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
            let turn = Self.cross(velocities.velocity(i), field)
            accelerations.add(particles.charge[i] / particles.mass[i] * turn, at: i)
        }
    }

    /// Turns velocities around the field by the angle *q B t*/*m*. Speeds stay what they are, but for rounding.
    public func moveVelocities(_ velocities: CoordinateColumns, of particles: ParticleColumns, by time: Double) {
        // Scaled, so that no square is infinite or 0.
        let greatest = max(abs(field.x), abs(field.y), abs(field.z))
        guard greatest > 0 else { return }
        let scaled = field / greatest
        let length = (scaled * scaled).sum().squareRoot()
        let direction = scaled / length
        var (ratio, sine, versine) = (0.0, 0.0, 0.0)
        for i in 0..<particles.count where particles.charge[i] != 0 {
            // Most particles turn as the one before.
            if particles.charge[i] / particles.mass[i] != ratio {
                ratio = particles.charge[i] / particles.mass[i]
                (sine, versine) = Self.turn(by: ratio * greatest * length * time)
            }
            let velocity = velocities[i]
            let across = Self.cross(velocity, direction)
            let turned = velocity + (sine * across + versine * Self.cross(across, direction))
            velocities[i] = Self.scaled(turned, toSpeedOf: velocity)
        }
    }

    /// A velocity with the speed of another one, from which rounding has led it away. The sine and cosine are rounded alike in
    /// each step: without this the error of the speed would grow with the number of steps, with it it does with its root.
    private static func scaled(_ velocity: SIMD3<Double>, toSpeedOf other: SIMD3<Double>) -> SIMD3<Double> {
        let (square, wanted) = ((velocity * velocity).sum(), (other * other).sum())
        // Where squares are out of range, so is the error.
        guard square > .leastNormalMagnitude, square < .infinity else { return velocity }
        return velocity + (wanted - square) / (2 * square) * velocity
    }

    /// The sine of an angle and 1 less its cosine, of the sine and cosine of its half, by which the squares add up best.
    private static func turn(by angle: Double) -> (sine: Double, versine: Double) {
        let turns = angle / (4 * Double.pi)
        let (sine, cosine) = PortableFunctions.sineAndCosine(ofTurns: turns - turns.rounded(.down))
        return (2 * sine * cosine, 2 * sine * sine)
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
