import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Events of equations that scenarios write themselves.
@Suite struct EventReaderTests {
    private func text(_ event: String, method: String = "runge-kutta-4", rest: String = "") -> String {
        """
        graph: {complete: {nodes: 3}}
        model:
          equations:
            variables: {x-value: [0.5, 0, -9], count: 0}
            parameters: {pulse-size: 2, wait: 1}
            rates: {x-value: 1, count: 0}
            events:
              - \(event)
        integrate: {method: \(method), step: 0.25, until: 2}
        observe: [{nodes: all, when: end}]
        \(rest)

        """
    }

    private static let event =
        "{when: x-value > 1, set: {x-value: 0, count: count + 1}, refractory: wait, hold: [x-value], "
        + "send: {x-value: pulse-size}, delay: wait / 8}"

    /// 0 fires at 0.5, 1 at 0.625 by its message; both rest for 1.
    @Test("events happen, on any number of threads with the same bytes", arguments: ["runge-kutta-4", "rkf45"])
    func events(method: String) throws {
        let folder = try ScenarioFolder()
        let results = try folder.run(text(Self.event, method: method))
        let numbers = try results.column(2, of: "nodes.csv").compactMap(Double.init)
        #expect(zip(numbers, [0.5, 0.375, -3]).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(try results.column(3, of: "nodes.csv").compactMap(Double.init) == [1, 1, 0])
        let threads = try folder.run(text(Self.event, method: method, rest: "threads: 3"), to: "threads")
        #expect(try threads.text("nodes.csv") == results.text("nodes.csv"))
    }

    /// `@` stands before what is wrong.
    @Test(
        "each fault is told where it stands",
        arguments: [
            ("{when: x-value > @y, set: {count: 0}}", "there is no 'y' that could be used here"),
            ("{when: @x-value, set: {count: 0}}", "this must be a condition, such as 'v > 1', not a number"),
            ("{when: count > 1, set: {count: 1 + @from.count}}", "there is no 'from.count' that could be used here"),
            ("{when: count > 1, set: {other: @0}}", "there is no variable 'other'"),
            (
                "{when: count > 1, set: {count: @count > 1}}",
                "'count': this must be a number, not a condition: write if(condition, 1, 0)"
            ),
            ("{when: count > 1, send: {count: 2 @$ 3}}", "the character '$' has no meaning in an expression"),
            ("{when: count > 1, send: {count: 1}, delay: @weigt}", "there is no 'weigt' that could be used here"),
            (
                "{when: count > 1, set: {count: 0}, refractory: @ln(2)}",
                "'ln' is not known here: write 'log', which is the natural logarithm"
            ),
            ("{when: count > 1, set: {count: 0}, refractory: 1, hold: [@wait]}", "there is no variable 'wait'"),
            (
                "{when: count > 1, set: {count: 0}, hold: @[count]}",
                "nothing rests after this event: write for how long, by 'refractory'"
            ),
            (
                "{when: count > 1, set: {count: 0}, delay: @1}",
                "this event sends nothing that could take its time: write what, by 'send'"
            ),
            (
                "{when: @[1, 2], set: {count: 0}}",
                "'when' must be one condition, such as 'v > 1', or 'v > 1 and w < 2' of several, not a list"
            ),
            (
                "{when: count > 1 + @random, set: {count: 0}}",
                "'random' is not known here: write a variable, such as 'time >= due', that 'set' draws by 'random', since a "
                    + "condition is looked at again and again"
            ),
            (
                "{when: count > 1, set: {count: 2 * @rand()}}",
                "'rand' is not known here: write 'random', a number from [0, 1)"
            ),
            (
                "{when: count > 1, send: {count: 2 * @to.random}}",
                "there is no 'to.random' that could be used here"
            ),
            ("@{when: count > 1}", "this event does nothing: write what it sets or sends, or what becomes of edges"),
            ("{when: count > 1, set: {count: 0}, @then: 1}", "unknown key 'then'"),
        ])
    func faults(_ written: String, _ message: String) throws {
        let marked = MarkedText(written)
        let problems = try #require(try ScenarioFolder().problems(text(marked.text)))
        #expect(problems.contains("error: \(message)"), "\(problems)")
        guard let place = marked.place else { return }
        #expect(problems.contains("test.yml:8:\(9 + place.column)"), "\(problems)")
    }

    /// 0 fires at 0.75, and 1 at 1, when the message of 0 arrives; that of 1 to 0 is lost.
    @Test("without noise, the methods for noise make events at the ends of steps")
    func endsOfSteps() throws {
        let folder = try ScenarioFolder()
        let results = try folder.run(text(Self.event, method: "euler-maruyama"))
        #expect(try results.column(2, of: "nodes.csv").compactMap(Double.init) == [0.25, 0, -3])
    }

    @Test("what an event cannot do ends the run and says why")
    func failures() throws {
        let folder = try ScenarioFolder()
        let problems = #expect(throws: (any Error).self) {
            try folder.run(text("{when: x-value > 1, set: {x-value: 0}, refractory: -wait}"))
        }
        #expect("\(problems.map { "\($0)" } ?? "")".contains("refractory"))
    }

    // MARK: Chance

    /// Neurons that fire at random, and synapses that let spikes pass at random, after delays of their own.
    private static let chance = """
        seed: 3
        graph: {watts-strogatz: {nodes: 12, neighbours: 4, rewiring: 0}}
        model:
          equations:
            variables: {v: {uniform: [0, 1]}, due: {uniform: [0, 2]}, drawn: 0}
            parameters: {rate: 1, release: 0.3}
            rates: {v: 0.2 - v / 5, due: 0, drawn: 0}
            events:
              - when: time >= due
                set: {due: time - log(1 - random) / rate, drawn: random}
                refractory: 0.1 * random
                hold: [v]
                send: {v: "if(random < release, 0.2, 0)"}
                delay: 0.1 + 0.4 * edge.random
              - {when: v > 0.8, set: {v: 0}, send: {v: 0.1 * from.random}}

        """

    @Test("what events draw does not depend on threads or observers", arguments: ["runge-kutta-4", "rkf45"])
    func luck(method: String) throws {
        let folder = try ScenarioFolder()
        let text = Self.chance + "integrate: {method: \(method), step: 0.25, until: 8}\n"
        let results = try folder.run(text + "observe: [{nodes: all, when: end}]\n")
        let last = try results.text("nodes.csv")
        let threads = try folder.run(text + "threads: 3\nobserve: [{nodes: all, when: end}]\n", to: "threads")
        #expect(try threads.text("nodes.csv") == last)
        let watched = try folder.run(
            text
                + "observe: [{nodes: all, when: end}, {causes: all}, {crossing: {of: {field: v, nodes: all}, above: 0.5}}]\n",
            to: "watched")
        #expect(try watched.text("nodes.csv") == last)
        let drawn = try results.column(4, of: "nodes.csv").compactMap(Double.init)
        #expect(Set(drawn).count >= 11)
    }

    @Test(
        "a run whose events draw goes on from a checkpoint to the same bytes, also where nodes come and go",
        arguments: ["runge-kutta-4", "rkf45", "euler-maruyama"])
    func checkpointOfLuck(method: String) throws {
        let folder = try ScenarioFolder()
        let text =
            Self.chance + """
                integrate: {method: \(method), step: 0.25, until: 8}
                intervene:
                  - {when: {at: 2}, remove-nodes: [4]}
                  - {when: {at: 3}, add-node: {like: 0}}
                  - {when: {at: 3}, set-edge: {from: 12, to: 1}}
                observe: [{nodes: all, every: 0.5}, {causes: all}]

                """
        for seed in 1...3 {
            let run = try InterruptedRun(lastStep: 30, seed: UInt64(seed)) { try folder.scenario(text) }
            #expect(try run.expectSameBytes() == [])
        }
    }
}
