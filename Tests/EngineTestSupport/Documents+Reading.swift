import Documents

/// The rendered problems of a text that a schema reads; nil if there are none.
package func problems(
    _ text: String, set overrides: [String] = [], _ schema: (Section) -> Void = { _ = $0.optional("x") }
) -> String? {
    do throws(ScenarioError) {
        let document = try Document(
            SourceText(name: "test.yml", text: text), overrides: overrides.map { Override($0) })
        try document.read { section in schema(section) }
        return nil
    } catch {
        return error.description
    }
}

/// The problems of a value under the key `x`.
package func problems(with value: String, _ read: (Value) -> Void) -> String? {
    problems("x: \(value)") { section in section.optional("x").map(read) }
}

/// What a reader makes of a value under the key `x`; nil if that is refused.
package func read<Result>(_ value: String, _ read: (Value) -> Result?) throws -> Result {
    try Document(SourceText(name: "test.yml", text: "x: \(value)")).read { section in
        section.optional("x").flatMap(read)
    }
}

/// A document from a text that is known to be good.
package func document(_ text: String, set overrides: [String] = []) throws -> Document {
    try Document(SourceText(name: "test.yml", text: text), overrides: overrides.map { Override($0) })
}
