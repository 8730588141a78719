import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Delays in equations that scenarios write themselves.
@Suite struct DelayReaderTests {
    private func text(_ rates: String, method: String = "runge-kutta-4", step: Double = 0.25) -> String {
        """
        graph: {complete: {nodes: 2}}
        model:
          equations:
            variables: {x: 1}
            parameters: {my-lag: 0.5}
            \(rates)
        integrate: {method: \(method), step: \(step), until: 4}
        observe: [{nodes: all, when: end}]

        """
    }

    /// x' = −x(t − 1) from 1 is Σ (−1)ᵏ (t − k + 1)ᵏ / k!, of which RK4 and cubic polynomials have the first four terms without error.
    @Test("a delay is a number, a parameter, or a time with a unit")
    func values() throws {
        for rates in [
            "rates: {x: '-delayed(x, 1)'}", "rates: {x: '-delayed(x, 2 * my-lag)'}",
            "let: {late: 'delayed(x, my-lag + 0.5)'}\n    rates: {x: '-late'}",
            "time-unit: ms\n    rates: {x: '-delayed(x, 1000 * us) / ms'}",
        ] {
            let folder = try ScenarioFolder()
            let results = try folder.run(text(rates), set: ["integrate.until=2"])
            let x = try results.column(2, of: "nodes.csv").compactMap(Double.init)
            #expect(x.count == 2 && abs(x[0] + 0.5) < 1e-12, "\(x) of \(rates)")
        }
    }

    /// `@` stands before what is wrong.
    @Test(
        "each fault is told where it stands",
        arguments: [
            (
                "rates: {x: '-delayed(@2 * x, 1)'}", "runge-kutta-4", 0.25,
                "'delayed' takes a variable of which it is an earlier value"
            ),
            ("rates: {x: '-delayed(x, @x)'}", "runge-kutta-4", 0.25, "a delay must be made of numbers and parameters"),
            (
                "rates: {x: '-delayed(x, @0)'}", "runge-kutta-4", 0.25,
                "the delay is 0.0, but must be a time greater than 0"
            ),
            (
                "time-unit: ms\n    rates: {x: '-delayed(x, @1) / ms'}", "runge-kutta-4", 0.25,
                "this is in no unit, but must be in ms"
            ),
            (
                "rates: {x: '-delayed(x, my-lag)'}", "runge-kutta-4@", 1,
                "the delay of delayed(x, my-lag) is 0.5, but must not be shorter than the step 1.0: a step of at most 0.5 is needed"
            ),
            (
                "rates: {x: '-delayed(x, 1)'}", "@rkf45", 0.25,
                "'rkf45' does not move equations with delays, whose steps must be of a fixed length: write runge-kutta-4, "
            ),
            (
                "rates: {x: '-@delay(x, 1)'}", "runge-kutta-4", 0.25,
                "'delay' is not known here: write 'delayed(x, tau)'"
            ),
            (
                "rates: {x: 0}\n    events: [{when: '@delayed(x, 1) > 2', set: {x: 0}}]", "runge-kutta-4", 0.25,
                "'delayed' is known only where 'equations' say how variables change"
            ),
        ])
    func faults(_ rates: String, _ method: String, _ step: Double, _ message: String) throws {
        let marked = text(rates, method: method, step: step).replacingOccurrences(of: "@, step: ", with: ", step: @")
        let problems = try #require(try ScenarioFolder().problems(marked.replacingOccurrences(of: "@", with: "")))
        #expect(problems.contains("error: \(message)"), "\(problems)")
        let before = try #require(marked.range(of: "@").map { marked[..<$0.lowerBound] })
        let line = before.count { $0 == "\n" } + 1
        let column = before.distance(from: before.lastIndex(of: "\n") ?? before.startIndex, to: before.endIndex)
        #expect(problems.contains("test.yml:\(line):\(column)"), "\(problems)")
    }

    @Test("states for which there is no memory are told before a run, but not those before its beginning")
    func memory() throws {
        let text = text("rates: {x: '-delayed(x, 1e9)'}", step: 0.001)
        let long = text.replacingOccurrences(of: "complete: {nodes: 2}", with: "isolated: {nodes: 100000}")
        #expect(try ScenarioFolder().problems(long) == nil)
        let problems = try #require(
            try ScenarioFolder().problems(long.replacingOccurrences(of: "until: 4", with: "until: 20000")))
        // 16 bytes for each node and step.
        #expect(
            problems.contains("which looks back to 20000000 steps of 100000 nodes, needs at least 32000"), "\(problems)"
        )
        #expect(problems.contains("test.yml:7:42"), "\(problems)")
    }

    private static let changing = """
        seed: 7
        graph: {edge-list: {file: tracts.csv, columns: [length]}}
        model:
          equations:
            variables: {x: {uniform: [0, 1]}, y: 0}
            parameters: {speed: 2, lag: {uniform: [0.3, 0.9]}}
            let: {growth: 1 - x^2 - y^2}
            edges: {pull: "0.3 * (delayed(from.x, edge.length / speed) - delayed(x, lag))"}
            rates: {x: growth * x - 2 * y + pull, y: "growth * y + 2 * delayed(x, 0.25)"}
            events: [{when: y > 0.9, set: {y: 0.2}}]
        intervene:
          - {when: {at: 3}, add-node: {like: 0, name: late}}
          - {when: {at: 4}, parameter: {speed: 2.5}}
          - {when: {at: 5}, set: {nodes: [1], x: -0.5}}
          - {when: {at: 6}, pin: {fields: [x], nodes: [2]}}

        """

    private static let watched = """
        observe: [{nodes: all, every: 1}, {crossing: {of: {field: x, nodes: all}, above: 0.5}}]

        """

    private static func folder() throws -> ScenarioFolder {
        let folder = try ScenarioFolder()
        let edges = (0..<5).map { "\($0),\(($0 + 1) % 5),\(0.75 + Double($0) / 3)\n" }.joined()
        try folder.directory.write("source,target,length\n" + edges, to: "tracts.csv")
        return folder
    }

    @Test(
        "a run goes on from a checkpoint to the same bytes, whatever happens to its nodes",
        arguments: ["runge-kutta-4", "euler-maruyama"])
    func checkpoints(method: String) throws {
        let folder = try Self.folder()
        let text = Self.changing + "integrate: {method: \(method), step: 0.25, until: 10}\n" + Self.watched
        for seed in 1...3 {
            let run = try InterruptedRun(lastStep: 36, seed: UInt64(seed)) { try folder.scenario(text) }
            #expect(try run.expectSameBytes() == [])
        }
    }

    @Test("threads and who looks do not matter")
    func threads() throws {
        let folder = try Self.folder()
        let text = Self.changing + "integrate: {method: runge-kutta-4, step: 0.25, until: 10}\n"
        let results = try folder.run(text + "observe: [{nodes: all, every: 1}]\n")
        let threads = try folder.run(text + "threads: 3\nobserve: [{nodes: all, every: 1}]\n", to: "threads")
        let watched = try folder.run(text + Self.watched, to: "watched")
        for other in [threads, watched] { #expect(try other.text("nodes.csv") == results.text("nodes.csv")) }
        #expect(Set(try results.column(2, of: "nodes.csv")).count > 30)
    }

    @Test("a column that is asked for may stand once in a file, with weights and without", arguments: [true, false])
    func repeatedColumns(weights: Bool) throws {
        let folder = try ScenarioFolder()
        try folder.directory.write("source,target,length,Length\n0,1,1,2\n", to: "tracts.csv")
        let text = Self.changing.replacingOccurrences(
            of: "columns:", with: weights ? "columns:" : "weights: false, columns:")
        let problems = try #require(
            try folder.problems(text + "integrate: {method: runge-kutta-4, step: 0.25, until: 10}\nobserve: []\n"))
        #expect(problems.contains("the columns are 'source,target,length,Length'"), "\(problems)")
    }
}
