import EngineTestSupport
import Foundation
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// First passages of random motion, at steps that are far too long for a method that looks at their ends only, against closed
/// forms. Each Kolmogorov–Smirnov test fails by chance with a probability of 0.1 %.
@Suite struct NoisyPassageTests {
    /// The probability that Brownian motion with a drift and σ reaches a level before a time: the inverse Gaussian.
    static func inverseGaussian(level: Double, drift: Double, strength: Double) -> (Double) -> Double {
        let (mean, shape) = (level / drift, level * level / (strength * strength))
        return { time in
            let root = (shape / time).squareRoot()
            return normalProbability(below: root * (time / mean - 1))
                + exp(2 * shape / mean) * normalProbability(below: -root * (time / mean + 1))
        }
    }

    /// The mean time that dx = −x dt + √2 dW needs from one place to a higher one, √(2π) ∫ Φ(y) exp(y²/2) dy.
    static func relaxingPassage(from start: Double, to level: Double) -> Double {
        let count = 1000
        let width = (level - start) / Double(count)
        return (0..<count).reduce(0) { sum, index in
            let y = start + (Double(index) + 0.5) * width
            return sum + (2 * .pi).squareRoot() * normalProbability(below: y) * exp(y * y / 2) * width
        }
    }

    /// Expects the times of passages to follow a law. Of those that have not passed by the end nothing more is known.
    private func expect(
        _ passages: FirstPassages, by end: Double, follow probability: (Double) -> Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let count = passages.times.count
        let times = passages.times.filter { !$0.isNaN }
        let difference = abs(Double(times.count) / Double(count) - probability(end)) * Double(count).squareRoot()
        let distance = kolmogorovDistance(of: times, outOf: count, from: probability)
        #expect(max(difference, distance) < 1.95, sourceLocation: sourceLocation)
    }

    @Test(
        "Methods for additive noise know it, at any step", arguments: StochasticOrderTests.Method.allCases, [0.1, 0.5])
    func additiveNoise(method: StochasticOrderTests.Method, step: Double) throws {
        let model = Diffusion(count: 600, drift: 1, strength: 1)
        let simulation = try Simulation(
            model, integrator: method.integrator(of: Diffusion.self, RandomStreams(seed: 5)), step: step)
        let passages = try simulation.firstPassages(of: "x", level: 2)
        try simulation.run(until: 6)
        expect(passages, by: 6, follow: Self.inverseGaussian(level: 2, drift: 1, strength: 1))
    }

    /// The logarithm is Brownian motion, whose drift is μ − σ²/2 in the sense of Itô, and μ in that of Stratonovich.
    @Test("Methods for noise that depends on the state know it", arguments: StochasticOrderTests.Method.allCases)
    func multiplicativeNoise(method: StochasticOrderTests.Method) throws {
        let simulation = try Simulation(
            StochasticOrderTests.Growth(count: 1000),
            integrator: method.integrator(of: StochasticOrderTests.Growth.self, RandomStreams(seed: 6)), step: 0.05)
        let passages = try simulation.firstPassages(of: "x", level: 2)
        try simulation.run(until: 4)
        let volatility = StochasticOrderTests.Growth.volatility
        let drift = StochasticOrderTests.Growth.drift - (method.isOfIto ? volatility * volatility / 2 : 0)
        expect(
            passages, by: 4, follow: Self.inverseGaussian(level: log(2), drift: drift, strength: volatility))
    }

    /// dq = F/γ dt + √(2 T/γ) dW.
    @Test("Brownian dynamics knows its noise", arguments: [0.1, 0.25])
    func brownianDynamics(step: Double) throws {
        let model = ThermalNodes(count: 1000) { _ in 4 }
        let integrator = try BrownianIntegrator(
            model, temperature: 2, friction: 4, streams: try RandomStreams(seed: 7))
        let simulation = try Simulation(model, integrator: integrator, step: step)
        let passages = try simulation.firstPassages(of: "y", level: 2)
        try simulation.run(until: 6)
        expect(passages, by: 6, follow: Self.inverseGaussian(level: 2, drift: 1, strength: 1))
    }

    /// A free velocity is an Ornstein–Uhlenbeck process: dv = −γ v dt + √(2 γ T/m) dW.
    @Test("Velocities of Langevin dynamics reach a level when they should")
    func langevinVelocities() throws {
        let count = 1500
        let model = ThermalNodes(count: count) { _ in 0 }
        let integrator = try LangevinIntegrator(
            model, temperature: 1, friction: 2, streams: try RandomStreams(seed: 8))
        let simulation = try Simulation(model, integrator: integrator, step: 0.1)
        let passages = try simulation.firstPassages(of: "z", level: 1)
        // Times are as good as exponential, of mean 1.
        try simulation.run(until: 20)
        let times = passages.times.map { 2 * $0 }
        let mean = times.reduce(0, +) / Double(count)
        let error = (times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }).squareRoot() / Double(count)
        #expect(abs(mean - Self.relaxingPassage(from: 0, to: 1)) < 3.3 * error, "\(mean)")
    }

    /// From +x₀ downwards to a level: the mirror image.
    @Test func levelsBelowAreReachedAsThoseAbove() throws {
        let model = Diffusion(count: 1000, drift: -1, strength: 1)
        let simulation = try Simulation(
            model, integrator: EulerMaruyama(streams: RandomStreams(seed: 9)), step: 0.5)
        let passages = try simulation.firstPassages(of: "x", level: -2, .downwards)
        try simulation.run(until: 6)
        expect(passages, by: 6, follow: Self.inverseGaussian(level: 2, drift: 1, strength: 1))
    }

    /// Times of passages, with others who look at the same nodes or not.
    private func times(of level: Double, others: Bool) throws -> [UInt64] {
        let model = Diffusion(count: 100, drift: 1, strength: 1)
        let simulation = try Simulation(
            model, integrator: EulerMaruyama(streams: RandomStreams(seed: 10)), step: 0.5)
        let watcher = Watcher()
        var all: [FirstPassages] = []
        if others {
            all.append(try simulation.firstPassages(of: "x", level: level / 2))
            watcher.observe(try simulation.crossings(of: "x", ofNodes: [3, 1, 7], level: level)) { (_: Crossing) in }
            watcher.observe(simulation.nodes[1].state) { (_: Update<Double>) in }
        }
        let passages = try simulation.firstPassages(of: "x", level: level)
        try simulation.run(until: 10)
        return passages.times.map(\.bitPattern)
    }

    @Test func whoElseLooksDoesNotMatter() throws {
        #expect(try times(of: 2, others: true) == times(of: 2, others: false))
    }

    /// All look at one path: a lower level is never reached later than a higher one.
    @Test func levelsAreReachedInTheirOrder() throws {
        let model = Diffusion(count: 200, drift: 1, strength: 1)
        let simulation = try Simulation(
            model, integrator: EulerMaruyama(streams: RandomStreams(seed: 12)), step: 1)
        let levels = try [0.5, 0.75, 1, 1.001].map { try simulation.firstPassages(of: "x", level: $0) }
        try simulation.run(until: 10)
        for (lower, higher) in zip(levels, levels.dropFirst()) {
            for (earlier, later) in zip(lower.times, higher.times) { #expect(earlier < later || later.isNaN) }
        }
    }

    @Test("What is pinned has no noise") func pinnedNodes() throws {
        let model = Diffusion(count: 2, drift: 0, strength: 1)
        let simulation = try Simulation(
            model, integrator: EulerMaruyama(streams: RandomStreams(seed: 13)), step: 1)
        try simulation.pin(nodes: [0])
        let passages = try simulation.firstPassages(of: "x", level: 1e-6)
        try simulation.run(until: 10)
        #expect(passages.times[0].isNaN && !passages.times[1].isNaN)
    }
}
