/// The meaning of the columns of an edge list, as its header says.
struct EdgeListHeader {
    /// Which column holds weights.
    let weightColumn: Int?

    /// Which column holds `Directed` or `Undirected`, as Gephi writes them.
    let typeColumn: Int?

    /// How the first two columns may be called, in lower case.
    private static let ends = [["source", "target"], ["from", "to"], ["fromnodeid", "tonodeid"]]

    /// Further columns that Gephi writes.
    private static let others = ["id", "label", "timeset", "interval"]

    /// The header of a list; `nil` if this is not a header, or one that is not known.
    ///
    /// - Parameters:
    ///   - names: The fields of the first line.
    ///   - separator: The separator.
    ///   - ignoresRest: True if columns behind the first two are of no interest.
    init?(_ names: [String], _ separator: FieldSeparator, ignoresRest: Bool) {
        let names = names.map { $0.lowercased() }
        let ends = separator == .comma ? Self.ends.prefix(1) : Self.ends[...]
        guard ends.contains(Array(names.prefix(2))) else { return nil }
        guard !ignoresRest else {
            (weightColumn, typeColumn) = (nil, nil)
            return
        }
        weightColumn = names.firstIndex(of: "weight")
        typeColumn = names.firstIndex(of: "type")
        let known = ["weight", "type"] + Self.others
        guard names.dropFirst(2).allSatisfy({ known.contains($0) }), Set(names).count == names.count else { return nil }
    }
}
