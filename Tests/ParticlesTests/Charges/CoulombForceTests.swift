import EngineTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import Particles

/// Charges at random places, every fifth of them neutral.
private func ions(_ count: Int) -> [Particle] {
    var generator = SeededGenerator(seed: 11)
    return (0..<count).map { index in
        let place = (0..<3).map { _ in Double.random(in: -4...4, using: &generator) }
        return Particle(
            mass: index % 3 == 0 ? 2 : 1,
            charge: index % 5 == 4 ? 0 : Double.random(in: 0.5...2, using: &generator) * (index % 2 == 0 ? 1 : -1),
            position: SIMD3(place[0], place[1], place[2]))
    }
}

@Suite("Coulomb's law between all charges")
struct CoulombForceTests {
    /// k q₁ q₂ / r = 3 · 2 · (−0.5) / 5 and k q₁ q₂ / r² = −0.12 along (3, 4, 0) / 5.
    @Test("two charges attract or repel each other with the product of charges over the square of their distance")
    func pair() throws {
        let particles = [
            Particle(mass: 2, charge: 2, position: .zero), Particle(mass: 1, charge: -0.5, position: [3, 4, 0]),
        ]
        let system = try ParticleSystem(particles, forces: [try CoulombForce(constant: 3)])
        #expect(abs(system.value(\.potentialEnergy) + 0.6) < 1e-15)
        #expect(abs(system.value(\.virial) + 0.6) < 1e-15)
        let forces = system.forcesOnNodes
        for (force, sign) in zip(forces, [1.0, -1]) {
            #expect(length(force - sign * SIMD3(0.072, 0.096, 0)) < 1e-15)
        }
        var alike = particles
        alike[1].charge = 0.5
        let repelling = try ParticleSystem(alike, forces: [try CoulombForce(constant: 3)])
        #expect(repelling.forcesOnNodes[0] == -forces[0])
        #expect(repelling.value(\.potentialEnergy) == -system.value(\.potentialEnergy))
    }

    @Test(
        "forces, energy and virial are those of the sum over all pairs, and forces add up to 0",
        arguments: [2, 17, 300])
    func directSum(count: Int) throws {
        let particles = ions(count)
        let system = try ParticleSystem(particles, forces: [try CoulombForce(constant: 1.5)])
        var expected = [SIMD3<Double>](repeating: .zero, count: count)
        var (energy, scale) = (0.0, 0.0)
        for i in particles.indices {
            for j in particles.indices where j != i {
                let vector = particles[i].state.position - particles[j].state.position
                let product = 1.5 * particles[i].charge * particles[j].charge
                expected[i] += product / (length(vector) * length(vector) * length(vector)) * vector
                energy += 0.5 * product / length(vector)
                scale += 0.5 * abs(product) / length(vector)
            }
        }
        let forces = system.forcesOnNodes
        let greatest = expected.map(length).max() ?? 0
        for (force, expected) in zip(forces, expected) { #expect(length(force - expected) < 1e-12 * greatest) }
        #expect(abs(system.value(\.potentialEnergy) - energy) < 1e-13 * scale)
        #expect(abs(system.value(\.virial) - energy) < 1e-13 * scale)
        #expect(length(forces.reduce(.zero, +)) < 1e-13 * greatest * Double(count))
    }

    @Test("all kernels give the same bits on any number of threads")
    func kernels() throws {
        let particles = ions(1131)
        let results = try PairForceTests.kernels.flatMap { kernel in
            try (kernel == .reference ? [1] : [1, 2, 5]).map { threads in
                let force = try CoulombForce(constant: 1.5, threads: threads, kernel: kernel)
                let system = try ParticleSystem(particles, forces: [force])
                let sums = [system.value(\.potentialEnergy), system.value(\.virial)]
                return sums + system.forcesOnNodes.flatMap { [$0.x, $0.y, $0.z] }
            }
        }
        for result in results { #expect(result.map(\.bitPattern) == results[0].map(\.bitPattern)) }
    }

    @Test("the force is minus the gradient of the energy")
    func gradient() throws {
        let system = try ParticleSystem(ions(20), forces: [try CoulombForce()])
        try expectGradient(of: system)
    }

    @Test("charges that remain act as if the others had never been, and a child has the charge of its parent")
    func changes() throws {
        let particles = ions(12)
        let system = try ParticleSystem(particles, forces: [try CoulombForce()])
        for node in [2, 7] { try system.removeNode(node) }
        let child = try system.addNode(ParticleState(position: [9, 0, 0]), like: 1, name: nil)
        #expect(system.charges[child] == particles[1].charge)
        var rest = particles.indices.filter { ![2, 7].contains($0) }.map { particles[$0] }
        rest.append(Particle(mass: particles[1].mass, charge: particles[1].charge, position: [9, 0, 0]))
        let without = try ParticleSystem(rest, forces: [try CoulombForce()])
        #expect(system.value(\.potentialEnergy) == without.value(\.potentialEnergy))
        #expect(
            system.forcesOnNodes.enumerated().filter { ![2, 7].contains($0.offset) }.map(\.element)
                == without.forcesOnNodes)
        // A charge that is refused leaves no trace.
        #expect(throws: ParticleError.invalidCharge(.infinity, particle: 13)) {
            try system.addParticle(Particle(mass: 1, charge: .infinity, position: [0, 9, 0]))
        }
        #expect(throws: ParticleError.overlap(12, 13, distance: 0, least: 0)) {
            try system.addParticle(Particle(mass: 1, charge: 1, position: [9, 0, 0]))
        }
        #expect(system.charges.count == 13)
        #expect(system.value(\.potentialEnergy) == without.value(\.potentialEnergy))
    }

    @Test("what the law cannot act on is refused")
    func refusals() throws {
        let charge = Particle(mass: 1, charge: 1, position: .zero)
        expectRefusal(of: "constant", is: "inf") { try CoulombForce(constant: .infinity) }
        #expect(throws: ParticleError.invalidCharge(.infinity, particle: 1)) {
            try ParticleSystem(
                [charge, Particle(mass: 1, charge: .infinity, position: [1, 0, 0])], forces: [try CoulombForce()])
        }
        #expect(throws: ParticleError.pairForceWithoutMass(particle: 0)) {
            try ParticleSystem([Particle(mass: 0, charge: 1, position: .zero)], forces: [try CoulombForce()])
        }
        let box = try Box(x: .open, y: .periodic(-1, 1), z: .open)
        #expect(throws: ParticleError.coulombInPeriodicBox(axis: 1)) {
            try ParticleSystem([charge], in: box, forces: [try CoulombForce()])
        }
        #expect("\(ParticleError.coulombInPeriodicBox(axis: 1))".contains("cutoff"))
        #expect(throws: ParticleError.overlap(0, 2, distance: 0, least: 0)) {
            let neutral = Particle(mass: 0, position: .zero)
            return try ParticleSystem([charge, neutral, charge], forces: [try CoulombForce()])
        }
    }

    @Test("what is neutral is not acted on, wherever it is")
    func neutral() throws {
        let particles = [
            Particle(mass: 1, charge: 1, position: .zero), Particle(mass: 0, position: .zero),
            Particle(mass: 1, position: [1, 0, 0]),
        ]
        let system = try ParticleSystem(particles, forces: [try CoulombForce()])
        var accelerations = [Double](repeating: .nan, count: 9)
        system.accelerations(at: UnsafePointer(system.state.elements.baseAddress!), into: &accelerations)
        #expect(accelerations.allSatisfy { $0 == 0 })
        #expect(system.value(\.potentialEnergy) == 0)
        let none = try ParticleSystem([particles[2]], forces: [try CoulombForce()])
        #expect(none.value(\.potentialEnergy) == 0)
    }
}

/// Compares forces with differences of energies.
func expectGradient(of system: ParticleSystem) throws {
    let forces = system.forcesOnNodes
    let greatest = forces.map(length).max() ?? 0
    for node in [0, 3, 7] {
        for axis in 0..<3 {
            let start = system.nodeState(at: node)
            let energies = [1e-5, -1e-5].map { change in
                var moved = start
                moved.position[axis] += change
                system.setNodeState(moved, at: node)
                return system.value(\.potentialEnergy)
            }
            system.setNodeState(start, at: node)
            #expect(abs(forces[node][axis] + (energies[0] - energies[1]) / 2e-5) < 1e-7 * greatest)
        }
    }
}
