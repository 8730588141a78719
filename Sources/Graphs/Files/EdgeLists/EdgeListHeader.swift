/// The meaning of the columns of an edge list, as its header says.
struct EdgeListHeader {
    /// Which column holds weights.
    let weightColumn: Int?

    /// Which column holds `Directed` or `Undirected`, as Gephi writes them.
    let typeColumn: Int?

    /// Which columns hold further numbers, in their order; `nil` for those that the header does not name.
    let numberColumns: [Int?]

    /// How the first two columns may be called, in lower case.
    private static let ends = [["source", "target"], ["from", "to"], ["fromnodeid", "tonodeid"]]

    /// Further columns that Gephi writes.
    private static let others = ["id", "label", "timeset", "interval"]

    /// The header of a list; `nil` if this is not a header, or one that is not known.
    ///
    /// - Parameters:
    ///   - names: The fields of the first line.
    ///   - separator: The separator.
    ///   - ignoresRest: True if columns behind the first two are of no interest, but for those of numbers.
    ///   - numbers: The names of columns of numbers.
    init?(_ names: [String], _ separator: FieldSeparator, ignoresRest: Bool, numbers: [String]) {
        let names = names.map { $0.lowercased() }
        let ends = separator == .comma ? Self.ends.prefix(1) : Self.ends[...]
        guard ends.contains(Array(names.prefix(2))) else { return nil }
        let numbers = numbers.map { $0.lowercased() }
        numberColumns = numbers.map { names.firstIndex(of: $0) }
        guard !ignoresRest else {
            guard numbers.allSatisfy({ number in names.count { $0 == number } < 2 }) else { return nil }
            (weightColumn, typeColumn) = (nil, nil)
            return
        }
        weightColumn = names.firstIndex(of: "weight")
        typeColumn = names.firstIndex(of: "type")
        let known = ["weight", "type"] + Self.others + numbers
        guard names.dropFirst(2).allSatisfy({ known.contains($0) }), Set(names).count == names.count else { return nil }
    }
}
