import Descriptions
import SimulationEngine

/// A trap that pulls each particle to a centre *c* with a stiffness *k* in each direction:
///
///     U = Σ ½ (kₓ (xᵢ − cₓ)² + k_y (yᵢ − c_y)² + k_z (zᵢ − c_z)²)
///
/// In a periodic box the nearest image of the centre pulls. A field does not count in the pressure, whose virial is that of
/// particles among each other.
public final class HarmonicTrap: ParticleForce, Stateless {
    private static let stiffness = Parameter<LoneOrList<Double>>(
        "stiffness", "how strongly particles are pulled to the centre, or how strongly in each direction",
        kind: .either(.number(.nonNegative), or: .vector(.nonNegative)), dimension: .stiffness)
    private static let centre = Parameter(
        vector: "centre", "the centre of the trap", dimension: .length, default: .zero)

    static let component = ForceComponent(
        "harmonic-trap", "a trap that pulls each particle to a centre", equation: "U = ½ k (r − c)²", stiffness, centre
    ) { stiffness, centre in
        let vector =
            switch stiffness {
            case .lone(let number): SIMD3(repeating: number)
            case .list(let numbers): SIMD3(numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0)
            }
        return { _ in try HarmonicTrap(stiffness: vector, centre: centre) }
    }

    /// The stiffness in each direction, an energy over a squared length.
    package let stiffness: SIMD3<Double>

    /// The centre.
    package let centre: SIMD3<Double>

    /// Creates the trap.
    ///
    /// - Throws: ``FieldError`` unless all numbers are finite and the stiffness is not negative.
    public init(stiffness: SIMD3<Double>, centre: SIMD3<Double> = .zero) throws(FieldError) {
        try FieldError.check(.list([stiffness.x, stiffness.y, stiffness.z]), Self.stiffness)
        try FieldError.check(centre, Self.centre)
        self.stiffness = stiffness
        self.centre = centre
    }

    /// Refuses particles without mass, and a centre out of the plane of two dimensions.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        for particle in 0..<particles.count where !(particles.mass[particle] > 0) {
            throw .field(.noMass(particle: particle))
        }
        guard particles.box.dimensions == 3 || centre.z == 0 else { throw .field(.outOfPlane) }
    }

    /// The trap pulls all particles.
    public var conservesMomentum: Bool { false }

    /// Adds the accelerations of all particles.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        let image = NearestImage(particles.box)
        for i in 0..<particles.count {
            let pull = stiffness * image.nearest(centre - particles.position(i)) / particles.mass[i]
            accelerations.x[i] += pull.x
            accelerations.y[i] += pull.y
            accelerations.z[i] += pull.z
        }
    }

    /// The energy of all particles.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        let image = NearestImage(particles.box)
        return (0..<particles.count).reduce(0) { sum, i in
            let vector = image.nearest(centre - particles.position(i))
            return sum + (stiffness * vector * vector).sum() / 2
        }
    }

    /// 0.
    public func virial(of particles: ParticleColumns) -> Double { 0 }
}
