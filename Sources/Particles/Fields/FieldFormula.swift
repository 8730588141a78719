import Descriptions
import SimulationEngine

/// A field in which the energy of a particle is a formula of where and what it is, from which the force is derived symbolically:
///
///     let well = try FieldExpression("depth * (x^2 - 1)^2 + y^2", fields: FieldFormula.variables + ["depth"])
///     let field = try FieldFormula(energy: well, parameters: [2])
///     let names = FieldFormula.variables + ["stiffness"]
///     let trap = try FieldExpression(
///         "stiffness / 2 * dot(position, position)", fields: names, vectors: FieldFormula.vectors(dimensions: 3))
///
/// Or a force that is given along each direction, which conserves no energy. In a periodic box formulas must have its periods. A
/// field does not count in the pressure, whose virial is that of particles among each other.
public final class FieldFormula: ParticleForce, Stateless {
    /// The variables that an energy may use before its parameters, `x`, `y`, `z`, `mass` and `charge`; a force may use `vx`, `vy`
    /// and `vz` after these, too, if it is a ``MotionFormula``.
    public static let variables = FieldTerms.variables

    /// The vectors that an energy may use: `position`, of as many components as the box has dimensions.
    public static func vectors(dimensions: Int) -> [String: [String]] { FieldTerms.vectors(dimensions: dimensions) }

    private let terms: FieldTerms

    /// Creates the field of an energy.
    ///
    /// - Parameters:
    ///   - energy: The energy of a particle. Its fields are ``variables`` and parameters.
    ///   - parameters: The parameters in the order of their fields.
    /// - Throws: ``FieldError``.
    public convenience init(energy: FieldExpression, parameters: [Double] = []) throws(FieldError) {
        try self.init(energy: energy, parameters: parameters.map { .lone($0) })
    }

    init(energy: FieldExpression, parameters: [LoneOrList<Double>]) throws(FieldError) {
        try FieldError.check(energy, "energy", Self.variables, parameters)
        guard !energy.usesTime else {
            throw .parameter(.unfit("energy", because: "must not depend on 'time': a 'force' may"))
        }
        terms = FieldTerms(energy: energy, parameters)
    }

    /// Creates a field of forces that follow from positions.
    ///
    /// - Parameters:
    ///   - force: The force along each direction. Its fields are ``variables``, `vx`, `vy`, `vz`, which it must not use, and
    ///     parameters.
    ///   - parameters: The parameters in the order of their fields.
    /// - Throws: ``FieldError``.
    public convenience init(force: [FieldExpression], parameters: [Double] = []) throws(FieldError) {
        try self.init(force: force, parameters: parameters.map { .lone($0) })
    }

    init(force: [FieldExpression], parameters: [LoneOrList<Double>]) throws(FieldError) {
        try MotionFormula.check(force, parameters)
        let velocities = FieldTerms.variables.count..<FieldTerms.variables.count + FieldTerms.velocities.count
        guard !force.contains(where: { $0.usesTime || $0.usedFields.contains(where: velocities.contains) }) else {
            throw .parameter(
                .unfit("force", because: "must not depend on velocities or 'time' here: a MotionFormula may"))
        }
        terms = FieldTerms(forces: force, parameters)
    }

    /// Refuses particles without mass, types without parameters, and formulas that are not finite or have not the periods of the box.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        do throws(FieldError) {
            try terms.check(particles)
            try terms.checkFinite(particles)
            try terms.checkPeriods(particles)
        } catch { throw .field(error) }
    }

    /// The field pushes single particles.
    public var conservesMomentum: Bool { false }

    /// True if the field has an energy, as one that is given as a force has not.
    public var conservesEnergy: Bool { terms.energy != nil }

    /// Adds the accelerations of all particles.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        terms.addAccelerations(of: particles, into: accelerations)
    }

    /// Tells on which branches the formulas are.
    public func branches(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns, at time: Double, withKinks: Bool
    ) -> UInt64? {
        terms.branches(of: particles, movingWith: velocities, at: time, withKinks: withKinks)
    }

    /// The energy of all particles.
    public func potentialEnergy(of particles: ParticleColumns) -> Double { terms.potentialEnergy(of: particles) }

    /// 0.
    public func virial(of particles: ParticleColumns) -> Double { 0 }
}

/// A force on each particle that is a formula of where and what it is, of its velocity and of the time:
///
///     let names = MotionFormula.variables + ["strength"]
///     let along = try ["strength * cos(2 * time) - vx", "-y", "-z"].map { try FieldExpression($0, fields: names) }
///     let force = try MotionFormula(force: along, parameters: [0.5])
///     let turning = try FieldExpression.components(
///         3, of: "charge * cross(velocity, [0, 0, 2])", fields: MotionFormula.variables,
///         vectors: MotionFormula.vectors(dimensions: 3))
///
/// Methods that ask for rates of positions and velocities together move such particles: see ``VelocityDependentForce``.
public final class MotionFormula: VelocityDependentForce, TimedForce, Stateless {
    /// The variables that a force may use before its parameters: those of ``FieldFormula/variables``, then `vx`, `vy` and `vz`.
    public static let variables = FieldTerms.variables + FieldTerms.velocities

    /// The vectors that a force may use: `position` and `velocity`, of as many components as the box has dimensions.
    public static func vectors(dimensions: Int) -> [String: [String]] {
        FieldTerms.vectorsOfForces(dimensions: dimensions)
    }

    private let terms: FieldTerms

    /// Creates the force.
    ///
    /// - Parameters:
    ///   - force: The force along each direction. Its fields are ``variables`` and parameters.
    ///   - parameters: The parameters in the order of their fields.
    /// - Throws: ``FieldError``.
    public convenience init(force: [FieldExpression], parameters: [Double] = []) throws(FieldError) {
        try self.init(force: force, parameters: parameters.map { .lone($0) })
    }

    init(force: [FieldExpression], parameters: [LoneOrList<Double>]) throws(FieldError) {
        try Self.check(force, parameters)
        terms = FieldTerms(forces: force, parameters)
    }

    /// Refuses particles without mass, types without parameters, and formulas that have not the periods of the box. Velocities are
    /// not known yet: where a formula is not finite, the first step ends with an error.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        let velocities = [Double](repeating: 1, count: 3 * particles.count)
        let failure: FieldError? = velocities.withUnsafeBufferPointer { velocities in
            let columns = VelocityColumns(velocities.baseAddress.unsafelyUnwrapped, count: particles.count)
            do throws(FieldError) {
                try terms.check(particles)
                try terms.checkPeriods(particles, movingWith: columns)
                return nil
            } catch { return error }
        }
        if let failure { throw .field(failure) }
    }

    /// Adds the accelerations of all particles at time 0.
    public func addAccelerations(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns, into accelerations: CoordinateColumns
    ) {
        addAccelerations(of: particles, movingWith: velocities, at: 0, into: accelerations)
    }

    /// Adds the accelerations of all particles.
    public func addAccelerations(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns, at time: Double,
        into accelerations: CoordinateColumns
    ) {
        terms.addAccelerations(of: particles, movingWith: velocities, at: time, into: accelerations)
    }

    func makeSwitchingTimes() -> [SwitchingTimes] { terms.makeSwitchingTimes() }

    /// Tells on which branches the formulas are.
    public func branches(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns, at time: Double, withKinks: Bool
    ) -> UInt64? {
        terms.branches(of: particles, movingWith: velocities, at: time, withKinks: withKinks)
    }

    /// Refuses what is no force of these parameters.
    static func check(_ force: [FieldExpression], _ parameters: [LoneOrList<Double>]) throws(FieldError) {
        for expression in force {
            try FieldError.check(expression, "force", Self.variables, parameters)
        }
    }
}

extension FieldError {
    /// Refuses what is no number over variables and parameters.
    fileprivate static func check(
        _ expression: FieldExpression, _ name: String, _ variables: [String], _ parameters: [LoneOrList<Double>]
    ) throws(FieldError) {
        guard expression.kind == .number, !expression.usesNode,
            expression.fields.count == variables.count + parameters.count,
            expression.fields.starts(with: variables)
        else {
            throw .parameter(
                .unfit(name, because: "must be a number over \(variables.joined(separator: ", ")) and its parameters"))
        }
    }
}
