import Foundation
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
                "{when: count > 1, set: {count: @random}}",
                "'random' is not known here: write a parameter that is drawn for each node, such as {uniform: [0, 1]}, or 'noise', "
                    + "since there is no chance in events"
            ),
            ("@{when: count > 1}", "this event does nothing: write what it sets or sends"),
            ("{when: count > 1, set: {count: 0}, @then: 1}", "unknown key 'then'"),
        ])
    func faults(_ marked: String, _ message: String) throws {
        let problems = try #require(
            try ScenarioFolder().problems(text(marked.replacingOccurrences(of: "@", with: ""))))
        #expect(problems.contains("error: \(message)"), "\(problems)")
        guard let place = marked.firstIndex(of: "@") else { return }
        let column = marked.distance(from: marked.startIndex, to: place)
        #expect(problems.contains("test.yml:8:\(9 + column)"), "\(problems)")
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
}
