import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What one wants to say about a simulation in one sentence, as a line of a scenario file, and what comes of it beside what
/// pencil and paper say. Oscillators without coupling have the phases ω t, which the method gives to rounding.
@Suite struct SentenceTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func expect(
        _ numbers: [Double], _ exact: [Double], within tolerance: Double = 1e-11,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(numbers.count == exact.count, sourceLocation: sourceLocation)
        #expect(
            zip(numbers, exact).allSatisfy { abs($0 - $1) <= tolerance }, "\(numbers.prefix(20)) \(exact.prefix(20))",
            sourceLocation: sourceLocation)
    }

    @Test("Watch this node; these")
    func nodes() throws {
        let results = try folder.run(
            FreeOscillators.observing("{nodes: b, every: 2, name: this}", "{nodes: [c, a], every: 2, name: these}"))
        #expect(try results.text("this.csv") == "time,node,phase\n0.0,b,0.0\n2.0,b,4.0\n4.0,b,8.0\n")
        #expect(
            try results.text("these.csv")
                == "time,node,phase\n0.0,c,0.0\n0.0,a,0.0\n2.0,c,6.0\n2.0,a,2.0\n4.0,c,12.0\n4.0,a,4.0\n")
    }

    /// Rates at which nothing happens by itself in the lifetime of the universe: who is infected is what interventions say.
    @Test("Watch whichever are infected")
    func whichever() throws {
        let results = try folder.run(
            """
            graph: {path: {nodes: 5}}
            model: {sir: {infection: 1e-20, recovery: 1e-20, initial: {infected: {count: 0}}}}
            integrate: {method: event-driven, step: 1, until: 4}
            observe:
              - {nodes: {where: compartment == infected}}
              - {quantity: infected}
            intervene:
              - {when: {at: 0}, set: {nodes: [1, 3], compartment: infected}}
              - {when: {at: 1}, set: {nodes: [4], compartment: infected}}
              - {when: {at: 2}, set: {nodes: {where: compartment == infected and node < 4}, compartment: recovered}}
            """)
        #expect(try results.column(0, of: "nodes.csv") == ["1.0", "1.0", "2.0", "2.0", "2.0", "3.0", "4.0"])
        #expect(try results.column(1, of: "nodes.csv") == ["1", "3", "1", "3", "4", "4", "4"])
        #expect(try results.numbers(1, of: "infected.csv") == [0, 2, 3, 1, 1])
    }

    /// The order parameter of the phases t, 2 t and 3 t is |1 + 2 cos t| / 3.
    @Test("Watch that quantity, and the moment at which it crosses 0.9")
    func quantity() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{quantity: order-parameter}", "{crossing: {of: order-parameter, below: 0.9}, name: falls}",
                "{crossing: {of: order-parameter, above: 0.9}, name: rises}"), set: ["integrate.until=13"])
        let times = (0...26).map { Double($0) / 2 }
        expect(try results.numbers(1, of: "order-parameter.csv"), times.map { abs(1 + 2 * cos($0)) / 3 })
        // Where cos t = 0.85; the other end, cos t = −1.85, is never reached.
        let angle = acos(0.85)
        expect(try results.numbers(0, of: "falls.csv"), [angle, angle + 2 * .pi])
        expect(try results.numbers(0, of: "rises.csv"), [2 * .pi - angle, 4 * .pi - angle])
    }

    /// The frequencies are (i + 1/2) / n, the greatest of which crosses first.
    @Test("Watch the first time that any of a hundred thousand nodes does")
    func firstOfMany() throws {
        let count = 100_000
        let results = try folder.run(
            """
            graph: {isolated: {nodes: \(count)}}
            model: {kuramoto: {coupling: 0, frequency: {quantiles: {uniform: [0, 1]}}, phase: 0}}
            integrate: {method: runge-kutta-4, step: 0.5, until: 2}
            observe:
              - {first-passages: {of: phase, nodes: all, above: 0.9}, name: all}
              - {crossing: {of: {maximum: phase}, above: 0.9}, name: first, then: stop}
            """)
        let first = 0.9 / (1 - 0.5 / Double(count))
        expect(try results.numbers(0, of: "first.csv"), [first])
        let passages = try results.numbers(0, of: "all.csv")
        expect([try #require(passages.first)], [first])
        #expect(try results.column(1, of: "all.csv").first == "\(count - 1)")
        // Until the end of the step, 1, all with a frequency of at least 0.9, in the order of their times.
        #expect(passages.count == count / 10)
        #expect(zip(passages, passages.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("At every logarithmic interval")
    func logarithmic() throws {
        let results = try folder.run(
            FreeOscillators.observing("{nodes: a, when: {logarithmic: {from: 0.01, per-decade: 5}}}"),
            set: ["integrate.step=0.001", "integrate.until=10"])
        // The multiples of a thousandth that are nearest to 0.01 · 10^(k/5), in exact decimals.
        let steps = (0...15).map { Int((10 * pow(10, Double($0) / 5)).rounded()) }
        #expect(try results.column(0, of: "nodes.csv") == steps.map { "\(Double("\($0)e-3") ?? 0)" })
    }

    /// Whenever the first reaches 1.1 the second is pushed, and the first begins again: at 1.1, 2.2 and 3.3.
    @Test("Let what I see act back")
    func actingBack() throws {
        let results = try folder.run(
            FreeOscillators.observing("{nodes: [a, b], when: end}", "{interventions: all}") + """
                intervene:
                  - {crossing: {of: {field: phase, nodes: a}, above: 1.1}, kick: {node: b, phase: 10}}
                  - {crossing: {of: {field: phase, nodes: a}, above: 1.1}, set: {node: a, phase: 0}}
                """)
        expect(try results.numbers(0, of: "interventions.csv"), [1.1, 1.1, 2.2, 2.2, 3.3, 3.3])
        expect(try results.numbers(2, of: "nodes.csv"), [4 - 3.3, 8 + 30], within: 1e-9)
    }

    // MARK: When

    /// Conditions beside what they mean for the step k of 0.1, in whole numbers.
    private static let conditions: [(String, @Sendable (Int) -> Bool)] = [
        ("{every: 0.3}", { $0 % 3 == 0 }), ("{every: 0.7, from: 2.1, until: 6.3}", { $0 % 7 == 0 && 21...63 ~= $0 }),
        ("{from: 0.3, until: 0.3}", { $0 == 3 }), ("{at: [0.1, 0.3, 0.7, 9.9]}", { [1, 3, 7, 99].contains($0) }),
        ("{not: {every: 0.2}, from: 9}", { $0 % 2 == 1 && $0 >= 90 }),
        ("{any: [{every: 0.6}, {every: 1.5}]}", { $0 % 6 == 0 || $0 % 15 == 0 }),
        ("{all: [{every: 0.6}, {every: 1.5}]}", { $0 % 30 == 0 }),
        (
            "{all: [{any: [{every: 0.4}, {at: 0.9}]}, {not: {from: 3, until: 7}}], until: 9}",
            { ($0 % 4 == 0 || $0 == 9) && !(30...70 ~= $0) && $0 <= 90 }
        ),
        ("{not: {not: {every: 3.3}}, end: true}", { $0 % 33 == 0 || $0 == 100 }),
        ("{any: [start, end, {at: 4.9}]}", { [0, 49, 100].contains($0) }),
        ("{all: [{every: 2.5}, {not: start}, {not: end}]}", { [25, 50, 75].contains($0) }),
        // The phase of a is t: never exactly, but the sides are clear between the multiples.
        ("{if: mean-phase > 0.65 and not (mean-phase > 1.35 or mean-phase < 0.85)}", { 9...13 ~= $0 }),
        ("{if: time >= 0.7, until: 1.2}", { 7...12 ~= $0 }),
        ("{if: time == 0.3 or time == 8.7}", { $0 == 3 || $0 == 87 }),
    ]

    @Test("Windows, lists, and conditions with and, or, not are due at the moments of exact arithmetic")
    func conditions() throws {
        for (index, (when, isDue)) in Self.conditions.enumerated() {
            let results = try folder.run(
                """
                graph: {isolated: {nodes: 1}}
                model: {kuramoto: {coupling: 0, frequency: 1, phase: 0}}
                integrate: {method: runge-kutta-4, step: 0.1, until: 10}
                observe:
                  - {nodes: 0, when: \(when)}
                  - {quantity: {name: mean-phase, mean: phase}, when: end}
                """, to: "results-\(index)")
            // Times are the doubles nearest to tenths.
            let exact = (0...100).filter(isDue).map { "\(Double("\($0)e-1") ?? 0)" }
            #expect(try results.column(0, of: "nodes.csv") == exact, "\(when)")
        }
    }
}
