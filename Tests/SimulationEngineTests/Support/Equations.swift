import Foundation
import SimulationEngine

/// A model without anything to observe but its numbers: one for each node in each column.
protocol PlainModel: DifferentialEquations where NodeState == [Double] {}

extension PlainModel {
    var fields: [String] { ["y"] }

    var numbers: [Double] { Array(state.elements) }
    var bits: [UInt64] { numbers.map(\.bitPattern) }
    var nodeCount: Int { state.rowCount }

    func nodeState(at node: Int) -> [Double] {
        (0..<state.columnCount).map { state[$0, node] }
    }

    func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<[Double]>) {
        for position in nodes.indices { states[position] = nodeState(at: nodes[position]) }
    }

    func setNodeState(_ new: [Double], at node: Int) {
        for (column, number) in new.enumerated() { state[column, node] = number }
    }

    func copyField(_ field: Int, in states: Span<[Double]>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = states[position][field] }
    }
}

extension StateVector {
    /// A vector of given numbers, column after column.
    convenience init(_ numbers: [Double], columns: Int = 1) {
        self.init(columnCount: columns, rowCount: numbers.count / columns)
        _ = elements.update(fromContentsOf: numbers)
    }
}

/// dy/dt = f(t, y) for each number on its own.
final class Equation: PlainModel {
    let state: StateVector
    private let slope: (Double, Double) -> Double

    init(_ numbers: [Double], slope: @escaping (Double, Double) -> Double) {
        state = StateVector(numbers)
        self.slope = slope
    }

    func derivative(at time: Double, of state: Span<Double>, into derivative: inout MutableSpan<Double>) {
        for index in 0..<self.state.count { derivative[index] = slope(time, state[index]) }
    }

    /// dy/dt = −2 t y², which depends on the time and on the state, with y = 1 / (1 + t²) for y(0) = 1.
    static func bell(count: Int = 1) -> Equation {
        Equation([Double](repeating: 1, count: count)) { time, y in -2 * time * y * y }
    }
}

/// Pendulums, d²θ/dt² = −sin θ: a column of angles and one of velocities.
final class Pendulums: PlainModel, SecondOrderEquations {
    let state: StateVector
    private(set) var evaluations = 0

    init(angles: [Double], velocities: [Double]) {
        state = StateVector(angles + velocities, columns: 2)
    }

    func accelerations(at positions: Span<Double>, into accelerations: inout MutableSpan<Double>) {
        evaluations += 1
        for index in 0..<nodeCount { accelerations[index] = -sin(positions[index]) }
    }

    /// From the lowest point just fast enough to rise forever: θ = 4 arctan eᵗ − π with dθ/dt = 2 sech t.
    static func rising() -> Pendulums { Pendulums(angles: [0], velocities: [2]) }

    static func risen(at time: Double) -> Double { 4 * atan(exp(time)) - .pi }

    var energy: Double { state[1, 0] * state[1, 0] / 2 - cos(state[0, 0]) }
}

/// The power of the step with which an error shrinks when the step is halved, for each pair of neighbours.
func orders(ofErrors errors: [Double]) -> [Double] {
    zip(errors, errors.dropFirst()).map { log2($0 / $1) }
}
