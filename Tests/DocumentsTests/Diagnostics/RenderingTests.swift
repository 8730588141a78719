import Testing

@testable import Documents

@Suite struct RenderingTests {
    private func render(_ text: String, line: Int = 1, column: Int, length: Int) -> String {
        let source = SourceText(name: "scenario.yml", text: text)
        let location = TextLocation(source: source, line: line, column: column, length: length)
        return Diagnostic(.outOfRange(.value("step"), .positive), at: location).description
    }

    @Test func caretStandsBelowTheText() {
        #expect(
            render("integrate:\n     step: -0.5", line: 2, column: 12, length: 4) == """
                scenario.yml:2:12: error: 'step' must be greater than 0
                  step: -0.5
                        ^~~~
                """)
    }

    @Test func tabsBecomeSpaces() {
        #expect(
            render("\tstep:\t-1", column: 8, length: 2) == """
                scenario.yml:1:8: error: 'step' must be greater than 0
                  step:    -1
                           ^~
                """)
    }

    @Test func wideAndCombiningCharactersCountByTheirColumns() {
        #expect(
            render("{日本: e\u{301}, s: -1}", column: 13, length: 2) == """
                scenario.yml:1:13: error: 'step' must be greater than 0
                  {日本: e\u{301}, s: -1}
                               ^~
                """)
        #expect(render("x: 日本", column: 4, length: 2).hasSuffix("\n     ^~~~"))
    }

    @Test func controlCharactersAreNotPrinted() {
        #expect(render("a: \u{1B}[31m", column: 5, length: 1).contains("\n  a: ?[31m\n      ^"))
    }

    @Test func longLinesAreCut() {
        let text = String(repeating: "a", count: 200) + "X" + String(repeating: "b", count: 200)
        let lines = render(text, column: 201, length: 1).split(separator: "\n")
        let before = String(repeating: "a", count: 80)
        let after = String(repeating: "b", count: 79)
        #expect(lines[1] == "  ...\(before)X\(after)...")
        #expect(lines[2] == "  " + String(repeating: " ", count: 83) + "^")
    }

    @Test func endOfLine() {
        #expect(render("step:", column: 6, length: 1).hasSuffix("\n  step:\n       ^"))
    }

    @Test func diagnosticsAreSortedAndCounted() {
        let file = SourceText(name: "z.yml", text: "a\nb c")
        let override = SourceText(name: "--set a=1", text: "a=1", rank: 1)
        let places = [(override, 1, 1), (file, 2, 3), (file, 2, 1), (file, 1, 1)]
        let error = ScenarioError(
            places.map { source, line, column in
                Diagnostic(.severalDocuments, at: TextLocation(source: source, line: line, column: column))
            })
        #expect(
            error.diagnostics.map { "\($0.location.source.name):\($0.location.line):\($0.location.column)" }
                == ["z.yml:1:1", "z.yml:2:1", "z.yml:2:3", "--set a=1:1:1"])
        #expect(error.summary == "4 errors")
        #expect(ScenarioError([error.diagnostics[0]]).summary == "1 error")
    }
}
