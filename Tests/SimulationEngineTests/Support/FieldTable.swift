import SimulationEngine
import TestSupport

/// Nodes that are nothing but a row of numbers.
final class FieldTable: PlainModel {
    static let names = ["x", "y", "phase", "angular-velocity", "type"]

    let state: StateVector

    /// A table of given columns, the others of zeros.
    init(count: Int, _ columns: [String: [Double]] = [:]) {
        state = StateVector(columnCount: Self.names.count, rowCount: count)
        for (index, field) in Self.names.enumerated() {
            guard let numbers = columns[field] else { continue }
            _ = state.column(index).update(fromContentsOf: numbers)
        }
    }

    /// A table of random numbers, from −2 to 2, with types from 0 to 4.
    convenience init(randomCount count: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var columns: [String: [Double]] = [:]
        for field in Self.names {
            columns[field] = (0..<count).map { _ in
                field == "type" ? Double(generator.below(5)) : Double.random(in: -2...2, using: &generator)
            }
        }
        self.init(count: count, columns)
    }

    func derivative(at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>) {
        for index in 0..<self.state.count { derivative[index] = 0 }
    }

    var fields: [String] { Self.names }
    var x: [Double] { Array(state.column(0)) }
    var y: [Double] { Array(state.column(1)) }
    var phase: [Double] { Array(state.column(2)) }
    var types: [Double] { Array(state.column(4)) }
}

/// The values of an expression for all nodes of a table.
func values(
    _ text: String, of table: FieldTable, at time: Double = 0, constants: [String: Double] = [:]
) throws -> [Double] {
    let expression = try FieldExpression(text, for: table, constants: constants)
    let evaluator = ExpressionEvaluator(expression, for: table)
    var values = [Double](repeating: .nan, count: table.nodeCount)
    let nodes = Array(0..<table.nodeCount)
    nodes.withUnsafeBufferPointer { nodes in
        values.withUnsafeMutableBufferPointer { evaluator.evaluate(nodes: nodes, at: time, into: $0) }
    }
    return values
}
