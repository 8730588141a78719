import EngineTestSupport
import Foundation
import Particles
import SimulationEngine
import Testing

@Suite struct VicsekTests {
    private static func model(
        count: Int, edge: Double, noise: Double, kind: VicsekModel.Noise = .angular, seed: UInt64 = 1,
        speed: Double = 0.03, threads: Int = 1
    ) throws -> VicsekModel {
        try VicsekModel(
            RandomPlacement(count: count), in: Box(x: .periodic(0, edge), y: .periodic(0, edge)), noise: noise,
            kind: kind,
            speed: speed, streams: try RandomStreams(seed: seed), threads: threads)
    }

    /// One step by the sum over all pairs.
    @Test("Without noise each particle takes the mean direction of all within the radius, all at the same time")
    func rule() throws {
        let model = try Self.model(count: 150, edge: 7, noise: 0, speed: 0.4)
        let simulation = try Simulation(model, integrator: SwarmRule(), step: 1)
        for _ in 0..<4 {
            let (places, velocities) = (model.positions, model.velocities)
            try simulation.run(steps: 1)
            for i in places.indices {
                var sum = SIMD3<Double>.zero
                for j in places.indices {
                    let vector = model.box.shortest(places[i] - places[j])
                    if (vector * vector).sum() <= 1 { sum += velocities[j] }
                }
                let expected = 0.4 * sum / (sum * sum).sum().squareRoot()
                let (moved, turned) = (model.positions[i] - places[i], model.velocities[i])
                #expect((0..<3).allSatisfy { abs(moved[$0] - velocities[i][$0]) < 1e-14 })
                #expect((0..<3).allSatisfy { abs(turned[$0] - expected[$0]) < 1e-12 })
            }
        }
    }

    /// With η = 2π directions are even, so that the polarisation of n particles is Rayleigh-distributed with mean
    /// √(π/4n); it exceeds 3/√n with a probability of e⁻⁹ = 10⁻⁴.
    @Test("With the greatest noise there is no order, without noise all end in one direction")
    func limits() throws {
        let disordered = try Self.model(count: 400, edge: 10, noise: 2 * .pi)
        let first = try Simulation(disordered, integrator: SwarmRule(), step: 1)
        try first.run(steps: 10)
        #expect(first.quantities.polarisation.value < 3 / 20.0)
        let ordered = try Self.model(count: 100, edge: 3, noise: 0, speed: 0.3)
        let second = try Simulation(ordered, integrator: SwarmRule(), step: 1)
        try second.run(steps: 100)
        #expect(abs(second.quantities.polarisation.value - 1) < 1e-9)
    }

    /// A lone particle has only itself: its turns are even from −η/2 to η/2, with variance η²/12. Error probability: the mean
    /// square of 2000 turns deviates by a part √(4/5 / 2000) = 0.02; 4.5 of that, 7 × 10⁻⁶.
    @Test("The noise is as strong as it is said to be")
    func noise() throws {
        let model = try Self.model(count: 500, edge: 4000, noise: 0.6, speed: 1e-9)
        var squares = 0.0
        var greatest = 0.0
        for step in 0..<4 {
            let before = model.velocities
            #expect(model.advance(step: step))
            for (a, b) in zip(before, model.velocities) {
                let turn = atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
                squares += turn * turn
                greatest = max(greatest, abs(turn))
            }
        }
        #expect(abs(squares / 2000 / (0.36 / 12) - 1) < 4.5 * 0.02)
        #expect((0.299...0.3).contains(greatest))
    }

    /// The vector of length η n v that is added to n velocities of one direction turns it by at most arcsin η.
    @Test("Vectorial noise turns a flock by at most arcsin η")
    func vectorialNoise() throws {
        let model = try Self.model(count: 300, edge: 4, noise: 0.5, kind: .vectorial)
        for node in 0..<300 {
            model.setNodeState(ParticleState(position: model.positions[node], velocity: [0.03, 0, 0]), at: node)
        }
        #expect(model.advance(step: 0))
        let angles = model.velocities.map { abs(atan2($0.y, $0.x)) }
        #expect(angles.allSatisfy { $0 <= asin(0.5) + 1e-12 })
        #expect((asin(0.5) * 0.99...asin(0.5) + 1e-12).contains(try #require(angles.max())))
    }

    @Test(
        "The same bytes on any number of threads, and others with another seed", arguments: VicsekModel.Noise.allCases)
    func threads(kind: VicsekModel.Noise) throws {
        func bits(seed: UInt64, threads: Int) throws -> [UInt64] {
            let model = try Self.model(count: 1500, edge: 20, noise: 0.4, kind: kind, seed: seed, threads: threads)
            let simulation = try Simulation(model, integrator: SwarmRule(), step: 1)
            try simulation.run(steps: 20)
            return model.state.elements.map(\.bitPattern)
        }
        let one = try bits(seed: 3, threads: 1)
        #expect(try bits(seed: 3, threads: 2) == one)
        #expect(try bits(seed: 3, threads: 5) == one)
        #expect(try bits(seed: 4, threads: 1) != one)
    }

    @Test("What makes no sense is refused, and a position that is not a number ends the run")
    func refusals() throws {
        let streams = try RandomStreams(seed: 1)
        let box = try Box(x: .periodic(0, 4), y: .periodic(0, 5))
        #expect(throws: SwarmError.wrongDimensions(3, expected: 2)) {
            try VicsekModel(RandomPlacement(count: 1), in: .open, noise: 0, streams: streams)
        }
        #expect(throws: SwarmError.notPeriodic(axis: 0)) {
            try VicsekModel(RandomPlacement(count: 1), in: .openPlane, noise: 0, streams: streams)
        }
        #expect(throws: SwarmError.invalidNoise(7, greatest: 2 * .pi)) {
            try VicsekModel(RandomPlacement(count: 1), in: box, noise: 7, streams: streams)
        }
        #expect(throws: SwarmError.invalidNoise(1.5, greatest: 1)) {
            try VicsekModel(RandomPlacement(count: 1), in: box, noise: 1.5, kind: .vectorial, streams: streams)
        }
        #expect(throws: SwarmError.radiusTooLong(2.5, axis: 0, period: 4)) {
            try VicsekModel(RandomPlacement(count: 1), in: box, noise: 0, radius: 2.5, streams: streams)
        }
        expectRefusal(of: "speed", is: "0") {
            try VicsekModel(RandomPlacement(count: 1), in: box, noise: 0, speed: 0, streams: streams)
        }
        let model = try VicsekModel(RandomPlacement(count: 3), in: box, noise: 0, streams: streams)
        let simulation = try Simulation(model, integrator: SwarmRule(), step: 1)
        try simulation.run(steps: 2)
        model.state[1, 2] = .nan
        #expect {
            try simulation.run(steps: 1)
        } throws: { error in
            guard case .stateNotFinite(let failure)? = error as? IntegrationError else { return false }
            return failure.node == 2 && failure.field == "y" && failure.lastTime == 2
        }
    }

    @Test("Within a step of the simulation that is many of the swarm a run can be given up, stored and gone on with")
    func interruption() throws {
        func make() throws -> (Simulation<VicsekModel>, SwarmRule<VicsekModel>) {
            let rule = SwarmRule<VicsekModel>()
            return (try Simulation(Self.model(count: 80, edge: 5, noise: 0.4), integrator: rule, step: 500), rule)
        }
        let (whole, _) = try make()
        try whole.run(steps: 1)
        for asked in 1...2 {
            let (first, rule) = try make()
            var times = 0
            rule.shouldInterrupt = {
                times += 1
                return times == asked
            }
            // 80 particles make 2¹² moves in 51 steps.
            let time = Double(asked - 1) * 51
            #expect(throws: IntegrationError.interrupted(time: time)) { try first.run(steps: 1) }
            #expect(first.moment.time == time)
            let stored = try first.checkpoint()
            let (second, _) = try make()
            try second.resume(from: stored)
            for simulation in [first, second] {
                try simulation.run(until: 500)
                #expect(simulation.model.positions == whole.model.positions)
            }
        }
    }
}
