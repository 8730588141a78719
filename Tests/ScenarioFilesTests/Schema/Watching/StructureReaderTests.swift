import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Nodes and edges that come and go in scenarios about the oscillators a, b and c, which are joined in a row.
@Suite struct StructureReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    @Test("A node is added in the state of another one but for some fields, with its name, and recorded from then on")
    func addition() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{nodes: all, every: 2}", "{population: all}", "{quantity: {name: number, count: all}, every: 2}")
                + "intervene: [{when: {at: 2}, add-node: {like: b, name: d, phase: phase + time}}]")
        #expect(
            try results.text("nodes.csv") == """
                time,node,phase
                0.0,a,0.0
                0.0,b,0.0
                0.0,c,0.0
                2.0,a,2.0
                2.0,b,4.0
                2.0,c,6.0
                4.0,a,4.0
                4.0,b,8.0
                4.0,c,12.0
                4.0,d,10.0

                """)
        #expect(try results.text("population.csv") == "time,step,node,event\n2.0,4,d,birth\n")
        #expect(try results.column(1, of: "number.csv") == ["3", "3", "4"])
    }

    @Test("Nodes that are removed are recorded no more, and count in nothing")
    func removal() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{nodes: all, when: {at: 3}}", "{population: all}", "{quantity: {name: total, sum: phase}, every: 1}",
                "{changes: {nodes: {where: phase > 5}, memberships-only: true}, name: high}")
                + "intervene: [{when: {at: 2}, remove-nodes: {where: phase > 3}}]")
        #expect(try results.text("nodes.csv") == "time,node,phase\n3.0,a,3.0\n")
        #expect(try results.text("population.csv") == "time,step,node,event\n2.0,4,b,death\n2.0,4,c,death\n")
        #expect(try results.column(1, of: "total.csv") == ["0.0", "6.0", "12.0", "3.0", "4.0"])
        #expect(try results.column(2, of: "high.csv") == ["joined", "left"])
    }

    @Test("Edges are set and removed, recorded with their ends, and the log tells by whom")
    func edges() throws {
        let results = try folder.run(
            FreeOscillators.observing("{edges: all}", "{edges: [[c, a]], name: one}", "{interventions: all}")
                + """
                intervene:
                  - {name: tie, when: {at: 1}, set-edge: {from: c, to: a}}
                  - {name: cut, when: {at: 2}, remove-edge: {from: b, to: a}}
                """)
        #expect(
            try results.text("edges.csv")
                == "time,step,source,target,old,new\n1.0,2,a,c,,1.0\n2.0,4,a,b,1.0,\n")
        #expect(try results.text("one.csv") == "time,step,source,target,old,new\n1.0,2,a,c,,1.0\n")
        #expect(
            try results.text("interventions.csv") == """
                time,step,author,subject,number,old,new
                1.0,2,tie,a–c,weight,,1.0
                2.0,4,cut,a–b,weight,1.0,

                """)
    }

    @Test("A node that has been added gets edges, by its name")
    func edgesOfAddedNodes() throws {
        let results = try folder.run(
            FreeOscillators.observing("{edges: all}", "{nodes: all, when: end}")
                + """
                intervene:
                  - {when: {at: 1}, add-node: {like: b, name: d}}
                  - {when: {at: 2}, set-edge: {from: a, to: d}}
                """)
        #expect(try results.text("edges.csv") == "time,step,source,target,old,new\n2.0,4,a,d,,1.0\n")
        // Like b, whose frequency is 2.
        #expect(try results.text("nodes.csv") == "time,node,phase\n4.0,a,4.0\n4.0,b,8.0\n4.0,c,12.0\n4.0,d,8.0\n")
    }

    @Test("A name that another node has ends the run")
    func refusedBirth() throws {
        let text =
            FreeOscillators.observing("{quantity: order-parameter}")
            + "intervene: [{when: {at: [1, 2]}, add-node: {like: b, name: d}}]"
        #expect(throws: (any Error).self) { try folder.run(text) }
    }

    @Test("A run that stops when all have passed does not wait for those that have gone")
    func passages() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{first-passages: {of: phase, above: 2.9}, then: stop}", "{quantity: order-parameter, every: 0.5}")
                + "intervene: [{when: {at: 1}, remove-nodes: a}]")
        #expect(try results.numbers(0, of: "first-passages.csv").count == 2)
        #expect(try results.numbers(0, of: "order-parameter.csv").last == 1.5)
    }

    @Test("What is driven ends with its node")
    func drives() throws {
        let results = try folder.run(
            FreeOscillators.observing("{crossing: {of: {field: phase, nodes: a}, above: 5}}", "{nodes: all, when: end}")
                + "intervene: [{drive: {node: a, field: phase, as: 4 * time}}, {when: {at: 1}, remove-nodes: a}]")
        #expect(try results.numbers(0, of: "crossings.csv").isEmpty)
    }

    @Test("Adaptive methods go on when nodes have come", arguments: ["rkf45", "rk8pd", "msadams"])
    func adaptiveMethods(method: String) throws {
        let results = try folder.run(
            FreeOscillators.observing("{nodes: all, when: end}")
                + "intervene: [{when: {at: 2}, add-node: {like: c, name: d}}]",
            set: ["integrate.method=\(method)"])
        let phases = try results.numbers(2, of: "nodes.csv")
        #expect(zip(phases, [4, 8, 12, 12]).allSatisfy { abs($0 - $1) < 1e-7 })
    }

    @Test("An edge that is removed where there is none changes nothing")
    func nothingChanges() throws {
        let scenario = FreeOscillators.observing("{nodes: all}")
        let adaptive = ["integrate.method=rk8pd", "model.kuramoto.coupling=0.7"]
        let plain = try folder.run(scenario, set: adaptive, to: "plain")
        let changed = try folder.run(
            scenario + "intervene: [{when: {every: 1}, remove-edge: {from: a, to: c}}]", set: adaptive, to: "changed")
        #expect(try plain.text("nodes.csv") == changed.text("nodes.csv"))
    }

    private static let mistakes: [(String, String)] = [
        ("add-node: {phase: 1}", "missing key 'like' in 'add-node'"),
        ("add-node: {like: a, phase: 1}", "missing key 'name' in 'add-node'"),
        ("set-edge: {from: a}", "missing key 'to' in 'set-edge'"),
        ("set-edge: {from: a, to: x}", "there is no node 'x'"),
        ("remove-edge: {from: a, to: b, weight: 2}", "unknown key 'weight'"),
        ("add-node: {like: a, name: d, phase: y}", "there is no 'y' that could be used here"),
    ]

    @Test("What cannot be is told before anything runs", arguments: mistakes)
    func whatCannotBe(intervention: String, message: String) throws {
        let text = FreeOscillators.observing("{quantity: order-parameter}") + "intervene: [{\(intervention)}]"
        let rendered = try #require(try folder.problems(text))
        #expect(rendered.contains(message), "\(rendered)")
    }

    private static let mistakenObservations: [(String, String)] = [
        ("population: some", "cannot be 'some'"),
        ("population: all, fields: [phase]", "'fields' has no meaning here"),
        ("edges: [[a]]", "'edges[0]' must have"),
        ("edges: [[a, x]]", "there is no node 'x'"),
        ("edges: []", "'edges' must have at least"),
    ]

    @Test("What cannot be observed of nodes and edges is told before anything runs", arguments: mistakenObservations)
    func whatCannotBeObserved(observation: String, message: String) throws {
        let rendered = try #require(try folder.problems(FreeOscillators.observing("{\(observation)}")))
        #expect(rendered.contains("observe"), "\(rendered)")
        #expect(rendered.contains(message), "\(rendered)")
    }

    @Test("Nodes and edges that never change cannot be observed to do so")
    func modelsThatDoNotChange() throws {
        let text = """
            graph: {lattice: {sides: [4, 4], periodic: true}}
            model: {ising: {temperature: 1}}
            integrate: {method: metropolis, until: 1}
            observe: [{population: all}, {edges: all}]
            """
        let rendered = try #require(try folder.problems(text))
        #expect(
            rendered.contains("'population' has no meaning for this model, whose nodes cannot come or go"),
            "\(rendered)")
        #expect(rendered.contains("'edges' has no meaning for this model, whose edges cannot change"), "\(rendered)")
    }

    @Test("When all nodes have gone sums are 0, and means and the order parameter are nan")
    func nobodyIsLeft() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{quantities: [order-parameter, number, mean-phase], every: 2, name: table}",
                "{quantity: {name: number, count: all}}", "{quantity: {name: mean-phase, mean: phase}}")
                + "intervene: [{when: {at: 1}, remove-nodes: all}]\nstop: [{when: {if: order-parameter < 2, from: 2}}]")
        #expect(
            try results.text("table.csv") == """
                time,order-parameter,number,mean-phase
                0.0,1.0,3,0.0
                2.0,nan,0,nan
                4.0,nan,0,nan

                """)
    }

    @Test("A number that is none and comes from an intervention is told with its author and the node")
    func notANumber() throws {
        let text =
            FreeOscillators.observing("{nodes: all}")
            + "intervene: [{name: spoil, when: {at: 1}, set: {node: b, phase: log(-1 - phase)}}]"
        let error = #expect(throws: (any Error).self) { try folder.run(text) }
        #expect(
            error.map { "\($0)" } == """
                spoil changes 'phase' of node 'b' to nan after step 2, at time 1.0, but must change it to a finite number; \
                the last good state of the node is phase = 2.0
                """)
        let birth =
            FreeOscillators.observing("{nodes: all}")
            + "intervene: [{name: bear, when: {at: 1}, add-node: {like: b, name: d, phase: 1 / (phase - 2)}}]"
        let refusal = #expect(throws: (any Error).self) { try folder.run(birth, to: "birth") }
        #expect(refusal.map { "\($0)".hasPrefix("bear changes 'phase' of a new node to inf after step 2") } == true)
    }

    @Test("Of a node that has gone nothing is made: no edge, no node like it, no hold, and the run goes on")
    func nodesThatHaveGone() throws {
        let text =
            FreeOscillators.observing("{edges: all}", "{population: all}", "{nodes: all, when: end}") + """
                intervene:
                  - {remove-nodes: a}
                  - {when: {at: 1}, set-edge: {from: a, to: b}}
                  - {when: {at: 1}, remove-edge: {from: c, to: a}}
                  - {when: {at: 1}, add-node: {like: a, name: d}}
                  - {when: {at: 1}, add-node: {like: a, name: e, phase: 2 * phase}}
                  - {when: {at: 1}, set: {nodes: [a, e], phase: 3}}
                  - {when: {at: 1}, drive: {node: a, field: phase, as: time}}
                """
        let results = try folder.run(text)
        #expect(try results.text("population.csv") == "time,step,node,event\n0.0,0,a,death\n")
        #expect(try results.text("edges.csv") == "time,step,source,target,old,new\n0.0,0,a,b,1.0,\n")
        #expect(try results.column(1, of: "nodes.csv") == ["b", "c"])
    }

    @Test("An edge that cannot be ends the run with an error")
    func failure() throws {
        let text = """
            graph: {path: {nodes: 3}}
            model: {si: {infection: 1, initial: {infected: [0]}}}
            integrate: {method: event-driven, until: 2}
            intervene: [{when: {at: 1}, set-edge: {from: 0, to: 2, weight: -1}}]
            """
        #expect(throws: (any Error).self) { try folder.run(text) }
    }
}
