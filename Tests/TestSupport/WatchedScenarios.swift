/// Small scenarios, and all that can be observed of them and done about it.
public enum WatchedScenarios {
    /// Twelve oscillators on a random graph, 40 steps.
    public static let oscillators = """
        seed: 5
        graph: {erdos-renyi: {nodes: 12, probability: 0.4}}
        model: {kuramoto: {coupling: 1.5, frequency: {normal: {mean: 0, deviation: 1}}}}
        integrate: {method: runge-kutta-4, step: 0.1, until: 4}

        """

    /// 108 atoms, 40 steps.
    public static let atoms = """
        seed: 5
        box: periodic
        particles: {lattice: {fcc: {cells: 3, density: 0.8}}, temperature: 1.5}
        interactions: [{lennard-jones: {cutoff: 1.8, skin: 0.2}}]
        integrate: {method: leapfrog, step: 0.004, until: 0.16}

        """

    /// Items of `observe:` for oscillators, by their kinds. Some need ``definition``.
    public static let ofNetworks: [(kind: String, text: String)] = [
        ("nodes", "{nodes: all}"),
        ("nodes", "{nodes: {where: phase > 3}, fields: [phase], every: 0.2, format: json-lines}"),
        ("nodes", "{nodes: [0, 3], ring: {last: 5, when: {at: [2, 3.5]}}}"),
        ("nodes", "{nodes: all, ring: {last: 3, crossing: {of: order-parameter, level: 0.8}}}"),
        ("quantity", "{quantity: order-parameter, when: {any: [{changed: {of: order-parameter, by: 0.03}}, end]}}"),
        (
            "quantity",
            "{quantity: {name: spread, quantiles: {of: phase, fractions: [0.1, 0.9]}}, when: {not: {every: 0.3}}}"
        ),
        ("quantities", "{quantities: [order-parameter, total], when: {logarithmic: {from: 0.2}}}"),
        ("statistics", "{statistics: {of: order-parameter}}"),
        (
            "statistics",
            """
            {statistics: {of: order-parameter, quantiles: [0.1, 0.5], histogram: {range: [0, 1], bins: 7}, \
            autocorrelation: {points: 4}, spectrum: {segment: 8}}, every: 0.1}
            """
        ),
        ("displacement", "{displacement: {of: phase, points: 4}}"),
        ("correlation", "{correlation: {of: phase, nodes: [1, 2], points: 4}}"),
        ("changes", "{changes: {nodes: {where: phase > 3}}}"),
        ("changes", "{changes: {nodes: all, old: true}}"),
        ("changes", "{changes: {nodes: all, memberships-only: true}}"),
        ("crossing", "{crossing: {of: order-parameter, level: 0.8, hysteresis: 0.01}}"),
        ("crossing", "{crossing: {of: {field: phase}, above: 3}}"),
        ("first-passages", "{first-passages: {of: phase, above: 4}}"),
        ("interventions", "{interventions: all}"),
        ("population", "{population: all}"),
        ("edges", "{edges: all}"),
        ("edges", "{edges: [[0, 1]]}"),
        ("graph", "{graph: [size, components, clustering, degree-distribution], every: 0.5}"),
        ("graph", "{graph: [degree-distribution, size]}"),
        ("graph-file", "{graph-file: graphml, every: 0.5}"),
        ("graph-file", "{graph-file: edge-list, gzip: true, when: end}"),
    ]

    /// Items of `observe:` for atoms, by their kinds.
    public static let ofParticles: [(kind: String, text: String)] = [
        ("nodes", "{nodes: all, fields: [position], format: xyz, every: 0.008}"),
        ("radial-distribution", "{radial-distribution: {maximum: 2, bins: 20}}"),
        ("structure-factor", "{structure-factor: {maximum: 5}}"),
        ("structure-factor", "{structure-factor: {maximum: 2.5, method: direct}, every: 0.008}"),
        ("diffusion", "{diffusion: {lags: [0.02, 0.06]}}"),
        ("displacement", "{displacement: {of: position}}"),
        ("correlation", "{correlation: {of: velocity}}"),
    ]

    /// Items of `intervene:`, by what they do.
    public static let interventions: [(action: String, text: String)] = [
        ("set", "{when: {at: 1}, set: {nodes: {where: phase > 3}, phase: phase / 2}}"),
        ("kick", "{when: {every: 0.7}, kick: {node: 2, phase: 0.5}}"),
        ("kick", "{crossing: {of: order-parameter, above: 0.7}, once: true, kick: {nodes: [1, 2, 3], phase: 1}}"),
        ("parameter", "{when: {at: [1, 2]}, parameter: {coupling: 2 + order-parameter}}"),
        ("pin", "{when: {at: 0.5}, pin: {nodes: {where: phase > 3}}, release: {at: 3}}"),
        ("pin", "{when: {every: 1}, pin: {nodes: [1, 2], fields: [phase]}}"),
        ("drive", "{drive: {node: 0, field: phase, as: sin(2 * time)}, release: {at: 2.5}}"),
        ("drive", "{when: {at: 1.5}, drive: {node: 1, field: phase, as: time^2}}"),
        ("add-node", "{when: {at: 1}, add-node: {like: 3, phase: 0.5}}"),
        ("remove-nodes", "{when: {at: 2}, remove-nodes: [4, 5]}"),
        ("set-edge", "{when: {at: 0.5}, set-edge: {from: 0, to: 7}}"),
        ("remove-edge", "{when: {at: 1.5}, remove-edge: {from: 0, to: 7}}"),
    ]

    /// An item of `observe:` for oscillators that defines a quantity.
    public static let definition = "{quantity: {name: total, sum: phase}, when: end}"

    // MARK: Whole scenarios

    /// Oscillators with all interventions, and with all observations that go on where nodes come and go.
    public static let changingNetwork =
        oscillators
        + list("observe", [definition] + ofNetworks.filter { !needsAllNodes.contains($0.kind) }.map(\.text))
        + list("intervene", interventions.map(\.text))

    /// Scenarios in which there is everything, by their names.
    public static let all: [(name: String, text: String)] = [
        ("changing-network", changingNetwork),
        ("network", oscillators + list("observe", [definition] + ofNetworks.map(\.text))),
        ("atoms", atoms + list("observe", ofParticles.map(\.text))),
    ]

    private static let needsAllNodes: Set<String> = ["displacement", "correlation"]

    private static func list(_ key: String, _ items: [String]) -> String {
        "\(key):\n" + items.map { "  - \($0)\n" }.joined()
    }
}
