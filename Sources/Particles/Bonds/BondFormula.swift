import Descriptions
import SimulationEngine

/// An interaction along bonds whose energy is a formula of the length *r*, from which the force is derived symbolically:
///
///     let energy = try FieldExpression("stiffness * (r - rest)^4", fields: ["r", "rest", "stiffness"])
///     let force = try BondForce(BondFormula(energy, parameters: [50]), on: [Bond(0, 1)])
public struct BondFormula: BondPotential {
    static let component = Component<BondForceMaking>(
        "formula", "a law whose energy is a formula of the length of the bond, from which the force is derived",
        equation: "F(r) = −dU/dr",
        synonyms: ["custom bond", "expression"],
        Parameter<String>(
            "energy", "the energy U as a formula of the length r, the length at rest and parameters",
            kind: .expression(over: "r, rest and the parameters"), dimension: .energy
        ).example("50 * (r - rest)^4"),
        FormulaParameters<Double>.parameter("a number", .number(.any))
    ) { energy, parameters in
        let parameters = parameters ?? .none
        let expression = try parameters.expressions(.lone(energy), "energy", of: variables)[0]
        let lawless = try BondFormula(expression, parameters: parameters.values)
        return making { lengths in
            var law = lawless
            law.lengths = lengths
            return law
        }
    }

    /// The variables that a formula may use before its parameters: the length `r`, and `rest`, the length at rest, which is that
    /// at the beginning unless bonds have such lengths of their own.
    public static let variables = ["r", "rest"]

    /// The energy of a bond.
    public let energy: FieldExpression

    private let formula: RadialFormula

    /// The lengths at rest, once they are known.
    private var lengths: [Double]?

    /// Creates the interaction.
    ///
    /// - Parameters:
    ///   - energy: The energy of a bond. Its fields are ``variables`` and parameters.
    ///   - parameters: The parameters in the order of their fields.
    ///   - lengths: The length at rest of each bond; that at the beginning unless given.
    /// - Throws: ``BondError`` if the formula is none of these, or does not depend on the length.
    public init(
        _ energy: FieldExpression, parameters: [Double] = [], lengths: [Double]? = nil
    ) throws(BondError) {
        guard energy.fields.count == Self.variables.count + parameters.count,
            energy.kind == .number, energy.usedFields.contains(0), !energy.usesTime, !energy.usesNode
        else {
            throw .parameter(
                .unfit(
                    "energy", because: "must be a number that depends on the length r, and on 'rest' and its parameters"
                ))
        }
        self.energy = energy
        self.lengths = lengths
        var constants: [Int: Double] = [:]
        for (index, number) in parameters.enumerated() { constants[Self.variables.count + index] = number }
        formula = RadialFormula(energy, constants: constants)
    }

    /// Takes the lengths at the beginning unless bonds have lengths at rest of their own.
    public mutating func prepare(forInitialLengths initial: [Double]) throws(BondError) {
        guard let lengths else { return self.lengths = initial }
        guard lengths.count == initial.count else { throw .wrongLengthCount(lengths.count, bonds: initial.count) }
    }

    /// The interaction.
    public func interaction(squaredLength: Double, bond: Int) -> PairInteraction {
        let (force, energy) = formula.forceAndEnergy.makeEvaluation().values(of: [squaredLength, lengths?[bond] ?? 0])
        return PairInteraction(energy: energy, forceOverDistance: force)
    }

    /// Computes the formula for many bonds at once, and sums up, for each particle, the forces of its bonds in the order of these.
    public func addAccelerations(by rows: BondRows) {
        let evaluation = formula.forceOverDistance.makeEvaluation()
        let capacity = max(
            ColumnEvaluation.greatestCount, rows.particles.reduce(0) { max($0, rows.entries(of: $1..<$1 + 1).count) })
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * capacity) { memory in
            guard let start = memory.baseAddress else { return }
            var first = rows.particles.lowerBound
            while first < rows.particles.upperBound {
                var end = first + 1
                while end < rows.particles.upperBound, rows.entries(of: first..<end + 1).count <= capacity { end += 1 }
                add(rows, first..<end, evaluation, start, capacity)
                first = end
            }
        }
    }

    /// Adds the accelerations of particles whose bonds are at most as many as a capacity.
    private func add(
        _ rows: BondRows, _ particles: Range<Int>, _ evaluation: ColumnEvaluation,
        _ squares: UnsafeMutablePointer<Double>, _ capacity: Int
    ) {
        let (rests, forces) = (squares + capacity, squares + 2 * capacity)
        let entries = rows.entries(of: particles)
        for particle in particles {
            for entry in rows.entries(of: particle..<particle + 1) {
                let vector = rows.vector(of: entry, at: particle)
                squares[entry - entries.lowerBound] = (vector * vector).sum()
                rests[entry - entries.lowerBound] = lengths?[Int(rows.bonds[entry])] ?? 0
            }
        }
        for start in stride(from: 0, to: entries.count, by: ColumnEvaluation.greatestCount) {
            evaluation.compute(min(ColumnEvaluation.greatestCount, entries.count - start), into: forces + start) {
                UnsafePointer(($0 == 0 ? squares : rests) + start)
            }
        }
        for particle in particles {
            var sum = SIMD3<Double>.zero
            for entry in rows.entries(of: particle..<particle + 1) {
                sum += rows.vector(of: entry, at: particle) * forces[entry - entries.lowerBound]
            }
            if sum != .zero { rows.accelerations.add(sum / rows.columns.mass[particle], at: particle) }
        }
    }
}

extension BondRows {
    /// The entries of particles, one particle after the other.
    fileprivate func entries(of particles: Range<Int>) -> Range<Int> {
        Int(starts[particles.lowerBound])..<Int(starts[particles.upperBound])
    }

    /// From the other end of a bond to a particle.
    fileprivate func vector(of entry: Int, at particle: Int) -> SIMD3<Double> {
        image.nearest(columns.position(particle) - columns.position(Int(partners[entry])))
    }
}
