/// The key under which the value is stored. It is part of the format and outlives the names in the code.
private enum VariableKey: String, CodingKey {
    case storedValue
}

extension Variable: Encodable where Value: Encodable {
    /// Encodes the value under the key `storedValue`, `nil` as an explicit null.
    ///
    /// In JSON, `Var("text")` is `{"storedValue":"text"}`. Observations are not part of it.
    ///
    /// - Throws: Errors of the encoder or the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: VariableKey.self)
        try container.encode(value, forKey: .storedValue)
    }
}

extension Variable: Decodable where Value: Decodable {
    /// Creates a variable, which nobody observes, with the value under the key `storedValue`.
    ///
    /// A type that has variables gets its own coding synthesised if they are declared as `var`, with `private(set)`
    /// so that nobody but the decoder replaces them:
    ///
    ///     final class Note: Codable {
    ///         private(set) var text = Var("")
    ///     }
    ///
    /// - Throws: A `DecodingError` if the key is missing or its value is of another type.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: VariableKey.self)
        self.init(try container.decode(Value.self, forKey: .storedValue))
    }
}
