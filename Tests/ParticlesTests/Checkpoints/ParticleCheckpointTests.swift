import EngineTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import Particles

/// Kinds of particle systems, each of which has to go on from a checkpoint.
enum StoredSystem: CaseIterable {
    case fluid, mixture, softSpheres, charges, dampedCharges, ewald, directGravity, treeGravity, bonds, excluded, fields
    case walls, plane

    func make() throws -> ParticleSystem {
        switch self {
        case .fluid: return try Self.fluid(try LennardJones(cutoff: 2.5, truncation: .forceShifted))
        case .mixture:
            return try Self.fluid(
                try LennardJones(
                    PairTable(typeCount: 2) { a, b in
                        .weeksChandlerAndersen(sigma: a == b ? 1 : 0.9)
                    }), typeCount: 2)
        case .softSpheres:
            var crystal = try Crystal(cells: [4, 4, 4], constant: 1, boundary: .open)
            try crystal.particles.setVelocities(temperature: 2, dimensions: 3, from: try RandomStreams(seed: 4))
            return try crystal.system(try PairForce(try SoftSphere(), skin: 0.1))
        case .ewald:
            return try Self.charged(
                [
                    try EwaldSum(.accuracy(1e-2, cutoff: 1.7), skin: 0.02),
                    try PairForce(try SoftSphere(relativeCutoff: 1.7), skin: 0.02),
                ], boundary: .periodic)
        case .excluded:
            var crystal = try Crystal(cells: [4, 4, 4], boundary: .open)
            try crystal.particles.setVelocities(temperature: 2, dimensions: 3, from: try RandomStreams(seed: 4))
            let bonds = (0..<32).map { Bond(2 * $0, 2 * $0 + 1) }
            return try crystal.system(
                try PairForce(
                    try LennardJones(cutoff: 2.5, truncation: .forceShifted),
                    excluding: try Exclusions(bonds, weights: [0.5]), skin: 0.1))
        case .charges: return try Self.charged([try CoulombForce(constant: 0.3)], boundary: .open)
        case .dampedCharges:
            return try Self.charged(
                [
                    try PairForce(try DampedShiftedCoulomb(damping: 1, cutoff: 1.7), skin: 0.05),
                    try PairForce(try SoftSphere(relativeCutoff: 1.7), skin: 0.05),
                ], boundary: .periodic)
        case .directGravity: return try Self.stars(try NewtonianGravity(constant: 1, softening: 0.1))
        case .treeGravity: return try Self.stars(try TreeGravity(constant: 1, softening: 0.1))
        case .bonds:
            let (crystal, bonds, angles) = try BondForceTests.tangle()
            return try ParticleSystem(
                crystal.particles, in: crystal.box, forces: try BondForceTests.forces(bonds: bonds, angles: angles))
        case .fields:
            return try Self.stars(try UniformField(acceleration: [0, 0, -1]), try HarmonicTrap(stiffness: [2, 1, 3]))
        case .walls:
            return try Self.fluid(try LennardJones(cutoff: 2.5, truncation: .forceShifted), boundary: .reflecting)
        case .plane:
            return try Self.fluid(
                try LennardJones(cutoff: 2.5, truncation: .forceShifted), cells: [8, 8])
        }
    }

    /// Particles that are fast enough for several neighbour lists in a few steps.
    static func fluid(
        _ potential: LennardJones, cells: [Int] = [5, 5, 5], boundary: Lattice.Boundary = .periodic,
        typeCount: Int = 1, skin: Double = 0.1
    ) throws -> ParticleSystem {
        var crystal = try Crystal(
            cells: cells, constant: 1.3, boundary: boundary, disturbance: 0.05, typeCount: typeCount)
        try crystal.particles.setVelocities(
            temperature: 2, dimensions: cells.count, from: try RandomStreams(seed: 4))
        return try crystal.system(try PairForce(potential, skin: skin))
    }

    private static func charged(
        _ forces: [any ParticleForce], boundary: Lattice.Boundary
    ) throws -> ParticleSystem {
        let crystal = try Crystal(cells: [3, 3, 3], boundary: boundary)
        var particles = crystal.particles.enumerated().map { index, particle in
            Particle(
                mass: particle.mass, charge: index.isMultiple(of: 2) ? 1 : -1, position: particle.state.position)
        }
        try particles.setVelocities(temperature: 2, dimensions: 3, from: try RandomStreams(seed: 4))
        return try ParticleSystem(particles, in: crystal.box, forces: forces)
    }

    private static func stars(_ forces: any ParticleForce...) throws -> ParticleSystem {
        let crystal = try Crystal(cells: [4, 4, 4], boundary: .open)
        return try ParticleSystem(crystal.particles, forces: forces)
    }
}

@Suite("Checkpoints of particles")
struct ParticleCheckpointTests {
    private let steps = 60

    @Test("all forces go on to the last bit", arguments: StoredSystem.allCases)
    func systems(system: StoredSystem) throws {
        try expectSameWhenInterrupted(steps: steps, at: [0, 1, 23]) {
            try Simulation(try system.make(), integrator: Leapfrog(), step: 0.004)
        }
    }

    @Test("branches go on to the last bit, with the noise ahead", arguments: [false, true])
    func branches(isThermal: Bool) throws {
        for system in StoredSystem.allCases {
            try expectSameWhenBranched(steps: 24, at: [0, 11]) {
                let system = try system.make()
                guard isThermal else { return try Simulation(system, integrator: Leapfrog(), step: 0.004) }
                let langevin = try LangevinIntegrator(
                    system, temperature: 1, friction: 1, streams: try RandomStreams(seed: 3))
                return try Simulation(system, integrator: langevin, step: 0.004)
            }
        }
    }

    @Test("sums over neighbours keep their order, right after a list was built and long after it")
    func lists() throws {
        let make = { try Simulation(try StoredSystem.fluid.make(), integrator: Leapfrog(), step: 0.004) }
        let simulation = try make()
        let force = try #require(simulation.model.forces[0] as? PairForce<LennardJones>)
        var builds: [Int] = []
        for step in 1...steps {
            let count = force.listCount
            try simulation.run(steps: 1)
            if force.listCount > count { builds.append(step) }
        }
        #expect(builds.count >= 3)
        let build = builds[1]
        try expectSameWhenInterrupted(steps: steps, at: [build - 1, build, build + 1], make)
    }

    @Test("energies that are looked at are those of the uninterrupted run, to the last bit")
    func energies() throws {
        let make = { try Simulation(try StoredSystem.fluid.make(), integrator: Leapfrog(), step: 0.004) }
        let (first, second) = (try make(), try make())
        _ = second.quantities.potentialEnergy.value
        try first.run(steps: 17)
        let bytes = try first.checkpoint()
        try second.resume(from: bytes)
        for _ in 0..<30 {
            #expect(
                first.quantities.potentialEnergy.value.bitPattern == second.quantities.potentialEnergy.value.bitPattern)
            #expect(first.quantities.pressure.value.bitPattern == second.quantities.pressure.value.bitPattern)
            try first.run(steps: 1)
            try second.run(steps: 1)
        }
        let counts = [first, second].map { ($0.model.forces[0] as? PairForce<LennardJones>)?.listCount }
        #expect(counts[0] == counts[1])
    }

    @Test("the list of a checkpoint at the initial positions is not the one that energies of before are known of")
    func energiesAtTheBeginning() throws {
        let make = { try Simulation(try StoredSystem.fluid.make(), integrator: Leapfrog(), step: 0.004) }
        let first = try make()
        // The list was built at the initial positions, where nobody is any more.
        for node in 0..<first.nodes.count { first.nodes[node].state.value.position.x += 0.01 * Double(node % 3) }
        let bytes = try first.checkpoint()
        let second = try make()
        _ = second.quantities.potentialEnergy.value
        try second.resume(from: bytes)
        #expect(second.quantities.potentialEnergy.value == first.quantities.potentialEnergy.value)
        try first.run(steps: 20)
        try second.run(steps: 20)
        #expect(first.bits == second.bits)
    }

    @Test("particles that have come and gone, with what they are, go on")
    func births() throws {
        let make = {
            try Simulation(try StoredSystem.mixture.make(), integrator: Leapfrog(), step: 0.004)
        }
        let (first, second) = (try make(), try make())
        try first.run(steps: 11)
        for node in [3, 40, 77] { try first.removeNode(node) }
        try first.run(steps: 7)
        let place = first.nodes[40].state.value.position
        try first.addNode(ParticleState(position: place, velocity: [1, 0, 0]), like: 41)
        try first.run(steps: 9)
        // Forces do not know of this one yet.
        try first.removeNode(50)
        try second.resume(from: try first.checkpoint())
        #expect(second.model.masses == first.model.masses)
        #expect(second.model.population?.members == first.model.population?.members)
        try first.run(steps: 30)
        try second.run(steps: 30)
        #expect(first.bits == second.bits)
        #expect(first.quantities.totalEnergy.value == second.quantities.totalEnergy.value)
    }

    @Test("particles that are other ones than at the beginning, and those that have come and cannot be, are told")
    func impossibleParticles() throws {
        let other = "a particle has another mass, charge or type than at the beginning"
        let damages: [(reason: String, damage: (ParticleSystem) -> Void)] = [
            (other, { $0.typeColumn[5] = 7 }), (other, { $0.typeColumn[5] = -1 }), (other, { $0.masses[6] = 0 }),
            (other, { $0.charges[0] = .nan }),
            ("particle 125 is of type 7, which is unknown", { $0.typeColumn[125] = 7 }),
            ("particle 125 has the mass 1.0, the charge 0.0 and the type -1", { $0.typeColumn[125] = -1 }),
            ("particle 125 has the mass -1.0, the charge 0.0 and the type 1", { $0.masses[125] = -1 }),
            ("particle 125 has the mass 1.0, the charge inf and the type 1", { $0.charges[125] = .infinity }),
        ]
        for (reason, damage) in damages {
            let make = { try Simulation(try StoredSystem.mixture.make(), integrator: Leapfrog(), step: 0.004) }
            let (first, second) = (try make(), try make())
            let place = first.nodes[40].state.value.position
            try first.removeNode(40)
            try first.addNode(ParticleState(position: place, velocity: [1, 0, 0]), like: 41)
            try first.run(steps: 1)
            damage(first.model)
            let bytes = try first.checkpoint()
            #expect(throws: CheckpointError.damaged(reason: reason)) { try second.resume(from: bytes) }
        }
    }

    @Test("a radial distribution with more pairs in its bins than there were is told", arguments: [-1, 1, .max])
    func impossibleCounts(count: Int) throws {
        let box = try Box([Box.Axis](repeating: .periodic(0, 10), count: 3))
        let make = { try RadialDistribution(in: box, types: [0, 0, 0], upTo: 5, bins: 4) }
        let first = try make()
        first.add([.zero, [1, 0, 0], [0, 2, 0]])
        first.counts[2] = count
        let archive = StateArchive()
        try first.archiveState(in: archive)
        #expect(throws: CheckpointError.damaged(reason: "a bin of a radial distribution has \(count) of 3 pairs")) {
            try make().archiveState(in: StateArchive(reading: archive.contents))
        }
    }

    @Test("particles with names that have come have them still")
    func names() throws {
        let make = {
            let particles = ["a", "b"].enumerated().map { index, name in
                Particle(name: name, mass: 1, position: [Double(index), 0, 0])
            }
            return try Simulation(
                try ParticleSystem(particles, forces: [try NewtonianGravity(constant: 1, softening: 1)]),
                integrator: Leapfrog(), step: 0.1)
        }
        let (first, second) = (try make(), try make())
        try first.addNode(ParticleState(position: [0, 1, 0], velocity: .zero), like: 0, name: "comet")
        try first.run(steps: 3)
        try second.resume(from: try first.checkpoint())
        try first.run(steps: 3)
        try second.run(steps: 3)
        #expect(second.nodes["comet"]?.state.value == first.nodes["comet"]?.state.value)
        #expect(first.bits == second.bits)
    }

    @Test("thermostats go on with fluids", arguments: ThermostatTests.Method.allCases)
    func thermostats(method: ThermostatTests.Method) throws {
        try expectSameWhenInterrupted(steps: 30, at: [1, 14]) {
            let system = try StoredSystem.fluid.make()
            return try Simulation(
                system, integrator: try method.integrator(for: system, temperature: 0.8), step: 0.004)
        }
    }

    @Test("planets go on by the method of Wisdom and Holman")
    func planets() throws {
        try expectSameWhenInterrupted(steps: 50, at: [0, 1, 21]) {
            let system = try WisdomHolmanTests.system()
            return try Simulation(system, integrator: try WisdomHolman(system), step: 0.1)
        }
    }

    @Test("flocks go on: neighbours are met in the order of before")
    func swarms() throws {
        try expectSameWhenInterrupted(steps: 40, at: [0, 1, 17]) {
            let model = try VicsekModel(
                RandomPlacement(count: 150), in: Box(x: .periodic(0, 7), y: .periodic(0, 7)), noise: 0.4, speed: 0.05,
                streams: try RandomStreams(seed: 1))
            return try Simulation(model, integrator: SwarmRule(), step: 1)
        }
        try expectSameWhenInterrupted(steps: 40, at: [0, 1, 17]) {
            let model = try BoidsModel(
                RandomPlacement(count: 120), in: try Box([Box.Axis](repeating: .periodic(0, 4), count: 3)),
                rules: .init(), timeStep: 0.1, streams: try RandomStreams(seed: 1))
            return try Simulation(model, integrator: SwarmRule(), step: 0.1)
        }
    }

    /// A force of somebody who has not thought of checkpoints.
    final class Foreign: ParticleForce {
        func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {}
        func potentialEnergy(of particles: ParticleColumns) -> Double { 0 }
        func virial(of particles: ParticleColumns) -> Double { 0 }
    }

    @Test("a force that does not say how it goes on is refused, by its name")
    func foreign() throws {
        let system = try ParticleSystem([Particle(mass: 1, position: .zero)], forces: [Foreign()])
        let simulation = try Simulation(system, integrator: Leapfrog(), step: 1)
        #expect(throws: CheckpointError.notResumable(what: "the force Foreign")) { try simulation.checkpoint() }
    }

    @Test("another number of forces is told")
    func otherForces() throws {
        let simulation = try Simulation(try StoredSystem.fields.make(), integrator: Leapfrog(), step: 0.1)
        let other = try Simulation(try StoredSystem.directGravity.make(), integrator: Leapfrog(), step: 0.1)
        #expect(throws: CheckpointError.doesNotMatch(what: "the number of forces", found: "2", expected: "1")) {
            try other.resume(from: try simulation.checkpoint())
        }
    }
}
