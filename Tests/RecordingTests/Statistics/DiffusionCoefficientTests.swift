import Foundation
import GSL
import Recording
import TestSupport
import Testing

@Suite struct DiffusionCoefficientTests {
    /// A velocity that keeps a part e^(−γ h) of itself from one sample to the next, and noise that keeps its variance 1:
    /// the autocorrelation of one component is exp(−γ t), so that D = 1/γ. With γ h = 0.05 the trapezoidal rule is exact to
    /// 2 × 10⁻⁴, and what lies beyond 12/γ is 6 × 10⁻⁶. The positions are sums by the same rule.
    @Test("Free Brownian particles have the diffusion coefficient of the Ornstein-Uhlenbeck process, both ways")
    func brownian() throws {
        let (nodeCount, interval, friction) = (120, 0.025, 2.0)
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
        for _ in 0..<700 {
            diffusion.add(positions: positions, velocities: velocities)
            for index in velocities.indices {
                let next = kept * velocities[index] + (1 - kept * kept).squareRoot() * normal()
                positions[index] += interval * (velocities[index] + next) / 2
                velocities[index] = next
            }
        }
        let einstein = try #require(diffusion.einstein)
        let greenKubo = try #require(diffusion.greenKubo)
        // Ten groups: 4.8 standard errors of Student's distribution with nine degrees of freedom are exceeded with a
        // probability of 10⁻³.
        #expect(abs(einstein.value - 0.5) < 4.8 * einstein.error)
        #expect(abs(greenKubo.value - 0.5) < 4.8 * greenKubo.error)
        #expect((0.001...0.08).contains(einstein.error))
        #expect((0.001...0.08).contains(greenKubo.error))
    }

    /// Two nodes in uniform motion at velocity v: v² t², whose least-squares slope over lags 1, 2 and 3 is 4 v².
    @Test("The line is that of the least squares, and the integral that of the trapezoidal rule")
    func line() throws {
        let diffusion = try DiffusionCoefficient(nodeCount: 2, dimension: 1, interval: 1, lags: 1...3, groupCount: 2)
        for time in 0..<6 {
            diffusion.add(positions: [Double(time), 3 * Double(time)], velocities: [1, 3])
        }
        let einstein = try #require(diffusion.einstein)
        #expect(abs(einstein.value - (4.0 + 36) / 2 / 2) < 1e-12)
        #expect(abs(einstein.error - (36.0 - 4) / 2 / 2) < 1e-12)
        let greenKubo = try #require(diffusion.greenKubo)
        #expect(abs(greenKubo.value - (3.0 + 27) / 2) < 1e-12)
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
            try DiffusionCoefficient(nodeCount: 3, dimension: 1, interval: 1, lags: 2...4, groupCount: 4)
        }
    }
}
