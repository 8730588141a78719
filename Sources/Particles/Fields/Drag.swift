import Descriptions
import SimulationEngine

/// The drag of a medium that is at rest or flows evenly, in proportion to the velocity relative to it (Stokes' law):
///
///     Fᵢ = −γ (vᵢ − u)
///
/// The coefficient γ, a mass over a time, is 6 π η *R* for spheres of radius *R* in a fluid of viscosity η. Energy is lost to the
/// medium, or gained from its flow.
public final class Drag: ExactVelocityForce, Stateless {
    private static let coefficient = Parameter<LoneOrList<Double>>(
        "coefficient", "how strongly the medium drags all particles, or those of each type: a mass over a time",
        kind: .either(
            .number(.nonNegative), or: .list(of: .number(.nonNegative), count: 1...ParameterKind.greatestCount)),
        dimension: Dimension(time: -1, mass: 1)
    ).example(.lone(0.5))
    private static let flow = Parameter(
        vector: "flow", "the velocity u of the medium", dimension: .velocity, default: .zero)

    static let component = ForceComponent(
        "drag", "the drag of a medium that is at rest or flows evenly (Stokes' law)", equation: "F = −γ (v − u)",
        coefficient, flow
    ) { coefficient, flow in
        { _ in try Drag(coefficient, flow: flow) }
    }

    /// The coefficient γ of each type of particles; one number where it is that of all.
    package let coefficients: [Double]

    /// The velocity *u* of the medium.
    package let flow: SIMD3<Double>

    private let isOfTypes: Bool

    /// Creates a drag on all particles alike.
    ///
    /// - Throws: ``FieldError`` unless all numbers are finite and the coefficient is not negative.
    public convenience init(coefficient: Double, flow: SIMD3<Double> = .zero) throws(FieldError) {
        try self.init(.lone(coefficient), flow: flow)
    }

    /// Creates a drag with a coefficient for each type of particles, the first for type 0.
    ///
    /// - Throws: ``FieldError`` unless all numbers are finite and no coefficient is negative.
    public convenience init(coefficients: [Double], flow: SIMD3<Double> = .zero) throws(FieldError) {
        try self.init(.list(coefficients), flow: flow)
    }

    private init(_ coefficient: LoneOrList<Double>, flow: SIMD3<Double>) throws(FieldError) {
        try FieldError.check(coefficient, Self.coefficient)
        try FieldError.check(flow, Self.flow)
        switch coefficient {
        case .lone(let number): (coefficients, isOfTypes) = ([number], false)
        case .list(let numbers): (coefficients, isOfTypes) = (numbers, true)
        }
        self.flow = flow
    }

    /// Refuses types without a coefficient, particles without mass that are dragged, and a flow out of the plane of two
    /// dimensions.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        guard particles.box.dimensions == 3 || flow.z == 0 else { throw .field(.outOfPlane) }
        for particle in 0..<particles.count {
            let type = Int(particles.type[particle])
            guard !isOfTypes || type < coefficients.count else {
                throw .unknownType(type, particle: particle, known: coefficients.count)
            }
            guard particles.mass[particle] > 0 || coefficient(ofType: type) == 0 else {
                throw .field(.noMass(particle: particle))
            }
        }
    }

    private func coefficient(ofType type: Int) -> Double { coefficients[isOfTypes ? type : 0] }

    /// Adds the accelerations of all particles.
    public func addAccelerations(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns, into accelerations: CoordinateColumns
    ) {
        for i in 0..<particles.count {
            let coefficient = coefficient(ofType: Int(particles.type[i]))
            guard coefficient > 0 else { continue }
            accelerations.add(coefficient / particles.mass[i] * (flow - velocities.velocity(i)), at: i)
        }
    }

    /// Lets velocities approach that of the medium: v ← u + exp(−γ *t*/*m*) (v − u).
    public func moveVelocities(_ velocities: CoordinateColumns, of particles: ParticleColumns, by time: Double) {
        var (rate, decay) = (0.0, 1.0)
        for i in 0..<particles.count {
            let coefficient = coefficient(ofType: Int(particles.type[i]))
            guard coefficient > 0 else { continue }
            // Most particles have the rate of the one before.
            if coefficient / particles.mass[i] != rate {
                rate = coefficient / particles.mass[i]
                decay = PortableFunctions.exponential(-rate * time)
            }
            velocities[i] = flow + decay * (velocities[i] - flow)
        }
    }
}
