import EngineTestSupport
import Particles
import SimulationEngine
import Testing

@Suite struct BoidsTests {
    private static func model(
        count: Int = 120, rules: BoidsModel.Rules = .init(), timeStep: Double = 0.1, seed: UInt64 = 1,
        threads: Int = 1,
        dimensions: Int = 3
    ) throws -> BoidsModel {
        let box = try Box([Box.Axis](repeating: .periodic(0, 4), count: dimensions))
        return try BoidsModel(
            RandomPlacement(count: count), in: box, rules: rules, timeStep: timeStep,
            streams: RandomStreams(seed: seed), threads: threads)
    }

    /// One step of each by the sums over all.
    @Test(
        "Boids steer by separation, alignment and cohesion, all at the same time", arguments: [2, 3])
    func rules(dimensions: Int) throws {
        let rules = BoidsModel.Rules(separation: 0.3, alignment: 0.7, cohesion: 0.9, speed: 0.6...0.9)
        let model = try Self.model(rules: rules, dimensions: dimensions)
        let simulation = try Simulation(model, integrator: SwarmRule(), step: 0.1)
        for _ in 0..<5 {
            let (places, velocities) = (model.positions, model.velocities)
            try simulation.run(steps: 1)
            for i in places.indices {
                var (away, course, middle, seen) = (
                    SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero, 0.0
                )
                for j in places.indices where j != i {
                    let vector = model.box.shortest(places[j] - places[i])
                    let squaredDistance = (vector * vector).sum()
                    guard squaredDistance <= 1 else { continue }
                    course += velocities[j]
                    middle += vector
                    seen += 1
                    if squaredDistance < 0.16 { away -= vector / squaredDistance }
                }
                var velocity = velocities[i] + 0.1 * 0.3 * away
                if seen > 0 {
                    let alignment: SIMD3<Double> = course / seen - velocities[i]
                    let cohesion: SIMD3<Double> = middle / seen
                    velocity += 0.1 * (0.7 * alignment + 0.9 * cohesion)
                }
                let speed = (velocity * velocity).sum().squareRoot()
                velocity *= min(max(speed, 0.6), 0.9) / speed
                let moved = model.positions[i] - places[i] - 0.1 * velocity
                #expect((0..<3).allSatisfy { abs(model.velocities[i][$0] - velocity[$0]) < 1e-11 })
                #expect((0..<3).allSatisfy { abs(moved[$0]) < 1e-11 })
                #expect(dimensions == 3 || model.positions[i].z == 0)
            }
        }
    }

    /// Without separation and cohesion velocities only become more alike.
    @Test("Alignment alone makes a flock")
    func flock() throws {
        let rules = BoidsModel.Rules(
            radius: 2, separation: 0, alignment: 2, cohesion: 0, speed: 0.5...1)
        let model = try Self.model(rules: rules)
        let simulation = try Simulation(model, integrator: SwarmRule(), step: 0.1)
        let before = simulation.quantities.polarisation.value
        try simulation.run(steps: 300)
        #expect(before < 0.4)
        #expect(simulation.quantities.polarisation.value > 0.999)
    }

    @Test("The same bytes on any number of threads")
    func threads() throws {
        func bits(_ threads: Int) throws -> [UInt64] {
            let model = try Self.model(count: 1300, threads: threads)
            try Simulation(model, integrator: SwarmRule(), step: 0.1).run(steps: 5)
            return model.state.elements.map(\.bitPattern)
        }
        let one = try bits(1)
        #expect(try bits(2) == one)
        #expect(try bits(3) == one)
    }

    @Test("Rules that make no sense are refused")
    func refusals() throws {
        #expect(throws: SwarmError.radiusTooLong(3, axis: 0, period: 4)) {
            try Self.model(rules: .init(radius: 3))
        }
        expectRefusal(of: "cohesion", is: "-1") {
            try Self.model(rules: .init(cohesion: -1))
        }
        expectRefusal(of: "step") { try Self.model(timeStep: 0) }
        #expect(throws: SwarmError.atRest) {
            try Self.model(rules: .init(speed: 0...0))
        }
    }
}
