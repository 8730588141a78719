import Descriptions
import EngineTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Compares which keys readers ask for with which their sections are described by.
private struct KeyAudit {
    /// Keys that were asked for, but are not described, with their places.
    var undescribed: Set<String> = []

    /// Keys that are described and have not been asked for, by the names of all keys that stand with them.
    var unasked: [[String]: Set<String>] = [:]

    /// Reads a scenario, and takes note of all its sections.
    mutating func read(_ document: Document) throws {
        var sections: [Section] = []
        _ = try document.read { root in
            // The sections hold the diagnostics.
            root.value.diagnostics.whenRead = { sections.append($0) }
            defer { root.value.diagnostics.whenRead = nil }
            return ScenarioReader(data: DataFiles(folder: ShippedScenarios.folder), defaultName: "test").read(root)
        }
        for section in sections { add(section) }
    }

    private mutating func add(_ section: Section) {
        guard let described = section.described else { return }
        let names = Set(described.map(\.name))
        let open = described.filter(\.necessity.isOpen).map(\.name)
        let others = open.isEmpty ? section.asked.filter { !names.contains($0) } : []
        undescribed.formUnion(others.map { (section.value.path + [$0]).joined(separator: ".") })
        unasked[names.sorted(), default: names.subtracting(open)].subtract(section.asked)
    }
}

@Suite("Sections that are described")
struct DescribedKeyTests {
    /// Scenarios in which readers find all that they may ask for.
    private static let texts = [
        """
        particles: {random: {count: 2}}
        box: {x: {periodic: [0, 9]}, y: {periodic: [0, 9]}, z: {periodic: [0, 9]}}
        interactions: []
        integrate: {method: leapfrog, step: 0.1, until: 1}
        """,
        """
        particles: {orbits: {constant: 1, primary: {mass: 1}, bodies: [{mass: 0, semi-major-axis: 1}]}}
        model: {gravity: {constant: 1}}
        integrate: {method: leapfrog, step: 0.1, until: 1}
        """,
        """
        graph: {ring: {nodes: 10}}
        model: {kuramoto: {coupling: 1, frequency: 1}}
        integrate: {method: rk4, step: 0.1, until: 10}
        observe:
          - {nodes: {where: phase > 1}, ring: {last: 3}}
          - quantity: {mean: phase, per: {of: node, groups: [0, 1]}}
          - quantity: {quantiles: {of: phase, fractions: 0.5}}
          - quantity: {histogram: {of: phase, edges: [0, 1]}, name: bins}
          - quantities: [order-parameter]
          - statistics: {of: time, histogram: {edges: [0, 1]}, autocorrelation: {}, spectrum: {segment: 4}}
          - displacement: {of: phase}
          - correlation: {of: phase}
          - changes: {}
          - crossing: {of: {field: phase, nodes: 0}, above: 1}
          - first-passages: {of: phase, above: 1}
          - interventions: all
          - population: all
          - edges: all
          - graph: [size, path-lengths, {modularity: {field: phase}}]
          - graph-file: graphml
        intervene:
          - set: {phase: 1}
          - {kick: {phase: 1}, when: {logarithmic: {from: 0.1}, changed: {of: time, by: 1}}}
          - parameter: {coupling: 2}
          - pin: {nodes: 0}
          - drive: {node: 1, field: phase, as: time}
          - {add-node: {like: 0}, when: {every: {steps: 7}}}
          - remove-nodes: 3
          - set-edge: {from: 4, to: 7}
          - remove-edge: {from: 4, to: 5}
        stop: [{crossing: {of: time, above: 20}}, {converged: {mean-of: time, relative-error: 1e-9}}]
        require: [{field: phase, within: [-100, 100]}, {quantity: order-parameter, change: 10}]
        checkpoints: {every: 1}
        """,
        """
        particles: {lattice: {sc: {cells: 3, constant: 7}}}
        box: periodic
        interactions: [{lennard-jones: {cutoff: 2.5}}]
        integrate: {method: leapfrog, step: 0.1, until: 10}
        observe: [radial-distribution: {}, structure-factor: {maximum: 1}, diffusion: {lags: [1, 2]}]
        """,
    ]

    @Test("are asked for the keys that they have, for all of them and no others")
    func keys() throws {
        var audit = KeyAudit()
        for text in Self.texts {
            try audit.read(Document(SourceText(name: "test.yml", text: text)))
        }
        for name in ShippedScenarios.names {
            let overrides = ShippedScenarios.smaller(name).map { Override($0) }
            try audit.read(Document(SourceText(path: ShippedScenarios.path(of: name)), overrides: overrides))
        }
        #expect(audit.undescribed.sorted() == [])
        #expect(audit.unasked.filter { !$0.value.isEmpty } == [:])
    }
}
