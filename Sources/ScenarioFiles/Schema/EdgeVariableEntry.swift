import Descriptions
import SimulationEngine

/// A variable of edges as it is written: with what it begins, and its unit.
struct EdgeVariableEntry {
    /// With what it begins; `nil` if the graph has numbers for it.
    let beginning: EquationParts.Formula?

    let unit: String?

    /// Reads one.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isOfGraph: True if the graph has numbers of its name, of which only the unit is to be said.
    init?(_ value: Value, isOfGraph: Bool) {
        let keys = [EquationKeys.beginning, MeasuredNumbers.unitName]
        guard value.form == .mapping else {
            guard let (formula, unit) = Self.read(value, in: nil) else { return nil }
            (beginning, self.unit) = (formula, unit)
            return
        }
        let entry = value.section(of: keys) { section -> (EquationParts.Formula?, String?)? in
            let unit = section.readIfGiven(MeasuredNumbers.unitName) { $0.unit() }
            if !isOfGraph { section.required(EquationKeys.beginning) }
            let read = section.readIfGiven(EquationKeys.beginning) { Self.read($0, in: unit ?? nil) }
            guard let unit, let read, isOfGraph || read != nil else { return nil }
            return (read?.formula, read?.unit ?? unit)
        }
        guard let entry else { return nil }
        (beginning, unit) = entry
    }

    private init(_ formula: EquationParts.Formula, unit: String?) { (beginning, self.unit) = (formula, unit) }

    /// Reads a variable, or those that are the components of a vector, each with its name.
    static func read(
        _ name: String, _ value: Value, isOfGraph: Bool
    ) -> [(name: String, entry: EdgeVariableEntry)]? {
        guard value.hasKey(EquationKeys.components.name) else {
            return EdgeVariableEntry(value, isOfGraph: isOfGraph).map { [(name, $0)] }
        }
        let keys = [EquationKeys.components, EquationKeys.beginning, MeasuredNumbers.unitName]
        return value.section(of: keys) { section in
            let unit = section.readIfGiven(MeasuredNumbers.unitName) { $0.unit() }
            let names = NodeNumbersReader.components(section)
            section.required(EquationKeys.beginning)
            let entries = section.readIfGiven(EquationKeys.beginning) { value in
                (names ?? nil).flatMap { components($0.count, value, in: unit ?? nil) }
            }
            guard unit != nil, let names = names ?? nil, let entries = entries ?? nil else { return nil }
            return zip(names, entries).map { (VectorNames.name($0, of: name), $1) }
        }
    }

    /// What all components begin with, or, in a list, each.
    private static func components(_ count: Int, _ value: Value, in unit: String?) -> [EdgeVariableEntry]? {
        guard value.form == .list else {
            return read(value, in: unit).map {
                [EdgeVariableEntry](repeating: EdgeVariableEntry($0.formula, unit: $0.unit), count: count)
            }
        }
        // Numbers other than 0 have their own unit, and formulas that of numbers.
        return value.components(
            count, in: unit, takesAnyUnit: { $0.word.flatMap(Double.init) ?? 0 == 0 }, unit: \.unit
        ) { read($0, in: $1).map { EdgeVariableEntry($0.formula, unit: $0.unit) } }
    }

    /// A formula, or one number, which may be written with a unit behind it.
    private static func read(_ value: Value, in unit: String?) -> (formula: EquationParts.Formula, unit: String?)? {
        guard let written = value.unitOfNumber, written.first.map({ $0.isLetter || $0.isNumber }) == true else {
            return EquationParts.formula(value).map { ($0, unit) }
        }
        return value.number(.any, in: unit ?? written).map { (("sum", "\($0)", value), unit ?? written) }
    }
}
