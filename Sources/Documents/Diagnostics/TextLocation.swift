/// A stretch of one line of a source, or a source as a whole.
package struct TextLocation: Sendable {
    /// The text that the location lies in.
    package let source: SourceText
    /// The line, counted from 1; 0 if the source as a whole is meant.
    package let line: Int
    /// The column in Unicode scalars, counted from 1; 0 if the source as a whole is meant.
    package let column: Int
    /// How many Unicode scalars are meant, at least 1 unless the source as a whole is meant.
    package let length: Int

    /// Points at a stretch of text; what lies outside of the text is moved to its nearest place.
    package init(source: SourceText, line: Int, column: Int, length: Int = 1) {
        self.source = source
        self.line = min(max(line, 1), source.lines.count)
        let width = source.width(ofLine: self.line)
        self.column = min(max(column, 1), width + 1)
        self.length = max(1, min(length, width + 1 - self.column))
    }

    /// Points at a source as a whole.
    package init(whole source: SourceText) {
        self.source = source
        line = 0
        column = 0
        length = 0
    }

    /// Tests if this location is listed before another one.
    package func precedes(_ other: TextLocation) -> Bool {
        let own = (source.rank, source.name, line, column)
        return own < (other.source.rank, other.source.name, other.line, other.column)
    }
}
