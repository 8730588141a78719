/// The text of scenarios that differ in some values only: what stands before, between and behind these. Putting a text together from it
/// is quicker by far than from the tree of a document.
package struct TextTemplate: Sendable {
    private let pieces: [String]

    /// Which value stands behind which piece, but for the last one.
    private let order: [Int]

    /// Looks where values stand in a text that is made with them, and whether it is that of an example; fails if values cannot be put in by
    /// their texts alone.
    package init?(example: [String], of text: ([String]) throws -> String) rethrows {
        let marks = Self.marks(example.count)
        let whole = try text(marks)
        let places = marks.map { whole.ranges(of: $0) }
        guard places.allSatisfy({ $0.count == 1 }) else { return nil }
        order = marks.indices.sorted { places[$0][0].lowerBound < places[$1][0].lowerBound }
        var (pieces, start) = ([String](), whole.startIndex)
        for index in order {
            pieces.append(String(whole[start..<places[index][0].lowerBound]))
            start = places[index][0].upperBound
        }
        self.pieces = pieces + [String(whole[start...])]
        if let made = self.text(example) { guard try made == text(example) else { return nil } }
    }

    /// Words that stand nowhere else, one for each of so many values.
    package static func marks(_ count: Int) -> [String] { (0..<count).map { "the-value-\($0)-of-a-run" } }

    /// The text with values; `nil` if one of them is not written as it is, such as what has quotes or brackets.
    package func text(_ values: [String]) -> String? {
        guard values.allSatisfy(Self.isWord) else { return nil }
        var text = pieces[0]
        for (piece, index) in zip(pieces.dropFirst(), order) {
            text += values[index]
            text += piece
        }
        return text
    }

    package static func isWord(_ value: String) -> Bool {
        !value.isEmpty
            && value.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"):
                    true
                default: false
                }
            }
    }
}
