/// Finds scalars of a text by line and column, in time that does not grow with the length of lines as long as it is asked in
/// the order of the text.
struct TextCursor {
    private let source: SourceText
    private var line = 0
    private var column = 1
    private var index = "".unicodeScalars.startIndex

    /// Begins before the first line.
    init(_ source: SourceText) {
        self.source = source
    }

    /// The scalar at a line and column, counted from 1; `nil` if there is none.
    mutating func scalar(line: Int, column: Int) -> Unicode.Scalar? {
        guard source.lines.indices.contains(line - 1), column >= 1 else { return nil }
        let scalars = source.lines[line - 1]
        if line != self.line || column < self.column {
            (self.line, self.column, index) = (line, 1, scalars.startIndex)
        }
        while self.column < column, index < scalars.endIndex {
            scalars.formIndex(after: &index)
            self.column += 1
        }
        return index < scalars.endIndex ? scalars[index] : nil
    }
}
