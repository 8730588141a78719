import EngineTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import Particles

/// Bonds, and what goes for angles, too.
@Suite struct BondForceTests {
    /// Chains of 27 particles that wind through a small periodic box, and a ring.
    static func tangle(
        _ boundary: Lattice.Boundary = .periodic, cells: Int = 3
    ) throws -> (crystal: Crystal, bonds: [Bond], angles: [Angle]) {
        let crystal = try Crystal(cells: [cells, cells, cells], boundary: boundary, disturbance: 0.2)
        let count = cells * cells * cells
        return (
            crystal, Bond.chains(cells * cells, ofLength: cells) + [Bond(0, count - 1), Bond(3, 1)],
            Angle.chains(cells * cells, ofLength: cells) + [Angle(5, 0, count - 1)]
        )
    }

    static func forces(threads: Int = 1, bonds: [Bond], angles: [Angle]) throws -> [any ParticleForce] {
        let lengths = bonds.indices.map { 0.3 + 0.01 * Double($0 % 60) }
        return [
            try BondForce(HarmonicBond(stiffness: 3, lengths: .each(lengths)), on: bonds, threads: threads),
            try BondForce(FENEBond(stiffness: 2, greatestLength: 1.75), on: Array(bonds.prefix(9)), threads: threads),
            try HarmonicAngles(angles, stiffness: 1.5, angle: 2, threads: threads),
        ]
    }

    private static func system(
        _ boundary: Lattice.Boundary = .periodic, cells: Int = 3, threads: Int = 1
    ) throws -> ParticleSystem {
        let (crystal, bonds, angles) = try tangle(boundary, cells: cells)
        return try ParticleSystem(
            crystal.particles, in: crystal.box,
            forces: try forces(threads: threads, bonds: bonds, angles: angles))
    }

    @Test("Forces are the gradients of energies", arguments: [Lattice.Boundary.open, .periodic], [0, 1, 2])
    func gradients(boundary: Lattice.Boundary, force: Int) throws {
        let (crystal, bonds, angles) = try Self.tangle(boundary)
        let system = try crystal.system(try Self.forces(bonds: bonds, angles: angles)[force])
        let forces = system.forcesOnNodes
        #expect(forces.contains { ($0 * $0).sum() > 0.1 })
        let step = 1e-5
        for node in 0..<system.nodeCount {
            for axis in 0..<3 {
                let original = system.state[axis, node]
                let energies = [original + step, original - step].map { place in
                    system.state[axis, node] = place
                    return system.value(\.potentialEnergy)
                }
                system.state[axis, node] = original
                #expect(abs(forces[node][axis] + (energies[0] - energies[1]) / (2 * step)) < 1e-7)
            }
        }
    }

    @Test("Actions and reactions cancel, and turn nothing in an open box")
    func newton() throws {
        let system = try Self.system(.open)
        let forces = system.forcesOnNodes
        var (force, torque) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
        for (node, f) in forces.enumerated() {
            let r = system.nodeState(at: node).position
            force += f
            torque += SIMD3(r.y * f.z - r.z * f.y, r.z * f.x - r.x * f.z, r.x * f.y - r.y * f.x)
        }
        for axis in 0..<3 {
            #expect(abs(force[axis]) < 1e-13)
            #expect(abs(torque[axis]) < 1e-12)
        }
        // The two ends of a single bond feel opposite forces to the last bit.
        let pair = try ParticleSystem(
            [Particle(mass: 1, position: [0.1, 0.2, 0.3]), Particle(mass: 1, position: [1.2, -0.4, 0.7])],
            forces: [try BondForce(FENEBond(stiffness: 30, greatestLength: 1.5), on: [Bond(0, 1)])])
        #expect(pair.forcesOnNodes[0] == -pair.forcesOnNodes[1])
    }

    /// d W = −3 V dU/dV: the derivative of the energy when box and positions are scaled.
    @Test("The virial is the derivative of the energy by the size of the system")
    func virial() throws {
        func energy(scale: Double) throws -> (energy: Double, pressure: Double) {
            var (crystal, bonds, angles) = try Self.tangle()
            for index in crystal.particles.indices { crystal.particles[index].state.position *= scale }
            let axes = crystal.box.axes.map { Box.Axis.periodic(0, scale * ($0.bounds?.upper ?? 0)) }
            let system = try ParticleSystem(
                crystal.particles, in: try Box(axes), forces: try Self.forces(bonds: bonds, angles: angles))
            return (system.value(\.potentialEnergy), system.value(\.pressure))
        }
        let slope = (try energy(scale: 1 + 1e-6).energy - energy(scale: 1 - 1e-6).energy) / 2e-6
        let volume = 3.6 * 3.6 * 3.6
        let pressure = try energy(scale: 1).pressure
        #expect(abs(pressure + slope / (3 * volume)) < 1e-7)
    }

    /// In an 11 × 11 × 11 crystal there are two runs of particles.
    @Test("A trajectory is the same bytes for any number of threads")
    func threads() throws {
        func run(threads: Int) throws -> [UInt64] {
            let system = try Self.system(cells: 11, threads: threads)
            try Simulation(system, integrator: Leapfrog(threads: threads), step: 0.01).run(steps: 3)
            return system.bits
        }
        let bits = try run(threads: 1)
        for threads in [2, 5] {
            let other = try run(threads: threads)
            #expect(other == bits)
        }
    }

    @Test("Images of particles are bonded as the particles themselves")
    func images() throws {
        let system = try Self.system()
        let (energy, forces) = (system.value(\.potentialEnergy), system.forcesOnNodes)
        for node in 0..<system.nodeCount { system.state[node % 3, node] += 3.6 * Double(node % 5 - 2) }
        #expect(abs(system.value(\.potentialEnergy) - energy) < 1e-11)
        for (a, b) in zip(forces, system.forcesOnNodes) { #expect(((a - b) * (a - b)).sum() < 1e-22) }
    }

    @Test("A bond oscillates with the frequency of its reduced mass")
    func frequency() throws {
        let force = try BondForce(HarmonicBond(stiffness: 6, length: 1), on: [Bond(0, 1)])
        let system = try ParticleSystem(
            [Particle(mass: 1, position: [0, 0, 0]), Particle(mass: 2, position: [1.1, 0, 0])], forces: [force])
        // ω² = k (1/m₁ + 1/m₂) = 9.
        let period = 2 * Double.pi / 3
        let simulation = try Simulation(system, integrator: Leapfrog(), step: period / 1000)
        try simulation.run(steps: 500)
        #expect(abs(system.state[0, 1] - system.state[0, 0] - 0.9) < 1e-6)
        try simulation.run(steps: 500)
        #expect(abs(system.state[0, 1] - system.state[0, 0] - 1.1) < 1e-6)
    }

    @Test("Bonds can rest at their first lengths, or at none")
    func lengths() throws {
        let particles = [Particle(mass: 1, position: [0, 0, 0]), Particle(mass: 1, position: [0, 3, 4])]
        let initial = try BondForce(HarmonicBond(stiffness: 6, lengths: .initial), on: [Bond(0, 1)])
        let system = try ParticleSystem(particles, forces: [initial])
        #expect(initial.potential.lengths == .each([5]))
        #expect(system.value(\.potentialEnergy) == 0)
        let none = try BondForce(HarmonicBond(stiffness: 6, length: 0), on: [Bond(0, 1)])
        let pulled = try ParticleSystem(particles, forces: [none])
        #expect(pulled.forcesOnNodes[0] == [0, 18, 24])
        let met = try ParticleSystem([particles[0], particles[0]], forces: [none])
        #expect(met.forcesOnNodes[0] == .zero)
    }

    /// By hand: legs of length 1 and 2 with a right angle and a rest angle of 60°.
    @Test("A right angle is turned as springs turn it")
    func rightAngle() throws {
        let force = try HarmonicAngles([Angle(0, 1, 2)], stiffness: 2, angle: .pi / 3)
        let system = try ParticleSystem(
            [[1, 0, 0], [0, 0, 0], [0, 2, 0]].map { Particle(mass: 1, position: $0) }, forces: [force])
        let torque = 2 * (Double.pi / 2 - Double.pi / 3)
        #expect(abs(system.value(\.potentialEnergy) - torque * torque / 4) < 1e-15)
        let expected: [SIMD3<Double>] = [[0, torque, 0], [-torque / 2, -torque, 0], [torque / 2, 0, 0]]
        for (force, expected) in zip(system.forcesOnNodes, expected) {
            #expect(((force - expected) * (force - expected)).sum() < 1e-30)
        }
        // A straight angle has no direction to turn in.
        let straight = try ParticleSystem(
            [[1, 0, 0], [0, 0, 0], [-2, 0, 0]].map { Particle(mass: 1, position: $0) }, forces: [force])
        #expect(straight.forcesOnNodes == [.zero, .zero, .zero])
    }

    // MARK: What is wrong

    @Test("A bond that tears ends the run with its particles, the time and the quantity")
    func tearing() throws {
        let force = try BondForce(FENEBond(stiffness: 1e-3, greatestLength: 1.5), on: [Bond(2, 1)])
        let particles = [0, 1, 2].map { index in
            Particle(mass: 1, position: [Double(index), 0, 0], velocity: [index == 2 ? 1 : 0, 0, 0])
        }
        let system = try ParticleSystem(particles, forces: [force])
        let simulation = try Simulation(system, integrator: Leapfrog(), step: 0.125)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 10) }
        let description = try #require(error?.description)
        #expect(description.hasPrefix("in step 5, at time 0.625, 'vx' of node 1 is nan, since the bond "))
        #expect(description.contains("between particles 2 and 1 is stretched to 1.58"))
        #expect(description.contains("but must be shorter than 1.5: take a smaller step"))
        #expect(simulation.moment.step == 4)
        let isFinite = system.state.elements.allSatisfy { $0.isFinite }
        #expect(isFinite)
        guard case .tooLong(Bond(2, 1), _, 1.5) = force.failure else {
            Issue.record("\(String(describing: force.failure))")
            return
        }
    }

    @Test("Bonds that cannot be are refused")
    func refusals() throws {
        func make(_ bonds: [Bond], greatestLength: Double = 2) throws {
            let force = try BondForce(FENEBond(stiffness: 1, greatestLength: greatestLength), on: bonds)
            let particles = [0, 1, 2, 2].enumerated().map { index, mass in
                Particle(mass: Double(mass), position: [Double(index), 0, 0])
            }
            _ = try ParticleSystem(particles, in: try Box(x: .periodic(0, 8), y: .open), forces: [force])
        }
        try make([Bond(1, 2)])
        #expect(throws: BondError.noBonds) { try make([]) }
        #expect(throws: BondError.sameParticle(2, in: [2, 2])) { try make([Bond(1, 2), Bond(2, 2)]) }
        #expect(throws: BondError.duplicate([2, 1])) { try make([Bond(1, 2), Bond(2, 1)]) }
        #expect(throws: ParticleError.bond(.missingParticle(7, in: [1, 7], count: 4))) { try make([Bond(1, 7)]) }
        #expect(throws: ParticleError.bond(.missingParticle(-1, in: [-1, 2], count: 4))) { try make([Bond(-1, 2)]) }
        #expect(throws: ParticleError.bond(.noMass(particle: 0))) { try make([Bond(0, 1)]) }
        #expect(throws: ParticleError.bond(.tooLong(Bond(1, 3), length: 2, greatest: 2))) { try make([Bond(1, 3)]) }
        #expect(throws: ParticleError.bond(.longerThanHalfTheBox(5, axis: 0, period: 8))) {
            try make([Bond(1, 3)], greatestLength: 5)
        }
        expectRefusal(of: "greatest-length", is: "0") {
            try make([Bond(1, 2)], greatestLength: 0)
        }
        #expect(throws: BondError.sameParticle(1, in: [1, 0, 1])) {
            try HarmonicAngles([Angle(1, 0, 1)], stiffness: 1, angle: 1)
        }
        #expect(throws: BondError.duplicate([2, 0, 1])) {
            try HarmonicAngles([Angle(1, 0, 2), Angle(2, 0, 1)], stiffness: 1, angle: 1)
        }
        expectRefusal(of: "angle", is: "4") {
            try HarmonicAngles([Angle(1, 0, 2)], stiffness: 1, angle: 4)
        }
        func springs(_ lengths: HarmonicBond.Lengths, apart distance: Double) throws {
            let force = try BondForce(HarmonicBond(stiffness: 1, lengths: lengths), on: [Bond(0, 1)])
            let particles = [0, distance].map { Particle(mass: 1, position: [$0, 0, 0]) }
            _ = try ParticleSystem(particles, forces: [force])
        }
        #expect(throws: ParticleError.bond(.samePlace(Bond(0, 1)))) { try springs(.all(1), apart: 0) }
        #expect(throws: ParticleError.bond(.wrongLengthCount(2, bonds: 1))) { try springs(.each([1, 2]), apart: 1) }
    }

    @Test("Messages say what is wrong and what would be right")
    func messages() {
        #expect(
            BondError.missingParticle(7, in: [1, 7], count: 4).description
                == "there is no particle 7, which is in the bond of particles 1, 7: particles are numbered from 0 to 3")
        #expect(
            ParticleError.bond(.duplicate([2, 0, 1])).description
                == "the angle of particles 2, 0, 1 stands twice: it must stand once")
    }
}
