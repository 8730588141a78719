import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Edges that move, of equations and maps that scenarios write themselves.
@Suite struct EdgeRateReaderTests {
    /// `@` stands before what is wrong.
    @Test(
        "each fault is told where it stands",
        arguments: [
            ("edge.b: @1", "did you mean 'edge.my-b'?"),
            ("edge.my-b: edge.my-b * @pull", "'pull' is not known here"),
            ("edge.my-b: @x > 1", "'edge.my-b': this must be a number, not a condition: write if(condition, 1, 0)"),
            (
                "edge.my-b: 1 + @random",
                "'random' is not known here: write a variable of edges that begins with 'edge.random'"
            ),
            ("edge.my-b: @(from.v - v) / (1 * ms)", "this is in mV/ms, but must be in 1/ms"),
            ("edge.my-b: @1", "this is in no unit, but must be in 1/ms"),
        ])
    func faults(rate: String, message: String) throws {
        let marked = """
            graph: {complete: {nodes: 3}}
            model:
              equations:
                time-unit: ms
                variables: {v: {initial: 0, unit: mV}, x: 0}
                edges: {pull: x}
                edge-variables: {my-b: 1}
                rates:
                  v: 0
                  x: 0
                  \(rate)
            integrate: {method: runge-kutta-4, step: 0.25, until: 2}
            observe: []

            """
        let problems = try #require(try ScenarioFolder().problems(marked.replacingOccurrences(of: "@", with: "")))
        #expect(problems.contains(message), "\(problems)")
        let before = try #require(marked.range(of: "@").map { marked[..<$0.lowerBound] })
        let column = before.distance(from: before.lastIndex(of: "\n") ?? before.startIndex, to: before.endIndex)
        #expect(problems.contains("test.yml:11:\(column)"), "\(problems)")
    }

    private static let equations = """
        seed: 7
        graph: {erdos-renyi: {nodes: 40, probability: 0.13}}
        model:
          equations:
            variables: {phase: {uniform: [0, 6.283]}, heard: 0}
            parameters: {omega: {normal: {mean: 1, deviation: 0.2}}, learning: 0.3}
            edge-variables: {lag: 0.4 * edge.random, my-k: weight}
            edges: {pull: edge.my-k * sin(from.phase - phase - edge.lag)}
            rates:
              phase: omega + pull / 5
              heard: pull - heard
              edge.my-k: learning * (cos(from.phase - phase) - edge.my-k)

        """

    private static let map = """
        seed: 7
        graph: {erdos-renyi: {nodes: 40, probability: 0.13}}
        model:
          map:
            variables: {x: {uniform: [0, 1]}}
            edge-variables: {lag: 0.1 * edge.random, my-k: 0.1 * weight}
            edges: {pull: edge.my-k * (from.x - x)}
            next: {x: "0.5 * x + pull + edge-less * random", edge.my-k: 0.9 * edge.my-k + edge.lag * from.x * random}
            parameters: {edge-less: 0.2}

        """

    private static let observed = """
        observe:
          - {nodes: all, every: 2}
          - {quantity: edge-my-k-mean, every: 1}
          - {quantity: edge-my-k-deviation, every: 1}
          - {graph-file: graphml, when: end}

        """

    private static func text(_ method: String, until end: Int) -> String {
        method == "synchronous"
            ? map + "integrate: {method: synchronous, until: \(end)}\n"
            : method == "sweeps"
                ? map.replacingOccurrences(of: "    parameters:", with: "    order: random\n    parameters:")
                    + "integrate: {method: sweeps, until: \(end)}\n"
                : equations + (["milstein", "heun"].contains(method) ? noise : "")
                    + "integrate: {method: \(method), step: 0.25, until: \(end)}\n"
    }

    private static let noise = "    noise: {edge.my-k: 0.1 + 0.05 * edge.my-k, heard: 0.1}\n"

    private static let methods = [
        "runge-kutta-4", "rkf45", "rk8pd", "euler-maruyama", "milstein", "heun", "synchronous", "sweeps",
    ]

    @Test("what becomes of edges does not depend on threads or observers", arguments: methods)
    func threads(method: String) throws {
        let folder = try ScenarioFolder()
        let text = Self.text(method, until: 12)
        let results = try folder.run(text + Self.observed)
        let names = ["nodes.csv", "edge-my-k-mean.csv", "edge-my-k-deviation.csv", "network.graphml"]
        let threads = try folder.run(text + "threads: 3\n" + Self.observed, to: "threads")
        let field = text.contains("phase") ? "phase" : "x"
        let watched = try folder.run(
            text
                + Self.observed.replacingOccurrences(
                    of: "observe:\n",
                    with: "observe:\n  - {crossing: {of: {field: \(field), nodes: all}, above: 0.5}}\n"), to: "watched")
        for name in names {
            #expect(try threads.text(name) == results.text(name))
            #expect(try watched.text(name) == results.text(name))
        }
        let means = try results.column(1, of: "edge-my-k-mean.csv").compactMap(Double.init)
        #expect(Set(means).count > 10)
    }

    @Test(
        "a run goes on from a checkpoint to the same bytes, also where nodes and edges come and go", arguments: methods)
    func checkpoints(method: String) throws {
        let folder = try ScenarioFolder()
        let text =
            Self.text(method, until: 8) + """
                intervene:
                  - {when: {at: 2}, remove-nodes: [4]}
                  - {when: {at: 3}, add-node: {like: 0}}
                  - {when: {at: 3}, set-edge: {from: 40, to: 1}}
                  - {when: {at: 4}, set-edge: {from: 1, to: 3}}
                  - {when: {at: 5}, add-node: {like: 1}}

                """ + Self.observed
        for seed in 1...3 {
            let run = try InterruptedRun(
                lastStep: method == "synchronous" || method == "sweeps" ? 8 : 30, seed: UInt64(seed)
            ) { try folder.scenario(text) }
            #expect(try run.expectSameBytes() == [])
        }
    }

    /// Twice the rate for 2 s from 3.
    @Test("rates of edges are in units of their own over that of time")
    func units() throws {
        let folder = try ScenarioFolder()
        let results = try folder.run(
            """
            graph: {complete: {nodes: 3}}
            model:
              equations:
                time-unit: ms
                variables: {v: {initial: 2, unit: mV}}
                parameters: {speed: {value: 1, unit: 1/mV s}}
                edge-variables: {k: 3}
                rates: {v: 0 * v / ms, edge.k: from.v * speed}
            integrate: {method: runge-kutta-4, step: 250, until: 2000}
            observe: [{quantity: edge-k-mean, when: end}]

            """)
        let mean = try results.column(1, of: "edge-k-mean.csv").compactMap(Double.init)
        #expect(mean.count == 1 && abs(mean[0] - 7) < 1e-9)
    }
}
