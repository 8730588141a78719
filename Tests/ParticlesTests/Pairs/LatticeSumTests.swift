import Foundation
import Particles
import SimulationEngine
import Testing

/// Energies of given configurations: crystals, whose energies are sums over the vectors of a lattice.
@Suite struct LatticeSumTests {
    /// Σ over the vectors of an fcc lattice that are shorter than a cutoff: half of it for each particle.
    private func sum(constant: Double, cutoff: Double, _ term: (Double) -> Double) -> Double {
        var sum = 0.0
        let reach = Int(2 * cutoff / constant) + 1
        for i in -reach...reach {
            for j in -reach...reach {
                for k in -reach...reach where (i + j + k).isMultiple(of: 2) && (i, j, k) != (0, 0, 0) {
                    let squaredDistance = Double(i * i + j * j + k * k) * constant * constant / 4
                    if squaredDistance < cutoff * cutoff { sum += term(squaredDistance.squareRoot()) / 2 }
                }
            }
        }
        return sum
    }

    private func system(
        cells: Int, constant: Double, cutoff: Double, truncation: LennardJones.Truncation = .truncated,
        tails: Bool = false
    ) throws -> ParticleSystem {
        let lattice = try Lattice(.fcc, cells: [cells, cells, cells], constant: constant)
        // Somewhere else, and some of them boxes away.
        let particles = lattice.positions.enumerated().map { index, place in
            Particle(mass: 1, position: place + SIMD3(0.3, -1, 2) + SIMD3(Double(index % 3) * lattice.extent.x, 0, 0))
        }
        let force = try PairForce(LennardJones(cutoff: cutoff, truncation: truncation, tailCorrections: tails))
        return try ParticleSystem(particles, in: lattice.box(.periodic), forces: [force])
    }

    private func energy(_ r: Double) -> Double { 4 * (pow(r, -12) - pow(r, -6)) }
    private func slope(_ r: Double) -> Double { -24 * (2 * pow(r, -13) - pow(r, -7)) }

    /// Boxes of 8 and 10 with cutoffs of 3 and 4, as in NIST's reference calculations for the Lennard-Jones fluid; a cutoff of
    /// 4 is just half of a box of 8.
    @Test(
        "Energies and virials of given configurations to eleven digits",
        arguments: [(5, 8.0, 3.0), (5, 8, 4), (6, 10, 3), (6, 10, 4)])
    func configuration(cells: Int, edge: Double, cutoff: Double) throws {
        let constant = edge / Double(cells)
        let count = Double(4 * cells * cells * cells)
        func check(_ system: ParticleSystem, _ energy: Double, _ virial: Double) {
            let quantities = ParticleSystem.quantities
            #expect(abs(quantities.potentialEnergyPerParticle.evaluate(system) / energy - 1) < 1e-11)
            #expect(abs(quantities.virial.evaluate(system) / count / virial - 1) < 1e-11)
            let pressure = virial * count / (3 * edge * edge * edge)
            #expect(abs(quantities.pressure.evaluate(system) / pressure - 1) < 1e-11)
        }
        let plainEnergy = sum(constant: constant, cutoff: cutoff, energy)
        let plainVirial = sum(constant: constant, cutoff: cutoff) { -$0 * slope($0) }
        check(try system(cells: cells, constant: constant, cutoff: cutoff), plainEnergy, plainVirial)

        let density = count / (edge * edge * edge)
        let tail = 8 / 3.0 * Double.pi * density * (pow(cutoff, -9) / 3 - pow(cutoff, -3))
        let virialTail = 16 * Double.pi * density * (2 / 3.0 * pow(cutoff, -9) - pow(cutoff, -3))
        check(
            try system(cells: cells, constant: constant, cutoff: cutoff, tails: true), plainEnergy + tail,
            plainVirial + virialTail)

        let shift = energy(cutoff)
        check(
            try system(cells: cells, constant: constant, cutoff: cutoff, truncation: .shifted),
            sum(constant: constant, cutoff: cutoff) { energy($0) - shift }, plainVirial)

        let force = slope(cutoff)
        check(
            try system(cells: cells, constant: constant, cutoff: cutoff, truncation: .forceShifted),
            sum(constant: constant, cutoff: cutoff) { energy($0) - shift - ($0 - cutoff) * force },
            sum(constant: constant, cutoff: cutoff) { -$0 * (slope($0) - force) })
    }

    /// The sums of the infinite lattice, 12.13188 and 14.45392: C. Kittel, *Introduction to Solid State Physics* (8th ed.
    /// 2005), chapter 3; the least energy is −8.610 ε at a distance of 1.090 σ.
    @Test("The crystal of least energy is that of the textbook")
    func cohesion() throws {
        let constant = 1.0902 * 2.0.squareRoot()
        let crystal = try system(cells: 8, constant: constant, cutoff: 4 * constant, tails: true)
        #expect(abs(ParticleSystem.quantities.potentialEnergyPerParticle.evaluate(crystal) + 8.610) < 1e-3)
        #expect(abs(ParticleSystem.quantities.pressure.evaluate(crystal)) < 0.02)
    }
}
