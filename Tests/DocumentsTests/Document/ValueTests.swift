import EngineTestSupport
import Testing

@testable import Documents

@Suite struct ValueTests {
    private func x(_ value: String, _ message: String, carets: String, notes: String...) -> String {
        (["test.yml:1:4: error: \(message)", "  x: \(value)", "     \(carets)"] + notes.map { "  \($0)" } + ["1 error"])
            .joined(separator: "\n")
    }

    @Test func values() throws {
        #expect(try read("1e-12") { $0.number(.positive) } == 1e-12)
        #expect(try read("7") { $0.number(.nonNegative) } == 7)
        #expect(try read("0x10") { $0.integer(.closed(1...16)) } == 16)
        #expect(try read("18446744073709551615") { $0.unsignedInteger() } == .max)
        #expect(try read("2 * pi") { $0.number() } == 2 * Double.pi)
        #expect(try abs(read("'2^(1/6)'") { $0.number(.positive) } - 1.122462048309373) < 1e-15)
        #expect(try read("1 - 1") { $0.number(.nonNegative) } == 0)
        #expect(try read("-1/4") { $0.number(.any, in: "mV") } == -0.25)
        #expect(try read("2 * 3") { $0.number(.any, in: "mV") } == 6)
        #expect(try read("false") { $0.boolean() } == false)
        #expect(try read("'12'") { $0.string() } == "12")
        #expect(try read("yes") { $0.string() } == "yes")
        #expect(try read("rk8pd") { $0.choice(of: DemoScenario.Method.self) } == .rk8pd)
        #expect(try read("[1, 2]") { $0.list { $0.integer() } } == [1, 2] as [Int])
        #expect(try read("3") { $0.list(orLone: true) { $0.integer() } } == [3] as [Int])
        #expect(try read("[]") { $0.list { $0.integer() } } == [] as [Int])
        #expect(try read("{a: 1}") { $0.variant(of: ["a", "b"])?.value.integer() } == 1)
        #expect(try read("b") { $0.variant(of: ["a", "b"], orBareName: true)?.name } == "b")
        #expect(try read("") { $0.section { section in section.keys.count } } == 0)
    }

    @Test(arguments: [
        ("abc", "must be a number, not the text 'abc'", "^~~"), ("[1, 2]", "must be a number, not a list", "^~~~~~"),
        ("{a: 1}", "must be a number, not a mapping", "^~~~~~"), ("true", "must be a number, not true", "^~~~"),
        ("'1'", "must be a number, not the text '1'", "^~~"), ("1:30", "must be a number, not the text '1:30'", "^~~~"),
        (".nan", "must be finite", "^~~~"), ("-.inf", "must be finite", "^~~~~"), ("1e999", "must be finite", "^~~~~"),
        ("1 / 0", "must be finite", "^~~~~"), ("1 - 2", "must be greater than 0", "^~~~~"),
        ("2 * x", "must be a number, not the text '2 * x'", "^~~~~"),
        ("2 < 3", "must be a number, not the text '2 < 3'", "^~~~~"),
        ("time", "must be a number, not the text 'time'", "^~~~"),
        ("1 + node", "must be a number, not the text '1 + node'", "^~~~~~~~"),
        ("0", "must be greater than 0", "^"), ("-0.5", "must be greater than 0", "^~~~"),
    ])
    func numbers(value: String, message: String, carets: String) {
        #expect(problems(with: value) { _ = $0.number(.positive) } == x(value, "'x' \(message)", carets: carets))
    }

    @Test func numbersThatWouldBecomeZero() {
        for (text, carets) in [("1e-400", "^~~~~~"), ("-0.002E-330", "^~~~~~~~~~~")] {
            #expect(
                problems(with: text) { _ = $0.number() }
                    == x(
                        text, "'x' is too small for double precision, in which it would be 0", carets: carets,
                        notes: "expected: 0, or 5e-324 or more"))
        }
        for (range, expected) in [
            (.positive, "5e-324 or more"), (.nonNegative, "0, or 5e-324 or more"),
            (.closed(1.0...2), "between 1 and 2"),
        ] as [(NumberRange, String)] {
            let told = problems(with: "1e-400") { _ = $0.number(range) }
            #expect(
                told?.contains("expected: \(expected)\n") == true || told?.hasSuffix("expected: \(expected)") == true)
        }
        for text in ["0", "-0.0", "0e5", "0x0", "5e-324"] {
            #expect(problems(with: text) { _ = $0.number() } == nil)
        }
    }

    @Test func ranges() {
        #expect(
            problems(with: "1.5") { _ = $0.number(.closed(0.0...1)) }
                == x("1.5", "'x' must be between 0 and 1", carets: "^~~"))
        #expect(
            problems(with: "-1") { _ = $0.number(.nonNegative) } == x("-1", "'x' must be 0 or greater", carets: "^~"))
        #expect(
            problems(with: "5") { _ = $0.integer(.closed(1...4)) }
                == x("5", "'x' must be between 1 and 4", carets: "^"))
        #expect(
            problems(with: "99999999999999999999") { _ = $0.integer(.positive) }
                == x(
                    "99999999999999999999", "'x' must be at most 9223372036854775807", carets: "^~~~~~~~~~~~~~~~~~~~"))
        #expect(
            problems(with: "-99999999999999999999") { _ = $0.integer(.positive) }
                == x("-99999999999999999999", "'x' must be greater than 0", carets: "^~~~~~~~~~~~~~~~~~~~~"))
    }

    @Test func hintsForOtherWaysOfWriting() {
        #expect(
            problems(with: "1_000") { _ = $0.number() }
                == x(
                    "1_000", "'x' must be a number, not the text '1_000'", carets: "^~~~~",
                    notes: "did you mean '1000'?"))
        #expect(
            problems(with: "1e4") { _ = $0.integer() }
                == x("1e4", "'x' must be an integer, not the number 1e4", carets: "^~~", notes: "did you mean '10000'?")
        )
        #expect(
            problems(with: "2.5") { _ = $0.integer() }
                == x("2.5", "'x' must be an integer, not the number 2.5", carets: "^~~"))
        #expect(
            problems(with: "yes") { _ = $0.boolean() }
                == x(
                    "yes", "'x' must be true or false, not the text 'yes'", carets: "^~~", notes: "did you mean 'true'?"
                ))
    }

    @Test func texts() {
        #expect(problems(with: "''") { _ = $0.string() } == x("''", "'x' must not be empty", carets: "^~"))
        #expect(
            problems(with: "12") { _ = $0.string() } == x("12", "'x' must be a text, not the number 12", carets: "^~"))
    }

    @Test func choices() {
        let names = ["periodic", "reflecting"]
        #expect(
            problems(with: "preiodic") { _ = $0.choice(of: names) }
                == x(
                    "preiodic", "'x' cannot be 'preiodic'", carets: "^~~~~~~~", notes: "did you mean 'periodic'?",
                    "allowed: periodic, reflecting"))
        #expect(
            problems(with: "open") { _ = $0.choice(of: names) }
                == x("open", "'x' cannot be 'open'", carets: "^~~~", notes: "allowed: periodic, reflecting"))
        #expect(
            problems(with: "[periodic]") { _ = $0.choice(of: names) }
                == x("[periodic]", "'x' must be one of periodic, reflecting, not a list", carets: "^~~~~~~~~~"))
    }

    @Test(arguments: ["x:", "x: # later", "x: ''", "x: ~"])
    func nothing(text: String) {
        let expected =
            switch text {
            case "x: ''": "test.yml:1:4: error: 'x' must be a number, not the text ''\n  x: ''\n     ^~\n"
            case "x: ~": "test.yml:1:4: error: 'x' has no value\n  x: ~\n     ^\n  expected: a number\n"
            default: "test.yml:1:1: error: 'x' has no value\n  \(text)\n  ^\n  expected: a number\n"
            }
        #expect(problems(text) { _ = $0.optional("x")?.number() } == expected + "1 error")
    }

    @Test func lists() {
        #expect(
            problems(with: "[1, 2, 3]") { _ = $0.list(.exactly(2)) { $0.number() } }
                == x("[1, 2, 3]", "'x' must have 2 items, not 3", carets: "^~~~~~~~~"))
        #expect(
            problems(with: "[]") { _ = $0.list(.atLeast(1)) { $0.number() } }
                == x("[]", "'x' must have at least 1 item, not 0", carets: "^~"))
        #expect(
            problems(with: "3") { _ = $0.list(of: "numbers") { $0.number() } }
                == x("3", "'x' must be a list of numbers, not the number 3", carets: "^"))
        #expect(
            problems("x:\n  - 1\n  - [2, a]\n") { _ = $0.optional("x")?.list { $0.list(orLone: true) { $0.number() } } }
                == """
                test.yml:3:9: error: 'x[1][1]' must be a number, not the text 'a'
                  - [2, a]
                        ^
                1 error
                """)
    }

    @Test func laterChecksCanReport() {
        #expect(
            problems(with: "6") { $0.report("\($0.name) is not a divisor of 'n'", expected: "1, 2 or 4") }
                == x("6", "'x' is not a divisor of 'n'", carets: "^", notes: "expected: 1, 2 or 4"))
        #expect(
            problems(with: "phse") {
                $0.report("this model has no field 'phse'", given: "phse", allowed: ["phase", "rate"])
            }
                == x(
                    "phse", "this model has no field 'phse'", carets: "^~~~", notes: "did you mean 'phase'?",
                    "allowed: phase, rate"))
    }

    @Test func longTextsAreCut() {
        let text = String(repeating: "a", count: 50)
        let shown = String(repeating: "a", count: 40) + "..."
        #expect(problems(with: text) { _ = $0.number() }?.contains("not the text '\(shown)'\n") == true)
    }
}
