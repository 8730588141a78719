import Descriptions

extension DocumentNode {
    /// The value as YAML on one line, in which equal numbers are the same text.
    var comparableYAML: String {
        guard case .scalar(let scalar) = content, case .number(let number) = ScalarValue(scalar), number.isFinite else {
            return flowYAML
        }
        return number.plain
    }

    /// The value as YAML on one line.
    var flowYAML: String {
        switch content {
        case .scalar(let scalar): isNull ? "null" : scalar.isPlain ? scalar.text : scalar.text.inDoubleQuotes
        case .list(let items): "[\(items.map(\.flowYAML).joined(separator: ", "))]"
        case .mapping(let entries):
            "{\(entries.map { "\($0.key.inDoubleQuotes): \($0.value.flowYAML)" }.joined(separator: ", "))}"
        }
    }
}
