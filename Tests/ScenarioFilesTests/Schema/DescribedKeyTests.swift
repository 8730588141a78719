import Descriptions
import TestSupport
import Testing

@testable import ScenarioFiles

/// Compares which keys readers ask for with which their sections are described by.
private struct KeyAudit {
    /// Keys that were asked for, but are not described, with their places.
    var undescribed: Set<String> = []

    /// Keys that are described and have not been asked for, by the names of all keys that stand with them.
    var unasked: [[String]: Set<String>] = [:]

    /// Reads a scenario, which may lack data files.
    mutating func read(_ document: Document) throws {
        var sections: [Section] = []
        _ = try? document.read { root in
            root.value.diagnostics.whenRead = { sections.append($0) }
            return ScenarioReader(data: DataFiles(folder: ShippedScenarios.folder), defaultName: "test").read(root)
        }
        for section in sections { add(section) }
    }

    private mutating func add(_ section: Section) {
        guard !section.described.isEmpty else { return }
        let names = section.described.map(\.name)
        if !section.described.contains(where: { $0.necessity == .open }) {
            for key in section.asked where !names.contains(key) { undescribed.insert("\(section.value.path): \(key)") }
        }
        let open = section.described.filter { $0.necessity == .open }.map(\.name)
        unasked[names, default: Set(names).subtracting(open)].subtract(section.asked)
    }
}

@Suite("Sections that are described")
struct DescribedKeyTests {
    /// Scenarios in which readers find all that they may ask for.
    private static let texts = [
        """
        graph: {ring: {nodes: 10}}
        model: {consensus: {}}
        integrate: {method: rk4, step: 0.1, until: 1}
        stop: [{crossing: {of: {field: state, nodes: 0}, above: 0.5}}]
        """,
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
