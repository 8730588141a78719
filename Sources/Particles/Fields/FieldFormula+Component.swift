import Descriptions
import SimulationEngine

extension FieldFormula {
    private static let positionNames = "x, y, z, the vector 'position', mass, charge and the parameters"
    private static let ofForces = ParameterKind.expression(
        over: "x, y, z, mass, charge, vx, vy, vz, the vectors 'position' and 'velocity', time and the parameters")

    private static let energyParameter = Parameter<String>(
        "energy", "the energy of a particle as a formula of x, y, z, the vector position, mass, charge and parameters",
        kind: .expression(over: positionNames), dimension: .energy
    ).example("0.5 * (x^2 + y^2)")

    private static let forceParameter = Parameter<LoneOrList<String>>(
        "force",
        "the force as a formula of a vector, or a list of formulas along each direction, which may also use velocities and time",
        kind: .either(ofForces, or: .list(of: ofForces, count: 2...3)))

    private static let parameters = FormulaParameters<LoneOrList<Double>>.parameter(
        "a number, or one for each type of particles",
        .either(.number(.any), or: .list(of: .number(.any), count: 1...ParameterKind.greatestCount)))

    static let component = ForceComponent(
        "field",
        "a field whose energy is a formula of the position, from which the force is derived, or a force by formulas",
        equation: "F = −∇U(x, y, z)",
        synonyms: ["custom external force", "external potential", "formula", "expression", "trap"],
        energyParameter.oneOf("energy", "force"), forceParameter.oneOf("energy", "force"), parameters
    ) { energy, force, parameters in
        let parameters = parameters ?? .none
        switch (energy, force) {
        case (let energy?, nil):
            return making { dimensions in
                let expression = try parameters.expressions(
                    .lone(energy), "energy", of: FieldTerms.variables,
                    vectors: FieldTerms.vectors(dimensions: dimensions))[0]
                return try FieldFormula(energy: expression, parameters: parameters.values)
            }
        case (nil, let force?):
            let names = MotionFormula.variables
            let velocities = FieldTerms.variables.count..<names.count
            return making { dimensions in
                if case .list(let list) = force, list.count != dimensions {
                    throw ParameterError.unfit(
                        "force",
                        because: "has \(list.count) formulas in \(dimensions) dimensions: one for each is needed")
                }
                let expressions = try parameters.expressions(
                    force, "force", of: names, vectors: FieldTerms.vectorsOfForces(dimensions: dimensions),
                    components: dimensions)
                if expressions.contains(where: { $0.usesTime || $0.usedFields.contains(where: velocities.contains) }) {
                    return try MotionFormula(force: expressions, parameters: parameters.values)
                }
                return try FieldFormula(force: expressions, parameters: parameters.values)
            }
        default: throw ParameterError.notExactlyOne(of: ["energy", "force"])
        }
    }

    /// A closure that makes a force, and throws the error of a parameter as such.
    private static func making(
        _ make: @escaping @Sendable (_ dimensions: Int) throws -> any ParticleForce
    ) -> ForceMaking {
        { options in
            do { return try make(options.dimensions) } catch let error as FieldError {
                if case .parameter(let error) = error { throw error }
                throw error
            }
        }
    }
}
