import Descriptions
import SimulationEngine

extension FieldFormula {
    private static let energyParameter = Parameter<String>(
        "energy", "the energy of a particle as a formula of x, y, z, mass, charge and parameters",
        kind: .expression(over: "x, y, z, mass, charge and the parameters"), dimension: .energy
    ).example("0.5 * (x^2 + y^2)")

    private static let forceParameter = Parameter<[String]>(
        "force", "the force along each direction as formulas that may also use vx, vy, vz and time",
        kind: .list(of: .expression(over: "x, y, z, mass, charge, vx, vy, vz, time and the parameters"), count: 2...3))

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
            let expression = try parameters.expressions(.lone(energy), "energy", of: FieldTerms.variables)[0]
            return making { try FieldFormula(energy: expression, parameters: parameters.values) }
        case (nil, let force?):
            let names = FieldTerms.variables + FieldTerms.velocities
            let expressions = try parameters.expressions(.list(force), "force", of: names)
            let velocities = FieldTerms.variables.count..<names.count
            if expressions.contains(where: { $0.usesTime || $0.usedFields.contains(where: velocities.contains) }) {
                return making { try MotionFormula(force: expressions, parameters: parameters.values) }
            }
            return making { try FieldFormula(force: expressions, parameters: parameters.values) }
        default: throw ParameterError.notExactlyOne(of: ["energy", "force"])
        }
    }

    /// A closure that makes a force, and throws the error of a parameter as such.
    private static func making(_ make: @escaping @Sendable () throws -> any ParticleForce) -> ForceMaking {
        { _ in
            do { return try make() } catch let error as FieldError {
                if case .parameter(let error) = error { throw error }
                throw error
            }
        }
    }
}
