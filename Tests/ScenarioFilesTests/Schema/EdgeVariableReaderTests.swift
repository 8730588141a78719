import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Variables of edges of equations that scenarios write themselves.
@Suite struct EdgeVariableReaderTests {
    private func text(_ edges: String, _ event: String) -> String {
        """
        graph: {complete: {nodes: 3}}
        model:
          equations:
            variables: {x: 0}
            parameters: {my-size: [1, 2, 3]}
            rates: {x: 1}
            edge-variables: \(edges)
            events:
              - \(event)
        integrate: {method: runge-kutta-4, step: 0.25, until: 2}
        observe: []

        """
    }

    /// `@` stands before what is wrong.
    @Test(
        "each fault is told where it stands",
        arguments: [
            ("{a: 1}", "{when: x > 1, outgoing: {b: @2}}", "there is no variable 'b' of edges"),
            ("{a: 1}", "{when: x > 1, outgoing: {a: edge.@b}}", "there is no 'edge.b' that could be used here"),
            (
                "{a: 1}", "{when: x > 1, incoming: {a: @edge.a > 1}}",
                "'a': this must be a number, not a condition: write if(condition, 1, 0)"
            ),
            ("{a: 1}", "{when: x > 1, set: {x: @edge.a}}", "there is no 'edge.a' that could be used here"),
            (
                "{a: 1}", "{when: x > 1, incoming: {a: @2 * from.random}}",
                "'a': the source of an edge that leads to the node draws nothing when the event happens: write 'random', which is "
                    + "drawn for the edge"
            ),
            (
                "{a: @2 * from.x}", "{when: x > 1, set: {x: 0}}",
                "'a': an edge begins with numbers that do not change by themselves: 'weight', 'edge.random', and the "
                    + "parameters and 'node' of its two ends, such as 'from.node', not with 'from.x'"
            ),
            (
                "{a: @time}", "{when: x > 1, set: {x: 0}}",
                "'a': an edge begins with numbers that do not change by themselves: 'weight', 'edge.random', and the "
                    + "parameters and 'node' of its two ends, such as 'from.node', not with 'time'"
            ),
            (
                "{a: 1, b: @edge.a + weight}", "{when: x > 1, set: {x: 0}}",
                "'b': an edge begins with numbers that do not change by themselves: 'weight', 'edge.random', and the "
                    + "parameters and 'node' of its two ends, such as 'from.node', not with 'edge.a'"
            ),
            (
                "{a: 1 + @rand()}", "{when: x > 1, set: {x: 0}}",
                "'rand' is not known here: write 'edge.random', a number from [0, 1) of each edge"
            ),
            (
                "{@weight: 1}", "{when: x > 1, set: {x: 0}}",
                "'weight': this name stands for something else already: each name may stand for one thing"
            ),
            (
                "{a: 1}", "@{when: x > 1}",
                "this event does nothing: write what it sets or sends, or what becomes of edges"
            ),
        ])
    func faults(_ edges: String, _ event: String, _ message: String) throws {
        let marked = text(edges, event)
        let problems = try #require(try ScenarioFolder().problems(marked.replacingOccurrences(of: "@", with: "")))
        #expect(problems.contains("error: \(message)"), "\(problems)")
        let before = try #require(marked.range(of: "@").map { marked[..<$0.lowerBound] })
        let line = before.count { $0 == "\n" } + 1
        let column = before.distance(from: before.lastIndex(of: "\n") ?? before.startIndex, to: before.endIndex)
        // The name of an edge's number is marked as a whole.
        let shift = message.hasPrefix("there is no 'edge.b'") ? -5 : 0
        #expect(problems.contains("test.yml:\(line):\(column + shift)"), "\(problems)")
    }

    @Test("names are suggested for the beginning of an edge only with which it may begin")
    func suggestions() throws {
        let folder = try ScenarioFolder()
        for (name, meant) in [("from.y", nil), ("tim", nil), ("wieght", "weight"), ("from.nod", "from.node")] {
            let text = text("{a: \(name)}", "{when: x > 1, set: {x: 0}}")
            let problems = try #require(try folder.problems(text))
            #expect(problems.contains("there is no '\(name)' that could be used here"), "\(problems)")
            if let meant { #expect(problems.contains("'\(meant)'"), "\(problems)") }
            for changing in ["'from.x'", "'x'", " x,", "time", "degree"] {
                #expect(!problems.contains(changing), "\(problems)")
            }
        }
    }

    @Test("an edge that would not begin with a number is told where the variables of edges stand")
    func beginnings() throws {
        let text = text("{a: sqrt(0 - weight)}", "{when: x > 1, set: {x: 0}}")
        let error = #expect(throws: (any Error).self) { try ScenarioFolder().scenario(text) }
        let message = error.map { "\($0)" } ?? ""
        #expect(
            message.contains("'a' of the edge from 0 to 1 would begin with nan, but must be a finite number"),
            "\(message)")
        #expect(message.contains("test.yml:7:21"), "\(message)")
    }

    private static let equations = """
        seed: 7
        graph: {random-inputs: {nodes: 30, inputs: 6}}
        model:
          equations:
            variables: {v: {uniform: [0, 1]}, source-trace: 0, target-trace: 0}
            parameters: {input: {uniform: [1.1, 1.6]}}
            rates: {v: (input - v) / 10, source-trace: -source-trace / 3, target-trace: -target-trace / 5}
            edge-variables: {my-w: 0.05 * weight * input + 0.02 * edge.random, delay: 0.2 + edge.random, last: -100}
            events:
              - when: v > 1
                set: {v: 0, source-trace: source-trace + 1, target-trace: target-trace + 1}
                refractory: 0.5
                hold: [v]
                send: {v: edge.my-w}
                delay: edge.delay
                outgoing: {my-w: "max(0, edge.my-w - 0.01 * target-trace * random)", last: time}
                incoming: {my-w: "min(0.2, edge.my-w + 0.01 * from.source-trace * exp((edge.last - time) / 20))"}

        """

    private static let observed =
        "observe: [{nodes: all, every: 2}, {quantity: edge-my-w-mean, every: 1}, {quantity: edge-my-w-deviation, every: 1}, {graph-file: graphml, when: end}]\n"

    @Test(
        "what becomes of edges does not depend on threads or observers",
        arguments: ["runge-kutta-4", "rkf45", "euler-maruyama"])
    func threads(method: String) throws {
        let folder = try ScenarioFolder()
        let text = Self.equations + "integrate: {method: \(method), step: 0.25, until: 30}\n"
        let results = try folder.run(text + Self.observed)
        let names = ["nodes.csv", "edge-my-w-mean.csv", "edge-my-w-deviation.csv", "network.graphml"]
        let threads = try folder.run(text + "threads: 3\n" + Self.observed, to: "threads")
        let watched = try folder.run(
            text
                + Self.observed.replacingOccurrences(
                    of: "observe: [",
                    with: "observe: [{causes: all}, {crossing: {of: {field: v, nodes: all}, above: 0.5}}, "),
            to: "watched")
        for name in names {
            #expect(try threads.text(name) == results.text(name))
            #expect(try watched.text(name) == results.text(name))
        }
        let means = try results.column(1, of: "edge-my-w-mean.csv").compactMap(Double.init)
        #expect(Set(means).count > 15)
    }

    @Test(
        "a run goes on from a checkpoint to the same bytes, also where nodes and edges come and go",
        arguments: ["runge-kutta-4", "rkf45", "euler-maruyama"])
    func checkpoints(method: String) throws {
        let folder = try ScenarioFolder()
        let text =
            Self.equations + """
                integrate: {method: \(method), step: 0.25, until: 8}
                intervene:
                  - {when: {at: 2}, remove-nodes: [4]}
                  - {when: {at: 3}, add-node: {like: 0}}
                  - {when: {at: 3}, set-edge: {from: 30, to: 1}}
                  - {when: {at: 4}, set-edge: {from: 1, to: 30}}
                  - {when: {at: 5}, parameter: {input: 1.4}}

                """ + Self.observed
        for seed in 1...3 {
            let run = try InterruptedRun(lastStep: 30, seed: UInt64(seed)) { try folder.scenario(text) }
            #expect(try run.expectSameBytes() == [])
        }
    }

    /// Without direction: the two of node 0 and 1 differ.
    @Test("a graph that is written has the numbers of its edges, in both directions", arguments: [true, false])
    func files(isDirected: Bool) throws {
        let folder = try ScenarioFolder()
        try folder.directory.write("source,target,weight\n0,1,4\n1,2,5\n0,2,7\n", to: "edges.csv")
        let results = try folder.run(
            """
            graph: {file: edges.csv, directed: \(isDirected)}
            model:
              equations:
                variables: {x: 0}
                parameters: {a: [1, 20, 300]}
                rates: {x: 0}
                edge-variables: {k: weight + from.a - 10 * a}
            integrate: {method: runge-kutta-4, step: 0.25, until: 1}
            observe: [{graph-file: graphml, fields: none}, {quantity: edge-k-mean, when: end}]

            """)
        let written = try results.text("network.graphml")
        let numbers: [(String, Int, Int)] = [
            ("0\" target=\"1", 4 + 1 - 200, 4 + 20 - 10), ("0\" target=\"2", 7 + 1 - 3000, 7 + 300 - 10),
            ("1\" target=\"2", 5 + 20 - 3000, 5 + 300 - 200),
        ]
        for (ends, there, back) in numbers {
            let line = try #require(written.split(separator: "\n").first { $0.contains("<edge source=\"\(ends)\"") })
            #expect(line.contains(">\(there)</data>"), "\(line)")
            #expect(line.contains(">\(back)</data>") == !isDirected, "\(line)")
        }
        let all = numbers.map { Double($0.1) } + (isDirected ? [] : numbers.map { Double($0.2) })
        let mean = try results.column(1, of: "edge-k-mean.csv").compactMap(Double.init)
        #expect(mean.count == 1 && abs(mean[0] - all.reduce(0, +) / Double(all.count)) < 1e-9)
    }

    // MARK: Numbers of the file

    private static func withDelays(_ graph: String, _ model: String) -> String {
        """
        graph: {\(graph)}
        model: \(model)
        integrate: {method: runge-kutta-4, step: 0.25, until: 8}
        observe: [{nodes: all}, {quantity: edge-delay-mean, when: end}]

        """
    }

    private static let sending =
        "{equations: {variables: {x: {initial: 'node / 10'}}, rates: {x: 1}, events: [{when: x > 1, set: {x: 0}, "
        + "send: {x: 0.25}, delay: edge.delay, outgoing: {delay: edge.delay / 2}}]}}"

    @Test("a column of the file is a variable of edges, and a run goes on from a checkpoint to the same bytes")
    func columns() throws {
        let folder = try ScenarioFolder()
        try folder.directory.write("source,target,delay\n0,1,0.75\n1,2,1.5\n2,0,3.125\n", to: "slow.csv")
        for graph in [
            "edge-list: {file: slow.csv, directed: true, columns: [delay]}", "file: slow.csv, columns: [delay]",
        ] {
            let text = Self.withDelays(graph, Self.sending)
            let run = try InterruptedRun(lastStep: 30, seed: 1) { try folder.scenario(text) }
            #expect(try run.expectSameBytes() == [])
        }
    }

    /// `@` stands before what is wrong.
    @Test(
        "columns are refused where they cannot be",
        arguments: [
            (
                "edge-list: {file: slow.csv, columns: @[delay]}", "{kuramoto: {coupling: 1, frequency: 1}}",
                "edges have no numbers here but weights: only those of 'equations' have, as variables of edges"
            ),
            (
                "edge-list: {file: slow.csv, columns: @[weight]}", sending,
                "'weight' is read anyway: 'columns' are those besides the ends of edges and 'weight'"
            ),
            (
                "edge-list: {file: slow.csv, columns: @[delay, Delay]}", sending,
                "a name stands twice in 'columns', but each column may be named once"
            ),
            ("file: friends.gml, columns: @[delay]", sending, "only edge lists have 'columns', not 'gml'"),
            (
                "edge-list: {file: slow.csv, columns: [delay]}",
                "{equations: {variables: {x: 0}, rates: {x: 0}, edge-variables: {@delay: 1}}}",
                "'delay': this name stands for something else already: each name may stand for one thing"
            ),
            (
                "edge-list: {file: odd.csv, columns: ['2 b']}", "{equations: @{variables: {x: 0}, rates: {x: 0}}}",
                "'2 b': a formula cannot say this name"
            ),
        ])
    func refusals(graph: String, model: String, message: String) throws {
        let folder = try ScenarioFolder()
        try folder.directory.write("source,target,delay\n0,1,0.75\n", to: "slow.csv")
        try folder.directory.write("source,target,2 b\n0,1,0.75\n", to: "odd.csv")
        try folder.directory.write(
            "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]", to: "friends.gml")
        let marked = Self.withDelays(graph, model)
        let problems = try #require(try folder.problems(marked.replacingOccurrences(of: "@", with: "")))
        #expect(problems.contains("error: \(message)"), "\(problems)")
        let before = try #require(marked.range(of: "@").map { marked[..<$0.lowerBound] })
        let line = before.count { $0 == "\n" } + 1
        let column = before.distance(from: before.lastIndex(of: "\n") ?? before.startIndex, to: before.endIndex)
        #expect(problems.contains("test.yml:\(line):\(column + (line == 1 ? 1 : 0))"), "\(problems)")
    }
}
