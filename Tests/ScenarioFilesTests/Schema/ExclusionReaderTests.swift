import EngineTestSupport
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite("Exclusions of bonded particles in scenarios")
struct ExclusionReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
        try folder.directory.write(
            "mass,x,y,z,charge\n1,0,0,0,1\n1,1,0,0,1\n1,1,1,0,1\n1,1,1,1,1\n", to: "chain.csv")
    }

    /// Four beads along edges of a cube: three pairs at a distance of 1, two at √2, one at √3.
    private static let chain = """
        particles: {file: chain.csv}
        interactions:
          - soft-sphere: {exponent: 2, relative-cutoff: 3}
          - coulomb: {}
          - bonds: {harmonic: {stiffness: 1}, chain: {length: 4}}
        integrate: {method: leapfrog, step: 0.001, until: 0.001}
        observe: [{quantities: [potential-energy], when: start, name: energies}]

        """

    private func energy(_ changes: [String]) throws -> Double {
        let results = try folder.run(Self.chain, set: changes)
        return try #require(try results.column(1, of: "energies.csv").compactMap(Double.init).first)
    }

    /// ε (σ/r)² − 1/9 of each pair, as soft spheres have it, and 1/r of charges.
    private func expected(_ weights: [Double], _ chargeWeights: [Double]) -> Double {
        zip([3.0, 2, 1], [1.0, 2, 3]).enumerated().reduce(0) { sum, item in
            let (index, (count, square)) = item
            return sum + count * weights[index] * (1 / square - 1.0 / 9)
                + count * chargeWeights[index] / square.squareRoot()
        }
    }

    @Test(
        "each interaction leaves out what it says",
        arguments: [
            ([], [1, 1, 1], [1, 1, 1]),
            (["interactions.0.soft-sphere.exclude=bonded"], [0, 1, 1], [1, 1, 1]),
            (["interactions.0.soft-sphere.exclude=[1-2, 1-4]"], [0, 1, 0], [1, 1, 1]),
            (["interactions.0.soft-sphere.exclude={1-2: 0, 1-3: 0.25, 1-4: 0.5}"], [0, 0.25, 0.5], [1, 1, 1]),
            (["interactions.1.coulomb.exclude=[bonded, 1-3]"], [1, 1, 1], [0, 0, 1]),
        ] as [([String], [Double], [Double])])
    func energies(changes: [String], weights: [Double], chargeWeights: [Double]) throws {
        #expect(abs(try energy(changes) - expected(weights, chargeWeights)) < 1e-12)
    }

    @Test(
        "what is wrong is told",
        arguments: [
            (["interactions.0.soft-sphere.exclude=angles"], "cannot be 'angles'"),
            (["interactions.0.soft-sphere.exclude=[1-2, 1-2]"], "stands twice in the list of pairs"),
            (["interactions.0.soft-sphere.exclude={1-5: 0}"], "unknown key '1-5'"),
            (["interactions.0.soft-sphere.exclude={1-4: 2}"], "'1-4' must be between 0 and 1"),
            (
                ["interactions=[{soft-sphere: {exclude: bonded}}]"],
                "there are no bonds, so that there is nothing to exclude"
            ),
        ])
    func problems(changes: [String], words: String) throws {
        let problems = try #require(try folder.problems(Self.chain, set: changes))
        #expect(problems.contains(words), "\(problems)")
    }

    @Test("bonds that are wrong are told once, whatever refers to them")
    func wrongBonds() throws {
        let problems = try #require(
            try folder.problems(
                Self.chain,
                set: ["interactions.0.soft-sphere.exclude=bonded", "interactions.2.bonds.chain.length=9"]))
        #expect(problems.components(separatedBy: "error:").count == 2, "\(problems)")
    }
}
