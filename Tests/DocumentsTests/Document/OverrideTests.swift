import EngineTestSupport
import Testing

@testable import Documents

@Suite struct OverrideTests {
    private let text = "integrate:\n  step: 1\nobserve: [{every: 1}, {every: 2}]\nempty:\n"

    private func error(_ override: String) -> String? {
        problems(text, set: [override]) { section in section.keys.forEach { _ = section.optional($0) } }
    }

    @Test(arguments: [
        ("integrate.step=2", "integrate: {step: 2}\nobserve: [{every: 1}, {every: 2}]\nempty:\n"),
        ("integrate.until=3", "integrate: {step: 1, until: 3}\nobserve: [{every: 1}, {every: 2}]\nempty:\n"),
        ("observe.1.every=0.5", "integrate: {step: 1}\nobserve: [{every: 1}, {every: 0.5}]\nempty:\n"),
        ("observe[1].every=0.5", "integrate: {step: 1}\nobserve: [{every: 1}, {every: 0.5}]\nempty:\n"),
        ("observe[0]=[[1], 2]", "integrate: {step: 1}\nobserve: [[[1], 2], {every: 2}]\nempty:\n"),
        ("observe=[]", "integrate: {step: 1}\nobserve: []\nempty:\n"),
        (
            "empty.a.b={c: [1, x]}",
            "integrate: {step: 1}\nobserve: [{every: 1}, {every: 2}]\nempty: {a: {b: {c: [1, x]}}}"
        ),
        ("a.b=x=y", "integrate: {step: 1}\nobserve: [{every: 1}, {every: 2}]\nempty:\na: {b: x=y}\n"),
        ("integrate=", "integrate:\nobserve: [{every: 1}, {every: 2}]\nempty:\n"),
    ])
    func applied(override: String, expected: String) throws {
        let overridden = try document(text, set: [override])
        #expect(overridden.problems.isEmpty)
        #expect(try overridden.root == document(expected).root)
    }

    @Test(
        "A value is what it is in a file",
        arguments: [
            "1", "0.5", "1e-3", "1.5E+3", "0x1F", "007", "1_000", "5.", "1-", "9-9", "2001-01-01", "true", "null", "no",
            "a-b", "a+b_c.d", "a...", "Ä", "aÄ", "-5", ".5", "~", "a b", "a:b", "a#b", "a ", "1 # one", "'1'",
        ])
    func asInAFile(value: String) throws {
        #expect(try document("a: 0", set: ["a=\(value)"]).root == document("a: \(value)").root)
    }

    @Test func indicesOfListsInLists() throws {
        let overridden = try document("a: [[1, 2], [3, 4]]", set: ["a[1][0]=5", "a.0[1]=6"])
        #expect(try overridden.root == document("a: [[1, 6], [5, 4]]").root)
    }

    @Test func laterOverridesWin() throws {
        let overridden = try document("a: 1", set: ["a=2", "b.c=1", "b.c=3"])
        #expect(try overridden.root == document("a: 2\nb: {c: 3}").root)
    }

    @Test func valuesAreBlamedOnTheOverride() {
        let rendered = problems("integrate:\n  step: 1\n  until: 2\n", set: ["integrate.step=-1"]) { root in
            _ = root.optional("integrate")?.section { section in
                _ = section.optional("step")?.number(.positive)
                _ = section.optional("until")?.number(.closed(5.0...6))
                return true
            }
        }
        #expect(
            rendered == """
                test.yml:3:10: error: 'until' must be between 5 and 6
                  until: 2
                         ^
                --set integrate.step=-1:1:16: error: 'step' must be greater than 0
                  integrate.step=-1
                                 ^~
                2 errors
                """)
    }

    @Test func unknownKeysAreBlamedOnTheOverride() {
        #expect(
            problems("x: 1", set: ["y.z=2"])
                == """
                --set y.z=2:1:1: error: unknown key 'y'
                  y.z=2
                  ^
                  did you mean 'x'?
                1 error
                """.replacing("  did you mean 'x'?", with: "  known keys: x"))
    }

    /// What is no index in brackets is part of the key.
    @Test func aBracketThatIsNotClosedIsPartOfTheKey() {
        #expect(
            problems("x: [1]", set: ["x[0=2"]) == """
                --set x[0=2:1:1: error: unknown key 'x[0'
                  x[0=2
                  ^~~
                  known keys: x
                1 error
                """)
    }

    @Test func emptyValueIsBlamedOnTheOverride() {
        #expect(
            problems("x: 1", set: ["x="]) { _ = $0.optional("x")?.number() } == """
                --set x=:1:3: error: 'x' has no value
                  x=
                    ^
                  expected: a number
                1 error
                """)
    }

    @Test(arguments: [
        (
            "integrate.step",
            """
            --set integrate.step:1:1: error: missing '='
              integrate.step
              ^~~~~~~~~~~~~~
              expected: key.path=value
            """
        ),
        (
            "integrate..step=1",
            """
            --set integrate..step=1:1:11: error: a part of the path is empty
              integrate..step=1
                        ^
              expected: key.path=value
            """
        ),
        (
            "=1",
            """
            --set =1:1:1: error: a part of the path is empty
              =1
              ^
              expected: key.path=value
            """
        ),
        (
            "observe.2.every=1",
            """
            --set observe.2.every=1:1:9: error: index 2 is out of range
              observe.2.every=1
                      ^
              allowed: 0 to 1
            """
        ),
        (
            "observe.first=1",
            """
            --set observe.first=1:1:9: error: 'first' is not an index, but 'observe' is a list
              observe.first=1
                      ^~~~~
              allowed: 0 to 1
            """
        ),
        (
            "observe[2].every=1",
            """
            --set observe[2].every=1:1:9: error: index 2 is out of range
              observe[2].every=1
                      ^
              allowed: 0 to 1
            """
        ),
        (
            "observe[first]=1",
            """
            --set observe[first]=1:1:9: error: 'first' is not an index, but 'observe' is a list
              observe[first]=1
                      ^~~~~
              allowed: 0 to 1
            """
        ),
        (
            "observe[].every=1",
            """
            --set observe[].every=1:1:9: error: a part of the path is empty
              observe[].every=1
                      ^
              expected: key.path=value
            """
        ),
        (
            "integrate.step.size=1",
            """
            --set integrate.step.size=1:1:16: error: 'step' is the number 1, which has no keys
              integrate.step.size=1
                             ^~~~
            """
        ),
        (
            "integrate.step=[1",
            """
            --set integrate.step=[1:1:18: error: the list lacks a ',' or ']'
              integrate.step=[1
                               ^
              the list begins on line 1
            """
        ),
        (
            "integrate={a: 1, a: 2}",
            """
            --set integrate={a: 1, a: 2}:1:18: error: duplicate key 'a'
              integrate={a: 1, a: 2}
                               ^
              first used on line 1
            """
        ),
    ])
    func refused(override: String, rendered: String) {
        #expect(error(override) == rendered + "\n1 error")
    }

    @Test func anotherOption() throws {
        let override = Override("x", option: "--sweep")
        let document = try Document(SourceText(name: "t.yml", text: "x: 1"), overrides: [override])
        #expect(document.problems.first?.description.hasPrefix("--sweep x:1:1: error: missing '='") == true)
    }
}
