/// A part of a scenario with a mark, `@`, where a problem is to be told.
struct MarkedText {
    /// The part without the mark.
    let text: String

    /// How many lines are before the mark, and how many characters before it in its line; `nil` if there is none.
    let place: (line: Int, column: Int)?

    init(_ marked: String) {
        text = marked.replacing("@", with: "")
        let lines = marked.split(separator: "\n")
        place =
            lines.indices.lazy.compactMap { line in
                lines[line].firstIndex(of: "@").map {
                    (line, lines[line].distance(from: lines[line].startIndex, to: $0))
                }
            }.first
    }
}
