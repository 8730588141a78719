/// The energy of two things at a distance *r* as a formula of it, and the force that follows: both as formulas of *r*², so that
/// no root is taken where none is needed.
package struct RadialFormula: Sendable {
    /// The force divided by the distance, −*U*′(*r*)/*r*, given *r*² in column 0 and parameters in the others.
    package let forceOverDistance: ColumnFormula

    /// The same and the energy *U*, which have operations in common.
    package let forceAndEnergy: ColumnFormula

    /// Derives the force from an energy.
    ///
    /// - Parameters:
    ///   - expression: The energy. Field 0 is *r*, others are parameters.
    ///   - constants: Those parameters that are numbers, by their fields. They are no columns then.
    ///   - line: Two parameters *a* and *b*: *a* + *b* *r* is subtracted from the energy.
    /// - Complexity: O(operations).
    package init(_ expression: FieldExpression, constants: [Int: Double], less line: (a: Int, b: Int)? = nil) {
        var given = ExpressionGraph()
        let distance = given.add(.field(0))
        var energy = given.add(expression.program)[0]
        if let line {
            let slope = given.product(given.add(.field(line.b)), distance)
            energy = given.difference(energy, given.sum(given.add(.field(line.a)), slope))
        }
        let slope = given.addDerivative(of: energy, withRespectTo: .field(0))
        // Not by way of 0, which is no operation.
        let force = given.add(.operation(.negate, slope, -1, -1))
        var graph = ExpressionGraph()
        var leaves: [Int: Int] = [:]
        for (field, number) in constants.sorted(by: { $0.key < $1.key }) { leaves[field] = graph.constant(number) }
        let values = graph.add([(energy, 0), (force, -1)], of: given, squaring: 0, leaves: leaves)
        forceOverDistance = ColumnFormula(graph.program(of: [values[1]]))
        forceAndEnergy = ColumnFormula(graph.program(of: [values[1], values[0]]))
    }
}
