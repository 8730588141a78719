/// The lines of a text, in which the scalars from a column on are found in a time that does not grow with the length of the
/// line: a list of many items may stand on one.
///
/// Lines end where YAML readers end them: at LF, CR, CR LF, and at Unicode's NEL, LS and PS.
package final class TextLines: Sendable {
    /// The lines without their ends; never empty.
    package let lines: [Substring.UnicodeScalarView]

    /// How many scalars each has.
    package let widths: [Int]

    /// How many scalars of the text stand before each.
    private let starts: [Int]

    /// Where each scalar lies whose number in the text is a multiple of the spacing: scalars differ in length.
    private let marks: [String.Index]
    private let scalars: String.UnicodeScalarView

    private static let spacing = 64

    /// Finds the lines of a text.
    ///
    /// - Complexity: O(n) for n scalars.
    package init(_ text: String) {
        let scalars = text.unicodeScalars
        var lines: [Substring.UnicodeScalarView] = []
        var widths: [Int] = []
        var starts = [0]
        var marks: [String.Index] = []
        var start = scalars.startIndex
        var index = start
        var number = 0
        func advance() {
            if number.isMultiple(of: Self.spacing) { marks.append(index) }
            scalars.formIndex(after: &index)
            number += 1
        }
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let end = index
            let width = number - starts[starts.count - 1]
            advance()
            guard scalar.endsLine else { continue }
            if scalar == "\r", index < scalars.endIndex, scalars[index] == "\n" { advance() }
            lines.append(scalars[start..<end])
            widths.append(width)
            starts.append(number)
            start = index
        }
        lines.append(scalars[start...])
        widths.append(number - starts[starts.count - 1])
        marks.append(index)
        (self.lines, self.widths, self.starts, self.marks, self.scalars) = (lines, widths, starts, marks, scalars)
    }

    /// The scalars of a line from a column on, which counts from 1, at most so many; none outside of the text.
    ///
    /// - Complexity: O(k) for k scalars.
    package func scalars(line: Int, from column: Int, atMost limit: Int) -> Substring.UnicodeScalarView {
        guard lines.indices.contains(line - 1) else { return Substring.UnicodeScalarView() }
        let end = lines[line - 1].endIndex
        let before = min(max(0, column - 1), widths[line - 1])
        let number = starts[line - 1] + before
        let mark = min(number / Self.spacing, marks.count - 1)
        let first = scalars.index(marks[mark], offsetBy: number - mark * Self.spacing, limitedBy: end) ?? end
        let last = scalars.index(first, offsetBy: limit, limitedBy: end) ?? end
        return scalars[first..<last]
    }
}

extension Unicode.Scalar {
    /// True if a YAML reader begins a new line after this scalar.
    package var endsLine: Bool {
        switch self {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    /// True if this is a space or a tab.
    package var isBlank: Bool { self == " " || self == "\t" }
}
