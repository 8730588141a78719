/// A value that replaces one in the file, or is added to it: `integrate.step=0.01` from `--set` on the command line.
///
/// The part before the first `=` is the path: keys separated by dots, and indices of list items counted from 0, as in
/// `observe.0.every=1`. An index may also stand in brackets, as messages write it: `observe[0].every=1`. The part behind
/// the `=` is YAML: a scalar, or a list or mapping in brackets.
public struct Override: Sendable {
    /// The text as the user typed it.
    package let text: String
    /// The option before the text on the command line, for diagnostics.
    package let option: String

    /// Creates an override from the argument of an option.
    public init(_ text: String, option: String = "--set") {
        self.text = text
        self.option = option
    }

    /// The text as a source that diagnostics point into, the `index`th of all overrides.
    package func source(index: Int) -> SourceText {
        SourceText(name: "\(option) \(text)", text: text, rank: index + 1)
    }
}

/// An override that was taken apart.
package struct ParsedOverride {
    /// A part of the path and where it stands.
    package struct Part {
        package var text: String
        package var position: DocumentNode.Position
        package var location: TextLocation { position.location(length: text.unicodeScalars.count) }
    }

    package let path: [Part]
    package let value: DocumentNode

    /// Takes an override apart and reports what is wrong with it.
    package init?(_ source: SourceText, reportingTo diagnostics: Diagnostics) {
        let scalars = source.text.unicodeScalars
        guard let equals = scalars.firstIndex(of: "=") else {
            let length = scalars.count
            diagnostics.report(
                .overrideWithoutEquals, at: TextLocation(source: source, line: 1, column: 1, length: length))
            return nil
        }
        path = Self.parts(of: scalars[..<equals], in: source)
        let empty = path.filter(\.text.isEmpty)
        for part in empty { diagnostics.report(.overrideWithEmptyPart, at: part.location) }
        guard let value = Self.value(after: equals, in: source, reportingTo: diagnostics), empty.isEmpty else {
            return nil
        }
        self.value = value
    }

    private static func parts(of path: Substring.UnicodeScalarView, in source: SourceText) -> [Part] {
        var column = 1
        return path.split(separator: ".", omittingEmptySubsequences: false).flatMap { text in
            defer { column += text.count + 1 }
            return parts(of: text, at: column, in: source)
        }
    }

    /// A key, and the indices in brackets behind it.
    private static func parts(
        of text: Substring.UnicodeScalarView, at column: Int, in source: SourceText
    ) -> [Part] {
        var pieces = text.split(separator: "[", omittingEmptySubsequences: false)
        let areIndices = pieces.dropFirst().allSatisfy { $0.last == "]" }
        if !areIndices { pieces = [text] }
        var column = column
        return pieces.enumerated().map { index, piece in
            defer { column += piece.count + 1 }
            let position = DocumentNode.Position(source: source, line: 1, column: column)
            return Part(text: String(index == 0 ? piece : piece.dropLast()), position: position)
        }
    }

    /// The value; the path is blanked out before parsing so that columns stay.
    private static func value(
        after equals: String.Index, in source: SourceText, reportingTo diagnostics: Diagnostics
    ) -> DocumentNode? {
        let scalars = source.text.unicodeScalars
        let start = scalars.index(after: equals)
        let column = scalars.distance(from: scalars.startIndex, to: start) + 1
        let position = DocumentNode.Position(source: source, line: 1, column: column)
        // What can be nothing but a word or a number needs no parser.
        if scalars[start...].areWord, !scalars[..<start].contains(where: \.endsLine) {
            let word = DocumentNode.Scalar(text: String(scalars[start...]), isPlain: true)
            return DocumentNode(content: .scalar(word), position: position)
        }
        var text = String.UnicodeScalarView()
        for scalar in scalars[..<start] { text.append(scalar.endsLine ? scalar : " ") }
        text.append(contentsOf: scalars[start...])
        let before = diagnostics.log.errorCount
        var parser = DocumentParser(source, text: String(text), reportingTo: diagnostics)
        if let root = parser.parse() { return root }
        guard diagnostics.log.errorCount == before else { return nil }
        return .null(at: position)
    }
}

extension Substring.UnicodeScalarView {
    /// True if there are letters, digits and points, signs or underscores among them, in ASCII.
    fileprivate var areWord: Bool {
        let isLetterOrDigit = { (scalar: Unicode.Scalar) in
            scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        }
        guard let first, isLetterOrDigit(first) else { return false }
        return allSatisfy { isLetterOrDigit($0) || ".-+_".unicodeScalars.contains($0) }
    }
}
