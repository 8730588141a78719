import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Maps that scenarios write themselves, against plain loops, closed forms and models that there are.
@Suite struct MapReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func text(
        _ map: String, graph: String = "ring: {nodes: 64}", until: Int = 50, method: String = "synchronous",
        rest: String = "observe: [{nodes: all, every: 1}]"
    ) -> String {
        let lines = map.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return """
            seed: 5
            graph: {\(graph)}
            model:
              map:
            \(lines)
            integrate: {method: \(method), until: \(until)}
            \(rest)

            """
    }

    private func numbers(_ results: ScenarioFolder.Results, _ column: Int = 2) throws -> [Double] {
        try results.column(column, of: "nodes.csv").compactMap { Double($0) }
    }

    /// Looks at runs from checkpoints in which a node comes in nearly each step, to one that has gone on.
    private func expectSameBytesWhereNodesComeAndGo(_ map: String, method: String) throws {
        let comings = (1...24).flatMap { time in
            ["add-node: {like: 0}", "set-edge: {from: \(9 + time), to: 1}"].map { "{when: {at: \(time)}, \($0)}" }
        }
        let text = text(
            map, graph: "ring: {nodes: 10}", until: 30, method: method,
            rest: """
                intervene: [{when: {at: 6}, remove-nodes: [4]}, \(comings.joined(separator: ", "))]
                observe: [{nodes: all, every: 1}]
                """)
        for seed in 1...4 {
            let run = try InterruptedRun(seed: UInt64(seed)) { try folder.scenario(text) }
            #expect(try run.expectSameBytes() == [])
        }
    }

    private func list(_ numbers: [Double]) -> String { "[\(numbers.map { "\($0)" }.joined(separator: ", "))]" }

    private func expectClose(_ found: [Double], _ expected: [Double], _ error: Double = 1e-12) {
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) {
            #expect(abs(found - expected) <= error * max(1, abs(expected)))
        }
    }

    @Test(
        "a neighbour that is drawn has a degree and a number, as have definitions of it",
        arguments: ["synchronous", "sweeps"])
    func neighbours(method: String) throws {
        let order = method == "sweeps" ? "order: sequential" : "order: at-once"
        let map = """
            variables: {x: 0, y: 0}
            let: {mine: degree + node}
            next: {x: neighbour.node + 100 * neighbour.degree, y: neighbour.mine}
            \(order)
            """
        let results = try folder.run(text(map, graph: "star: {nodes: 9}", until: 3, method: method))
        let (x, y) = (try numbers(results, 2), try numbers(results, 3))
        for node in 9..<36 {
            guard node % 9 == 0 else {
                #expect(x[node] == 800 && y[node] == 8)
                continue
            }
            #expect((101...108).contains(x[node]) && y[node] == x[node] - 99)
        }
    }

    // MARK: Against plain loops

    /// K. Kaneko's lattice. Chaos doubles an error in each step, so that 12 of them leave 12 digits.
    @Test("a lattice of coupled logistic maps, in each order that does not draw")
    func coupledLogisticMaps() throws {
        let initial = (0..<64).map { 0.5 + 0.4 * sin(Double($0 * $0)) }
        let map = """
            variables: {x: \(list(initial))}
            let: {image: 3.9 * x * (1 - x)}
            edges: {pull: {mean: from.image}}
            next: {x: 0.9 * image + 0.1 * pull}
            """
        var (atOnce, inTurn) = (initial, initial)
        func next(_ x: [Double], _ i: Int) -> Double {
            func image(_ x: Double) -> Double { 3.9 * x * (1 - x) }
            return 0.9 * image(x[i]) + 0.1 * (image(x[(i + 63) % 64]) + image(x[(i + 1) % 64])) / 2
        }
        var (expected, expectedInTurn) = (atOnce, inTurn)
        for _ in 0..<12 {
            atOnce = (0..<64).map { next(atOnce, $0) }
            for i in 0..<64 { inTurn[i] = next(inTurn, i) }
            expected += atOnce
            expectedInTurn += inTurn
        }
        expectClose(try numbers(try folder.run(text(map, until: 12))), expected, 1e-11)
        let results = try folder.run(text(map + "\norder: sequential", until: 12, method: "sweeps"), to: "in-turn")
        expectClose(try numbers(results), expectedInTurn, 1e-11)
    }

    /// N. F. Rulkov's neurons: both variables are set by what both were.
    @Test("a lattice of Rulkov's maps")
    func rulkovMaps() throws {
        var x = (0..<64).map { -1 + 0.3 * cos(Double($0)) }
        var y = [Double](repeating: -2.9, count: 64)
        let map = """
            variables: {x: \(list(x)), y: -2.9}
            edges: {pull: 0.02 * (from.x - x)}
            next: {x: 4.2 / (1 + x^2) + y + pull, y: y - 0.001 * (x + 1.2)}
            """
        var (expectedX, expectedY) = (x, y)
        for _ in 0..<15 {
            let old = x
            for i in 0..<64 {
                let pull = 0.02 * (old[(i + 63) % 64] - old[i]) + 0.02 * (old[(i + 1) % 64] - old[i])
                x[i] = 4.2 / (1 + old[i] * old[i]) + y[i] + pull
                y[i] -= 0.001 * (old[i] + 1.2)
            }
            expectedX += x
            expectedY += y
        }
        let results = try folder.run(text(map, until: 15))
        expectClose(try numbers(results, 2), expectedX, 1e-9)
        expectClose(try numbers(results, 3), expectedY, 1e-9)
    }

    // MARK: Closed forms

    /// On a complete graph of n nodes the matrix (1 − a) I + a/(n − 1) (J − I) has the power t with the eigenvalues 1 and
    /// (1 − a n/(n − 1))^t.
    @Test("DeGroot's averages are powers of a matrix")
    func averages() throws {
        let initial = (0..<6).map { Double($0 * $0) }
        let map = "variables: {x: \(list(initial))}\nedges: {mean: {mean: from.x}}\nnext: {x: 0.7 * x + 0.3 * mean}"
        let results = try folder.run(text(map, graph: "complete: {nodes: 6}", until: 9))
        let mean = initial.reduce(0, +) / 6
        expectClose(
            try numbers(results),
            (0...9).flatMap { step in initial.map { mean + ($0 - mean) * pow(1 - 0.3 * 6 / 5, Double(step)) } })
    }

    /// Time is that at the beginning of a step; a variable without a formula stays.
    @Test("sugar grows back up to what the land bears")
    func sugar() throws {
        let map = """
            variables: {sugar: 0, capacity: [1, 2, 3.5, 4], clock: -1}
            next: {sugar: "min(sugar + 1, capacity)", clock: time}
            """
        let results = try folder.run(text(map, graph: "ring: {nodes: 4}", until: 6))
        let capacity = [1, 2, 3.5, 4]
        expectClose(try numbers(results), (0...6).flatMap { step in capacity.map { min(Double(step), $0) } })
        expectClose(try numbers(results, 4), (0...6).flatMap { step in capacity.map { _ in Double(step - 1) } })
    }

    // MARK: Models that there are

    @Test("Hegselmann's and Krause's opinions are those of the model of that name")
    func boundedConfidence() throws {
        let initial = (0..<40).map { 0.5 + 0.5 * sin(Double(7 * $0)) }
        let map = """
            variables: {x: \(list(initial))}
            edges:
              sum: "if(abs(from.x - x) <= 0.2, from.x, 0)"
              number: "if(abs(from.x - x) <= 0.2, 1, 0)"
            next: {x: (x + sum) / (1 + number)}
            """
        let graph = "complete: {nodes: 40}"
        let own = try numbers(try folder.run(text(map, graph: graph, until: 8)))
        let known = try folder.run(
            """
            graph: {\(graph)}
            model: {hegselmann-krause: {tolerance: 0.2, opinion: \(list(initial))}}
            integrate: {method: synchronous, until: 8}
            observe: [{nodes: all, every: 1}]
            """, to: "known")
        expectClose(own, try numbers(known))
        let last = own.suffix(40).map { ($0 * 1e9).rounded() }
        #expect(Set(last).count < 5)
    }

    @Test("Life is that of the model of that name")
    func life() throws {
        let alive = (0..<400).filter { ($0 * $0 + 3 * $0) % 7 < 3 }
        let cells = (0..<400).map { alive.contains($0) ? 1.0 : 0 }
        let map = """
            variables: {cell: \(list(cells))}
            edges: {living: from.cell}
            next: {cell: "if(living == 3 or cell == 1 and living == 2, 1, 0)"}
            """
        let graph = "moore-lattice: {sides: [20, 20]}"
        let own = try numbers(try folder.run(text(map, graph: graph)))
        let known = try folder.run(
            """
            graph: {\(graph)}
            model: {life: {alive: \(alive)}}
            integrate: {method: synchronous, until: 50}
            observe: [{nodes: all, every: 1}]
            """, to: "known")
        #expect(try own == numbers(known))
        #expect(own.suffix(400).contains(1))
    }

    // MARK: Chance

    private static let infection = """
        variables: {state: {uniform: [0, 1]}, draw: 0}
        edges: {sick: "if(from.state > 0.8, 1, 0)"}
        next: {state: "if(random < 0.2 * sick, 1, 0.9 * state)", draw: random}
        """

    /// Mean and variance of 3000 · 20 numbers; exceeded by chance with a probability below 1e-4.
    @Test("what is drawn is even, differs between nodes and steps, and does not depend on threads")
    func random() throws {
        let text = text(Self.infection, graph: "ring: {nodes: 3000}", until: 20)
        let results = try folder.run(text)
        let threads = try folder.run(text + "threads: 3\n", to: "threads")
        #expect(try threads.text("nodes.csv") == results.text("nodes.csv"))
        let drawn = Array(try numbers(results, 3).dropFirst(3000))
        #expect(Set(drawn).count == 60_000)
        let count = Double(drawn.count)
        let mean = drawn.reduce(0, +) / count
        #expect(abs(mean - 0.5) < 4.06 * (1 / 12 / count).squareRoot())
        let deviations = drawn.map { $0 - 0.5 }
        let spread = deviations.reduce(0) { $0 + $1 * $1 } / count
        #expect(abs(spread - 1.0 / 12) < 4.06 * (1 / 180 / count).squareRoot())
        let products = zip(deviations, deviations.dropFirst(3000)).map { $0 * $1 }
        let (sum, deviation) = (products.reduce(0, +), Double(products.count).squareRoot() / 12)
        #expect(abs(sum) < 4.06 * deviation)
    }

    /// A node is not drawn in a sweep with the probability (1 − 1/n)^n; exceeded by chance with a probability of 1e-5.
    @Test("random order draws as many nodes as there are, some of them more than once")
    func randomOrder() throws {
        let map = "variables: {count: 0, draw: -1}\nnext: {count: count + 1, draw: random}\norder: random"
        let results = try folder.run(text(map, graph: "ring: {nodes: 4000}", until: 1, method: "sweeps"))
        let counts = Array(try numbers(results).suffix(4000))
        let sum = counts.reduce(0, +)
        #expect(sum == 4000)
        let part = exp(-1.0)
        let left = Double(counts.count { $0 == 0 })
        let deviation = (4000 * part * (1 - 2 * part)).squareRoot()
        #expect(abs(left - 4000 * part) < 4.42 * deviation)
        let draws = try numbers(results, 3).suffix(4000).filter { $0 >= 0 }
        #expect(Set(draws).count == draws.count && draws.count == 4000 - Int(left))
    }

    @Test("a run from a checkpoint goes on to the same bytes", arguments: ["at-once", "sequential", "random"])
    func checkpoint(order: String) throws {
        let method = order == "at-once" ? "synchronous" : "sweeps"
        let text = text(
            Self.infection + "\norder: \(order)", until: 30, method: method)
        let run = try InterruptedRun { try folder.scenario(text) }
        #expect(try run.expectSameBytes() == [])
    }

    @Test(
        "a run in which nodes come, go, and read what neighbours have drawn goes on to the same bytes",
        arguments: ["at-once", "sequential", "random"])
    func checkpointOfChangingNodes(order: String) throws {
        try expectSameBytesWhereNodesComeAndGo(
            "variables: {x: 0}\nedges: {near: {mean: from.random}}\nnext: {x: (near + x) / 2}\norder: \(order)",
            method: order == "at-once" ? "synchronous" : "sweeps")
    }

    /// The least of no neighbours is infinite, which a run ends with.
    @Test("a node that was removed is not updated", arguments: ["at-once", "sequential", "random"])
    func removedNode(order: String) throws {
        let results = try folder.run(
            text(
                "variables: {x: 1}\nedges: {near: {least: from.x}}\nnext: {x: near + 1}\norder: \(order)",
                graph: "ring: {nodes: 5}", until: 9, method: order == "at-once" ? "synchronous" : "sweeps",
                rest: "intervene: [{when: {at: 3}, remove-nodes: [2]}]\nobserve: [{nodes: all, every: 9}]"))
        #expect(try numbers(results).suffix(4).allSatisfy(\.isFinite))
    }

    // MARK: Neighbours that are drawn

    private static let orders = [("at-once", "synchronous"), ("sequential", "sweeps"), ("random", "sweeps")]

    /// The same words are drawn in the same order.
    @Test("Deffuant's opinions are those of the model of that name, to the last bit, also of nodes without neighbours")
    func deffuant() throws {
        let initial = (0..<60).map { 0.5 + 0.5 * sin(Double(7 * $0)) }
        let map = """
            variables: {x: \(list(initial))}
            parameters: {tolerance: 0.3, convergence: 0.4}
            let:
              difference: neighbour.x - x
              pull: if(abs(difference) < tolerance, convergence * difference, 0)
            next: {x: x + pull, neighbour.x: neighbour.x - pull}
            order: random
            """
        let graph = "erdos-renyi: {nodes: 60, probability: 0.05}"
        let own = try numbers(try folder.run(text(map, graph: graph, until: 20, method: "sweeps")))
        let known = try folder.run(
            """
            seed: 5
            graph: {\(graph)}
            model: {deffuant: {tolerance: 0.3, convergence: 0.4, opinion: \(list(initial))}}
            integrate: {method: sweeps, until: 20}
            observe: [{nodes: all, every: 1}]
            """, to: "known")
        #expect(try own == numbers(known))
        #expect(own.suffix(60) != own.prefix(60))
    }

    /// χ² of three degrees of freedom exceeds 22.6 with a probability of 5e-5.
    @Test("each neighbour is as likely, and on any number of threads the same", arguments: orders)
    func evenChoice(order: String, method: String) throws {
        let map = """
            variables: {chosen: -1, own: -1, drawn: -1}
            parameters: {id: \(list((0..<3000).map(Double.init)))}
            let: {twice: 2 * id}
            next: {chosen: neighbour.twice / 2, own: random, drawn: neighbour.random}
            order: \(order)
            """
        let text = text(
            map, graph: "watts-strogatz: {nodes: 3000, neighbours: 4, rewiring: 0}", until: 6, method: method)
        let results = try folder.run(text)
        let threads = try folder.run(text + "threads: 3\n", to: "threads")
        #expect(try threads.text("nodes.csv") == results.text("nodes.csv"))
        let chosen = try numbers(results)
        var counts: [Int: Double] = [:]
        for (index, number) in chosen.enumerated() where number >= 0 {
            counts[(Int(number) - index % 3000 + 3000) % 3000, default: 0] += 1
        }
        #expect(counts.keys.sorted() == [1, 2, 2998, 2999])
        let mean = counts.values.reduce(0, +) / 4
        #expect(counts.values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) / mean } < 22.6)
        guard order == "at-once" else { return }
        #expect(Set(chosen[3000..<6000].enumerated().map { Int($1) - $0 }) != Set([1]))
        let (own, drawn) = (try numbers(results, 3), try numbers(results, 4))
        for index in 3000..<own.count { #expect(drawn[index] == own[index / 3000 * 3000 + Int(chosen[index])]) }
    }

    @Test("both ends of an edge change by the state before, one node after the other")
    func pairs() throws {
        let map = "variables: {x: [1, 10]}\nnext: {x: x + neighbour.x, neighbour.x: 2 * neighbour.x}\norder: sequential"
        let results = try folder.run(text(map, graph: "path: {nodes: 2}", until: 2, method: "sweeps"))
        #expect(try numbers(results) == [1, 10, 22, 31, 106, 115])
    }

    /// What 1 makes of 0, the centre, is what 2 reads.
    @Test("edges read what a neighbour has become, also in formulas of it alone")
    func sumsAfterChange() throws {
        let map = """
            variables: {x: [1, 10, 100], y: 0}
            edges: {sum: from.x^2}
            next: {y: sum, neighbour.x: neighbour.x + 1}
            order: sequential
            """
        let results = try folder.run(text(map, graph: "star: {nodes: 3}", until: 1, method: "sweeps"))
        #expect(try numbers(results, 3) == [0, 0, 0, 10_100, 1, 4])
    }

    @Test("a node without neighbours is its own, of which nothing else becomes", arguments: ["sequential", "random"])
    func noNeighbours(order: String) throws {
        let map = "variables: {x: 1, n: 0}\nnext: {x: x + neighbour.x, n: n + 1, neighbour.x: -1}\norder: \(order)"
        let results = try folder.run(text(map, graph: "isolated: {nodes: 3}", until: 4, method: "sweeps"))
        let expected = try numbers(results, 3).map { pow(2, $0) }
        #expect(try numbers(results) == expected)
    }

    @Test(
        "a run with neighbours that are drawn goes on to the same bytes, also where nodes come and go",
        arguments: orders)
    func checkpointOfNeighbours(order: String, method: String) throws {
        let change = order == "at-once" ? "" : ", neighbour.x: neighbour.x - 0.1 * (neighbour.x - x)"
        try expectSameBytesWhereNodesComeAndGo(
            "variables: {x: {uniform: [0, 1]}}\nnext: {x: x + 0.3 * (neighbour.x - x) + 0.01 * random\(change)}\norder: \(order)",
            method: method)
    }

    // MARK: Problems

    @Test(
        "each fault is told where it stands",
        arguments: [
            ("variables: {x: 0}\nnext: {x: 1 + @y}", "there is no 'y' that could be used here"),
            ("variables: {x: 0}\nnext: {x: 1, z: @1}", "there is no variable 'z'"),
            ("variables: {x: 0}\nnext: {x: 1}\n@noise: {x: 1}", "'noise'"),
            ("variables: {x: 0}\nnext: {x: 1 + @neighbour.y}", "there is no 'neighbour.y' that could be used here"),
            ("variables: {x: 0}\nnext: {neighbour.z: @1}\norder: random", "there is no variable 'neighbour.z'"),
            (
                "variables: {q: {components: [a, b], initial: 0}}\nnext: {neighbour.q.a: 1, @neighbour.q: 0}\norder: random",
                "'neighbour.q': this gives the same component as 'neighbour.q.a'"
            ),
            (
                "variables: {q: {components: [a, b], initial: 0}}\nnext: {neighbour.q: 0, @neighbour.q.b: 0}\norder: sequential",
                "'neighbour.q.b': this gives the same component as 'neighbour.q'"
            ),
            (
                "variables: {x: 0}\nnext: {x: 1, neighbour.x: @2}",
                "what a neighbour becomes is known only where one node is updated after the other"
            ),
            (
                "variables: {x: 0}\nlet: {d: 2 * near}\nedges: {near: from.x}\nnext: {x: @neighbour.d}",
                "there is no 'neighbour.d' that could be used here"
            ),
            (
                "variables: {x: 0}\nlet: {d: neighbour.x}\nedges: {e: @from.d}\nnext: {x: e}",
                "there is no 'from.d' that could be used here"
            ),
            ("variables: {x: 0}\nnext: {x: @rand()}", "'rand' is not known here: write 'random', a number from [0, 1)"),
            (
                "variables: {@random: 0}\nnext: {random: random}",
                "'random': this name stands for something else already: each name may stand for one thing"
            ),
            (
                "variables: {x: 0}\nparameters: {@random: 0}\nnext: {x: random}",
                "'random': this name stands for something else already: each name may stand for one thing"
            ),
        ])
    func faults(_ marked: String, _ message: String) throws {
        let problems = try #require(try folder.problems(text(marked.replacingOccurrences(of: "@", with: ""))))
        #expect(problems.contains(message), "\(problems)")
        let lines = marked.split(separator: "\n")
        let line = try #require(lines.firstIndex { $0.contains("@") })
        let column = lines[line].prefix { $0 != "@" }.count
        #expect(problems.contains("test.yml:\(5 + line):\(5 + column)"), "\(problems)")
    }

    @Test("a number that grows beyond all bounds names the step, the node and the variable")
    func infinity() throws {
        let map = "variables: {x: [2, 1, 1]}\nnext: {x: x^2}"
        let scenario = try folder.scenario(text(map, graph: "ring: {nodes: 3}"))
        #expect {
            _ = try folder.run(scenario)
        } throws: {
            "\($0)".contains("'x'") && "\($0)".contains("node 0")
        }
    }

    @Test("a node that comes to a lone one draws numbers of its own", arguments: ["synchronous", "sweeps"])
    func nodeThatComes(method: String) throws {
        let order = method == "sweeps" ? "\norder: sequential" : ""
        let results = try folder.run(
            text(
                "variables: {x: 0}\nnext: {x: random}\(order)", graph: "isolated: {nodes: 1}", until: 4, method: method,
                rest: "intervene: [{when: {at: 2}, add-node: {like: 0}}]\nobserve: [{nodes: all, every: 4}]"))
        let last = try numbers(results).suffix(2)
        #expect(last.count == 2 && Set(last).count == 2 && last.allSatisfy { 0 < $0 && $0 < 1 })
    }

    @Test("what a neighbour has not is told, with what it has, and nothing that cannot be written")
    func unknownNames() throws {
        let map = "variables: {x: 0}\nedges: {near: from.x}\nnext: {x: near + neighbour.near}"
        let problems = try #require(try folder.problems(text(map)))
        #expect(problems.contains("there is no 'neighbour.near'") && problems.contains("neighbour.x"), "\(problems)")
        let events =
            "variables: {v: 0}\nrates: {v: 0}\nedges: {near: from.v}\nevents: [{when: v > near, send: {v: foo}}]"
        let wrong = text(events, method: "euler-maruyama, step: 1").replacingOccurrences(of: "map:", with: "equations:")
        let ofEvents = try #require(try folder.problems(wrong))
        #expect(ofEvents.contains("there is no 'foo'") && !ofEvents.contains("sum 0"), "\(ofEvents)")
    }
}
