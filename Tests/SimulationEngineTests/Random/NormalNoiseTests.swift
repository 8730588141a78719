import Foundation
import GSL
import TestSupport
import Testing

@testable import SimulationEngine

/// Normal deviates for many nodes at once.
@Suite struct NormalNoiseTests {
    private func noise(nodes: Int, columns: Int = 3, step: Int = 7, pieces: [Range<Int>]? = nil) throws -> [Double] {
        let noise = try RandomStreams(seed: 42).normalNoise(for: .noise)
        var numbers = [Double](repeating: .nan, count: columns * nodes)
        numbers.withUnsafeMutableBufferPointer { numbers in
            for piece in pieces ?? [0..<nodes] {
                noise.fill(numbers.baseAddress!, columnCount: columns, stride: nodes, nodes: piece, step: step)
            }
        }
        return numbers
    }

    /// The error probability is 1e-4 for each expectation. Bins are as probable as each other but for those near the tail,
    /// where layers of the ziggurat are widest, and the tail beyond 3.654, which has a sampler of its own.
    @Test("Deviates are normal, in the tails, too")
    func distribution() throws {
        let numbers = try noise(nodes: 200_000, columns: 5)
        expectNormal(numbers, variance: 1)
        // GSL's quantiles of χ² do not converge for a million degrees of freedom.
        expectMeanSquare(Array(numbers.prefix(50_000)), 1)
        let bounds = [2.5, 3, 3.6541528853610088, 4, .infinity]
        for (lower, upper) in zip(bounds, bounds.dropFirst()) {
            for sign in [-1.0, 1] {
                let count = Double(numbers.count { lower <= sign * $0 && sign * $0 < upper })
                let expected = 5e5 * (erfc(lower / 2.squareRoot()) - erfc(upper / 2.squareRoot()))
                #expect(abs(count - expected) < 3.9 * expected.squareRoot(), "\(sign * lower): \(count) of \(expected)")
            }
        }
        // The fourth moment is 3, with a variance of 96 for each number.
        let fourth = numbers.reduce(0) { $0 + $1 * $1 * $1 * $1 } / 1e6
        #expect(abs(fourth - 3) < 3.9 * (96 / 1e6).squareRoot())
    }

    @Test("Columns, nodes and steps are independent")
    func independence() throws {
        let numbers = try noise(nodes: 20_000, columns: 2)
        let (first, second) = (Array(numbers.prefix(20_000)), Array(numbers.suffix(20_000)))
        let later = try noise(nodes: 20_000, columns: 1, step: 8)
        // Products have a variance of 1; the error probability is 1e-4 for each sum.
        for other in [second, later, Array(first.dropFirst()) + [0]] {
            let sum = zip(first, other).reduce(0) { $0 + $1.0 * $1.1 }
            #expect(abs(sum) < 3.9 * 20_000.0.squareRoot())
        }
    }

    @Test("A node's numbers depend on neither the order nor the pieces in which nodes are asked")
    func pieces() throws {
        let whole = try noise(nodes: 3000)
        #expect(try noise(nodes: 3000, pieces: [2048..<3000, 0..<1024, 1024..<2048]) == whole)
        // More columns leave the first ones as they are.
        #expect(try Array(noise(nodes: 3000, columns: 6).prefix(9000)) == whole)
    }

    /// Exact to two units in the last place of the greatest number that takes part.
    @Test("Functions made of basic operations agree with those of the system")
    func functions() {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<2000 {
            let exponent = Double.random(in: -600...600, using: &generator)
            #expect(abs(reproducibleExp(exponent) - exp(exponent)) <= 2 * exp(exponent).ulp)
            let number = exp(exponent)
            #expect(abs(reproducibleLog(number) - log(number)) <= 2 * max(abs(log(number)), 1).ulp)
        }
        #expect(reproducibleExp(0) == 1)
        #expect(reproducibleLog(1) == 0)
    }
}
