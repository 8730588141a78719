import Foundation
import SimulationEngine

/// Points that move along a line with accelerations of their own: a column of positions and one of velocities.
final class Motion: DifferentialEquations, SecondOrderEquations {
    struct State: Equatable {
        var x: Double
        var v: Double
    }

    let fields = ["x", "v"]

    let state: StateVector
    private let acceleration: (_ x: Double, _ node: Int) -> Double

    init(_ states: [State], acceleration: @escaping (_ x: Double, _ node: Int) -> Double = { _, _ in 0 }) {
        state = StateVector(states.map(\.x) + states.map(\.v), columns: 2)
        self.acceleration = acceleration
    }

    /// A ball above the ground, in a gravity of 2.
    static func falling(from height: Double) -> Motion {
        Motion([State(x: height, v: 0)]) { _, _ in -2 }
    }

    /// x = sin ωt for each of some frequencies.
    static func oscillating(_ frequencies: [Double]) -> Motion {
        Motion(frequencies.map { State(x: 0, v: $0) }) { x, node in -frequencies[node] * frequencies[node] * x }
    }

    func accelerations(at positions: Span<Double>, into accelerations: inout MutableSpan<Double>) {
        for node in 0..<nodeCount { accelerations[node] = acceleration(positions[node], node) }
    }

    var bits: [UInt64] { state.elements.map(\.bitPattern) }
    var nodeCount: Int { state.rowCount }

    func nodeState(at node: Int) -> State { State(x: state[0, node], v: state[1, node]) }

    func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<State>) {
        for position in nodes.indices { states[position] = nodeState(at: nodes[position]) }
    }

    func setNodeState(_ new: State, at node: Int) {
        state[0, node] = new.x
        state[1, node] = new.v
    }

    func copyField(_ field: Int, in states: Span<State>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = field == 0 ? states[position].x : states[position].v }
    }
}

/// Brownian motion with drift, dx = μ dt + σ dW, of particles that do not know of each other.
final class Diffusion: StochasticDifferentialEquations {
    let fields = ["x"]

    let state: StateVector
    private let drift: Double
    private let strength: Double

    init(count: Int, drift: Double, strength: Double) {
        state = StateVector(columnCount: 1, rowCount: count)
        self.drift = drift
        self.strength = strength
    }

    func derivative(at time: Double, of state: Span<Double>, into derivative: inout MutableSpan<Double>) {
        derivative.update(repeating: drift)
    }

    func noise(at time: Double, of state: Span<Double>, into strengths: inout MutableSpan<Double>) {
        strengths.update(repeating: strength)
    }

    var nodeCount: Int { state.rowCount }
    func nodeState(at node: Int) -> Double { state[0, node] }

    func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<Double>) {
        copyField(0, of: nodes, into: &states)
    }

    func setNodeState(_ x: Double, at node: Int) { state[0, node] = x }
}

/// The normal distribution's cumulative probability.
func normalProbability(below deviate: Double) -> Double { 0.5 * erfc(-deviate / 2.squareRoot()) }

/// The largest distance between the distribution of some numbers and one with a given cumulative probability, times the
/// root of how many there are: below 1.95 with a probability of 99.9 % if the numbers follow it (Kolmogorov). Where only the
/// least of more numbers are known, the distance is no larger.
func kolmogorovDistance(
    of numbers: [Double], outOf total: Int? = nil, from probability: (Double) -> Double
) -> Double {
    let count = Double(total ?? numbers.count)
    let distances = numbers.sorted().enumerated().map { index, number in
        let expected = probability(number)
        return max(abs(expected - Double(index) / count), abs(expected - Double(index + 1) / count))
    }
    return (distances.max() ?? 0) * count.squareRoot()
}
