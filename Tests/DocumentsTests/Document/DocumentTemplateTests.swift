import Testing

@testable import Documents

/// Documents that are made of a text that was parsed once, beside those that are parsed from their own texts.
@Suite struct DocumentTemplateTests {
    private func text(_ values: [String]) -> String {
        """
        seed: \(values[0])
        model:
          list: [a, \(values[1]), 'c: d']
          empty:
        observe:
        - every: \(values[2])

        """
    }

    private func made(_ template: DocumentTemplate, _ values: [String]) -> Document? {
        template.document(of: values, from: SourceText(name: "made", text: text(values)))
    }

    private func parsed(_ values: [String]) throws -> Document {
        try Document(SourceText(name: "parsed", text: text(values)))
    }

    private static let runs = [
        ["1", "x", "0.5"], ["18446744073709551615", "-2e-3", "true"], ["+7", "0x1F", "a.b-c"],
    ]

    @Test("Each has its own values, whatever was made before, at the places where they are")
    func values() throws {
        let template = try #require(DocumentTemplate(valueCount: 3, of: text))
        for values in Self.runs + Self.runs.reversed() {
            let document = try #require(made(template, values))
            #expect(try document.root == parsed(values).root)
            guard case .mapping(let entries) = document.root.content else { return }
            #expect(entries.map(\.keyLocation.line) == [1, 2, 5])
            #expect(entries[0].value.location.length == values[0].count)
        }
    }

    @Test("What is stored has the values and what is applied to it, whatever was stored before")
    func stored() throws {
        let template = try #require(DocumentTemplate(valueCount: 3, of: text))
        let changes = [[], ["model.empty.key=1", "sweep={replicates: 2}"], ["model.empty=x"], ["observe=[]"]]
        for values in Self.runs + Self.runs.reversed() {
            for overrides in changes.map({ $0.map { Override($0) } }) {
                let document = try #require(made(template, values))
                let text = try document.storedText(with: overrides, without: "sweep")
                #expect(try text == parsed(values).storedText(with: overrides, without: "sweep"))
            }
        }
    }

    @Test(
        "Values that may be read or written otherwise than they are have their texts parsed",
        arguments: ["", "null", "NULL", "~", "-", "---", "...", ".5", "a b", "a:", "'a'", "[1]", "ä"])
    func others(value: String) throws {
        let template = try #require(DocumentTemplate(valueCount: 3, of: text))
        #expect(made(template, [value, "1", "2"]) == nil)
    }

    @Test("There is no template of a text that does not have each value as a scalar of its own")
    func none() {
        #expect(DocumentTemplate(valueCount: 2) { "a: \($0[0])\nb: '\($0[1])x'\n" } == nil)
        #expect(DocumentTemplate(valueCount: 1) { "\($0[0]): 1\n" } == nil)
        #expect(DocumentTemplate(valueCount: 1) { "a: \($0[0])\nb: \($0[0])\n" } == nil)
        #expect(DocumentTemplate(valueCount: 1) { "- \($0[0])\n" } == nil)
    }
}
