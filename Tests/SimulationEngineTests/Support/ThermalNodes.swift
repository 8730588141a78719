import SimulationEngine
import TestSupport
import Testing

/// Point masses in one direction or more, each coordinate of which has an energy of its own.
final class ThermalNodes: PlainModel, ThermalEquations {
    let fields = ["y", "z"]
    let state: StateVector
    let masses: [Double]
    var bath = HeatBath()
    var hasConservedMomentum = false
    private let force: (Double) -> Double

    init(count: Int, axes: Int = 1, mass: Double = 1, force: @escaping (Double) -> Double) {
        state = StateVector(columnCount: 2 * axes, rowCount: count)
        masses = [Double](repeating: mass, count: count)
        self.force = force
    }

    func conservesMomentum(along axis: Int) -> Bool { hasConservedMomentum }

    func accelerations(at positions: Span<Double>, into accelerations: inout MutableSpan<Double>) {
        for i in 0..<state.count / 2 { accelerations[i] = force(positions[i]) / masses[i % nodeCount] }
    }

    var positions: [Double] { Array(state.elements.prefix(state.count / 2)) }
    var velocities: [Double] { Array(state.elements.suffix(state.count / 2)) }

    /// Numbers drawn for each coordinate and velocity.
    func draw(positionDeviation: Double, velocityDeviation: Double, seed: UInt64) throws {
        let streams = try RandomStreams(seed: seed)
        for i in 0..<state.count {
            let deviation = i < state.count / 2 ? positionDeviation : velocityDeviation
            state.elements[i] = streams.stream(for: .initialState, node: i).normal(mean: 0, deviation: deviation)
        }
    }
}

extension Array where Element == Double {
    var meanSquare: Double { reduce(0) { $0 + $1 * $1 } / Double(count) }
}

/// Whether the mean square of independent normal deviates is what it should be, with an error probability.
func expectMeanSquare(
    _ numbers: [Double], _ expected: Double, errorProbability: Double = 1e-4,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let count = Double(numbers.count)
    let sum = numbers.meanSquare / expected * count
    let upper = upperQuantileOfChiSquared(errorProbability / 2, degreesOfFreedom: count)
    let lower = upperQuantileOfChiSquared(1 - errorProbability / 2, degreesOfFreedom: count)
    #expect(lower < sum && sum < upper, "\(sum / count)", sourceLocation: sourceLocation)
}

/// Whether numbers obey a normal distribution: χ² of 32 bins, with an error probability.
func expectNormal(
    _ numbers: [Double], variance: Double, errorProbability: Double = 1e-4,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    var counts = [Double](repeating: 0, count: 32)
    for number in numbers {
        counts[min(31, Int(32 * normalProbability(below: number / variance.squareRoot())))] += 1
    }
    let expected = Double(numbers.count) / 32
    let sum = counts.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
    let bound = upperQuantileOfChiSquared(errorProbability, degreesOfFreedom: 31)
    #expect(sum < bound, "χ² = \(sum), above \(bound)", sourceLocation: sourceLocation)
}
