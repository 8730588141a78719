/// Differential equations of nodes and of the edges between them, whose numbers are the tail of the state.
package protocol EdgeEquations: DifferentialEquations {
    /// Says what a number of the tail is called, and the ends of its edge, by its index in ``StateVector/tail``.
    ///
    /// - Returns: `nil` if there is no such number.
    func edgeNumber(atTail index: Int) -> (name: String, source: Int, target: Int)?
}

extension DifferentialEquations {
    /// What a number of the state is called, and the ends of its edge; `nil` if it is one of a node.
    func edgeNumber(at component: Int) -> (name: String, source: Int, target: Int)? {
        let index = component - state.columnCount * state.rowCount
        return index < 0 ? nil : (self as? any EdgeEquations)?.edgeNumber(atTail: index)
    }
}
