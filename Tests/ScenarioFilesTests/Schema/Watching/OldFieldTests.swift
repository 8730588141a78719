import ScenarioTestSupport
import Testing
import TestSupport

/// Fields that are read out of states, before and after a change.
@Suite struct OldFieldTests {
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder() }

    private static let ring = "graph: {ring: {nodes: 20}}\n"
    private static let rungeKutta = "\nintegrate: {method: runge-kutta-4, step: 0.1, until: 0.8}\n"

    private static let scenarios = [
        ring + "model: {kuramoto: {coupling: 1, frequency: {uniform: [0, 1]}}}" + rungeKutta,
        ring + "model: {kuramoto: {coupling: 1, inertia: 1, frequency: {uniform: [0, 1]}}}" + rungeKutta,
        ring + "model: {lorenz: {coupling: 1, x: {uniform: [0, 1]}}}" + rungeKutta,
        ring + "model: {equations: {variables: {a: 1, b: node, c: 0}, rates: {a: -a, b: a - b, c: sin(b)}}}"
            + rungeKutta,
        """
        graph: {lattice: {sides: [6, 6], periodic: true}}
        model: {ising: {temperature: 3, spins: random, order: checkerboard}}
        integrate: {method: metropolis, until: 8}

        """,
        """
        graph: {lattice: {sides: [6, 6], periodic: true}}
        model: {rule: {states: [a, b, c], next: 'mod(state + count(neighbours, b), 3)', initial: {b: [0, 9]}}}
        integrate: {method: synchronous, until: 8}

        """,
        """
        box: {x: {periodic: [0, 3]}, y: {periodic: [0, 3]}}
        particles: {random: {count: 20}}
        model: {vicsek: {noise: 1, speed: 0.5, radius: 1}}
        integrate: {method: synchronous, step: 1, until: 8}

        """,
        """
        box: periodic
        particles: {lattice: {fcc: {cells: 3, density: 0.8}}, temperature: 30, positions: wrapped}
        interactions: [{lennard-jones: {cutoff: 1.8, skin: 0.2}}]
        integrate: {method: leapfrog, step: 0.004, until: 0.1}

        """,
    ]

    @Test("Changes have the fields of the nodes, now and a step before", arguments: scenarios)
    func fields(scenario: String) throws {
        let results = try folder.run(
            "seed: 3\n\(scenario)observe: [{nodes: all}, {changes: {nodes: all, old: true}}]\n")
        var present: [Substring: Substring] = [:]
        var expected: [String] = []
        for row in try results.text("nodes.csv").split(separator: "\n").dropFirst() {
            let parts = row.split(separator: ",", maxSplits: 2)
            let (time, node, fields) = (parts[0], parts[1], parts[2])
            if let old = present.updateValue(fields, forKey: node), old != fields {
                expected.append("\(time),\(node),changed,\(fields),\(old)")
            }
        }
        #expect(expected.count >= 20)
        #expect(try results.text("changes.csv").split(separator: "\n").dropFirst().map(String.init) == expected)
    }

    @Test("At events, what was before is what the node has become last")
    func events() throws {
        let results = try folder.run(
            """
            seed: 3
            \(Self.ring)model: {sir: {infection: 1, recovery: 0.5, initial: {infected: 0.3}}}
            integrate: {method: event-driven, until: 5}
            observe: [{nodes: all, when: start}, {changes: {nodes: all, old: true}}]
            """)
        var present: [String: String] = [:]
        for row in try results.text("nodes.csv").split(separator: "\n").dropFirst() {
            let parts = row.split(separator: ",").map(String.init)
            present[parts[1]] = parts[2]
        }
        let rows = try results.text("changes.csv").split(separator: "\n").dropFirst()
        #expect(rows.count > 20)
        for row in rows {
            let parts = row.split(separator: ",").map(String.init)
            #expect(parts[4] == present[parts[1]])
            present[parts[1]] = parts[3]
        }
    }
}
