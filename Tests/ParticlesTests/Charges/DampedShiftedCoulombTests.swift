import Foundation
import SimulationEngine
import Testing

@testable import Particles

@Suite("Coulomb's law, damped and cut off")
struct DampedShiftedCoulombTests {
    /// Rock salt with neighbours at a distance of 1, somewhere in its periodic box.
    private func salt(edge: Int, displacement: Double = 0) throws -> (particles: [Particle], box: Box) {
        let axis = Box.Axis.periodic(0, Double(edge))
        var particles: [Particle] = []
        for index in 0..<edge * edge * edge {
            let site = [index % edge, index / edge % edge, index / (edge * edge)]
            let push = displacement * SIMD3(Double(index % 5) - 2, Double(index % 7) - 3, Double(index % 3) - 1)
            particles.append(
                Particle(
                    mass: 1 + Double(index % 2), charge: site.reduce(0, +).isMultiple(of: 2) ? 1 : -1,
                    type: site.reduce(0, +) % 2,
                    position: SIMD3(Double(site[0]), Double(site[1]), Double(site[2])) + push + 0.25))
        }
        return (particles, try Box(x: axis, y: axis, z: axis))
    }

    private func energyPerIon(_ damping: Double, cutoff: Double) throws -> Double {
        let (particles, box) = try salt(edge: 10)
        let force = try PairForce(DampedShiftedCoulomb(damping: damping, cutoff: cutoff))
        return try ParticleSystem(particles, in: box, forces: [force]).value(\.potentialEnergyPerParticle)
    }

    /// The constant of Madelung for rock salt, −1.747 564 594 6: E. Madelung, Physikalische Zeitschrift 19 (1918) 524; each
    /// ion has half of it. How near the damped sum comes is measured with a sum over the crystal's sites that does not use
    /// this code: 1.08 · 10⁻⁴ and 1.5 · 10⁻⁶ of it, and 6 · 10⁻⁴ at a cutoff of 4.
    @Test(
        "the energy of rock salt goes to that of Madelung's constant",
        arguments: [(2.4, 4.0, 6e-4), (2.4, 5, 1.1e-4), (3, 5, 1.6e-6)])
    func madelung(reach: Double, cutoff: Double, error: Double) throws {
        let value = 2 * (try energyPerIon(reach / cutoff, cutoff: cutoff))
        #expect(abs(value / -1.747_564_594_6 - 1) < error)
        #expect(abs(value / -1.747_564_594_6 - 1) > 0.8 * error)
    }

    /// C. J. Fennell and J. D. Gezelter, Journal of Chemical Physics 124 (2006) 234104, equations 18 and 19.
    @Test("two charges have the energy and the force of the paper's equations, the energies of their own fields apart")
    func pair() throws {
        let (damping, cutoff, r) = (0.4, 3.0, 1.7)
        let box = try Box(x: .periodic(0, 10), y: .periodic(0, 10), z: .periodic(0, 10))
        let particles = [
            Particle(mass: 1, charge: 2, type: 5, position: [9.5, 1, 1]),
            Particle(mass: 1, charge: -0.5, position: [9.5 + r - 10, 1, 1]),
        ]
        let potential = try DampedShiftedCoulomb(constant: 3, damping: damping, cutoff: cutoff)
        let system = try ParticleSystem(particles, in: box, forces: [try PairForce(potential)])
        func slope(_ r: Double) -> Double {
            erfc(damping * r) / (r * r) + 2 * damping / Double.pi.squareRoot() * exp(-damping * damping * r * r) / r
        }
        let energy =
            -3 * (erfc(damping * r) / r - erfc(damping * cutoff) / cutoff + slope(cutoff) * (r - cutoff))
        let own = potential.selfEnergy * 4.25
        #expect(abs(system.value(\.potentialEnergy) - own - energy) < 1e-14)
        let force = 3 * (slope(r) - slope(cutoff))
        #expect(abs(system.forcesOnNodes[0].x - force) < 1e-14)
        #expect(system.forcesOnNodes[1].x == -system.forcesOnNodes[0].x)
        #expect(abs(system.value(\.virial) + force * r) < 1e-14)
        let edge = potential.interaction(squaredDistance: cutoff * cutoff)
        #expect(abs(edge.energy) < 1e-15)
        #expect(edge.forceOverDistance == 0)
    }

    @Test("the force is minus the gradient of the energy, and forces add up to 0 in a periodic box")
    func gradient() throws {
        let (particles, box) = try salt(edge: 6, displacement: 0.04)
        let force = try PairForce(DampedShiftedCoulomb(damping: 0.9, cutoff: 2.9))
        let system = try ParticleSystem(particles, in: box, forces: [force])
        try expectGradient(of: system)
        #expect(length(system.forcesOnNodes.reduce(.zero, +)) < 1e-12)
    }

    @Test("a molten salt moves to the same bytes on any number of threads, and conserves its energy")
    func threads() throws {
        let (particles, box) = try salt(edge: 6, displacement: 0.04)
        let runs = try [1, 3].map { threads in
            let repulsion = try PairForce(
                SoftSphere(
                    PairTable(typeCount: 2) { _, _ in EnergyAndLength(epsilon: 0.1, sigma: 1) }, exponent: 9,
                    relativeCutoff: 2.5), threads: threads)
            let coulomb = try PairForce(DampedShiftedCoulomb(damping: 0.9, cutoff: 2.9), threads: threads)
            let system = try ParticleSystem(particles, in: box, forces: [repulsion, coulomb])
            let before = system.value(\.totalEnergy)
            let simulation = try Simulation(system, integrator: Leapfrog(), step: 0.005)
            try simulation.run(steps: 40)
            #expect(abs(system.value(\.totalEnergy) - before) < 1e-3 * abs(before))
            #expect(system.value(\.kineticEnergy) > 0.01 * abs(before))
            return system.bits
        }
        #expect(runs[0] == runs[1])
    }

    @Test("parameters and particles that make no sense are refused")
    func refusals() throws {
        #expect(
            throws: PairPotentialError.parameter(.impossible("damping", .number(-1), allowed: .number(.nonNegative)))
        ) {
            try DampedShiftedCoulomb(damping: -1, cutoff: 1)
        }
        #expect(throws: PairPotentialError.parameter(.impossible("cutoff", .number(0), allowed: .number(.positive)))) {
            try DampedShiftedCoulomb(damping: 1, cutoff: 0)
        }
        let (particles, box) = try salt(edge: 4)
        #expect(throws: ParticleError.cutoffTooLong(2.1, axis: 0, period: 4)) {
            try ParticleSystem(
                particles, in: box, forces: [try PairForce(DampedShiftedCoulomb(damping: 1, cutoff: 2.1))])
        }
        #expect(throws: ParticleError.overlap(0, 1, distance: 0, least: 0)) {
            let ion = Particle(mass: 1, charge: 1, position: .zero)
            return try ParticleSystem(
                [ion, ion], in: box, forces: [try PairForce(DampedShiftedCoulomb(damping: 1, cutoff: 1))])
        }
        // What is neutral may be in the place of a charge.
        _ = try ParticleSystem(
            [Particle(mass: 1, charge: 1, position: .zero), Particle(mass: 1, position: .zero)], in: box,
            forces: [try PairForce(DampedShiftedCoulomb(damping: 1, cutoff: 1))])
    }
}
