import ObserverCore
import SimulationEngine
import Testing

@testable import Particles

@Suite("Particles that come and go")
struct ChangingParticlesTests {
    private let box: Box

    init() throws { box = try Box(x: .periodic(0, 6), y: .periodic(0, 6), z: .periodic(0, 6)) }

    private static let spacing = 1.2

    /// Particles near the sites of a lattice, with velocities.
    private var particles: [Particle] {
        (0..<27).map { index in
            let site = SIMD3(Double(index % 3), Double(index / 3 % 3), Double(index / 9))
            let push = SIMD3(Double(index % 5) - 2, Double(index % 7) - 3, Double(index % 4) - 1.5)
            return Particle(mass: 1, position: Self.spacing * site + 0.01 * push, velocity: 0.1 * push)
        }
    }

    private func simulation(_ particles: [Particle]) throws -> Simulation<ParticleSystem> {
        let force = try PairForce(LennardJones(cutoff: 2.5, truncation: .forceShifted))
        return try Simulation(
            ParticleSystem(particles, in: box, forces: [force]), integrator: Leapfrog(), step: 0.002)
    }

    @Test("those that remain move as if the others had never been, and quantities count them only")
    func removal() throws {
        let changed = try simulation(particles)
        for node in [3, 11, 26] { try changed.removeNode(node) }
        let rest = particles.indices.filter { ![3, 11, 26].contains($0) }
        let without = try simulation(rest.map { particles[$0] })
        try changed.run(steps: 100)
        try without.run(steps: 100)
        for (row, node) in rest.enumerated() {
            #expect(changed.nodes[node].state.value == without.nodes[row].state.value)
        }
        #expect(changed.nodes[11].state.value.position == particles[11].state.position)
        for name in ["kinetic-energy", "potential-energy", "temperature", "pressure", "total-energy-per-particle"] {
            let quantities = try [changed, without].map { try #require($0.quantities[name] as? Quantity<Double>).value }
            #expect(quantities[0] == quantities[1], "\(name)")
        }
        let centres = [changed, without].map(\.quantities.centreOfMass.value)
        #expect(centres[0] == centres[1])
    }

    /// A force on three particles or more.
    private final class Company: ParticleForce {
        func prepare(for particles: ParticleColumns) throws(ParticleError) {
            if particles.count < 3 { throw .lastParticle }
        }

        func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {}
        func potentialEnergy(of particles: ParticleColumns) -> Double { 0 }
        func virial(of particles: ParticleColumns) -> Double { 0 }
    }

    @Test("a force that cannot follow those that have gone ends the run, and says why")
    func refusedRemoval() throws {
        let system = try ParticleSystem(Array(particles.prefix(4)), in: box, forces: [Company()])
        let simulation = try Simulation(system, integrator: Leapfrog(), step: 0.002)
        try simulation.removeNode(0)
        try simulation.run(steps: 1)
        try simulation.removeNode(2)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        let description = try #require(error?.description)
        #expect(
            description.contains("node 1 is nan, since \(ParticleError.lastParticle.description)"), "\(description)")
        #expect(description.hasPrefix("in step 2, at time 0.004, "))
    }

    @Test("a particle that comes moves as if it had been there from the beginning")
    func addition() throws {
        let changed = try simulation(particles.dropLast())
        let last = particles[26]
        try changed.addNode(last.state, like: 0)
        let complete = try simulation(particles)
        try changed.run(steps: 100)
        try complete.run(steps: 100)
        #expect(changed.nodes.map(\.state.value) == complete.nodes.map(\.state.value))
    }

    @Test("energy is conserved between the changes")
    func energy() throws {
        let changed = try simulation(particles)
        try changed.removeNode(13)
        let before = changed.quantities.totalEnergy.value
        try changed.run(steps: 500)
        #expect(abs(changed.quantities.totalEnergy.value - before) < 1e-3 * abs(before))
    }

    @Test("thermostats leave those that have gone at rest, and know those that come")
    func thermostat() throws {
        let system = try ParticleSystem(
            particles, in: box, forces: [try PairForce(LennardJones(cutoff: 2.5))])
        let bath = try LangevinIntegrator(system, temperature: 1, friction: 1, streams: try RandomStreams(seed: 1))
        let simulation = try Simulation(system, integrator: bath, step: 0.002)
        try simulation.removeNode(5)
        try simulation.addNode(ParticleState(position: SIMD3(4.5, 4.5, 4.5), velocity: .zero), like: 0)
        try simulation.run(steps: 20)
        #expect(simulation.nodes[5].state.value.position == particles[5].state.position)
        #expect(simulation.nodes[27].state.value.velocity != .zero)
        #expect(system.degreesOfFreedom == 3 * 27)
    }

    @Test("what is pinned rests, and nothing else, when particles come")
    func pins() throws {
        let simulation = try simulation(particles)
        try simulation.pin(nodes: [2, 20])
        try simulation.addNode(ParticleState(position: SIMD3(4.5, 4.5, 4.5), velocity: SIMD3(0.1, 0, 0)), like: 0)
        let before = simulation.nodes.map(\.state.value)
        try simulation.run(steps: 10)
        for node in simulation.nodes {
            #expect((node.state.value.position == before[node.index].position) == [2, 20].contains(node.index))
        }
    }

    @Test("what cannot be is refused, and nothing has changed")
    func refusals() throws {
        let system = try ParticleSystem(particles, in: box, forces: [try PairForce(LennardJones(cutoff: 2.5))])
        #expect(throws: ParticleError.self) {
            _ = try system.addParticle(Particle(mass: 1, position: particles[4].state.position))
        }
        #expect(throws: ParticleError.self) { _ = try system.addParticle(Particle(mass: -1, position: .zero)) }
        #expect(system.nodeCount == 27)
        #expect(system.population?.nodeCount == 27)
        let bonded = try ParticleSystem(
            particles, in: box, forces: [try BondForce(HarmonicBond(stiffness: 1, length: 1), on: [Bond(0, 1)])])
        #expect(throws: ParticleError.bondedParticles) { try bonded.removeNode(0) }
        let lone = try ParticleSystem([particles[0]], forces: [])
        #expect(throws: ParticleError.lastParticle) { try lone.removeNode(0) }
    }

    @Test("errors of forces name particles by their own numbers after others have gone")
    func numbersInErrors() throws {
        let system = try ParticleSystem(particles, in: box, forces: [try PairForce(LennardJones(cutoff: 2.5))])
        for node in [0, 3, 11] { try system.removeNode(node) }
        let place = particles[20].state.position
        #expect(throws: ParticleError.overlap(20, 27, distance: 0, least: 0.1)) {
            _ = try system.addParticle(Particle(mass: 1, position: place))
        }
        #expect(throws: ParticleError.unknownType(2, particle: 27, known: 1)) {
            _ = try system.addParticle(Particle(mass: 1, type: 2, position: SIMD3(4.5, 4.5, 4.5)))
        }
        #expect(throws: ParticleError.pairForceWithoutMass(particle: 27)) {
            _ = try system.addParticle(Particle(mass: 0, position: SIMD3(4.5, 4.5, 4.5)))
        }
    }

    @Test("a particle that blows up is named by its own number after others have gone")
    func blowUp() throws {
        let force = try PairForce(LennardJones(cutoff: 2.5))
        let simulation = try Simulation(
            ParticleSystem(particles, forces: [force]), integrator: Leapfrog(), step: 0.002)
        for node in [0, 3, 11] { try simulation.removeNode(node) }
        simulation.nodes[20].state.value.velocity = SIMD3(0, -1e25, 0)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        guard case .stateNotFinite(let failure) = error else { throw error ?? .interrupted(time: 0) }
        #expect((failure.node, failure.field) == (20, "vx"))
    }
}
