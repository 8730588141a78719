import EngineTestSupport
import Particles
import SimulationEngine
import Testing

/// Numbers that cannot be meant are refused, or lead to what is no number, and never end the program.
@Suite struct HostileArgumentTests {
    private static let notFinite: [Double] = [.nan, .infinity, -.infinity]

    private func box(_ axes: Int = 3) throws -> Box {
        try Box([Box.Axis](repeating: .periodic(0, 6), count: axes))
    }

    @Test("a particle that is nowhere is at no distance from others", arguments: notFinite + [.greatestFiniteMagnitude])
    func distances(_ number: Double) throws {
        let distribution = try RadialDistribution(in: box(), types: [0, 0, 0], upTo: 2, bins: 2)
        distribution.add([SIMD3(number, 0, 0), SIMD3(1, 1, 1), SIMD3(1, 1, 1.5)])
        #expect(distribution.bins.map(\.value).first ?? 0 > 0)
        #expect(throws: StructureError.invalidBinCount(1 << 33)) {
            try RadialDistribution(in: box(), types: [0, 0], upTo: 2, bins: 1 << 33)
        }
    }

    @Test("a particle that is nowhere leaves no structure factor, however it is computed", arguments: notFinite)
    func structureFactor(_ number: Double) throws {
        for method in [StructureFactor.Method.direct, .fourier] {
            let factor = try StructureFactor(in: box(), upTo: 3, method: method)
            factor.add([SIMD3(number, 0, 0), SIMD3(1, 1, 1)])
            factor.add([SIMD3(0, 0, 0), SIMD3(1, 1, 1)])
            #expect(factor.shells.allSatisfy { $0.value.isNaN })
        }
    }

    @Test("particles move in one to three dimensions", arguments: [.min, -1, 0, 4, .max])
    func dimensions(_ dimensions: Int) throws {
        var particles = [Particle](repeating: Particle(mass: 1, position: .zero), count: 3)
        let streams = try RandomStreams(seed: 1)
        #expect(throws: ThermalVelocityError.invalidDimensions(dimensions)) {
            try particles.setVelocities(temperature: 1, dimensions: dimensions, from: streams)
        }
    }

    @Test("there are no more particles than can be numbered", arguments: [.min, -1, 0, 1 << 31, 1 << 33, .max])
    func counts(_ count: Int) throws {
        expectRefusal(of: "count") { try PlummerSphere(count: count) }
        expectRefusal(of: "count") { try UniformDisc(count: count) }
        let streams = try RandomStreams(seed: 1)
        expectRefusal(of: "count") {
            try RandomPlacement(count: count).positions(in: box(), from: streams)
        }
    }

    @Test("interactions may be of as short a range as there is", arguments: [Double.leastNonzeroMagnitude, 1e-300])
    func shortestRange(_ range: Double) throws {
        let particles = (0..<3).map { Particle(mass: 1, position: SIMD3(Double($0), 1, 1)) }
        let force = try PairForce(LennardJones(sigma: range, cutoff: range), skin: range)
        let system = try ParticleSystem(particles, in: box(), forces: [force])
        let simulation = try Simulation(system, integrator: Leapfrog(), step: 0.1)
        try simulation.run(steps: 2)
        #expect(system.positions.map(\.x) == [0, 1, 2])
    }

    @Test("a pair beyond all numbers is not concerned by exclusions")
    func exclusionOfNobody() throws {
        #expect(try Exclusions([Bond(0, 1)]).weight(.max, .max) == 1)
    }

    @Test("a bond of a particle beyond all memory is refused", arguments: [1 << 33, .max])
    func exclusions(_ particle: Int) {
        #expect(throws: BondError.self) { try Exclusions([Bond(0, particle)]) }
    }

    @Test("parameters of swarms stay in their range")
    func parameters() throws {
        let streams = try RandomStreams(seed: 1)
        let birds = try VicsekModel(RandomPlacement(count: 5), in: box(2), noise: 0.1, streams: streams)
        let flight = try Simulation(birds, integrator: SwarmRule(), step: 1)
        flight.parameters["noise"]?.value = -1
        #expect(throws: (any Error).self) { try flight.run(steps: 1) }
        #expect(birds.noise == 0.1)
        let boids = try BoidsModel(RandomPlacement(count: 5), in: box(2), timeStep: 0.1, streams: streams)
        let flock = try Simulation(boids, integrator: SwarmRule(), step: 1)
        flock.parameters["cohesion"]?.value = -1
        #expect(throws: (any Error).self) { try flock.run(steps: 1) }
    }

    @Test("steps that cannot be counted are refused")
    func steps() throws {
        let streams = try RandomStreams(seed: 1)
        let birds = try VicsekModel(RandomPlacement(count: 5), in: box(2), noise: 0.1, streams: streams)
        for end in Self.notFinite + [-1, .greatestFiniteMagnitude] {
            #expect(throws: IntegrationError.self) { try SwarmRule().advance(birds, from: 0, to: end) }
        }
        let boids = try BoidsModel(
            RandomPlacement(count: 5), in: box(2), timeStep: .leastNonzeroMagnitude, streams: streams)
        #expect(throws: (any Error).self) { try Simulation(boids, integrator: SwarmRule(), step: 1).run(steps: 1) }
    }

    @Test("an orbit is not followed to a time that is none")
    func orbits() throws {
        var bodies = [Particle(mass: 1, position: .zero)]
        bodies.appendOrbiting(
            try OrbitalElements(semiMajorAxis: 1), about: .primary, mass: 0.1, constant: 1)
        let system = try ParticleSystem(bodies, forces: [NewtonianGravity(constant: 1)])
        #expect(throws: (any Error).self) { try WisdomHolman(system).advance(system, from: 0, to: .nan) }
    }
}
