import Descriptions
import SimulationEngine

extension PairFormula {
    private static let energyParameter = Parameter<String>(
        "energy", "the energy U as a formula of the distance r and of parameters",
        kind: .expression(over: "r and the parameters"), dimension: .energy
    ).example("4 * (1 / r^12 - 1 / r^6)")

    private static let cutoffParameter = Parameter<PairNumbers>(
        "cutoff", "the distance at which the interaction ends, or that of each pair of types, 0 if there is none",
        kind: PairNumbers.kind(.nonNegative), dimension: .length
    ).example(.lone(2.5))

    static let component = ForceComponent(
        "pair", "an interaction whose energy is a formula of the distance, from which the force is derived",
        equation: "F(r) = −dU/dr, r < r_c",
        synonyms: ["custom potential", "formula", "expression", "lepton"],
        energyParameter,
        FormulaParameters<PairNumbers>.parameter("a number, or one for each pair of types", PairNumbers.kind(.any)),
        cutoffParameter,
        Parameter(
            "shift",
            "what is subtracted so that it does not jump at the cutoff: nothing, the energy there, or energy and force",
            default: Shift.none),
        Parameter(
            "tail-corrections", "whether what lies beyond the cutoff counts in energy and pressure", default: false),
        Interactions.skin.optional
    ) { energy, parameters, cutoff, shift, tailCorrections, skin in
        let parameters = parameters ?? .none
        let expression = try parameters.expressions(.lone(energy), "energy", of: ["r"])[0]
        let typeCount = (parameters.values + [cutoff]).lazy.compactMap(\.typeCount).first ?? 1
        let tables = try zip(parameters.names, parameters.values).map {
            try $1.table(typeCount: typeCount, name: "parameters")
        }
        let cutoffs = try cutoff.table(typeCount: typeCount, name: "cutoff")
        do throws(PairPotentialError) {
            let potential = try PairFormula(
                expression, parameters: tables, cutoffs: cutoffs, shift: shift, tailCorrections: tailCorrections)
            return making(potential, skin: skin)
        } catch {
            if case .parameter(let error) = error { throw error }
            throw error
        }
    }
}

extension PairFormula.Shift: ParameterValue {}
