import Foundation
import GSL

/// The process *x* → φ *x* + √(1 − φ²) ξ with normal ξ: its variance is 1, and its autocorrelation at lag *k* is φᵏ.
struct AutoregressiveProcess {
    let coefficient: Double
    private let generator: RandomGenerator

    init(coefficient: Double, seed: UInt64) throws {
        self.coefficient = coefficient
        generator = try RandomGenerator(key: (seed, 0))
    }

    /// A series that is stationary from its beginning.
    func series(count: Int) -> [Double] {
        let amplitude = (1 - coefficient * coefficient).squareRoot()
        var state = generator.normal(mean: 0, deviation: 1)
        return (0..<count).map { _ in
            state = coefficient * state + amplitude * generator.normal(mean: 0, deviation: 1)
            return state
        }
    }

    /// 1 + 2 Σ φᵏ.
    var inefficiency: Double { (1 + coefficient) / (1 - coefficient) }

    /// The variance of the average of *n* successive values.
    func varianceOfMean(count: Int) -> Double {
        let number = Double(count)
        let end = 2 * coefficient * (1 - pow(coefficient, number)) / (number * pow(1 - coefficient, 2))
        return (inefficiency - end) / number
    }
}
