import Descriptions
import Documents

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

    /// A formula, or one number, which may be written with a unit behind it.
    private static func read(_ value: Value, in unit: String?) -> (formula: EquationParts.Formula, unit: String?)? {
        guard let written = value.unitOfNumber, written.first.map({ $0.isLetter || $0.isNumber }) == true else {
            return EquationParts.formula(value).map { ($0, unit) }
        }
        return value.number(.any, in: unit ?? written).map { (("sum", "\($0)", value), unit ?? written) }
    }
}
