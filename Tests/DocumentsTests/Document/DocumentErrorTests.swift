import EngineTestSupport
import Testing

@testable import Documents

@Suite struct DocumentErrorTests {
    @Test(arguments: ["", "\n\n", "# only\n# comments\n", "---\n", "--- # nothing\n...\n", "~"])
    func empty(text: String) {
        #expect(
            problems(text) == """
                test.yml: error: the file is empty
                  expected: keys with values, such as 'seed: 42'
                1 error
                """)
    }

    @Test(arguments: [
        ("- 1\n- 2", "a list", "- 1", "^"), ("[1, 2]", "a list", "[1, 2]", "^~~~~~"),
        ("hello world", "the text 'hello world'", "hello world", "^~~~~~~~~~~"), ("12", "the number 12", "12", "^~"),
    ])
    func topIsNoMapping(text: String, found: String, line: String, carets: String) {
        #expect(
            problems(text) == """
                test.yml:1:1: error: the scenario must be a mapping, not \(found)
                  \(line)
                  \(carets)
                1 error
                """)
    }

    @Test func severalDocuments() {
        #expect(
            problems("x: 1\n---\nx: 2\n") == """
                test.yml:2:1: error: a second document begins here
                  ---
                  ^~~
                  expected: one document
                1 error
                """)
    }

    @Test(arguments: [
        (
            "a: b: c",
            """
            test.yml:1:5: error: a ':' cannot stand here
              a: b: c
                  ^
              a value that contains ': ' needs quotes
            """
        ),
        (
            "a:\n  b: 1\n c: 2\n",
            """
            test.yml:3:2: error: a key was expected here
              c: 2
              ^
              check the indentation of this line
              the mapping begins on line 1
            """
        ),
        (
            "a: [1, 2\nb: 3\n",
            """
            test.yml:2:2: error: the list lacks a ',' or ']'
              b: 3
               ^
              the list begins on line 1
            """
        ),
        (
            "a: {b: 1, c: 2\n",
            """
            test.yml:1:15: error: the mapping lacks a ',' or '}'
              a: {b: 1, c: 2
                            ^
              the mapping begins on line 1
            """
        ),
        (
            "a: 'open\nb: 1\n",
            """
            test.yml:2:5: error: the quoted text is not closed
              b: 1
                  ^
              the quoted text begins on line 1
            """
        ),
        (
            "a:\n\tb: 1\n",
            """
            test.yml:2:1: error: a tab cannot be used for indentation
                  b: 1
              ^~~~
              expected: spaces
            """
        ),
        (
            "a: @b",
            """
            test.yml:1:4: error: a value cannot begin with '@'
              a: @b
                 ^
              text that begins so needs quotes
            """
        ),
        (
            "a: *b",
            """
            test.yml:1:4: error: this alias names no anchor
              a: *b
                 ^
            """
        ),
        (
            "a: 1\nb\nc: 2\n",
            """
            test.yml:3:1: error: missing ':' after a key
              c: 2
              ^
              the key begins on line 2
            """
        ),
        (
            "a: 1\nb: \"\\q\"\n",
            """
            test.yml:2:5: error: unknown escape sequence
              b: "\\q"
                  ^
              the quoted text begins on line 2
            """
        ),
        (
            "a: 1\nb: é\u{1}\n",
            """
            test.yml:2:5: error: control characters are not allowed
              b: é?
                  ^
            """
        ),
        (
            "%YAML 2.0\n---\na: 1\n",
            """
            test.yml:1:1: error: invalid YAML: found incompatible YAML document
              %YAML 2.0
              ^
            """
        ),
    ])
    func syntax(text: String, rendered: String) {
        #expect(problems(text) == rendered + "\n1 error")
    }

    @Test func tags() throws {
        #expect(
            problems("x: !!float 1\n") == """
                test.yml:1:4: error: the tag '!!float' is not supported
                  x: !!float 1
                     ^~~~~~~
                  expected: a value without a tag
                1 error
                """)
        #expect(try read("!!str 12") { $0.string() } == "12")
    }

    @Test func keysAreText() {
        #expect(
            problems("[1, 2]: 3\nx: 1\n") == """
                test.yml:1:1: error: a list cannot be a key
                  [1, 2]: 3
                  ^~~~~~
                  expected: a name
                1 error
                """)
    }

    @Test func aliasesStandForTheirAnchors() throws {
        let text = "x: &a [1, 2]\ny: *a\nz: &b 3\nu: *b\n"
        let expected = try document("x: [1, 2]\ny: [1, 2]\nz: 3\nu: 3\n")
        #expect(try document(text).root == expected.root)
    }

    @Test func aliasesCannotBlowUp() {
        var text = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
        for level in 1..<9 {
            let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(items)]\n"
        }
        #expect(problems(text)?.contains("error: the aliases repeat too much text\n") == true)
    }

    @Test("What an alias repeats is nested where it is repeated", arguments: [(240, false), (260, true)])
    func deepAliases(depth: Int, isTooDeep: Bool) throws {
        let (start, end) = (String(repeating: "[", count: depth), String(repeating: "]", count: depth))
        let told = problems("x: &x \(start)\(end)\ny: \(start)*x\(end)\n") { _ = ($0.optional("x"), $0.optional("y")) }
        #expect((told?.contains("test.yml:2:\(4 + depth): error: the nesting is too deep\n") == true) == isTooDeep)
        #expect((told != nil) == isTooDeep)
    }

    @Test(arguments: [1_500, 20_000])
    func deepNesting(depth: Int) {
        let text = "x: " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(problems(text)?.contains("error: the nesting is too deep\n") == true)
    }

    @Test func severalProblemsAtOnce() {
        let text = """
            nam: Demo
            seed: -1
            integrate:
              method: rk8pdd
              step: 0
              step: 1
              until: soon
            mass: {normal: {mean: 0, deviation: -1}}
            watch: [0, x, 2.5]
            """
        #expect(
            problems(text, set: ["watch.9=1"]) { _ = DemoScenario.read($0) } == """
                test.yml:1:1: error: unknown key 'nam'
                  nam: Demo
                  ^~~
                  did you mean 'name'?
                test.yml:2:7: error: 'seed' must be between 0 and 18446744073709551615
                  seed: -1
                        ^~
                test.yml:4:11: error: 'method' cannot be 'rk8pdd'
                  method: rk8pdd
                          ^~~~~~
                  did you mean 'rk8pd'?
                  allowed: leapfrog, runge-kutta-4, rk8pd
                test.yml:5:9: error: 'step' must be greater than 0
                  step: 0
                        ^
                test.yml:6:3: error: duplicate key 'step'
                  step: 1
                  ^~~~
                  first used on line 5
                test.yml:7:10: error: 'until' must be a number, not the text 'soon'
                  until: soon
                         ^~~~
                test.yml:8:37: error: 'deviation' must be 0 or greater
                  mass: {normal: {mean: 0, deviation: -1}}
                                                      ^~
                test.yml:9:12: error: 'watch[1]' must be an integer, not the text 'x'
                  watch: [0, x, 2.5]
                             ^
                test.yml:9:15: error: 'watch[2]' must be an integer, not the number 2.5
                  watch: [0, x, 2.5]
                                ^~~
                --set watch.9=1:1:7: error: index 9 is out of range
                  watch.9=1
                        ^
                  allowed: 0 to 2
                10 errors
                """)
    }
}
