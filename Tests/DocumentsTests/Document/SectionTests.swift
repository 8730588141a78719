import EngineTestSupport
import Testing

@testable import Documents

@Suite struct SectionTests {
    private func integrate(_ text: String) -> String? {
        problems(text) { root in
            _ = root.required("integrate", for: "how time advances")?.section { section in
                _ = section.required("step", for: "the length of a step")?.number(.positive)
                _ = section.optional("until")?.number()
                return true
            }
        }
    }

    @Test func demoIsRead() throws {
        let scenario = try document(DemoScenario.text).read(DemoScenario.read)
        let integrate = DemoScenario.Integrate(method: .rk8pd, tolerance: 1e-12, step: 100, until: 365_250)
        #expect(
            scenario
                == DemoScenario(
                    name: "Outer solar system", seed: 42, integrate: integrate, mass: .normal(mean: 0, deviation: 1.5),
                    watch: [0, 17, 4711]))
    }

    @Test func missingKey() {
        #expect(
            integrate("integrate:\n  until: 1\n") == """
                test.yml:1:1: error: missing key 'step' in 'integrate'
                  integrate:
                  ^~~~~~~~~
                  expected: 'step', the length of a step
                1 error
                """)
    }

    /// YAML sees a key only where a blank follows the colon.
    @Test func missingBlankAfterAColon() {
        #expect(
            integrate("integrate: {step:1, until: 2}\n") == """
                test.yml:1:13: error: a blank is missing after the colon in 'step:1'
                  integrate: {step:1, until: 2}
                              ^~~~~~
                  expected: 'step: 1'
                1 error
                """)
        #expect(
            integrate("integrate:\n  step:1\n") == """
                test.yml:2:3: error: 'integrate' must be a mapping, not the text 'step:1'
                  step:1
                  ^~~~~~
                  did you mean 'step: 1'?
                1 error
                """)
        #expect(
            integrate("integrate:\n  step:1\n  until: 2\n") == """
                test.yml:3:8: error: a ':' cannot stand here
                  until: 2
                       ^
                  a blank is missing after a colon: did you mean 'step: 1'?
                1 error
                """)
        #expect(
            integrate("integrate:\n  until: 2\n  step:1\n") == """
                test.yml:3:9: error: missing ':' after a key
                  step:1
                        ^
                  a blank is missing after a colon: did you mean 'step: 1'?
                  the key begins on line 3
                1 error
                """)
        // What is no key that belongs here is unknown, and addresses have colons.
        #expect(integrate("integrate: {steep:1, step: 1}")?.contains("unknown key 'steep:1'") == true)
        #expect(integrate("integrate: http://step")?.contains("did you mean") == false)
    }

    @Test func missingKeyAtTheTop() {
        #expect(
            integrate("# first\n{}\n") == """
                test.yml:2:1: error: missing key 'integrate'
                  {}
                  ^~
                  expected: 'integrate', how time advances
                1 error
                """)
    }

    @Test func sectionWithoutContent() {
        #expect(
            integrate("integrate:\n") == """
                test.yml:1:1: error: missing key 'step' in 'integrate'
                  integrate:
                  ^~~~~~~~~
                  expected: 'step', the length of a step
                1 error
                """)
    }

    @Test func sectionOfAnotherType() {
        #expect(
            integrate("integrate: [1]\n") == """
                test.yml:1:12: error: 'integrate' must be a mapping, not a list
                  integrate: [1]
                             ^~~
                1 error
                """)
    }

    @Test func unknownKeyWithANearOne() {
        #expect(
            integrate("integrate: {step: 1, untill: 2}\n") == """
                test.yml:1:22: error: unknown key 'untill' in 'integrate'
                  integrate: {step: 1, untill: 2}
                                       ^~~~~~
                  did you mean 'until'?
                1 error
                """)
    }

    @Test func unknownKeyFarFromAll() {
        #expect(
            integrate("integrate: {step: 1, banana: 2}\n") == """
                test.yml:1:22: error: unknown key 'banana' in 'integrate'
                  integrate: {step: 1, banana: 2}
                                       ^~~~~~
                  known keys: step, until
                1 error
                """)
    }

    @Test func misspeltRequiredKeyIsToldOnce() {
        #expect(
            integrate("integrate: {setp: 1}\n") == """
                test.yml:1:13: error: unknown key 'setp' in 'integrate'
                  integrate: {setp: 1}
                              ^~~~
                  did you mean 'step'?
                1 error
                """)
    }

    @Test func yamlOneMergeKeyIsUnknown() {
        #expect(integrate("integrate: {step: 1, <<: {until: 1}}")?.contains("unknown key '<<' in 'integrate'") == true)
    }

    @Test func nothingReportedAndNothingMade() {
        #expect { try document("a: 1").read { section in section.optional("b")?.number() } } throws: { error in
            "\(error)".contains("unknown key 'a'")
        }
        #expect {
            try document("a: 1").read { section in section.optional("a").flatMap { _ in nil as Int? } }
        } throws: {
            error in "\(error)" == "test.yml:1:1: error: the scenario cannot be used\n  a: 1\n  ^\n1 error"
        }
    }

    // MARK: Variants

    private func model(_ value: String) -> String? {
        problems("model: \(value)\n") {
            _ = $0.optional("model")?.variant(of: ["kuramoto", "voter"], orBareName: true)
        }
    }

    @Test func oneVariant() {
        #expect(model("{kuramoto: {coupling: 2}}") == nil)
        #expect(model("voter") == nil)
    }

    @Test(arguments: ["", "{}"])
    func noVariant(value: String) {
        #expect(
            model(value) == """
                test.yml:1:1: error: 'model' must have exactly one key, but has none
                  model: \(value)
                  ^~~~~
                  allowed: kuramoto, voter
                1 error
                """)
    }

    @Test func severalVariants() {
        #expect(
            model("{kuramoto: 1, voter: 2}") == """
                test.yml:1:22: error: 'model' must have exactly one key, but has 'kuramoto' and 'voter'
                  model: {kuramoto: 1, voter: 2}
                                       ^~~~~
                  allowed: kuramoto, voter
                1 error
                """)
    }

    @Test func unknownVariant() {
        #expect(
            model("{kuramotto: 1}") == """
                test.yml:1:9: error: unknown key 'kuramotto' in 'model'
                  model: {kuramotto: 1}
                          ^~~~~~~~~
                  did you mean 'kuramoto'?
                  allowed: kuramoto, voter
                1 error
                """)
        #expect(
            model("voters") == """
                test.yml:1:8: error: 'model' cannot be 'voters'
                  model: voters
                         ^~~~~~
                  did you mean 'voter'?
                  allowed: kuramoto, voter
                1 error
                """)
    }

    @Test func distributionOfAnotherType() {
        #expect(
            problems(with: "[1, 2]") { _ = DemoScenario.Distribution.read($0) } == """
                test.yml:1:4: error: 'x' must be a number or a distribution, not a list
                  x: [1, 2]
                     ^~~~~~
                1 error
                """)
    }
}
