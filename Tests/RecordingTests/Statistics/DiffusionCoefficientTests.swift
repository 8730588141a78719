import Foundation
import GSL
import TestSupport
import Testing

@testable import Recording

@Suite struct DiffusionCoefficientTests {
    /// A velocity that keeps a part e^(−γ h) of itself from one sample to the next, and noise that keeps its variance 1:
    /// the autocorrelation of one component is exp(−γ t), so that D = 1/γ. With γ h = 0.1 the trapezoidal rule is exact to
    /// 8 × 10⁻⁴, and what lies beyond 12/γ is 6 × 10⁻⁶. The positions are sums by the same rule.
    @Test("Free Brownian particles have the diffusion coefficient of the Ornstein-Uhlenbeck process, both ways")
    func brownian() throws {
        let (nodeCount, interval, friction) = (120, 0.05, 2.0)
        let diffusion = try DiffusionCoefficient(
            nodeCount: nodeCount, dimension: 2, interval: interval, lags: 3...6, points: .init(points: 32, ratio: 2))
        var generator = SeededGenerator(seed: 77)
        func normal() -> Double {
            let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &generator))).squareRoot()
            return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &generator))
        }
        let kept = exp(-friction * interval)
        var velocities = (0..<2 * nodeCount).map { _ in normal() }
        var positions = [Double](repeating: 0, count: 2 * nodeCount)
        for _ in 0..<350 {
            diffusion.add(positions: positions, velocities: velocities)
            for index in velocities.indices {
                let next = kept * velocities[index] + (1 - kept * kept).squareRoot() * normal()
                positions[index] += interval * (velocities[index] + next) / 2
                velocities[index] = next
            }
        }
        let einstein = try #require(diffusion.einstein)
        let greenKubo = try #require(diffusion.greenKubo)
        // Some 700 independent displacements: four standard errors of 5 %.
        #expect(abs(einstein.value - 0.5) < 0.1)
        #expect(abs(greenKubo.value - 0.5) < 0.1)
    }

    /// Two nodes in uniform motion at velocity v: v² t², whose least-squares slope over lags 1, 2 and 3 is 4 v².
    @Test("The line is that of the least squares, and the integral that of the trapezoidal rule")
    func line() throws {
        let diffusion = try DiffusionCoefficient(nodeCount: 2, dimension: 1, interval: 1, lags: 1...3, groups: 2)
        for time in 0..<6 {
            diffusion.add(positions: [Double(time), 3 * Double(time)], velocities: [1, 3])
        }
        let einstein = try #require(diffusion.einstein)
        #expect(abs(einstein.value - (4.0 + 36) / 2 / 2) < 1e-12)
        #expect(einstein.error.isNaN)
        let greenKubo = try #require(diffusion.greenKubo)
        #expect(abs(greenKubo.value - (3.0 + 27) / 2) < 1e-12)
    }

    /// 20 nodes that move at velocities from 1 to 20, whose windows are all alike.
    @Test("The error is that of the deviations of groups where windows in time deviate less")
    func deviations() throws {
        let diffusion = try DiffusionCoefficient(nodeCount: 20, dimension: 1, interval: 1, lags: 1...3, groups: 20)
        let velocities = (1...20).map { Double($0) }
        for time in 0..<75 {
            // Twenty windows of three samples behind the first three.
            #expect(diffusion.einstein?.error.isNaN != (time >= 63))
            diffusion.add(positions: velocities.map { $0 * Double(time) }, velocities: velocities)
        }
        let values = velocities.map { 2 * $0 * $0 }
        let mean = values.reduce(0, +) / 20
        let deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 19).squareRoot()
        let einstein = try #require(diffusion.einstein)
        #expect(abs(einstein.error / (deviation / 20.0.squareRoot() * (1 + 0.25 / 19)) - 1) < 1e-9)
    }

    /// 20 nodes that all move together, so that groups do not deviate, at a velocity of 1 and then of 2. Of 60 samples there are
    /// 29 windows of two behind the first two, in which Green and Kubo's value is 2 v², and 6 where pairs reach over the bend.
    @Test("The error is that of the deviations in time where nodes move together")
    func windows() throws {
        let diffusion = try DiffusionCoefficient(nodeCount: 20, dimension: 1, interval: 1, lags: 1...2, groups: 20)
        var position = 0.0
        for time in 0..<60 {
            let velocity = time < 30 ? 1.0 : 2.0
            diffusion.add(
                positions: [Double](repeating: position, count: 20),
                velocities: [Double](repeating: velocity, count: 20))
            position += velocity
        }
        let values = [Double](repeating: 2, count: 14) + [6] + [Double](repeating: 8, count: 14)
        let mean = values.reduce(0, +) / 29
        let deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 28).squareRoot()
        let greenKubo = try #require(diffusion.greenKubo)
        let exact: Double = deviation / 29.0.squareRoot() * 1.25.squareRoot() * (1 + 0.25 / 28)
        #expect(abs(greenKubo.error / exact - 1) < 1e-9)
    }

    @Test("Two estimates of an error that agree are taken together, and the greater one of two that do not")
    func together() {
        let few = VarianceOfMean(of: [1, 2, 3])
        let more = VarianceOfMean(of: [0, 2, 4, 0, 4])
        #expect(abs(few.standardError / ((1.0 / 3).squareRoot() * 1.125) - 1) < 1e-12)
        // 0.8 is more than 1.6 times 1/3.
        #expect(few.together(with: more).standardError == more.standardError)
        #expect(more.together(with: few).standardError == more.standardError)
        // 0.053 and 0.072.
        let (many, some) = (
            VarianceOfMean(of: (0..<20).map { $0 < 10 ? 0 : 2 }), VarianceOfMean(of: [0, 0, 0, 1.2, 1.2, 1.2])
        )
        let pooled = (20.0 / 380 + 6 * 0.6 * 0.6 / 30) / 2
        let both = many.together(with: some).standardError
        #expect(abs(both / (pooled.squareRoot() * (1 + 0.25 / 10)) - 1) < 1e-12)
        #expect(abs(some.together(with: many).standardError / both - 1) < 1e-12)
    }

    /// 60 times 20 walkers, all of which are fast and slow together, so that groups tell a third of the error. Each bound is missed
    /// with a probability of 10⁻⁵ at most, where 66–73 % and 94–97 % are true.
    @Test("The true coefficient lies within one and two errors as often as it should, where nodes move together")
    func coverage() throws {
        let generator = try RandomGenerator(key: (21, 0))
        var (one, two) = (0, 0)
        for _ in 0..<60 {
            let diffusion = try DiffusionCoefficient(
                nodeCount: 20, dimension: 1, interval: 1, lags: 1...2, points: .init(points: 4, ratio: 2))
            var positions = [Double](repeating: 0, count: 20)
            for _ in 0..<60 {
                diffusion.add(positions: positions, velocities: positions)
                let speed = generator.normal(mean: 0, deviation: 1)
                for index in positions.indices { positions[index] += speed * generator.normal(mean: 0, deviation: 1) }
            }
            let einstein = try #require(diffusion.einstein)
            if abs(einstein.value - 0.5) < einstein.error { one += 1 }
            if abs(einstein.value - 0.5) < 2 * einstein.error { two += 1 }
        }
        #expect((23...58).contains(one), "\(one) of 60")
        #expect(two >= 48, "\(two) of 60")
    }

    @Test("Samples that do not reach over the lags give nothing, and there are at most as many groups as nodes")
    func limits() throws {
        let diffusion = try DiffusionCoefficient(nodeCount: 1, dimension: 1, interval: 1, lags: 2...4)
        for _ in 0..<3 { diffusion.add(positions: [0], velocities: [0]) }
        #expect(diffusion.einstein == nil)
        #expect(diffusion.greenKubo == nil)
        for _ in 0..<3 { diffusion.add(positions: [0], velocities: [0]) }
        #expect(diffusion.einstein?.value == 0)
        #expect(diffusion.einstein?.error.isNaN == true)
        #expect(throws: StatisticsError.self) {
            try DiffusionCoefficient(nodeCount: 3, dimension: 1, interval: 1, lags: 2...4, groups: 4)
        }
    }

    @Test("samples are apart by an interval that is positive and finite", arguments: [.nan, .infinity, -1, 0])
    func interval(_ interval: Double) {
        #expect(throws: StatisticsError.self) {
            try DiffusionCoefficient(nodeCount: 2, dimension: 1, interval: interval, lags: 1...2)
        }
    }

    @Test("the greater lag is positive and finite", arguments: [-1, 0, .infinity])
    func lags(_ greater: Double) {
        #expect(throws: StatisticsError.notPositive(name: "greater lag", value: greater)) {
            try DiffusionCoefficient(nodeCount: 2, dimension: 1, interval: 1, lags: min(-1, greater)...greater)
        }
    }
}
