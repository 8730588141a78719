import Foundation
import Particles
import ScenarioTestSupport
import Testing

@testable import Experiments
@testable import ScenarioFiles

@Suite struct TableReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    @Test("A table can be JSON, an object a line")
    func jsonLines() throws {
        let results = try folder.run(FreeOscillators.observing("{nodes: [b], every: 2, format: json-lines}"))
        let objects = try results.text("nodes.jsonl").split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary)
        }
        #expect(objects.map { $0["time"] as? Double } == [0, 2, 4])
        #expect(objects.map { $0["phase"] as? Double } == [0, 4, 8])
        #expect(objects.allSatisfy { $0["node"] as? String == "b" })
    }

    private static let properties =
        "species:S:1:id:I:1:name:S:1:type:I:1:masses:R:1:initial_charges:R:1:pos:R:3"

    @Test("A trajectory of particles can be extended XYZ")
    func xyz() throws {
        // Without gravity the Earth moves along y by its velocity.
        let results = try folder.run(
            ScenarioFolder.particles + "observe: [{nodes: all, fields: position, every: 2, format: xyz, name: t}]",
            set: ["model.gravity.constant=0"])
        #expect(
            try results.text("t.xyz") == """
                2
                Properties=\(Self.properties) Time=0.0 Step=0 pbc="F F F"
                X 0 Sun 0 1.0 0.0 0.0 0.0 0.0
                X 1 Earth 0 0.0 0.0 1.0 0.0 0.0
                2
                Properties=\(Self.properties) Time=2.0 Step=4 pbc="F F F"
                X 0 Sun 0 1.0 0.0 0.0 0.0 0.0
                X 1 Earth 0 0.0 0.0 1.0 2.0 0.0

                """)
    }

    /// What Swift prints of a double reads back as the same.
    @Test("A trajectory is read back as the particles that were written, with their species")
    func roundTrip() throws {
        let atoms = """
            3
            Lattice="4 0 0 0 5 0 0 0 6" Origin="-2 0 1" Properties=species:S:1:pos:R:3:velo:R:3:mass:R:1:charge:R:1 pbc="T T F"
            Na 0.1 0.2 1.3 1 0.25 -3e-7 22.98976928 1
            Cl 0.6000000000000001 3 4 0 0 1 35.453 -1
            Na -1.5 4.5 5.5 0 0.125 0 22.98976928 0.5

            """
        try folder.directory.write(atoms, to: "salt.xyz")
        let results = try folder.run(
            """
            particles: {file: salt.xyz}
            interactions: [{uniform-field: {acceleration: [0.1, 0, 0]}}]
            integrate: {method: leapfrog, step: 0.01, until: 0.01}
            observe: [{nodes: all, when: start, format: xyz}]

            """)
        let expected = try ExtendedXYZ(text: atoms, named: "salt.xyz")
        let found = try ExtendedXYZ(text: try results.text("nodes.xyz"), named: "nodes.xyz")
        #expect(found == expected)
        #expect(found.speciesOfTypes == ["Na", "Cl"] && found.particles.map(\.type) == [0, 1, 0])
        #expect(found.particles[1].mass == 35.453 && found.particles[1].charge == -1)
    }

    @Test("A trajectory tells the box")
    func box() throws {
        let field = "interactions: [{uniform-field: {acceleration: [0, 0, 0]}}]"
        let results = try folder.run(
            ScenarioFolder.particles.replacing("model: {gravity: {constant: 1}}", with: field) + """
                box: {x: {periodic: [-1, 4]}, y: open, z: {reflecting: [-2, 2]}}
                observe: [{nodes: all, fields: position, when: start, format: xyz}]
                """)
        #expect(
            try results.text("nodes.xyz").split(separator: "\n")[1]
                == "Lattice=\"5.0 0.0 0.0 0.0 1.0 0.0 0.0 0.0 4.0\" Origin=\"-1.0 0.0 -2.0\" "
                + "Properties=\(Self.properties) Time=0.0 Step=0 pbc=\"T F F\"")
    }

    @Test("Whether anything goes to the standard output is known before the run")
    func standardOutput() throws {
        let text = FreeOscillators.observing("{nodes: all, format: json-lines, to: standard-output}")
        #expect(try folder.scenario(text).usesStandardOutput)
        #expect(try !folder.scenario(FreeOscillators.observing("{nodes: all, to: file}")).usesStandardOutput)
    }

    @Test("A ring keeps the last moments, and writes them when something is due or a level is crossed")
    func ring() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{nodes: a, ring: {last: 2, when: {at: 2}}}",
                "{quantity: total, ring: {last: 1, crossing: {of: total, above: 10}}, name: before}",
                "{nodes: a, ring: {last: 3}, name: unwritten}", FreeOscillators.total))
        #expect(try results.text("nodes.csv") == "time,node,phase\n1.5,a,1.5\n2.0,a,2.0\n")
        // The level is crossed at 1.67.
        #expect(try results.text("before.csv") == "time,total\n1.5,9.0\n")
        #expect(try results.text("unwritten.csv") == "time,node,phase\n")
    }

    @Test("A ring is written when the run fails")
    func ringOfAFailure() throws {
        try folder.directory.write("name,mass,x,y,z\nSun,1,0,0,0\nEarth,1,1e-200,0,0\n", to: "bodies.csv")
        #expect(throws: (any Error).self) {
            try folder.run(ScenarioFolder.particles + "observe: [{nodes: Earth, fields: x, ring: {last: 3}}]")
        }
        let results = ScenarioFolder.Results(path: folder.directory.path(of: "results"))
        #expect(try results.text("nodes.csv") == "time,node,x\n0.0,Earth,1e-200\n")
    }

    @Test("Statistics are those of the series, with tables for what is more than a number")
    func statistics() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{statistics: {of: total, quantiles: [0.5], histogram: {edges: [0, 10, 30]}, autocorrelation: {}}, every: 1}",
                FreeOscillators.total))
        let names = try results.column(1, of: "statistics.csv")
        let values = try results.column(2, of: "statistics.csv")
        // Of 0, 6, 12, 18 and 24.
        for (name, value) in [("mean", 12.0), ("variance", 90), ("minimum", 0), ("maximum", 24), ("quantile-0.5", 12)] {
            #expect(Double(values[try #require(names.firstIndex(of: name))]) == value)
        }
        #expect(try results.numbers(2, of: "statistics-histogram.csv") == [2, 3])
        #expect(try results.numbers(1, of: "statistics-autocorrelation.csv").prefix(3) == [0, 1, 2])
    }

    @Test("Statistics can leave out the beginning, and still know the time between samples")
    func window() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{statistics: {of: total, autocorrelation: {}}, when: {every: 1, from: 1}}",
                "{displacement: {of: phase}, when: {from: 3}}", FreeOscillators.total))
        #expect(try results.numbers(2, of: "statistics.csv")[0] == 15)
        // At the lag 3 there is one pair, which does not differ from its own means.
        #expect(try results.numbers(1, of: "statistics-autocorrelation.csv") == [0, 1, 2])
        #expect(try results.numbers(1, of: "displacement.csv") == [0, 0.5, 1])
    }

    @Test("The mean squared displacement of nodes in free motion is that of their velocities")
    func displacement() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{displacement: {of: phase}, every: 1}", "{correlation: {of: [phase], nodes: a}, every: 1}"))
        #expect(try results.header("displacement.csv") == "lag,time,value,pairs")
        #expect(try results.numbers(1, of: "displacement.csv") == [0, 1, 2, 3, 4])
        // The velocities 1, 2 and 3 have a mean square of 14/3.
        for (lag, value) in try results.numbers(2, of: "displacement.csv").enumerated() {
            #expect(abs(value - Double(lag * lag) * 14 / 3) < 1e-12)
        }
        // Of the phases 0, 1, 2, 3 and 4: the mean products of those that are a lag apart.
        #expect(try results.numbers(2, of: "correlation.csv") == [6, 5, 11.0 / 3, 2, 0])
    }

    @Test(
        "What is wrong is told",
        arguments: [
            ("nodes: all, format: xml", "'format' cannot be 'xml'"),
            ("quantity: order-parameter, format: xyz", "'format' cannot be 'xyz'"),
            ("nodes: all, format: xyz", "a trajectory in xyz needs the positions of nodes"),
            ("nodes: all, to: screen", "'to' cannot be 'screen'"),
            ("nodes: all, ring: {last: 0}", "'last' must be 1 or greater"),
            ("nodes: all, ring: {when: end}", "missing key 'last' in 'ring'"),
            ("statistics: {}", "missing key 'of' in 'statistics'"),
            (
                "statistics: {of: order-parameter, spectrum: {segment: 8}}, when: {at: [1, 2]}",
                "'spectrum' needs samples at equal intervals"
            ),
            (
                "statistics: {of: order-parameter, autocorrelation: {points: 5}}",
                "'points' must be a multiple of 'ratio'"
            ),
            ("statistics: {of: order-parameter, spectrum: {segment: 17}}", "'segment' must be even"),
            ("statistics: {of: order-parameter, spectrum: {segment: 2}}", "'segment' must be between 4 and 16777216"),
            ("displacement: {of: phase}, when: end", "'displacement' needs samples at equal intervals"),
            ("displacement: {of: position}", "'of' cannot be 'position'"),
            ("correlation: {}", "missing key 'of' in 'correlation'"),
            ("statistics: {of: order-parameter, quantiles: [-0.1]}", "'quantiles[0]' must be between 0 and 1"),
        ])
    func refusal(observation: String, message: String) throws {
        let problems = try #require(try folder.problems(FreeOscillators.observing("{\(observation)}")))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }
}

/// Names that are given where none is.
@Suite struct UnusedNameTests {
    /// Of thousands of tables of one name none must ask for all numbers before its own.
    @Test("The next number is looked for where the last one was found")
    func numbers() {
        var (used, next, lookCount) = (Set<String>(), 1, 0)
        for _ in 0..<1000 {
            let name = "nodes".unused(from: &next) { name in
                lookCount += 1
                return used.contains(name)
            }
            #expect(used.insert(name).inserted)
        }
        #expect(used.contains("nodes") && used.contains("nodes-2") && used.contains("nodes-1000"))
        #expect(lookCount < 2000)
    }
}
