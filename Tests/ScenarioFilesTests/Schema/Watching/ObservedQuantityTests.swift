import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite struct ObservedQuantityTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let cases: [(String, String, [String], [Double])] = [
        // Of the phases 4, 8 and 12 at the end.
        ("{sum: phase}", "sum", ["sum"], [24.0]), ("{mean: phase^2}", "mean", ["mean"], [224.0 / 3]),
        ("{variance: phase}", "variance", ["variance"], [16]),
        ("{deviation: phase}", "deviation", ["deviation"], [4]),
        ("{minimum: phase}", "minimum", ["minimum"], [4]), ("{maximum: -phase}", "maximum", ["maximum"], [-4]),
        ("{count: all}", "count", ["count"], [3]), ("{count: phase > 5}", "count", ["count"], [2]),
        ("{name: late, mean: phase, over: {where: phase > 5}}", "late", ["late"], [10]),
        ("{name: two, sum: phase, over: [a, c]}", "two", ["two"], [16]),
        ("{quantiles: {of: phase, fractions: [0, 0.25]}}", "quantiles", ["quantiles-0", "quantiles-0.25"], [4, 6]),
        (
            "{histogram: {of: phase, edges: [0, 5, 20]}}", "histogram", ["histogram-0:5", "histogram-5:20"], [1, 2]
        ),
        (
            "{histogram: {of: phase, range: [0, 20], bins: 2}}", "histogram",
            ["histogram-0:10", "histogram-10:20"], [2, 1]
        ),
        (
            "{name: n, sum: phase, per: {of: 'mod(node, 2)', groups: [1, 0]}}", "n", ["n-1", "n-0"], [8, 16]
        ),
    ]

    @Test(
        "A quantity of one's own is computed of the fields of nodes",
        arguments: cases)
    func definitions(definition: String, name: String, columns: [String], values: [Double]) throws {
        let results = try folder.run(FreeOscillators.observing("{quantity: \(definition), when: end}"))
        #expect(try results.header("\(name).csv") == (["time"] + columns).joined(separator: ","))
        let read = try (0...columns.count).map { try results.numbers($0, of: "\(name).csv") }
        #expect(read == [[4]] + values.map { [$0] })
    }

    @Test("An expression over quantities is a time series, too, alone and among others")
    func expressions() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                FreeOscillators.total, "{quantity: 'hypot(3, 4) * total', when: end}",
                "{quantities: [total, total - 2 * time], when: end}", "{quantity: time + 0, when: end, name: clock}"))
        #expect(try results.header("quantity.csv") == "time,\"hypot(3, 4) * total\"")
        #expect(try results.numbers(1, of: "quantity.csv") == [120])
        #expect(try results.header("quantities.csv") == "time,total,total - 2 * time")
        #expect(try results.numbers(2, of: "quantities.csv") == [16])
        #expect(try results.numbers(1, of: "clock.csv") == [4])
    }

    @Test("What is counted is written as whole numbers by what it is, what is measured as real ones whatever its value")
    func counts() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                FreeOscillators.total, "{quantity: {name: late-ones, count: phase > 5}, when: end}",
                "{quantity: {name: bins, histogram: {of: phase, edges: [0, 5, 20]}}, when: end}",
                "{quantity: {name: odd, count: all, per: {of: 'mod(node, 2)', groups: [1, 0]}}, when: end}",
                "{quantities: [total, late-ones, odd-0, 2 * late-ones], when: end, format: json-lines}"))
        #expect(try results.text("total.csv").hasSuffix("\n4.0,24.0\n"))
        #expect(try results.text("late-ones.csv").hasSuffix("\n4.0,2\n"))
        #expect(try results.text("bins.csv").hasSuffix("\n4.0,1,2\n"))
        #expect(try results.text("odd.csv").hasSuffix("\n4.0,1,2\n"))
        #expect(
            try results.text("quantities.jsonl")
                == #"{"time":4.0,"total":24.0,"late-ones":2,"odd-0":2,"2 * late-ones":4.0}"# + "\n")
    }

    @Test("Requirements and stops speak the same language")
    func sameLanguage() throws {
        let text = FreeOscillators.observing(FreeOscillators.total)
        for block in [
            "require: [{quantity: 'hypot(total, 0) - total', change: 1}]",
            "stop: [{when: {if: 'hypot(total, 0) > 1e9'}}]",
        ] {
            #expect(try folder.problems(text + block + "\n") == nil, "\(block)")
        }
        let problems = try folder.problems(FreeOscillators.observing("{quantity: order-paramete}"))
        #expect(problems?.contains("'quantity' cannot be 'order-paramete'") == true)
        #expect(problems?.contains("did you mean 'order-parameter'?") == true)
    }

    @Test("Other observations can name a quantity that is defined before or after them")
    func names() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{quantities: [total, order-parameter], when: {if: total > 20}}", FreeOscillators.total,
                "{quantity: total, every: 2}"))
        #expect(try results.numbers(1, of: "quantities.csv") == [21, 24])
        #expect(try results.numbers(1, of: "total-2.csv") == [0, 12, 24])
    }

    @Test(
        "What is wrong is told",
        arguments: [
            ("{}", "a quantity must say how it is computed"),
            ("{mean: phase, sum: phase}", "a quantity must have only one of sum and mean"),
            ("{mean: phase > 1}", "'mean' must be a number, not a condition"),
            ("{mean: phase +}", "a number, a name or '(' is missing at the end"),
            ("{count: phase}", "'count' must be a condition such as 'phase > 1', not a number"),
            ("{name: order-parameter, mean: phase}", "there is a quantity 'order-parameter' already"),
            ("{name: a/b, mean: phase}", "'a/b' cannot be the name of a quantity"),
            ("{quantiles: {of: phase, fractions: [2]}}", "'fractions[0]' must be between 0 and 1"),
            ("{histogram: {of: phase, edges: [1, 1]}}", "'edges' must ascend"),
            (
                "{histogram: {of: phase, range: [1, 0], bins: 2}}",
                "the first number of 'range' must be less than the second"
            ),
            (
                "{histogram: {of: phase, edges: [0, 1], bins: 2}}",
                "a histogram has either 'edges' or a 'range' and 'bins'"
            ),
            ("{mean: phase, over: d}", "there is no node 'd'"),
            ("{mean: phase, per: {of: node, groups: [1, 1]}}", "'1' stands twice in the list of groups"),
            ("{meen: phase}", "unknown key 'meen' in 'quantity'"),
        ])
    func refusal(definition: String, message: String) throws {
        let problems = try #require(try folder.problems(FreeOscillators.observing("{quantity: \(definition)}")))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }
}
