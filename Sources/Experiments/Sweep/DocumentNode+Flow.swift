import Descriptions

extension DocumentNode {
    /// The value as YAML on one line, in which equal numbers are the same text, and so are equal words in whatever quotes.
    package var comparableYAML: String {
        guard case .scalar(let scalar) = content else { return flowYAML }
        if case .number(let number) = ScalarValue(scalar), number.isFinite { return number.plain }
        // Quotes stay where it would be no word without them.
        guard !scalar.isPlain, case .text = ScalarValue(plain: scalar.text) else { return flowYAML }
        return scalar.text.asYAML
    }

    /// The value as YAML on one line.
    package var flowYAML: String {
        switch content {
        case .scalar(let scalar): isNull ? "null" : scalar.isPlain ? scalar.text : scalar.text.inDoubleQuotes
        case .list(let items): "[\(items.map(\.flowYAML).joined(separator: ", "))]"
        case .mapping(let entries):
            "{\(entries.map { "\($0.key.inDoubleQuotes): \($0.value.flowYAML)" }.joined(separator: ", "))}"
        }
    }
}
