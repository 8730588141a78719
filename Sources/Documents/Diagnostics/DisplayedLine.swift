/// A line of a source as a terminal shows it: without indentation, with the columns that each scalar takes up.
package struct DisplayedLine {
    private let source: SourceText
    private let line: Int
    private let indentation: Int

    /// A line that there is.
    package init(_ line: Int, of source: SourceText) {
        self.source = source
        self.line = line
        indentation = source.lines[line - 1].prefix { $0.isBlank }.count
    }

    /// The line, and below it a caret with a tilde for each further column of the stretch.
    ///
    /// Of a long line the part around the stretch is shown.
    package func underlined(column: Int, length: Int) -> [String] {
        let start = column - 1
        let margin = min(indentation, start)
        let first = start - margin > Self.reach ? start - Self.reach : margin
        let width = source.width(ofLine: line)
        let end = min(width, start + Self.reach)
        let shown = source.scalars(line: line, from: first + 1, atMost: max(0, end - first))
        let before = shown.prefix(start - first)
        let marked = shown.dropFirst(start - first).prefix(length)
        let prefix = first > margin ? "..." : ""
        let suffix = end < width ? "..." : ""
        let tildes = max(0, Self.width(of: marked) - 1)
        return [
            prefix + shown.map(\.printable).joined() + suffix,
            String(repeating: " ", count: prefix.count + Self.width(of: before)) + "^"
                + String(repeating: "~", count: tildes),
        ]
    }

    /// How many scalars are shown on either side of the caret.
    private static let reach = 80

    private static func width(of scalars: ArraySlice<Unicode.Scalar>) -> Int {
        scalars.reduce(0) { $0 + $1.columns }
    }
}

extension Unicode.Scalar {
    /// How the scalar is shown: a tab as four spaces, a control character as a question mark.
    package var printable: String {
        if self == "\t" { return "    " }
        switch properties.generalCategory {
        case .control, .surrogate, .lineSeparator, .paragraphSeparator: return "?"
        default: return self == "\u{FFFD}" ? "?" : String(Character(self))
        }
    }

    /// How many columns of a terminal the scalar takes up when it is shown.
    package var columns: Int {
        if self == "\t" { return 4 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return Self.wide.contains { $0.contains(value) } ? 2 : 1
        }
    }

    /// The blocks that terminals show two columns wide (Unicode Standard Annex 11, wide and full width).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
        0x20000...0x3FFFD,
    ]
}

extension String {
    /// The text with control characters and line ends made visible.
    package var onOneLine: String { unicodeScalars.map(\.printable).joined() }
}
