import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What scenarios find of levels and conditions does not depend on when samples are taken.
@Suite struct OwnStepTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    /// A neuron that fires, which the method crosses in steps of its own.
    private static let neuron = """
        graph: {isolated: {nodes: 1}}
        model: {fitzhugh-nagumo: {current: 0.5}}
        integrate: {method: rkf45, until: 1000}

        """

    @Test(
        "All spikes are found, however long the steps of samples are",
        arguments: [[], ["integrate.step=0.1"], ["integrate.step=50"]])
    func spikes(overrides: [String]) throws {
        let results = try folder.run(
            Self.neuron + """
                observe: [{crossing: {of: {field: v}, above: 1}}, {first-passages: {of: v, above: 1}}]

                """, set: overrides)
        // SciPy's solve_ivp (DOP853, relative and absolute tolerance 1e-12) finds 26, the first at 2.7467.
        let times = try results.numbers(0, of: "crossings.csv")
        #expect(times.count == 26)
        #expect(abs((times.first ?? 0) - 2.7467) < 1e-4)
        let passages = try results.numbers(0, of: "first-passages.csv")
        #expect(passages.count == 1 && abs(passages[0] - 2.7467) < 1e-4)
    }

    @Test(
        "A run ends where a level is crossed or a condition comes to hold",
        arguments: ["{crossing: {of: {field: v}, above: 1}}", "{when: {if: top > 1}}"])
    func stop(condition: String) throws {
        let results = try folder.run(
            Self.neuron + """
                observe:
                  - {nodes: all, when: {every: 100, end: true}}
                  - {quantity: {name: top, maximum: v}, every: 100}
                stop: [\(condition)]

                """)
        let times = try results.numbers(0, of: "nodes.csv")
        #expect(times.count == 2 && abs(times[1] - 2.7467) < 1e-4)
        #expect(try abs(results.numbers(2, of: "nodes.csv")[1] - 1) < 1e-8)
        let manifest = try results.text("manifest.json")
        #expect(manifest.contains("\"time\" : \(times[1])"))
        #expect(manifest.contains("at time \(times[1])\""))
    }

    @Test(
        "A run is stopped by what holds for a short part of a step only, which a node stays in a group, too",
        arguments: ["rkf45", "rk8pd"],
        [
            "if: phase > 17.3 and phase < 17.3004", "if: not (phase <= 17.3 or phase >= 17.3004)",
            "if: abs(phase - 17.3002) < 0.0002", "if: 'min(phase - 17.3, 17.3004 - phase) > 0'",
            "all: [{if: phase > 17.3}, {if: phase < 17.3004}]", "if: phase > 17.3, until: 17.3004",
            "not: {any: [{if: phase < 17.3}, {if: phase > 17.3004}]}",
        ])
    func shortly(method: String, condition: String) throws {
        let results = try folder.run(
            """
            graph: {isolated: {nodes: 2}}
            model: {kuramoto: {coupling: 0, frequency: 1, phase: 0}}
            integrate: {method: \(method), until: 60}
            observe:
              - {quantity: {name: phase, maximum: phase}, when: end}
              - {changes: {nodes: {where: abs(phase - 12.1) < 0.0001}, memberships-only: true}}
            stop: [{when: {\(condition)}}]

            """)
        let times = try results.numbers(0, of: "phase.csv")
        #expect(times.count == 1 && abs(times[0] - 17.3) < 1e-9)
        let changes = try results.numbers(0, of: "changes.csv")
        #expect(changes.count == 4)
        #expect(zip(changes, [12.0999, 12.0999, 12.1001, 12.1001]).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test(
        "Of an epidemic a level is crossed at an event",
        arguments: [[], ["integrate.step=2"], ["integrate.step=0.01"]])
    func epidemic(overrides: [String]) throws {
        let results = try folder.run(
            """
            seed: 3
            graph: {erdos-renyi: {nodes: 300, edges: 1200}}
            model: {sir: {infection: 1, recovery: 1, initial: {infected: 0.02}}}
            integrate: {method: event-driven, until: 10}
            observe:
              - {crossing: {of: infected, above: 60}}
              - {changes: {nodes: {where: compartment == infected}, memberships-only: true}}

            """, set: overrides)
        // Who is infected, counted change by change.
        var count = 6
        var times: [Double] = []
        for (time, change) in zip(
            try results.numbers(0, of: "changes.csv"), try results.column(2, of: "changes.csv"))
        {
            count += change == "joined" ? 1 : -1
            if change == "joined", count == 60 { times.append(time) }
        }
        #expect(!times.isEmpty)
        #expect(try results.numbers(0, of: "crossings.csv") == times)
    }

    @Test("A condition that still holds is told at events, not where somebody else looks between them")
    func betweenEvents() throws {
        func interventions(_ other: String) throws -> String {
            let place = try ScenarioFolder()
            let results = try place.run(
                """
                seed: 3
                graph: {erdos-renyi: {nodes: 60, edges: 150}}
                model: {sis: {infection: 0.6, recovery: 1, initial: {infected: {count: 5}}}}
                integrate: {method: event-driven, until: 4}
                observe: [{interventions: all}\(other)]
                intervene:
                  - {when: {if: infected > 20}, once: false, parameter: {infection: 0.6 + 0.001 * time}}

                """)
            return try withExtendedLifetime(place) { try results.text("interventions.csv") }
        }
        let plain = try interventions("")
        #expect(plain.count > 1000)
        #expect(try interventions(", {crossing: {of: sin(20 * time), level: 0.5}}") == plain)
    }

    @Test("Of interventions at one time all are made, and one that another brings about at its time")
    func together() throws {
        let results = try folder.run(
            """
            graph: {isolated: {nodes: 2}}
            model: {kuramoto: {coupling: 0, frequency: 1, phase: 0}}
            integrate: {method: rkf45, until: 60}
            observe: [{quantity: {name: p, maximum: phase}, when: end}, {interventions: all}]
            intervene:
              - {name: one, when: {if: p > 17.3 and p < 17.3004}, set: {nodes: [1], phase: -1}}
              - {name: two, when: {if: p < 17.3004 and p > 17.3}, set: {nodes: [0], phase: 0}}
              - {name: put, when: {at: 30}, set: {nodes: [0], phase: 100}}
              - {name: seen, when: {if: p >= 100 and p < 100.0001}, set: {nodes: [0], phase: 200}}

            """)
        #expect(try results.column(2, of: "interventions.csv") == ["one", "two", "put", "seen"])
        #expect(try results.numbers(0, of: "interventions.csv").suffix(2) == [30, 30])
    }

    @Test(
        "Who has joined a group by the end of a run is told, also by a change at the last moment",
        arguments: ["rkf45", "runge-kutta-4", "bsimp"])
    func lastChanges(method: String) throws {
        let results = try folder.run(
            """
            graph: {isolated: {nodes: 3}}
            model: {kuramoto: {coupling: 0, frequency: 1, phase: 0}}
            integrate: {method: \(method), step: 0.01, until: 2.5}
            observe: [{changes: {nodes: {where: phase > 2.499}, memberships-only: true}}]
            intervene: [{when: {at: 2.5}, set: {nodes: [1], phase: 1}}]

            """)
        // Nodes 0 and 2 are at 2.5 then, but node 1 is set back.
        let times = try results.numbers(0, of: "changes.csv")
        var members: Set<Substring> = []
        for row in try results.text("changes.csv").split(separator: "\n").dropFirst() {
            let cells = row.split(separator: ",")
            if cells[2] == "joined" { members.insert(cells[1]) } else { members.remove(cells[1]) }
        }
        #expect(members == ["0", "2"])
        #expect(times.allSatisfy { $0 >= 2.499 && $0 <= 2.5 })
    }
}
