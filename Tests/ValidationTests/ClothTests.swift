import ScenarioFiles
import TestSupport
import Testing

/// A cloth that hangs from two corners.
@Suite struct ClothTests {
    @Test("A hanging cloth pulls its pins with its weight")
    func equilibrium() throws {
        let directory = try TemporaryDirectory()
        let results = directory.path(of: "results")
        try Scenario(contentsOf: packageFolder + "/Scenarios/cloth.yml")
            .run(in: try ResultDirectory(creating: results))
        let table = try CSVColumns(contentsOf: results + "/positions.csv")
        let last = ["x", "y", "z"].map { Array(table.numbers($0).suffix(100)) }
        let place = { (node: Int) in SIMD3(last[0][node], last[1][node], last[2][node]) }
        #expect(place(0) == [0, 0, 0] && place(9) == [9, 0, 0])

        // The force of a spring of stiffness 100 and length 1 on its first end.
        func pull(_ node: Int, _ neighbour: Int) -> SIMD3<Double> {
            let vector = place(neighbour) - place(node)
            let length = (vector * vector).sum().squareRoot()
            return 100 * (length - 1) / length * vector
        }
        let (left, right) = (pull(0, 1) + pull(0, 10), pull(9, 8) + pull(9, 19))
        #expect(abs(left.z + right.z + 98 * 0.05 * 9.81) < 1e-3, "\(left.z + right.z)")
        #expect(abs(left.z - right.z) < 1e-3)
        #expect(abs(left.x + right.x) < 1e-3 && left.x > 1)
        #expect(abs(left.y) < 1e-3 && abs(right.y) < 1e-3)
        let energy = try CSVColumns(contentsOf: results + "/energies.csv").numbers("kinetic-energy")
        #expect((energy.last ?? 1) < 1e-6 && (energy.max() ?? 0) > 10)
    }
}
