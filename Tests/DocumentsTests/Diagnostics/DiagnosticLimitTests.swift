import EngineTestSupport
import Testing

@testable import Documents

/// However much is wrong, a hundred problems are looked into and shown, and the others are counted.
@Suite struct DiagnosticLimitTests {
    @Test("What would not be shown is not looked into")
    func onlyShownProblemsAreLookedInto() {
        let source = SourceText(name: "x", text: "a")
        let diagnostics = Diagnostics()
        var problems = 0
        var places = 0
        func problem() -> Problem {
            problems += 1
            return .tooDeep
        }
        func place() -> TextLocation {
            places += 1
            return TextLocation(source: source, line: 1, column: 1)
        }
        for _ in 0..<1_000 {
            diagnostics.report(problem(), at: place())
            diagnostics.warn(problem(), at: place())
        }
        #expect((problems, places) == (200, 200))
        #expect((diagnostics.log.errorCount, diagnostics.log.warningCount) == (1_000, 1_000))
        #expect(diagnostics.log.kept.count == 200)
    }

    /// What there is to say of a text. Numbers only, since a failed expectation shows all that it is about.
    private func outcome(
        _ text: String, _ read: (Section) -> Void
    ) -> (count: Int, lines: [Int], columns: [Int], ending: String) {
        do throws(ScenarioError) {
            try Document(SourceText(name: "x", text: text)).read { read($0) }
            return (0, [], [], "")
        } catch {
            let places = error.diagnostics.map(\.location)
            let ending = error.description.split(separator: "\n").suffix(2).joined(separator: "\n")
            return (error.errorCount, places.map(\.line), places.map(\.column), ending)
        }
    }

    @Test func unknownKeys() {
        let text = (0..<20_000).map { "key\($0): 1" }.joined(separator: "\n")
        let outcome = outcome(text) { _ = $0.required("seed", for: "the luck") }
        #expect(outcome.count == 20_001)
        #expect(outcome.lines == Array(1...100))
        #expect(outcome.ending == "19901 more are not shown\n20001 errors")
    }

    @Test("Places in a list on one line are found without reading the line again for each")
    func wrongItems() {
        let outcome = outcome("x: [" + String(repeating: "a, ", count: 20_000) + "]") {
            _ = $0.optional("x")?.list { $0.number() }
        }
        #expect(outcome.columns == (0..<100).map { 5 + 3 * $0 })
        #expect(outcome.ending == "19900 more are not shown\n20000 errors")
    }

    @Test func severalVariants() {
        let keys = (0..<2_000).map { "    a\($0): 1" }.joined(separator: "\n")
        let names = (0..<2_000).map { "a\($0)" }
        let text = problems("x:\n\(keys)") { _ = $0.optional("x")?.variant(of: names) }
        #expect(text?.contains("but has 'a0', 'a1',") == true)
        #expect(text?.contains("'a18' and 1981 others\n") == true)
    }

    @Test("Columns count scalars, however many bytes these have", arguments: [1, 63, 64, 65, 128, 200])
    func columns(column: Int) {
        let pattern: [Unicode.Scalar] = ["a", "ä", "日", "😀", " "]
        let line = (0..<200).map { pattern[$0 % 5] }
        let text = "x\n" + String(String.UnicodeScalarView(line)) + "\r\ny"
        let lines = TextLines(text)
        #expect(lines.widths == [1, 200, 1])
        let scalars = line.dropFirst(column - 1).prefix(7)
        #expect(lines.scalars(line: 2, from: column, atMost: 7).elementsEqual(scalars))
        #expect(Array(lines.scalars(line: 3, from: 1, atMost: 7)) == ["y"])
        #expect(lines.scalars(line: 2, from: 202, atMost: 1).isEmpty)
        #expect(lines.scalars(line: 4, from: 1, atMost: 1).isEmpty)
    }
}
