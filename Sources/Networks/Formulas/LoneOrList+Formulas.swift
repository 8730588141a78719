import Descriptions
import SimulationEngine

extension LoneOrList {
    /// What comes of the entries, of which one alone is no list and has no number.
    ///
    /// - Throws: What the closure throws, but for errors in formulas, which end no more than their entries.
    func entries<Result>(
        _ reading: inout FormulaReading, _ body: (Element, Int?) throws -> Result
    ) throws -> [Result] {
        switch self {
        case .lone(let entry): try [reading.read { try body(entry, nil) }].compactMap(\.self)
        case .list(let entries):
            try entries.enumerated().compactMap { index, entry in try reading.read { try body(entry, index) } }
        }
    }
}
