import EngineTestSupport
import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

@Suite("Charges in scenarios")
struct CoulombReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let pair = """
        particles: {file: charges.csv}
        interactions: [{coulomb: {constant: 3}}]
        integrate: {method: leapfrog, step: 0.001, until: 0.001}
        observe: [{quantities: [potential-energy, virial], when: start, name: energies}]

        """

    private static let crystal = """
        box: periodic
        particles: {lattice: {bcc: {cells: 6, constant: 1}}, charge: [1, -1]}
        interactions: [{coulomb: {damping: 1, cutoff: 3}}]
        integrate: {method: leapfrog, step: 0.001, until: 0.001}
        observe: [{quantities: [potential-energy-per-particle], when: start, name: energies}]

        """

    @Test("two charges of a file have the energy of Coulomb's law")
    func pair() throws {
        try folder.directory.write("mass,x,y,z,charge\n1,0,0,0,2\n1,3,4,0,-0.5\n", to: "charges.csv")
        let results = try folder.run(Self.pair)
        for column in 1...2 {
            let value = try #require(try results.column(column, of: "energies.csv").compactMap(Double.init).first)
            #expect(abs(value + 0.6) < 1e-15)
        }
    }

    @Test("a file without charges takes the one that is given")
    func fileWithoutCharges() throws {
        try folder.directory.write("mass,x,y,z\n1,0,0,0\n1,3,4,0\n", to: "charges.csv")
        let results = try folder.run(Self.pair, set: ["particles.charge=-2"])
        let value = try #require(try results.column(1, of: "energies.csv").compactMap(Double.init).first)
        #expect(abs(value - 2.4) < 1e-14)
    }

    /// Madelung's constant of caesium chloride is 1.762 674 77 with the distance √3/2 of neighbours: C. Kittel,
    /// *Introduction to Solid State Physics* (8th ed. 2005), chapter 3, table 3.
    @Test("a crystal of charges in turns has the energy of caesium chloride")
    func caesiumChloride() throws {
        let results = try folder.run(Self.crystal)
        let value = try #require(try results.column(1, of: "energies.csv").compactMap(Double.init).first)
        #expect(abs(value * 3.0.squareRoot() / -1.762_674_77 - 1) < 1e-4)
    }

    /// The constant to more digits is that of a sum in NumPy that does not use this code.
    @Test("the scenario of caesium chloride gives Madelung's constant")
    func scenario() throws {
        let scenario = try Scenario(contentsOf: packageFolder + "/Scenarios/caesium-chloride.yml")
        let path = folder.directory.path(of: "crystal")
        try scenario.run(in: try ResultDirectory(creating: path))
        let energies = try ScenarioFolder.Results(path: path).column(1, of: "energy.csv").compactMap(Double.init)
        #expect(energies.count == 2)
        for energy in energies { #expect(abs(energy * 3.0.squareRoot() + 1.762_674_773_070_988) < 1e-10) }
    }

    /// Rock salt of eight ions has −1.747 564 594 633 for each pair of neighbours at a distance of 1.
    @Test(
        "Ewald's sum is chosen by an accuracy, also with a cutoff, or given",
        arguments: [
            "accuracy: 1e-11", "accuracy: 1e-11, cutoff: 0.9", "damping: 5, cutoff: 1, wave-cutoff: 50, skin: 0.2",
        ])
    func ewald(parameters: String) throws {
        let sites = (0..<8).map { [$0 % 2, $0 / 2 % 2, $0 / 4] }
        let rows = sites.map { "1,\($0[0]),\($0[1]),\($0[2]),\($0.reduce(0, +).isMultiple(of: 2) ? 1 : -1)" }
        try folder.directory.write("mass,x,y,z,charge\n" + rows.joined(separator: "\n") + "\n", to: "charges.csv")
        let edge = "{periodic: [0, 2]}"
        let results = try folder.run(
            Self.pair,
            set: [
                "box={x: \(edge), y: \(edge), z: \(edge)}",
                "interactions=[{coulomb: {method: ewald, constant: 2, \(parameters)}}]",
            ])
        for column in 1...2 {
            let value = try #require(try results.column(column, of: "energies.csv").compactMap(Double.init).first)
            #expect(abs(value / 8 + 1.747_564_594_633) < 1e-9)
        }
    }

    @Test(
        "what is wrong with Ewald's sum is told",
        arguments: [
            ("interactions.0.coulomb.accuracy=0", "'accuracy' must be between 1e-14 and 0.1"),
            ("interactions.0.coulomb.cutoff=7", "greater than half of the box"),
            ("interactions.0.coulomb={method: ewald, damping: 1, cutoff: 2}", "missing key 'wave-cutoff'"),
            ("interactions.0.coulomb={method: ewald, damping: 1, accuracy: 1e-3}", "'accuracy' chooses the splitting"),
            ("interactions.0.coulomb.method=pppm", "'method' cannot be 'pppm'"),
            ("box=open", "the box is not periodic in x"),
            ("interactions.0.coulomb={method: direct, cutoff: 2}", "unknown key 'cutoff'"),
        ])
    func ewaldProblems(change: String, words: String) throws {
        let problems = try #require(
            try folder.problems(
                Self.crystal, set: ["interactions.0.coulomb={method: ewald, accuracy: 1e-3}", change]))
        #expect(problems.contains(words), "\(problems)")
    }

    @Test(
        "what is wrong is told",
        arguments: [
            ("box=periodic", "the box is periodic in x"),
            ("interactions.0.coulomb={damping: 1}", "missing key 'cutoff'"),
            ("interactions.0.coulomb={cutoff: 1}", "missing key 'damping'"),
            ("interactions.0.coulomb={damping: -1, cutoff: 1}", "damping"),
            ("interactions.0.coulomb={damping: 1, cutoff: 3.1}", "greater than half of the box"),
            ("interactions.0.coulomb={constant: .inf}", "constant"),
            ("particles.charge=[]", "must have at least 1 item"),
            ("particles.charge=[1, many]", "many"),
        ])
    func problems(change: String, words: String) throws {
        var changes = [change]
        if change.hasPrefix("box") { changes.append("interactions.0.coulomb={constant: 1}") }
        let problems = try #require(try folder.problems(Self.crystal, set: changes))
        #expect(problems.contains(words), "\(problems)")
    }
}
