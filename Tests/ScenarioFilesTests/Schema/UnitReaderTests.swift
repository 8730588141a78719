import EngineTestSupport
import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite("Units of scenarios")
struct UnitReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let observed =
        ScenarioFolder.particles + """
            observe:
              - {nodes: all}
              - {quantities: [total-energy, temperature, angular-momentum], name: sums, format: json-lines}

            """

    private func sidecar(_ results: ScenarioFolder.Results) throws -> [String: [String: Any]] {
        let data = Data(try results.text("units.json").utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
    }

    private func columns(_ file: String, _ sidecar: [String: [String: Any]]) throws -> [String: Any] {
        try #require(sidecar["columns"]?[file] as? [String: Any])
    }

    @Test("units are written for each column and change no number")
    func custom() throws {
        let units = "units={length: nm, time: ps, mass: u, energy: kJ/mol, charge: e}"
        let results = try folder.run(Self.observed, set: [units], to: "with")
        let sidecar = try sidecar(results)
        let nodes = try columns("nodes.csv", sidecar)
        #expect(
            nodes.compactMapValues { $0 as? String } == [
                "time": "ps", "x": "nm", "y": "nm", "z": "nm", "vx": "nm/ps", "vy": "nm/ps", "vz": "nm/ps",
            ])
        #expect(nodes["node"] is NSNull)
        let sums = try columns("sums.jsonl", sidecar)
        #expect(sums["total-energy"] as? String == "kJ/mol")
        #expect(sums["temperature"] as? String == "(kJ/mol)/k_B")
        #expect(sums["angular-momentum-z"] as? String == "u nm^2/ps")
        #expect(sidecar["units"]?["pressure"] as? String == "(kJ/mol)/nm^3")
        #expect(sidecar["units"]?["charge"] as? String == "e")
        let plain = try folder.run(Self.observed, to: "without")
        #expect(try plain.text("nodes.csv") == results.text("nodes.csv"))
        #expect(try !plain.files().contains("units.json"))
    }

    @Test(
        "systems can be named",
        arguments: [
            ("lennard-jones", "epsilon", "sigma/tau"), ("molecular", "kJ/mol", "nm/ps"),
            ("astronomical", "Msun au^2/yr^2", "au/yr"), ("si", "J", "m/s"),
        ])
    func named(name: String, energy: String, velocity: String) throws {
        let sidecar = try sidecar(try folder.run(Self.observed, set: ["units=\(name)"]))
        #expect(sidecar["units"]?["energy"] as? String == energy)
        #expect(sidecar["units"]?["velocity"] as? String == velocity)
    }

    @Test("reduced units are none, and the stored scenario declares what it was run with")
    func stored() throws {
        #expect(try !folder.run(Self.observed, set: ["units=reduced"], to: "first").files().contains("units.json"))
        let second = try folder.run(Self.observed, set: ["units=si"], to: "second")
        let again = try ResultDirectory(creating: folder.directory.path(of: "again"))
        try Scenario(contentsOf: second.path + "/scenario.yml").run(in: again)
        #expect(try ScenarioFolder.Results(path: again.path).contents() == second.contents())
    }

    @Test(
        "what is wrong is told",
        arguments: [
            ("units=lennard-jons", "lennard-jones"), ("units={length: m, time: s}", "missing key 'mass'"),
            ("units={length: ' ', time: s, mass: kg}", "a unit must have a name"),
            ("units={length: m, time: s, mass: kg, colour: red}", "colour"), ("units=[m, s, kg]", "units"),
        ])
    func problems(change: String, words: String) throws {
        let problems = try #require(try folder.problems(Self.observed, set: [change]))
        #expect(problems.contains(words), "\(problems)")
    }

    @Test("a network has no units")
    func network() throws {
        let problems = try #require(try folder.problems(ScenarioFolder.network, set: ["units=si"]))
        #expect(problems.contains("'units' are those of particles"), "\(problems)")
    }
}
