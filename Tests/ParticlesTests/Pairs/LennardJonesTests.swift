import Particles
import SimulationEngine
import Testing

@Suite struct LennardJonesTests {
    private func energy(_ potential: LennardJones, at distance: Double) -> Double {
        potential.interaction(squaredDistance: distance * distance, 0, 0).energy
    }

    private func force(_ potential: LennardJones, at distance: Double) -> Double {
        potential.interaction(squaredDistance: distance * distance, 0, 0).forceOverDistance * distance
    }

    @Test("The energy is 0 at σ and −ε at its minimum, 2^(1/6) σ")
    func shape() throws {
        let potential = try LennardJones(epsilon: 3, sigma: 0.5, cutoff: 2)
        #expect(abs(energy(potential, at: 0.5)) < 1e-14)
        #expect(abs(energy(potential, at: 0.5 * 1.122_462_048_309_373) + 3) < 1e-14)
        #expect(abs(force(potential, at: 0.5 * 1.122_462_048_309_373)) < 1e-12)
        // 4ε (12/σ − 6/σ) at σ.
        #expect(abs(force(potential, at: 0.5) - 144) < 1e-12)
    }

    @Test("A shifted energy ends at 0, a shifted force too")
    func truncation() throws {
        let below = 2.5.nextDown
        #expect(abs(energy(try LennardJones(cutoff: 2.5), at: below) + 0.016316891136) < 1e-12)
        for truncation in [LennardJones.Truncation.shifted, .forceShifted] {
            #expect(abs(energy(try LennardJones(cutoff: 2.5, truncation: truncation), at: below)) < 1e-15)
        }
        #expect(abs(force(try LennardJones(cutoff: 2.5, truncation: .forceShifted), at: below)) < 1e-15)
        let pair = LennardJones.Pair.weeksChandlerAndersen(epsilon: 2, sigma: 1.5)
        let repulsion = try LennardJones(PairTable(typeCount: 1) { _, _ in pair })
        #expect(abs(energy(repulsion, at: 1.5) - 2) < 1e-14)
        #expect(abs(energy(repulsion, at: pair.cutoff.nextDown)) < 1e-14)
    }

    /// The integrals, by Simpson's rule in 1/r.
    @Test("Tail corrections are the integrals beyond the cutoff", arguments: [2, 3])
    func tail(dimensions: Int) throws {
        let potential = try LennardJones(epsilon: 1.5, sigma: 1.1, cutoff: 3, tailCorrections: true)
        let tail = try #require(potential.tail(0, 0, dimensions: dimensions))
        var (energySum, virialSum) = (0.0, 0.0)
        let count = 2000
        for index in 1...count {
            let inverse = Double(index) / Double(count) / 3
            let weight = (index == count ? 1.0 : index % 2 == 1 ? 4 : 2) / 3 / Double(count) / 3
            let surface = dimensions == 3 ? 4 * Double.pi / (inverse * inverse) : 2 * .pi / inverse
            let volume = surface / (inverse * inverse) * weight
            energySum += energy(potential, at: 1 / inverse) * volume
            virialSum += force(potential, at: 1 / inverse) / inverse * volume
        }
        #expect(abs(tail.energy / energySum - 1) < 1e-9)
        #expect(abs(tail.virial / virialSum - 1) < 1e-9)
    }

    /// M. P. Allen and D. J. Tildesley, *Computer Simulation of Liquids* (2nd ed. 2017), equations 2.144 and 2.145.
    @Test("A homogeneous system counts its tails by its density")
    func tailOfASystem() throws {
        let crystal = try Crystal(cells: [5, 5, 5], constant: 1.2, boundary: .periodic, disturbance: 0)
        let plain = try crystal.system(try PairForce(LennardJones(cutoff: 2.5)))
        let whole = try crystal.system(try PairForce(LennardJones(cutoff: 2.5, tailCorrections: true)))
        let density = 1 / (1.2 * 1.2 * 1.2)
        let (third, ninth) = (1 / (2.5 * 2.5 * 2.5), 1 / (2.5 * 2.5 * 2.5 * 2.5 * 2.5 * 2.5 * 2.5 * 2.5 * 2.5))
        let energy = 8 / 3.0 * Double.pi * density * (ninth / 3 - third)
        let pressure = 16 / 3.0 * Double.pi * density * density * (2 / 3.0 * ninth - third)
        #expect(
            abs(whole.value(\.potentialEnergyPerParticle) - plain.value(\.potentialEnergyPerParticle) - energy) < 1e-12)
        #expect(abs(whole.value(\.pressure) - plain.value(\.pressure) - pressure) < 1e-12)
    }

    @Test("Unlike particles by Lorentz and Berthelot")
    func mixing() {
        let mixed = EnergyAndLength.lorentzBerthelot(
            EnergyAndLength(epsilon: 1, sigma: 1), EnergyAndLength(epsilon: 4, sigma: 0.5))
        #expect(mixed == EnergyAndLength(epsilon: 2, sigma: 0.75))
    }

    @Test("Parameters that make no sense are refused")
    func refusals() {
        #expect(throws: PairPotentialError.parameter(.impossible("sigma", .number(0), allowed: .number(.positive)))) {
            try LennardJones(sigma: 0, cutoff: 2.5)
        }
        #expect(
            throws: PairPotentialError.parameter(.impossible("epsilon", .number(-1), allowed: .number(.nonNegative)))
        ) {
            try LennardJones(epsilon: -1, cutoff: 2.5)
        }
        #expect(throws: PairPotentialError.tailOfShiftedEnergy(.shifted)) {
            try LennardJones(cutoff: 2.5, truncation: .shifted, tailCorrections: true)
        }
    }
}
