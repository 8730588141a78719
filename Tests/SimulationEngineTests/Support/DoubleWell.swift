import Foundation
import SimulationEngine

/// dx = (x − x³) dt + √(2T) dW: a particle without inertia between the wells at ±1 of x⁴/4 − x²/2.
final class DoubleWell: StochasticDifferentialEquations, Resumable {
    let state = StateVector(columnCount: 1, rowCount: 1)
    private let temperature: Double

    init(temperature: Double, at position: Double = -1) {
        self.temperature = temperature
        state[0, 0] = position
    }

    let nodeCount = 1
    let fields = ["x"]
    func nodeState(at node: Int) -> Double { state[0, node] }
    func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<Double>) {
        copyField(0, of: nodes, into: &states)
    }
    func setNodeState(_ value: Double, at node: Int) { state[0, node] = value }

    func derivative(at time: Double, of state: Span<Double>, into derivative: inout MutableSpan<Double>) {
        derivative[0] = state[0] - state[0] * state[0] * state[0]
    }

    func noise(at time: Double, of state: Span<Double>, into strengths: inout MutableSpan<Double>) {
        strengths[0] = (2 * temperature).squareRoot()
    }

    /// The mean time from one place to a higher one: ∫ dy exp(V(y)/T) ∫ dz exp(−V(z)/T) / T, over y between both and z below y
    /// (N. G. van Kampen, *Stochastic Processes in Physics and Chemistry*, XII.2).
    static func meanTime(from start: Double, to end: Double, temperature: Double) -> Double {
        let length = 1e-4
        func potential(_ x: Double) -> Double { x * x * x * x / 4 - x * x / 2 }
        var (below, sum, x) = (0.0, 0.0, -4 + length / 2)
        while x < end {
            let weight = exp(-potential(x) / temperature) * length
            if x > start { sum += exp(potential(x) / temperature) * (below + weight / 2) * length }
            below += weight
            x += length
        }
        return sum / temperature
    }
}
