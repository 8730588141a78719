extension Diagnostic: CustomStringConvertible {
    /// The place, the message, the line with a caret below the text that is to blame, and the notes.
    ///
    ///     scenario.yml:7:12: error: 'step' must be greater than 0
    ///       step: -0.5
    ///             ^~~~
    public var description: String {
        ([heading] + excerpt + notes.map { "  \($0)" }).joined(separator: "\n")
    }

    private var heading: String {
        let place = location.line == 0 ? "" : ":\(location.line):\(location.column)"
        return "\(location.source.name.onOneLine)\(place): \(severity.rawValue): \(message)"
    }

    private var excerpt: [String] {
        guard location.line > 0 else { return [] }
        let line = DisplayedLine(location.line, of: location.source)
        return line.underlined(column: location.column, length: location.length).map { "  \($0)" }
    }
}
