import EngineTestSupport
import Testing

@testable import Documents

@Suite struct DuplicateKeyTests {
    /// Where duplicates were found, as `line:column key/first line`.
    private func duplicates(_ text: String) -> [String] {
        let diagnostics: [Diagnostic]
        do throws(ScenarioError) {
            diagnostics = try Document(SourceText(name: "test.yml", text: text)).problems
        } catch {
            diagnostics = error.diagnostics
        }
        return ScenarioError(diagnostics).diagnostics.map { diagnostic in
            guard case .duplicateKey(let key, let line) = diagnostic.problem else { return diagnostic.description }
            return "\(diagnostic.location.line):\(diagnostic.location.column) \(key)/\(line)"
        }
    }

    @Test func rendered() {
        #expect(
            problems("x: 1\n\"x\": 2\n") == """
                test.yml:2:1: error: duplicate key 'x'
                  "x": 2
                  ^~~
                  first used on line 1
                1 error
                """)
    }

    @Test(arguments: [
        ("a: 1\nb: 2\na: 3\n", ["3:1 a/1"]),
        ("{a: 1, a: 2}", ["1:8 a/1"]),
        ("x: {a: 1, 'a': 2, \"a\":3}", ["1:11 a/1", "1:19 a/1"]),
        ("a: 1\na: 2\na: 3\n", ["2:1 a/1", "3:1 a/1"]),
        ("a: 1\nb: 2\na: 3\nb: 4\n", ["3:1 a/1", "4:1 b/2"]),
        ("b: 1\na: 2\nb: 3\na: 4\n", ["3:1 b/1", "4:1 a/2"]),
        ("a: 1\n# a: 2\nb: 'a: 3'\nc: \"x a: 4\"\na: 5\n", ["5:1 a/1"]),
        ("a:\n  a: 1\nb:\n  a: 2\n  c: {a: 3}\na: 4\n", ["6:1 a/1"]),
        ("b:\n  a: 1\n  c:\n    a: 2\n    a: 3\n  a: 4\n", ["5:5 a/4", "6:3 a/2"]),
        ("- {a: 1}\n- {a: 2}\n- {a: 3, a: 4}\n", ["3:10 a/3"]),
        ("text: |\n  a: 1\n  a: 2\na: 1\na : 2\n", ["5:1 a/4"]),
        ("1: x\n\"1\": y\n", ["2:1 1/1"]),
        ("yes: 1\n\"yes\": 2\n", ["2:1 yes/1"]),
        ("é日: 1\nb: 2\né日: 3\n", ["3:1 é日/1"]),
        ("a: 1\r\nb: 2\r\na: 3\r\n", ["3:1 a/1"]),
        ("\u{F0000}a: 1\na: 1\n\u{F0000}a: 2\na: 3", ["3:1 \u{F0000}a/1", "4:1 a/2"]),
        ("step: 1\nstepper: 2\nmy step: 3\nstep: 4\n", ["4:1 step/1"]),
    ])
    func located(text: String, expected: [String]) {
        let isList = text.hasPrefix("-")
        let found = duplicates(text)
        #expect((isList ? found.filter { !$0.contains("must be a mapping") } : found) == expected)
    }

    @Test func keysThatAreWrittenInAnotherWayAreTheSame() {
        #expect(duplicates("a: 1\n\"\\x61\": 2\n") == ["2:1 a/1"])
        #expect(duplicates("a: 1\n? a\n: 2\n") == ["2:3 a/1"])
        #expect(duplicates("&x a: 1\n*x : 2\n") == ["2:1 a/1"])
    }

    @Test func syntaxErrorFurtherDownIsToldAsWell() {
        let found = duplicates("x: {a: 1, a: 2}\ny: [1\n")
        #expect(found.first == "1:11 a/1")
        #expect(found.count == 2)
        #expect(found.last?.contains("the list lacks a ',' or ']'") == true)
    }

    @Test func firstValueIsRead() {
        #expect(
            problems("x: 1\nx: y\n") { _ = $0.optional("x")?.number() } == """
                test.yml:2:1: error: duplicate key 'x'
                  x: y
                  ^
                  first used on line 1
                1 error
                """)
    }

    @Test func manyOccurrencesAreSearchedQuickly() {
        let lines = (0..<2_000).map { "  - {mass: \($0), charge: 1}" }
        let text = "particles:\n" + lines.joined(separator: "\n") + "\n  - {mass: 1, charge: 2, mass: 3}\n"
        #expect(duplicates(text) == ["2002:26 mass/2002"])
    }

    @Test func asManyAreToldAsAreShown() {
        let text = (0..<150).map { _ in "a: 1" }.joined(separator: "\n")
        #expect(duplicates(text) == (2...101).map { "\($0):1 a/1" })
    }
}
