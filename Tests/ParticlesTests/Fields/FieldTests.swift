import EngineTestSupport
import SimulationEngine
import Testing

@testable import Particles

/// External fields.
@Suite struct FieldTests {
    @Test("A stone falls as Galilei found, and its energy is conserved")
    func fall() throws {
        let system = try ParticleSystem(
            [Particle(mass: 2, position: [0, 0, 5], velocity: [1, 0, 3])],
            forces: [try UniformField(acceleration: [0, 0, -10])])
        let energy = system.value(\.totalEnergy)
        #expect(energy == 100 + 10)
        try Simulation(system, integrator: Leapfrog(), step: 0.25).run(steps: 4)
        #expect(system.nodeState(at: 0) == ParticleState(position: [1, 0, 3], velocity: [1, 0, -7]))
        #expect(system.value(\.totalEnergy) == energy)
    }

    @Test("Forces are the gradients of energies, also of images in a periodic box")
    func gradients() throws {
        let crystal = try Crystal(cells: [3, 3, 3], boundary: .periodic)
        let forces: [any ParticleForce] = [
            try UniformField(acceleration: [1, -2, 0.5]),
            try HarmonicTrap(stiffness: [1, 2, 0], centre: [0.2, 3.5, 9]),
        ]
        for force in forces {
            let system = try crystal.system(force)
            let forces = system.forcesOnNodes
            for node in [0, 13, 26] {
                for axis in 0..<3 {
                    let original = system.state[axis, node]
                    let energies = [original + 1e-4, original - 1e-4].map { place in
                        system.state[axis, node] = place
                        return system.value(\.potentialEnergy)
                    }
                    system.state[axis, node] = original
                    #expect(abs(forces[node][axis] + (energies[0] - energies[1]) / 2e-4) < 1e-9)
                }
            }
            #expect(system.degreesOfFreedom == 81)
            #expect(abs(system.value(\.pressure) * 3 * 3.6 * 3.6 * 3.6) < 1e-12)
        }
    }

    @Test("Fields that cannot be are refused")
    func refusals() throws {
        expectRefusal(of: "acceleration") {
            try UniformField(acceleration: [0, .infinity, 0])
        }
        expectRefusal(of: "stiffness") { try HarmonicTrap(stiffness: [1, -1, 0]) }
        func put(_ force: any ParticleForce, on particle: Particle, in box: Box = .openPlane) throws {
            _ = try ParticleSystem([particle], in: box, forces: [force])
        }
        let particle = Particle(mass: 1, position: .zero)
        #expect(throws: ParticleError.field(.outOfPlane)) {
            try put(try UniformField(acceleration: [0, 0, 1]), on: particle)
        }
        #expect(throws: ParticleError.field(.outOfPlane)) {
            try put(try HarmonicTrap(stiffness: [1, 1, 1], centre: [0, 0, 1]), on: particle)
        }
        #expect(throws: ParticleError.field(.noMass(particle: 0))) {
            try put(try HarmonicTrap(stiffness: [1, 1, 1]), on: Particle(mass: 0, position: .zero))
        }
        try put(try UniformField(acceleration: [0, 1, 0]), on: Particle(mass: 0, position: .zero))
    }
}
