import Descriptions
import SimulationEngine

/// A law of angles between bonds whose energy is a formula of the angle `theta` in radians, from which the force is derived
/// symbolically:
///
///     let energy = try FieldExpression("k * (1 + cos(theta))", fields: ["theta", "k"])
///     let force = try AngleFormula([Angle(0, 1, 2)], energy: energy, parameters: [5])
public final class AngleFormula: AngleForce {
    static let component = Component<AngleForceMaking>(
        "formula", "a law whose energy is a formula of the angle, from which the force is derived",
        equation: "U(θ)",
        synonyms: ["custom angle", "expression"],
        Parameter<String>(
            "energy", "the energy U as a formula of the angle theta in radians and of parameters",
            kind: .expression(over: "theta and the parameters"), dimension: .energy
        ).example("5 * (1 + cos(theta))"),
        FormulaParameters<Double>.parameter("a number", .number(.any))
    ) { energy, parameters in
        let parameters = parameters ?? .none
        let expression = try parameters.expressions(.lone(energy), "energy", of: ["theta"])[0]
        try check(expression, parameters.values)
        return { try AngleFormula($0, energy: expression, parameters: parameters.values, threads: $1) }
    }

    /// The energy of an angle.
    private let formula: ColumnFormula

    /// d*U*/dθ.
    private let slope: ColumnFormula

    /// Creates the force.
    ///
    /// - Parameters:
    ///   - angles: The angles, no two of the same particles with the same apex.
    ///   - energy: The energy of an angle. Its first field is the angle, the others are parameters.
    ///   - parameters: The parameters in the order of their fields.
    ///   - threads: How many threads share the work.
    /// - Throws: ``BondError``, also if the formula is none of an angle and these parameters.
    public init(
        _ angles: [Angle], energy: FieldExpression, parameters: [Double] = [], threads: Int = 1
    ) throws(BondError) {
        do throws(ParameterError) { try Self.check(energy, parameters) } catch { throw .parameter(error) }
        var constants: [Int: Double] = [:]
        for (index, number) in parameters.enumerated() { constants[1 + index] = number }
        let expression = energy.setting(constants)
        formula = ColumnFormula(expression)
        slope = ColumnFormula(expression.derivative(withRespectTo: .field(0)))
        try super.init(angles, threads: threads)
    }

    private static func check(_ energy: FieldExpression, _ parameters: [Double]) throws(ParameterError) {
        guard energy.fields.count == 1 + parameters.count, energy.kind == .number, energy.usedFields.contains(0),
            !energy.usesTime, !energy.usesNode
        else {
            throw .unfit("energy", because: "must be a number that depends on the angle theta and on its parameters")
        }
    }

    override func withEnergy(_ body: ((Double) -> Double) -> Void) { body(Self.function(formula)) }

    override func withTorque(_ body: ((Double) -> Double) -> Void) {
        let slope = Self.function(slope)
        body { -slope($0) }
    }

    private static func function(_ formula: ColumnFormula) -> (Double) -> Double {
        let evaluation = formula.makeEvaluation()
        return { angle in
            var value = 0.0
            withUnsafePointer(to: angle) { angle in evaluation.compute(1, into: &value) { _ in angle } }
            return value
        }
    }
}
