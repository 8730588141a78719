import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Nodes that are added during a run are named like any other, in scenarios about the oscillators a, b and c, whose
/// frequencies are 1, 2 and 3.
@Suite struct AddedNodesTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    /// Like b, from 2 on.
    private static let birth = "{when: {at: 2}, add-node: {like: b, name: d, phase: 0}}"

    @Test("A table has rows of a node from its birth on, in the place in which it is named")
    func table() throws {
        let results = try folder.run(
            FreeOscillators.observing("{nodes: [d, a], when: {at: [1, 2, 3, 4]}}")
                + "intervene: [\(Self.birth), {when: {at: 3}, remove-nodes: d}]")
        #expect(
            try results.text("nodes.csv")
                == "time,node,phase\n1.0,a,1.0\n2.0,a,2.0\n3.0,d,2.0\n3.0,a,3.0\n4.0,a,4.0\n")
    }

    @Test("Nodes without names are named by the next free numbers")
    func numbers() throws {
        let results = try folder.run(
            """
            graph: {isolated: {nodes: 2}}
            model: {kuramoto: {coupling: 0, frequency: [1, 2], phase: 0}}
            integrate: {method: runge-kutta-4, step: 0.5, until: 4}
            observe: [{nodes: [3, 0, 2], every: 1}]
            intervene:
              - {when: {at: [1, 2]}, add-node: {like: 1, phase: 0}}
              - {when: {at: 3}, kick: {node: 3, phase: 10}}
            """)
        #expect(
            try results.text("nodes.csv") == """
                time,node,phase
                0.0,0,0.0
                1.0,0,1.0
                2.0,0,2.0
                2.0,2,2.0
                3.0,3,2.0
                3.0,0,3.0
                3.0,2,4.0
                4.0,3,14.0
                4.0,0,4.0
                4.0,2,6.0

                """)
    }

    private static let changes: [(String, [Double])] = [
        ("{when: {at: 3}, set: {node: d, phase: 7}}", [4, 9]),
        ("{when: {at: 3}, kick: {nodes: [a, d], phase: 1}}", [5, 5]),
        // What is asked for at the moment of its birth, after it in the file or before.
        ("{when: {at: 2}, set: {node: d, phase: 7}}", [4, 11]),
        ("{when: {at: 3}, pin: {nodes: d}}", [4, 2]),
        ("{when: {at: 3}, drive: {node: d, field: phase, as: time^2}}", [4, 16]),
        ("{when: {at: 3}, remove-nodes: d}", [4]),
        // It has not come.
        ("{when: {at: 1}, kick: {nodes: [a, d], phase: 1}}", [5, 4]),
        ("{when: {at: 1}, remove-nodes: [d]}", [4, 4]), ("{when: {at: 1}, pin: {nodes: [d, a]}}", [1, 4]),
    ]

    @Test("An intervention changes a node that has come, and passes over one that has not", arguments: changes)
    func intervention(text: String, phases: [Double]) throws {
        for interventions in ["\(Self.birth), \(text)", "\(text), \(Self.birth)"] {
            // In the order of the file: what comes before the birth passes over the node.
            if interventions.hasPrefix("{when: {at: 2}, set") { continue }
            let results = try folder.run(
                FreeOscillators.observing("{nodes: [a, d], when: end}") + "intervene: [\(interventions)]",
                to: interventions.hasPrefix(text) ? "before" : "after")
            let found = try results.numbers(2, of: "nodes.csv")
            #expect(found.count == phases.count)
            #expect(zip(found, phases).allSatisfy { abs($0 - $1) < 1e-12 }, "\(found)")
        }
    }

    @Test("What comes at the same moment can be built on: a node like a new one, and edges between both")
    func sameMoment() throws {
        let results = try folder.run(
            FreeOscillators.observing("{edges: all}", "{nodes: [d, e], when: end}") + """
                intervene:
                  - \(Self.birth)
                  - {when: {at: 2}, add-node: {like: d, name: e, phase: phase + 1}}
                  - {when: {at: 2}, set-edge: {from: e, to: d}}
                """)
        #expect(try results.text("nodes.csv") == "time,node,phase\n4.0,d,4.0\n4.0,e,5.0\n")
        #expect(try results.text("edges.csv") == "time,step,source,target,old,new\n2.0,4,d,e,,1.0\n")
    }

    @Test("Nodes that are there are changed in the order of the file, whatever nodes come at the same moment")
    func order() throws {
        let results = try folder.run(
            FreeOscillators.observing("{nodes: [a, d], when: {at: 2.5}}") + """
                intervene:
                  - \(Self.birth)
                  - {when: {at: 2}, kick: {nodes: [a, d], phase: 10}}
                  - {when: {at: 2}, set: {nodes: [a, d], phase: 2 * phase}}
                """)
        // (2 + 10) · 2 and (0 + 10) · 2, and half of the frequencies more.
        #expect(try results.numbers(2, of: "nodes.csv") == [24.5, 21])
    }

    @Test("What names nodes to come is applied in its turn, before what stands behind it in the file")
    func turns() throws {
        let results = try folder.run(
            FreeOscillators.observing("{nodes: [a, d, e], when: {at: 2.5}}", "{interventions: all}") + """
                intervene:
                  - \(Self.birth)
                  - {name: first, when: {at: 2}, kick: {nodes: [d, a], phase: 10}}
                  - {name: second, when: {at: 2}, set: {nodes: a, phase: 2 * phase}}
                  - {name: third, when: {at: 2}, add-node: {like: d, name: e}}
                  - {name: fourth, when: {at: 2}, set: {nodes: [e, a], phase: 1 + phase}}
                  - {name: fifth, when: {at: 2}, set-edge: {from: e, to: a}}
                  - {name: sixth, when: {at: 2}, remove-nodes: [d, b]}
                  - {name: seventh, when: {at: 2}, kick: {nodes: [a, b], phase: 100}}
                """)
        // (2 + 10) · 2 + 1 + 100 and (0 + 10) + 1, and half of the frequencies more.
        #expect(try results.column(1, of: "nodes.csv") == ["a", "e"])
        #expect(try results.numbers(2, of: "nodes.csv") == [125.5, 12])
        var authors: [String] = []
        for author in try results.column(2, of: "interventions.csv") where author != authors.last {
            authors.append(author)
        }
        #expect(authors == ["add-node", "first", "second", "third", "fourth", "fifth", "sixth", "seventh"])
    }

    private static let needs = [
        ("add-node: {like: d, name: e}", "a new node is to be like it"),
        ("set-edge: {from: a, to: d}", "an edge to it is to change"),
        ("drive: {node: d, field: phase, as: time}", "it is to be driven"),
    ]

    @Test(
        "What needs a node that has not come is refused where that is known, else it ends the run, and says why",
        arguments: needs)
    func tooEarly(action: String, purpose: String) throws {
        func text(_ when: String) -> String {
            FreeOscillators.observing("{nodes: a}") + "intervene: [\(Self.birth), {when: \(when), \(action)}]"
        }
        let message = "there is no node 'd' yet when \(purpose): 'add-node' must come first"
        #expect(try folder.problems(text("{at: 1}"))?.contains("error: " + message) == true)
        let error = #expect(throws: (any Error).self) { try folder.run(text("{if: time >= 1}")) }
        #expect(error.map { "\($0)" } == message)
    }

    @Test("A run that is interrupted goes on with the nodes that have come, and those that will")
    func interrupted() throws {
        let text =
            FreeOscillators.observing("{nodes: [e, d]}", "{interventions: all}") + """
                intervene:
                  - {when: {at: 1}, add-node: {like: b, name: d, phase: 0}}
                  - {when: {at: 3}, add-node: {like: d, name: e, phase: 1}}
                  - {when: {every: 0.5}, kick: {nodes: [d, e], phase: 0.1}}
                  - {when: {at: 1.5}, drive: {node: d, field: phase, as: time}}
                """
        try InterruptedRun(lastStep: 8) { try folder.scenario(text) }.expectSameBytes()
        for seed in 2...6 as ClosedRange<UInt64> {
            try InterruptedRun(lastStep: 8, seed: seed) { try folder.scenario(text) }.expectSameBytes()
        }
    }

    private static let mistakes: [(String, String)] = [
        ("observe: [{nodes: [a, x]}]", "there is no node 'x'"),
        ("observe: [{quantity: {count: all, over: d}}]", "the node 'd' comes during the run, but 'over' must be there"),
        ("observe: [{changes: {nodes: [d]}}]", "the node 'd' comes during the run, but 'nodes[0]' must be there"),
        ("observe: [{first-passages: {of: phase, nodes: d, above: 1}}]", "the node 'd' comes during the run"),
        ("require: [{field: phase, nodes: d, within: [0, 9]}]", "the node 'd' comes during the run"),
    ]

    @Test("Where nodes must be those of the beginning, and where nobody adds a node, that is told", arguments: mistakes)
    func notThere(text: String, message: String) throws {
        let rendered = try #require(try folder.problems(FreeOscillators.text + text + "\nintervene: [\(Self.birth)]"))
        #expect(rendered.contains(message), "\(rendered)")
        let others = try #require(try folder.problems(FreeOscillators.text + text))
        #expect(others.contains("there is no node '\(message.contains("'x'") ? "x" : "d")'"), "\(others)")
    }

    private static let names: [(String, String)] = [
        (
            "{add-node: {like: b, name: a}}",
            "test.yml:4:40: error: there is a node 'a' already\n"
                + "  intervene: [{add-node: {like: b, name: a}}]\n" + String(repeating: " ", count: 41) + "^\n"
        ),
        ("{add-node: {like: b, name: d}}, {add-node: {like: b, name: d}}", "two nodes that are added are called 'd'"),
        ("{when: {every: 1}, add-node: {like: b, name: d}}", "several nodes would be called 'd', one each time"),
        ("{set-edge: {from: a, to: a}}", "an edge of this graph cannot lead from a node to itself"),
        ("{add-node: {like: a, name: d}}, {set-edge: {from: d, to: d}}", "cannot lead from a node to itself"),
        ("{set-edge: {from: a, to: b, weight: 2}}", "the edges of this graph have no weights"),
    ]

    @Test("Births and edges that cannot be are told before anything runs", arguments: names)
    func refusals(interventions: String, message: String) throws {
        let rendered = try #require(try folder.problems(FreeOscillators.text + "intervene: [\(interventions)]"))
        #expect(rendered.contains(message), "\(rendered)")
    }

    @Test("A name may be given again and again if only the first time counts")
    func once() throws {
        let results = try folder.run(
            FreeOscillators.observing("{population: all}")
                + "intervene: [{when: {every: 1}, once: true, add-node: {like: b, name: d}}]")
        #expect(try results.column(2, of: "population.csv") == ["d"])
    }
}
