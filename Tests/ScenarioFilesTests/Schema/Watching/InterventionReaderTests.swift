import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite struct InterventionReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    /// The phases of a, b and c at a time.
    private func phases(_ intervention: String, at time: Double) throws -> [Double] {
        let results = try folder.run(
            FreeOscillators.observing("{nodes: all, when: {at: \(time)}}") + "intervene: [{\(intervention)}]")
        return try results.numbers(2, of: "nodes.csv")
    }

    private static let effects: [(String, Double, [Double])] = [
        ("when: {at: 1}, set: {node: c, phase: 100}", 1, [1.0, 2, 3]),
        ("when: {at: 1}, set: {node: c, phase: 100}", 1.5, [1.5, 3, 101.5]),
        ("set: {phase: 7}", 0, [0, 0, 0]), ("set: {phase: 7}", 0.5, [7.5, 8, 8.5]),
        ("when: {at: 1}, set: {nodes: [a, b], phase: -phase}", 1.5, [-0.5, -1, 4.5]),
        // Those of 1, 2 and 3 that are more than 1.5.
        ("when: {at: 1}, kick: {nodes: {where: phase > 1.5}, phase: 2 * phase}", 1.5, [1.5, 7, 10.5]),
        ("when: {at: 2}, kick: {phase: time + node}", 2.5, [4.5, 8, 11.5]),
        ("when: {from: 1}, once: true, kick: {node: a, phase: 10}", 4, [14, 8, 12]),
        // Six times before the end.
        ("when: {from: 1}, kick: {node: a, phase: 10}", 4, [64, 8, 12]),
        ("when: {if: order-parameter > 5}, set: {phase: 0}", 4, [4, 8, 12]),
        ("pin: {nodes: [a, c]}", 3, [0, 6, 0]),
        ("pin: {nodes: a, fields: phase}, when: {at: 1}, release: {at: 3}", 4, [2, 8, 12]),
    ]

    @Test(
        "An intervention takes effect after the moment at which it is due",
        arguments: effects)
    func effect(intervention: String, time: Double, expected: [Double]) throws {
        #expect(try phases(intervention, at: time) == expected)
    }

    @Test("An intervention at a crossing takes effect at its time, inside of the step")
    func crossing() throws {
        let crossing = "crossing: {of: {field: phase, nodes: c}, above: 4.2}"
        let phases = try phases("\(crossing), set: {node: a, phase: 10}", at: 1.5)
        // c reaches 4.2 at 1.4.
        #expect(abs(phases[0] - 10.1) < 1e-11)
        #expect(abs(phases[1] - 3) < 1e-11 && abs(phases[2] - 4.5) < 1e-11)
    }

    @Test("A field that is driven is the given function of time at each step")
    func drive() throws {
        let results = try folder.run(
            FreeOscillators.observing("{nodes: [a, b]}")
                + "intervene: [{drive: {node: a, field: phase, as: 2 * time^2}, release: {at: 3}}]")
        let phases = try results.numbers(2, of: "nodes.csv")
        let times = stride(from: 0, through: 4, by: 0.5)
        for (index, time) in times.enumerated() {
            let exact = time <= 3 ? 2 * time * time : 18 + time - 3
            #expect(abs(phases[2 * index] - exact) < 1e-12)
            #expect(phases[2 * index + 1] == 2 * time)
        }
    }

    @Test("It is the same as to go on from the changed state with another scenario")
    func twoPieces() throws {
        func text(_ phases: String, until: Double) -> String {
            """
            graph: {edge-list: {file: edges.csv}}
            model: {kuramoto: {coupling: 0.7, frequency: [1, 2, 3], phase: \(phases)}}
            integrate: {method: runge-kutta-4, step: 0.5, until: \(until)}
            observe: [{nodes: all, when: end}]

            """
        }
        let whole = try folder.run(
            text("0", until: 4) + "intervene: [{when: {at: 2}, kick: {node: b, phase: -1}}]", to: "whole")
        var middle = try folder.run(text("0", until: 2), to: "first").numbers(2, of: "nodes.csv")
        middle[1] -= 1
        let last = try folder.run(text("\(middle)", until: 2), to: "second")
        #expect(try whole.numbers(2, of: "nodes.csv") == last.numbers(2, of: "nodes.csv"))
    }

    @Test("The nodes of an epidemic can be put into compartments")
    func compartments() throws {
        // Hardly anything happens by itself.
        let results = try folder.run(
            """
            graph: {edge-list: {file: edges.csv}}
            model: {sis: {infection: 1e-12, recovery: 1e-12, initial: {infected: {count: 0}}}}
            integrate: {method: event-driven, step: 1, until: 4}
            observe: [{changes: {nodes: {where: compartment == 1}}}, {interventions: all}, {nodes: b, when: end}]
            intervene:
              - {when: {at: 1}, set: {node: b, compartment: 1}}
              - {when: {at: 3}, set: {nodes: {where: compartment == 1}, compartment: 0}}
            """)
        #expect(try results.text("changes.csv") == "time,node,change,compartment\n1.0,b,joined,1.0\n3.0,b,left,0.0\n")
        #expect(try results.column(0, of: "interventions.csv") == ["1.0", "3.0"])
        #expect(try results.numbers(2, of: "nodes.csv") == [0])
    }

    @Test("Who changed what can be recorded")
    func record() throws {
        let results = try folder.run(
            FreeOscillators.observing("{interventions: all}") + """
                intervene:
                  - name: push
                    when: {at: 1}
                    kick: {nodes: [a, c], phase: 0.25}
                  - when: {at: 2}
                    set: {node: b, phase: 0}
                """)
        #expect(
            try results.text("interventions.csv") == """
                time,step,author,subject,number,old,new
                1.0,2,push,a,phase,1.0,1.25
                1.0,2,push,c,phase,3.0,3.25
                2.0,4,set,b,phase,4.0,0.0

                """)
    }

    @Test("A parameter of the model is set to a number or to an expression over quantities")
    func parameters() throws {
        let results = try folder.run(
            FreeOscillators.observing("{interventions: all}") + """
                intervene:
                  - parameter: {coupling: 2 * order-parameter}
                  - when: {at: 2}
                    parameter: {coupling: 0.5}
                """)
        // The phases are all the same at the start.
        #expect(
            try results.text("interventions.csv") == """
                time,step,author,subject,number,old,new
                0.0,0,parameter,parameter,coupling,0.0,2.0
                2.0,4,parameter-2,parameter,coupling,2.0,0.5

                """)
    }

    @Test(
        "What is wrong is told",
        arguments: [
            ("when: {at: 1}", "an intervention must say what to change"),
            ("set: {phase: 1}, kick: {phase: 1}", "an intervention must have only one of set and kick"),
            ("set: {node: a}", "'set' must say which fields"), ("set: {node: d, phase: 1}", "there is no node 'd'"),
            ("set: {node: a, nodes: b, phase: 1}", "there can be only one of 'node' and 'nodes'"),
            ("set: {node: a, phas: 1}", "unknown key 'phas' in 'set'"),
            ("kick: {node: a, phase: x}", "there is no 'x' that could be used here"),
            ("kick: {node: a, phase: 1}, when: {at: 9}", "'at' is later than the end of the run"),
            (
                "kick: {phase: 1}, when: start, crossing: {of: order-parameter, above: 1}",
                "there can be only one of 'when' and 'crossing'"
            ),
            ("kick: {phase: 1}, release: end", "'release' has no meaning for 'kick', only for 'pin' and 'drive'"),
            ("parameter: {}", "'parameter' must say which parameter"),
            ("parameter: {cupling: 1}", "unknown key 'cupling' in 'parameter'"),
            ("parameter: {coupling: phase}", "there is no 'phase' that could be used here"),
            ("pin: {fields: phase}", "missing key 'nodes' in 'pin'"),
            ("drive: {node: a, field: phase}", "missing key 'as' in 'drive'"),
            ("drive: {node: a, field: phase, as: phase}", "there is no 'phase' that could be used here"),
        ])
    func refusal(intervention: String, message: String) throws {
        let problems = try #require(try folder.problems(FreeOscillators.text + "intervene: [{\(intervention)}]"))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }
}
