import Foundation
import Particles
import Testing

/// Soft spheres, Yukawa and Morse.
@Suite struct OtherPotentialTests {
    private static func potentials() throws -> [any PairPotential] {
        [
            try SoftSphere(epsilon: 2, sigma: 0.9, exponent: 9, relativeCutoff: 2),
            try Yukawa(PairTable(typeCount: 1) { _, _ in 3 }, screening: 1.5, cutoff: 4),
            try Morse(
                PairTable(typeCount: 1) { _, _ in Morse.Pair(depth: 2, steepness: 1.3, distance: 1.1) }, cutoff: 5),
        ]
    }

    @Test("The force is minus the slope of the energy, which ends at 0", arguments: 0..<3)
    func slope(index: Int) throws {
        let potential = try Self.potentials()[index]
        func energy(_ r: Double) -> Double { potential.interaction(squaredDistance: r * r, 0, 0).energy }
        for r in [0.7, 1, 1.6] {
            let force = potential.interaction(squaredDistance: r * r, 0, 0).forceOverDistance * r
            #expect(abs(force + (energy(r + 1e-5) - energy(r - 1e-5)) / 2e-5) < 1e-7 * max(1, abs(force)))
        }
        #expect(abs(energy(potential.cutoff(0, 0))) < 1e-15)
    }

    @Test("Energies by hand")
    func energies() throws {
        let potentials = try Self.potentials()
        let soft = potentials[0].interaction(squaredDistance: 1, 0, 0).energy
        let power: Double = pow(0.9, 9) - pow(0.5, 9)
        #expect(abs(soft - 2 * power) < 1e-14)
        let yukawa = potentials[1].interaction(squaredDistance: 4, 0, 0).energy
        let screened: Double = exp(-3) / 2 - exp(-6) / 4
        #expect(abs(yukawa - 3 * screened) < 1e-14)
        // The depth of the well, but for the shift.
        let decay = exp(-1.3 * 3.9)
        let morse = potentials[2].interaction(squaredDistance: 1.21, 0, 0).energy
        #expect(abs(morse - (-2 - 2 * decay * (decay - 2))) < 1e-14)
    }

    @Test("Parameters that make no sense are refused")
    func refusals() {
        #expect(throws: PairPotentialError.parameter(.impossible("exponent", .integer(0), allowed: .integer(1...1000))))
        {
            try SoftSphere(exponent: 0)
        }
        #expect(
            throws: PairPotentialError.parameter(.impossible("screening", .number(-1), allowed: .number(.nonNegative)))
        ) {
            try Yukawa(PairTable(typeCount: 1) { _, _ in 1 }, screening: -1, cutoff: 1)
        }
        #expect(throws: PairPotentialError.parameter(.impossible("depth", .number(-1), allowed: .number(.nonNegative))))
        {
            try Morse(
                PairTable(typeCount: 1) { _, _ in Morse.Pair(depth: -1, steepness: 1, distance: 1) }, cutoff: 5)
        }
    }
}
