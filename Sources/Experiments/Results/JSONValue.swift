import Descriptions

/// A value of JSON whose keys stay in the order in which they are given.
package enum JSONValue: Sendable {
    case string(String)
    case number(Double)
    /// The digits of an integer of any size.
    case integer(String)
    case bool(Bool)
    case null
    case array([JSONValue])
    case object([Field])

    /// A key with its value.
    package struct Field {
        package let key: String
        package let value: JSONValue

        package init(key: String, value: JSONValue) { (self.key, self.value) = (key, value) }
    }

    /// An object of keys with their values.
    package static func object(of fields: [(String, JSONValue)]) -> JSONValue {
        .object(fields.map { Field(key: $0, value: $1) })
    }

    /// An object without the keys that have no value.
    package static func fields(_ fields: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(fields.compactMap { key, value in value.map { Field(key: key, value: $0) } })
    }

    package static func strings(_ strings: [String]) -> JSONValue { .array(strings.map(JSONValue.string)) }

    /// The value with lines of at most some hundred characters, where that is possible.
    package func text(indent: String = "") -> String {
        let inner = indent + "  "
        let (open, items, close): (String, [String], String)
        switch self {
        case .array(let values): (open, items, close) = ("[", values.map { $0.text(indent: inner) }, "]")
        case .object(let fields):
            (open, close) = ("{", "}")
            items = fields.map { "\(JSONValue.string($0.key).line): \($0.value.text(indent: inner))" }
        default: return line
        }
        if indent.count + line.count <= 120 { return line }
        return "\(open)\n\(items.map { inner + $0 }.joined(separator: ",\n"))\n\(indent)\(close)"
    }

    /// The value on one line.
    package var line: String {
        switch self {
        case .string(let string): Self.quoted(string)
        case .number(let number): number.plain
        case .integer(let digits): digits
        case .bool(let bool): String(bool)
        case .null: "null"
        case .array(let values): "[\(values.map(\.line).joined(separator: ", "))]"
        case .object(let fields):
            "{\(fields.map { "\(Self.quoted($0.key)): \($0.value.line)" }.joined(separator: ", "))}"
        }
    }

    private static func quoted(_ string: String) -> String {
        let escaped = string.unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case "\n": "\\n"
            case "\u{0}"..<" ": "\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
