import Synchronization

/// A text that diagnostics can point into: a scenario file, or an override from the command line.
///
/// Lines and columns count from 1, columns in Unicode scalars.
package final class SourceText: Sendable {
    /// The name as the user typed it, such as `orbit.yml` or `--set integrate.step=1`.
    package let name: String
    /// The whole text.
    package let text: String
    /// The lines, which are found when they are first asked for: most texts have nothing wrong with them.
    private let knownLines = AtomicLazyReference<TextLines>()
    private var table: TextLines { knownLines.load() ?? knownLines.storeIfNil(TextLines(text)) }

    /// Where the diagnostics of this source stand among those of other sources.
    package let rank: Int

    /// Creates a source from a text in memory.
    package convenience init(name: String, text: String) {
        self.init(name: name, text: text, rank: 0)
    }

    package init(name: String, text: String, rank: Int) {
        self.name = name
        self.text = text
        self.rank = rank
    }

    /// The lines without their ends; never empty.
    package var lines: [Substring.UnicodeScalarView] { table.lines }

    /// How many scalars a line has that there is.
    package func width(ofLine number: Int) -> Int { table.widths[number - 1] }

    /// The scalars of a line from a column on, at most so many; none outside of the text.
    ///
    /// - Complexity: O(k) for k scalars.
    package func scalars(line: Int, from column: Int, atMost limit: Int) -> [Unicode.Scalar] {
        Array(table.scalars(line: line, from: column, atMost: limit))
    }

    /// The line with this number, counted from 1, without its end; empty outside of the text.
    package func line(_ number: Int) -> String {
        lines.indices.contains(number - 1) ? String(lines[number - 1]) : ""
    }
}
