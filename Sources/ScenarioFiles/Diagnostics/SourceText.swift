/// A text that diagnostics can point into: a scenario file, or an override from the command line.
///
/// Lines end where YAML readers end them: at LF, CR, CR LF, and at Unicode's NEL, LS and PS. Lines and columns count
/// from 1, columns in Unicode scalars.
public final class SourceText: Sendable {
    /// The name as the user typed it, such as `orbit.yml` or `--set integrate.step=1`.
    public let name: String
    /// The whole text.
    public let text: String
    /// The lines without their ends; never empty.
    let lines: [Substring.UnicodeScalarView]
    /// Where the diagnostics of this source stand among those of other sources.
    let rank: Int

    /// Creates a source from a text in memory.
    public convenience init(name: String, text: String) {
        self.init(name: name, text: text, rank: 0)
    }

    init(name: String, text: String, rank: Int) {
        self.name = name
        self.text = text
        self.rank = rank
        lines = Self.split(text)
    }

    /// The line with this number, counted from 1, without its end; empty outside of the text.
    public func line(_ number: Int) -> String {
        lines.indices.contains(number - 1) ? String(lines[number - 1]) : ""
    }

    private static func split(_ text: String) -> [Substring.UnicodeScalarView] {
        let scalars = text.unicodeScalars
        var lines: [Substring.UnicodeScalarView] = []
        var start = scalars.startIndex
        var index = start
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let end = index
            scalars.formIndex(after: &index)
            guard scalar.endsLine else { continue }
            if scalar == "\r", index < scalars.endIndex, scalars[index] == "\n" {
                scalars.formIndex(after: &index)
            }
            lines.append(scalars[start..<end])
            start = index
        }
        lines.append(scalars[start...])
        return lines
    }
}

extension Unicode.Scalar {
    /// Whether a YAML reader begins a new line after this scalar.
    var endsLine: Bool {
        switch self {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    /// Whether this is a space or a tab.
    var isBlank: Bool { self == " " || self == "\t" }
}
