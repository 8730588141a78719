import Particles
import Testing

/// Numbers of types that cannot be.
@Suite struct TypeCountTests {
    private struct Potential: PairPotential {
        let typeCount: Int
        func cutoff(_ a: Int, _ b: Int) -> Double { 1 }
        func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
            PairInteraction(energy: 0, forceOverDistance: 0)
        }
    }

    @Test("an interaction has at least one type and not too many", arguments: [0, -1, 1 << 33, Int.max, Int.min])
    func refusal(count: Int) {
        let error = PairPotentialError.invalidTypeCount(count)
        #expect(throws: error) { try PairForce(Potential(typeCount: count)) }
        let pair = LennardJones.Pair(cutoff: 2.5)
        #expect(throws: error) { try LennardJones(PairTable(typeCount: count) { _, _ in pair }) }
        #expect(throws: error) { try Yukawa(PairTable(typeCount: count) { _, _ in 1 }, screening: 1, cutoff: 2) }
        #expect(throws: error) {
            try SoftSphere(PairTable(typeCount: count) { _, _ in EnergyAndLength(epsilon: 1, sigma: 1) })
        }
        let morse = Morse.Pair(depth: 1, steepness: 1, distance: 1)
        #expect(throws: error) { try Morse(PairTable(typeCount: count) { _, _ in morse }, cutoff: 2) }
    }

    @Test("two types are fine")
    func twoTypes() {
        #expect(throws: Never.self) { try PairForce(Potential(typeCount: 2)) }
    }
}
