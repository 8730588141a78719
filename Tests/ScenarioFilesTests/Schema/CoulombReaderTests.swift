import Foundation
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

    /// The damped sum over the infinite lattice, evaluated without this code, is 1.9 · 10⁻⁵ off.
    @Test("the scenario of caesium chloride gives Madelung's constant")
    func scenario() throws {
        let scenario = try Scenario(contentsOf: packageFolder + "/Scenarios/caesium-chloride.yml")
        let path = folder.directory.path(of: "crystal")
        try scenario.run(in: try ResultDirectory(creating: path))
        let energies = try ScenarioFolder.Results(path: path).column(1, of: "energy.csv").compactMap(Double.init)
        #expect(energies.count == 11)
        for energy in energies { #expect(abs(energy * 3.0.squareRoot() / -1.762_674_77 - 1) < 2.5e-5) }
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
