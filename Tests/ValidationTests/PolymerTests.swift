import ScenarioFiles
import TestSupport
import Testing

/// Chains of beads: the scenario as it is shipped, but shorter.
@Suite struct PolymerTests {
    /// The beads of each chain at each recorded time.
    private func chains(until end: Int) throws -> [[SIMD3<Double>]] {
        let directory = try TemporaryDirectory()
        let results = directory.path(of: "results")
        let overrides = ["integrate.until=\(end)", "observe.0.every=1"].map { Override($0) }
        try Scenario(contentsOf: packageFolder + "/Scenarios/polymer.yml", overrides: overrides)
            .run(in: try ResultDirectory(creating: results))
        let table = try CSVColumns(contentsOf: results + "/positions.csv")
        let (x, y, z) = (table.numbers("x"), table.numbers("y"), table.numbers("z"))
        let beads = x.indices.map { SIMD3(x[$0], y[$0], z[$0]) }
        #expect(beads.count == (end + 1) * 640)
        return stride(from: 0, to: beads.count, by: 32).map { Array(beads[$0..<$0 + 32]) }
    }

    private func squaredLength(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum() }

    /// Bond lengths have a deviation of 0.03, and forget each other within a unit of time: 620 bonds at 8 times. Chains
    /// begin near equilibrium and do not forget their size in such a time: the mean square end-to-end distance of 20 of
    /// them, which differ by half of it, has a standard error of 11 %.
    @Test("Bonds are 0.97 long, and chains are swollen")
    func swollenChains() throws {
        let chains = Array(try chains(until: 12).dropFirst(5 * 20))
        let bonds = chains.flatMap { chain in
            zip(chain, chain.dropFirst()).map { squaredLength($1 - $0).squareRoot() }
        }
        let mean: Double = bonds.reduce(0, +) / Double(bonds.count)
        #expect(abs(mean - 0.97) < 0.005)
        #expect(bonds.allSatisfy { (0.7...1.3).contains($0) })
        let count = Double(chains.count)
        let ends = chains.reduce(0) { $0 + squaredLength($1[31] - $1[0]) } / count
        let gyration =
            chains.reduce(0) { sum, chain in
                let centre = chain.reduce(.zero, +) / 32
                return sum + chain.reduce(0) { $0 + squaredLength($1 - centre) } / 32
            } / count
        #expect(abs(ends - 80) < 30, "\(ends)")
        #expect(abs(ends / gyration - 6.5) < 1.2, "\(ends / gyration)")
        // Beads repel each other.
        for chain in chains {
            // An expectation for each pair would take longer than the run.
            var least = Double.infinity
            for i in 0..<30 {
                for j in i + 2..<32 { least = min(least, squaredLength(chain[j] - chain[i])) }
            }
            #expect(least > 0.7)
        }
    }
}
