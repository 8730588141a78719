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
        #expect(try results.column(1, of: "number.csv") == ["3.0", "3.0", "4.0"])
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

    @Test("An edge that cannot be ends the run with an error")
    func failure() throws {
        let text =
            FreeOscillators.observing("{quantity: order-parameter}")
            + "intervene: [{when: {at: 1}, set-edge: {from: a, to: b, weight: 2}}]"
        #expect(throws: (any Error).self) { try folder.run(text) }
    }
}
