import Foundation
import ScenarioTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import ScenarioFiles

/// Runs that are carried out once more: with other observations, with something changed, and to find causes.
@Suite struct ReplayedRunTests {
    private let folder: ScenarioFolder
    private let path: String

    init() throws {
        folder = try ScenarioFolder()
        path = folder.directory.path(of: "results")
    }

    private static let epidemic = """
        seed: 5
        graph: {barabasi-albert: {nodes: 60, edges-per-node: 2}}
        model: {sir: {infection: 0.7, recovery: 1, initial: {infected: 0.05}}}
        integrate: {method: event-driven, until: 8}
        intervene: [{when: {at: 1}, set: {nodes: [5, 9], compartment: recovered}}]
        observe:
          - {quantities: [susceptible, infected], every: 0.5, name: compartments}

        """

    private static let questions = [
        "{causes: all}", "{tree: table}", "{nodes: all, every: 1}", "{changes: {nodes: all}}",
        "{crossing: {of: infected, level: 5}, name: five}", "{statistics: {of: infected}, every: 0.25}",
        "{interventions: all}", "{quantity: recovered, when: {at: [1, 2.5]}}",
    ]

    private func replay(_ observations: [String], to name: String = "replay", until end: String? = nil) throws
        -> ScenarioFolder.Results
    {
        let text = "observe: [\(observations.joined(separator: ", "))]\n"
        let file = try folder.directory.write(text, to: "questions.yml")
        let results = try ResultDirectory(creating: folder.directory.path(of: name))
        try ReplayedRun(of: path, observing: file, until: end).carryOut(in: results)
        return ScenarioFolder.Results(path: results.path)
    }

    /// Each question, and all of them, at once and afterwards.
    @Test("what is asked afterwards has the same bytes as what was asked at once", arguments: 0...questions.count)
    func replay(number: Int) throws {
        let questions = number < Self.questions.count ? [Self.questions[number]] : Self.questions
        try folder.run(Self.epidemic)
        let asked = Self.epidemic + questions.map { "  - \($0)\n" }.joined()
        let whole = try folder.run(asked, to: "whole")
        let replayed = try replay(questions)
        for name in try whole.files() where !name.hasPrefix("scenario") && !name.hasPrefix("manifest") {
            #expect(try replayed.text(name) == whole.text(name), "\(name)")
        }
    }

    @Test("a replay ends earlier if it is to")
    func shorter() throws {
        try folder.run(Self.epidemic)
        #expect(try replay(["{nodes: all, every: 0.5}"], until: "2").column(0, of: "nodes.csv").last == "2.0")
    }

    @Test("results that were edited are told from those of the run")
    func edited() throws {
        try folder.run(Self.epidemic)
        let table = "\(path)/compartments.csv"
        let text = try String(contentsOfFile: table, encoding: .utf8)
        try text.replacingOccurrences(of: "57", with: "58").write(toFile: table, atomically: true, encoding: .utf8)
        #expect(throws: ReplayError.otherTable("compartments.csv", path: path)) { try replay(["{causes: all}"]) }
    }

    @Test(
        "a file of observations must have the list, and nothing else",
        arguments: [
            "observe: all\n", "seed: 3\n", "observe: []\nseed: 3\n",
        ])
    func wrongFile(text: String) throws {
        try folder.run(Self.epidemic)
        let file = try folder.directory.write(text, to: "questions.yml")
        #expect(throws: ScenarioError.self) { try ReplayedRun(of: path, observing: file) }
        #expect(throws: ResumptionError.noResults(path: "\(path)-none")) { try ReplayedRun(of: "\(path)-none") }
    }

    @Test("runs are compared: the same ones, and one in which something is changed")
    func comparison() throws {
        let text = Self.epidemic + "  - {causes: all}\n"
        try folder.run(text)
        try folder.run(text, to: "same")
        #expect(try RunComparison(of: path, and: folder.directory.path(of: "same")).tables == [])
        let other = folder.directory.path(of: "other")
        try ReplayedRun(
            of: path, changing: [Override("intervene=[{when: {at: 1}, set: {nodes: [5], compartment: recovered}}]")]
        )
        .carryOut(in: ResultDirectory(creating: other))
        let comparison = try RunComparison(of: path, and: other)
        #expect(
            "\(try RunComparison(of: path, and: folder.directory.path(of: "same")))".hasPrefix(
                "the results are the same"))
        #expect(comparison.tables.first?.name == "causes.csv")
        #expect(comparison.tables.first?.firstTime == 1)
        #expect(comparison.tables.first?.first.old?[1] == "9")
        #expect(comparison.tables.first?.nodes.contains("9") == true)
        let numbers = comparison.tables.first { $0.name == "compartments.csv" }?.numbers
        #expect(numbers?.first { $0.name == "susceptible" }?.greatest == 1 || numbers?.isEmpty == false)
        #expect("\(comparison)".hasPrefix("the runs first differ at time 1, in line "))
    }

    @Test("what is no table is compared by its bytes, and nothing is not the same")
    func comparisonOfOtherFiles() throws {
        let text = Self.epidemic.components(separatedBy: "observe:")[0] + "observe:\n"
        let files = "  - {graph-file: graphml, name: wired}\n  - {quantity: infected, every: 1, format: json-lines}\n"
        func comparison(_ a: String, _ b: String) throws -> RunComparison {
            try RunComparison(of: folder.directory.path(of: a), and: folder.directory.path(of: b))
        }
        try folder.run(text + files, to: "first")
        try folder.run(text + files, to: "second")
        let same = try comparison("first", "second")
        #expect(same.equalNames.count == 2 && "\(same)".hasPrefix("the results are the same"))
        try folder.run("seed: 99\n" + (text + files).replacing("seed: ", with: "graph-seed: "), to: "third")
        let other = try comparison("first", "third")
        #expect(other.differingNames.count == 2 && other.equalNames.isEmpty)
        #expect("\(other)".hasPrefix("not the same bytes: "))
        try folder.run(text + "  - {quantity: recovered, every: 1, name: others}\n", to: "fourth")
        #expect("\(try comparison("first", "fourth"))".hasPrefix("there is nothing that could be compared"))
        // Units alone are nothing that a run has recorded.
        let units =
            ScenarioFolder.particles
            + "units: {length: nm, time: ps, mass: u}\nobserve: [{quantity: total-energy, every: 0.5, name: NAME}]\n"
        for name in ["fifth", "sixth"] {
            try folder.run(units.replacing("NAME", with: "energy"), to: name)
        }
        try FileManager.default.moveItem(
            atPath: folder.directory.path(of: "sixth/energy.csv"), toPath: folder.directory.path(of: "sixth/other.csv"))
        let ofUnits = try comparison("fifth", "sixth")
        #expect(ofUnits.equalNames == ["units.json"])
        #expect(ofUnits.otherNames.count == 2)
        #expect("\(ofUnits)".hasPrefix("there is nothing that could be compared"), "\(ofUnits)")
    }

    /// Against the graph: an edge is necessary if without it the node is not infected, which is looked at by a run without it.
    @Test("why a node was infected: a chain of infections back to the beginning, and what was necessary")
    func why() throws {
        let text = Self.epidemic + "  - {causes: all}\n  - {graph-file: edge-list}\n"
        let results = try folder.run(text)
        let nodes = try results.column(1, of: "causes.csv")
        let causes = try results.column(4, of: "causes.csv")
        let infected = zip(nodes, causes).filter { $0.1 == "neighbour" }
        let lastInfected = try #require(infected.last).0
        let question = CauseQuestion(about: .state(of: lastInfected, time: 8), in: path)
        let chain = try question.chain()
        #expect(chain.events.first?.node == lastInfected)
        for (event, cause) in zip(chain.events, chain.events.dropFirst()) {
            #expect(event.time > cause.time)
            #expect(cause.node == event.neighbour ?? event.node)
            if event.neighbour != nil { #expect(cause.new == "infected") }
        }
        let contacts = chain.events.filter { $0.neighbour != nil }
        #expect(contacts.count > 1)
        for event in contacts {
            let source = try #require(event.neighbour)
            let without = folder.directory.path(of: "without-\(event.node)")
            try ReplayedRun(
                of: path, intervening: ["{when: start, remove-edge: {from: \(source), to: \(event.node)}}"]
            ).carryOut(in: ResultDirectory(creating: without))
            let other = ScenarioFolder.Results(path: without)
            let isInfected = try other.column(1, of: "causes.csv").contains(lastInfected)
            #expect(try question.isNecessary(from: source, to: event.node, for: chain) == !isInfected)
        }
        for node in ["60", "-1", "ann", ""] {
            #expect(throws: ReplayError.noNode(node)) {
                try CauseQuestion(about: .state(of: node, time: 8), in: path).chain()
            }
        }
    }

    @Test("the event by which something came to be so for the first time, of the whole and of a node")
    func whyFirst() throws {
        let results = try folder.run(Self.epidemic + "  - {causes: all}\n")
        let columns = try (0...3).map { try results.column($0, of: "causes.csv") }
        var infected = 3
        let counts = zip(columns[2], columns[3]).map { old, new in
            infected += (new == "infected" ? 1 : 0) - (old == "infected" ? 1 : 0)
            return infected
        }
        let place = try #require(counts.firstIndex { $0 > 9 })
        func ask(_ condition: String, of node: String? = nil) throws -> CauseChain {
            try CauseQuestion(about: .first(condition, ofNode: node), in: path).chain()
        }
        let chain = try ask("infected > 9")
        #expect(chain.events.first?.node == columns[1][place])
        #expect(chain.events.first.map { "\($0.time)" } == columns[0][place])
        let node = columns[1][place]
        let ofNode = try ask("compartment == infected or compartment == recovered", of: node)
        let first = try #require(columns[1].firstIndex(of: node))
        #expect(ofNode.events.first.map { "\($0.time)" } == columns[0][first])
        #expect(throws: ReplayError.neverComesToHold("infected > 60")) { try ask("infected > 60") }
        #expect(throws: ReplayError.noNode("60")) { try ask("compartment == infected", of: "60") }
        for (condition, node, place) in [
            ("infected >", nil, "the condition:1:23:"), ("infectedd > 9", nil, "the condition:1:13:"),
            ("compartment == 1 and infect > 0", "5", "the condition:1:34:"),
        ] {
            #expect {
                try ask(condition, of: node)
            } throws: { error in
                "\(error)".hasPrefix(place)
            }
        }
        #expect(throws: ReplayError.self) { try ask("time > 1.234") }
    }

    @Test("a node is asked about at the end of the run, unless a time is given")
    func whyInTheEnd() throws {
        try folder.run(Self.epidemic)
        for node in ["5", "9"] {
            let atEnd = try CauseQuestion(about: .state(of: node, time: nil), in: path).chain()
            #expect("\(atEnd)" == "\(try CauseQuestion(about: .state(of: node, time: 8), in: path).chain())")
        }
    }

    @Test("causes are not told of a run that is another one than that of the directory")
    func whyOfEditedResults() throws {
        try folder.run(Self.epidemic)
        let table = "\(path)/compartments.csv"
        let text = try String(contentsOfFile: table, encoding: .utf8)
        try text.replacingOccurrences(of: "57", with: "58").write(toFile: table, atomically: true, encoding: .utf8)
        #expect(throws: ReplayError.otherTable("compartments.csv", path: path)) {
            try CauseQuestion(about: .state(of: "5", time: 2), in: path).chain()
        }
    }

    private func runEvents(edges: String, _ equations: String, until end: Double, observe: String) throws {
        _ = try folder.directory.write(edges, to: "edges.csv")
        let lines = equations.split(separator: "\n").map { "    \($0)\n" }.joined()
        try folder.run(
            "graph: {edge-list: {file: edges.csv, directed: true}}\nmodel:\n  equations:\n\(lines)"
                + "integrate: {method: runge-kutta-4, step: 0.125, until: \(end)}\nobserve: \(observe)\n")
    }

    /// 0 fires at 0, and has 1, 2 and 3 fire, of which the last needs the messages of two. Without 0, 1 fires at 1 by itself, which is later.
    @Test("why a neuron has fired: its avalanche back to the first, and which edges were necessary")
    func whyOfEvents() throws {
        try runEvents(
            edges: "source,target,weight\n0,1,2\n1,2,2\n0,3,2\n2,3,2\n",
            """
            variables: {v: [1, -1, -1, -3], spikes: 0}
            parameters: {drive: [1, 2, 0, 0]}
            rates: {v: drive, spikes: 0}
            events: [{when: v >= 1, set: {v: -1, spikes: spikes + 1}, send: {v: 1}, delay: 0.25}]
            """, until: 1.5, observe: "[{quantity: {sum: spikes}, name: spikes}]")
        let question = CauseQuestion(about: .state(of: "3", time: 1.5), in: path)
        let chain = try question.chain()
        #expect(
            "\(chain)" == """
                the last event of node 3 until 1.5 is event 0:
                  0.75: event 0 of 3, by its neighbour 2
                  0.5: event 0 of 2, by its neighbour 1
                  0.25: event 0 of 1, by its neighbour 0
                  0: event 0 of 0, by itself
                """)
        for (source, target, isNecessary) in [("2", "3", true), ("1", "2", true), ("0", "1", true), ("0", "3", true)] {
            #expect(try question.isNecessary(from: source, to: target, for: chain) == isNecessary)
        }
        let first = try CauseQuestion(about: .first("spikes > 0", ofNode: "2"), in: path).chain()
        #expect(first.events.map(\.node) == ["2", "1", "0"])
        let total = try CauseQuestion(about: .first("sum > 1", ofNode: nil), in: path).chain()
        #expect(total.events.map(\.node) == ["1", "0"])
        for never in ["sum > 9", "sum > -1"] {
            #expect(throws: ReplayError.neverComesToHold(never)) {
                try CauseQuestion(about: .first(never, ofNode: nil), in: path).chain()
            }
        }
        #expect(
            !(try CauseQuestion(about: .state(of: "2", time: 1.5), in: path).isNecessary(from: "0", to: "3", for: first))
        )
        let none = try CauseQuestion(about: .state(of: "1", time: 0.125), in: path).chain()
        #expect("\(none)" == "no event has happened to node 1 until 0.125")
    }

    /// Each of 0 and 1 alone has 2 fire at 0.25. Both together slow it down, so that only without one of them it fires once more.
    @Test("an event that happens all the same was not necessary, whatever follows later")
    func eventWithAndWithout() throws {
        try runEvents(
            edges: "source,target\n0,2\n1,2\n",
            """
            variables: {v: [1, 1, -1.5], slowness: 0}
            parameters: {drive: [0, 0, 2.5]}
            rates: {v: drive - slowness, slowness: 0}
            events: [{when: v >= 1, set: {v: -1}, send: {v: 2, slowness: 1}, delay: 0.25}]
            """, until: 2, observe: "[{causes: all}]")
        let question = CauseQuestion(about: .state(of: "2", time: 2), in: path)
        let chain = try question.chain()
        #expect(chain.events.map(\.node) == ["2", "0"])
        #expect(chain.events.map(\.time) == [0.25, 0])
        #expect(try !question.isNecessary(from: "0", to: "2", for: chain))
        let without = folder.directory.path(of: "without")
        try ReplayedRun(of: path, intervening: ["{when: start, remove-edge: {from: 0, to: 2}}"])
            .carryOut(in: ResultDirectory(creating: without))
        let other = ScenarioFolder.Results(path: without)
        let nodes = try other.column(1, of: "causes.csv")
        #expect(nodes.count { $0 == "2" } == 2)
    }

    /// The sum of what rises evenly passes 0.3 in the step after 1 has fired, at the end of the step before.
    @Test("an event of the step before is not what made a condition hold")
    func eventOfStepBefore() throws {
        try runEvents(
            edges: "source,target\n0,1\n",
            """
            variables: {v: [1, 0], rising: 0}
            rates: {v: 0, rising: 0.5}
            events: [{when: v >= 1, set: {v: -1}, send: {v: 2}, delay: 0.25}]
            """, until: 1, observe: "[{causes: all}, {quantity: {sum: rising}, name: risen}]")
        #expect(throws: ReplayError.noEvent("sum > 0.3", time: 0.375)) {
            try CauseQuestion(about: .first("sum > 0.3", ofNode: nil), in: path).chain()
        }
    }

    @Test("what was necessary is not known where edges cannot be removed")
    func fixedEdges() throws {
        try folder.run(
            "graph: {ring: {nodes: 20}}\nmodel: {voter: {}}\nintegrate: {method: sweeps, step: 1, until: 5}\nobserve: [{causes: all}]\n"
        )
        let question = CauseQuestion(about: .state(of: "3", time: 5), in: path)
        let chain = try question.chain()
        #expect(throws: ReplayError.fixedEdges) { try question.isNecessary(from: "2", to: "3", for: chain) }
    }

    @Test("nodes that have names are asked for by these, and not by numbers")
    func whyOfNames() throws {
        _ = try folder.directory.write("source,target\nann,bob\nbob,cid\n", to: "edges.csv")
        _ = try folder.run(
            """
            graph: {edge-list: {file: edges.csv}}
            model: {si: {infection: 5, initial: {infected: {count: 1}}}}
            integrate: {method: event-driven, until: 50}
            observe: [{quantity: infected, every: 1}]

            """)
        func chain(of node: String) throws -> CauseChain {
            try CauseQuestion(about: .state(of: node, time: 50), in: path).chain()
        }
        let changed = try ["ann", "bob", "cid"].map { try chain(of: $0).events.first?.new }
        #expect(changed.count { $0 == "infected" } == 2)
        #expect(throws: ReplayError.noNode("1")) { try chain(of: "1") }
    }
}
