import Descriptions
import SimulationEngine

/// The units of the numbers in formulas of vertices with named states: those of parameters, and of time. States, counts and degrees
/// have none.
struct StateUnits: Sendable {
    private let parameters: [PhysicalUnit]

    /// The unit of time.
    let time: PhysicalUnit

    /// Reads units; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - parameters: The unit of each parameter, `nil` for one without.
    ///   - names: The names of the parameters.
    ///   - time: The unit of time, `1` where it counts steps.
    /// - Throws: `ParameterError` if the time has none where parameters have some, if one is not known, or if components of a vector have
    ///   different ones.
    init?(_ parameters: [String?], of names: [String], time: String?) throws(ParameterError) {
        for (vector, _) in VectorNames.vectors(among: names) {
            let units = zip(names, parameters).filter { VectorNames.parts(of: $0.0)?.vector == vector }.map(\.1)
            if Set(units).count > 1 {
                throw FormulaNames.unfit(vector, "whose components have different units")
            }
        }
        guard let time else {
            guard parameters.contains(where: { $0 != nil }) else { return nil }
            throw .unfit("parameters", because: "has units, but the time has none: write it, as in 'time-unit: d'")
        }
        let ofTime = try Self.unit(time, of: "time-unit")
        if ofTime != .one, PhysicalUnit("s").flatMap({ ofTime.conversion(to: $0) }) == nil {
            throw .unfit("time-unit", because: "is '\(time)', which is no unit of time, as 'ms' and 'd' are")
        }
        guard ofTime != .one || parameters.contains(where: { $0 != nil }) else { return nil }
        var units: [PhysicalUnit] = []
        for unit in parameters { units.append(try Self.unit(unit ?? "1", of: "parameters")) }
        (self.parameters, self.time) = (units, ofTime)
    }

    private static func unit(_ text: String, of parameter: String) throws(ParameterError) -> PhysicalUnit {
        guard let unit = PhysicalUnit(text) else {
            throw .unfit(
                parameter, because: "has '\(text)', which is no unit that is known, as 'ms', '1/d' and 'mol/L' are")
        }
        return unit
    }

    /// The units of the inputs of formulas, of which parameters stand behind so many variables.
    func ofFormulas(variableCount: Int) -> FormulaUnits {
        FormulaUnits(
            inputs: [PhysicalUnit](repeating: .one, count: variableCount) + parameters, time: time)
    }

    /// The unit of rates.
    var ofRates: PhysicalUnit { time.raised(to: -1) }
}
