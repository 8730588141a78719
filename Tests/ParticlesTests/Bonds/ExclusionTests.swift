import CKernels
import SimulationEngine
import TestSupport
import Testing

@testable import Particles

@Suite("Pairs that bonds exclude from other forces")
struct ExclusionTests {
    @Test("pairs are as many bonds apart as on the shortest way between them")
    func separations() throws {
        let chain = try Exclusions(Bond.chains(2, ofLength: 6), weights: [0, 0.25, 0.5])
        let weights = (0..<12).map { chain.weight(1, $0) }
        #expect(weights == [0, 1, 0, 0.25, 0.5, 1, 1, 1, 1, 1, 1, 1])
        // Each chain has 5 pairs, 4 that are two bonds apart, and 3.
        #expect(chain.pairCount == 24)
        let ring = try Exclusions((0..<5).map { Bond($0, ($0 + 1) % 5) } + [Bond(0, 1)], weights: [0, 0.5, 0.75])
        #expect((0..<5).map { ring.weight(4, $0) } == [0, 0.5, 0.5, 0, 1])
        #expect(ring.pairCount == 10)
        // What remains whole is no exclusion.
        let ends = try Exclusions(Bond.chains(1, ofLength: 4), weights: [1, 1, 0.5])
        #expect(ends.pairCount == 1)
        #expect(ends.weight(0, 3) == 0.5)
        #expect(ends.weight(-1, 3) == 1)
        #expect(ends.weight(77, 3) == 1)
    }

    static let weights: [[Double]] = [[0], [0, 0], [0, 0.3, 0.5], [0.2, 1, 0]]

    @Test(
        "energy, virial and forces are those of a sum over all pairs with their weights, for each kernel",
        arguments: weights, [Lattice.Boundary.open, .periodic])
    func sums(weights: [Double], boundary: Lattice.Boundary) throws {
        let crystal = try Crystal(cells: [5, 5, 5], boundary: boundary, typeCount: 2)
        // Chains of 25 beads along lines, some of them through the bounds of the box.
        let exclusions = try Exclusions(Bond.chains(5, ofLength: 25), weights: weights)
        let potential = try LennardJones(
            PairTable(typeCount: 2) { a, b in
                LennardJones.Pair(epsilon: 1 + Double(a + b), sigma: 1, cutoff: 2.5, truncation: .forceShifted)
            })
        let expected = crystal.directSum(potential, weight: exclusions.weight)
        let kernels: [PairKernel] = [.reference, .compiled(k_best_instruction_set())]
        for kernel in kernels {
            let system = try crystal.system(PairForce(potential, excluding: exclusions, kernel: kernel))
            #expect(abs(system.value(\.potentialEnergy) / expected.energy - 1) < 1e-13)
            #expect(abs(system.value(\.virial) - expected.virial) < 1e-12 * abs(expected.energy))
            let forces = system.forcesOnNodes
            for (force, expected) in zip(forces, expected.forces) { #expect(length(force - expected) < 1e-11) }
            #expect(length(forces.reduce(.zero, +)) < 1e-11)
        }
    }

    @Test("charges in an open box lose the part of their pair that is excluded, damped ones the whole law's")
    func charges() throws {
        var crystal = try Crystal(cells: [4, 4, 4], boundary: .periodic)
        for index in crystal.particles.indices { crystal.particles[index].charge = index % 3 == 0 ? -2 : 1 }
        let bonds = Bond.chains(16, ofLength: 4)
        let exclusions = try Exclusions(bonds, weights: [0, 0.5])
        let damped = try DampedShiftedCoulomb(constant: 1.5, damping: 0.5, cutoff: 2.4)
        let pairs: [(Box, any ParticleForce, any ParticleForce)] = [
            (crystal.box, try PairForce(damped), try PairForce(damped, excluding: exclusions)),
            (.open, try CoulombForce(constant: 1.5), try CoulombForce(constant: 1.5, excluding: exclusions)),
        ]
        for (box, all, some) in pairs {
            let whole = try ParticleSystem(crystal.particles, in: box, forces: [all])
            let part = try ParticleSystem(crystal.particles, in: box, forces: [some])
            var missing = 0.0
            var forces = whole.forcesOnNodes
            for i in forces.indices {
                for j in forces.indices where i != j && exclusions.weight(i, j) < 1 {
                    let vector = box.shortest(
                        crystal.particles[i].state.position - crystal.particles[j].state.position)
                    let r = length(vector)
                    let product = 1.5 * crystal.particles[i].charge * crystal.particles[j].charge
                    missing += 0.5 * (1 - exclusions.weight(i, j)) * product / r
                    let share: Double = (1 - exclusions.weight(i, j)) * product / (r * r * r)
                    forces[i] -= share * vector
                }
            }
            let energies = [whole, part].map { $0.value(\.potentialEnergy) }
            #expect(abs(energies[0] - missing - energies[1]) < 1e-12 * abs(energies[0]))
            let virials = [whole, part].map { $0.value(\.virial) }
            #expect(abs(virials[0] - missing - virials[1]) < 1e-12 * abs(virials[0]))
            for (force, expected) in zip(part.forcesOnNodes, forces) { #expect(length(force - expected) < 1e-11) }
            try expectGradient(of: part)
        }
    }

    /// Chains of beads that are so near to each other that the interaction would tear them apart.
    private func chains(weights: [Double], threads: Int = 1, step: Double = 0.004) throws -> Simulation<ParticleSystem>
    {
        let bonds = Bond.chains(9, ofLength: 6)
        var particles: [Particle] = []
        for chain in 0..<9 {
            for bead in 0..<6 {
                let turn = bead.isMultiple(of: 2) ? 0 : 0.25
                let place = SIMD3(0.6 * Double(bead), 1.7 * Double(chain % 3) + turn, 1.7 * Double(chain / 3))
                particles.append(Particle(mass: 1, position: place))
            }
        }
        try particles.setVelocities(temperature: 0.5, from: RandomStreams(seed: 3))
        let box = try Box(x: .periodic(0, 5.1), y: .periodic(0, 5.1), z: .periodic(0, 5.1))
        let exclusions = try Exclusions(bonds, weights: weights)
        let angles = Angle.chains(9, ofLength: 6)
        let system = try ParticleSystem(
            particles, in: box,
            forces: [
                try PairForce(
                    LennardJones(cutoff: 2.5, truncation: .forceShifted), excluding: exclusions, threads: threads),
                try BondForce(HarmonicBond(stiffness: 200, length: 0.65), on: bonds, threads: threads),
                try HarmonicAngles(angles, stiffness: 20, angle: 2.35, threads: threads),
            ])
        return try Simulation(system, integrator: Leapfrog(), step: step)
    }

    @Test("the energy of chains is conserved, four times as well with half the step")
    func conservation() throws {
        let errors = try [0.004, 0.002].map { step in
            let simulation = try chains(weights: [0, 0, 0.5], step: step)
            let start = simulation.quantities.totalEnergy.value
            var greatest = 0.0
            for _ in 0..<Int((0.4 / step).rounded()) {
                try simulation.run(steps: 1)
                greatest = max(greatest, abs(simulation.quantities.totalEnergy.value - start))
            }
            return greatest
        }
        #expect(errors[0] < 0.5)
        #expect((3...5).contains(errors[0] / errors[1]))
    }

    @Test("trajectories are the same bytes for any number of threads")
    func threads() throws {
        let states = try [1, 2, 5].map { threads in
            let simulation = try chains(weights: [0, 0, 0.5], threads: threads)
            try simulation.run(steps: 60)
            return simulation.model.bits
        }
        #expect(states[1] == states[0])
        #expect(states[2] == states[0])
    }

    @Test("what cannot be excluded is refused, and what is excluded may overlap")
    func refusals() throws {
        #expect(throws: BondError.noBonds) { try Exclusions([]) }
        #expect(throws: BondError.sameParticle(3, in: [3, 3])) { try Exclusions([Bond(3, 3)]) }
        #expect(throws: BondError.wrongWeightCount(0)) { try Exclusions([Bond(0, 1)], weights: []) }
        #expect(throws: BondError.wrongWeightCount(4)) { try Exclusions([Bond(0, 1)], weights: [0, 0, 0, 0]) }
        #expect(throws: BondError.invalidWeight(1.5)) { try Exclusions([Bond(0, 1)], weights: [0, 1.5]) }
        #expect(throws: BondError.missingParticle(-1, in: [-1, 1], count: 2)) { try Exclusions([Bond(-1, 1)]) }
        #expect("\(BondError.invalidWeight(1.5))".contains("from 0 (nothing remains) to 1"))
        let particles = [Particle(mass: 1, position: .zero), Particle(mass: 1, position: [0.01, 0, 0])]
        let potential = try LennardJones(cutoff: 2.5)
        let excluded = try PairForce(potential, excluding: Exclusions([Bond(0, 1)]))
        let system = try ParticleSystem(particles, forces: [excluded])
        #expect(system.value(\.potentialEnergy) == 0)
        #expect(throws: ParticleError.bondedParticles) { try system.removeNode(0) }
        #expect(throws: ParticleError.overlap(0, 1, distance: 0.01, least: 0.1)) {
            try ParticleSystem(
                particles, forces: [try PairForce(potential, excluding: Exclusions([Bond(0, 1)], weights: [0.5]))])
        }
        #expect(throws: ParticleError.bond(.missingParticle(2, in: [1, 2], count: 2))) {
            try ParticleSystem(particles, forces: [try PairForce(potential, excluding: Exclusions([Bond(1, 2)]))])
        }
        let charges = [1.0, -1].map { Particle(mass: 1, charge: $0, position: .zero) }
        #expect(throws: ParticleError.overlap(0, 1, distance: 0, least: 0)) {
            let damped = try DampedShiftedCoulomb(damping: 0.5, cutoff: 2)
            return try ParticleSystem(charges, forces: [try PairForce(damped, excluding: Exclusions([Bond(0, 1)]))])
        }
    }
}
