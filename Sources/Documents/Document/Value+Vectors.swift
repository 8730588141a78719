import SimulationEngine

/// Formulas of vectors, which may be written as lists of formulas.
extension Value {
    /// The text of a number or an expression, or, of a list of such texts, that of the vector, however many there are; `nil` if it is
    /// refused, which is reported.
    package func formulaOrVector(expected: String) -> String? {
        guard form == .list else { return formula(expected: expected) }
        let components = list(of: "the components of a vector") { $0.formula(expected: expected) }
        return components.map { Self.beginning + $0.joined(separator: Self.separator) + "]" }
    }

    /// The text of a number or an expression; `nil` if it is refused, which is reported.
    package func formula(expected: String) -> String? {
        if word == nil { refuse(expected: expected) }
        return word
    }

    /// The component of a vector at a place of its text, and the place in that of the component; `nil` if it is not written as a list.
    func component(at offset: Int) -> (value: Value, offset: Int)? {
        guard form == .list, let items = list(.any, { $0 }) else { return nil }
        var start = Self.beginning.utf8.count
        for item in items {
            let length = item.word?.utf8.count ?? 0
            if (start...start + length).contains(offset) { return (item, offset - start) }
            start += length + Self.separator.utf8.count
        }
        return nil
    }

    private static let beginning = "["
    private static let separator = ", "
}
