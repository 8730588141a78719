import CMath
import SimulationEngine

extension PhaseCoupling {
    /// Adds the derivatives of the velocities by the phases, *K wᵢⱼ* cos(*θⱼ* − *θᵢ* − *α*) for an edge and less their sum on
    /// the diagonal, to a matrix.
    ///
    /// - Parameters:
    ///   - phases: The phases.
    ///   - factor: The factor of the derivatives.
    ///   - matrix: Where the row of the first vertex begins.
    ///   - width: How far rows are apart.
    /// - Complexity: O(n + m) for n vertices and m edges; O(n²) in a mean field.
    func addDerivatives(
        at phases: UnsafePointer<Double>, times factor: Double, to matrix: UnsafeMutablePointer<Double>, width: Int
    ) {
        func add(_ vertex: Int, _ neighbour: Int, _ strength: Double) {
            let derivative = factor * strength * cos(phases[neighbour] - phases[vertex] - phaseLag)
            matrix[vertex * width + neighbour] += derivative
            matrix[vertex * width + vertex] -= derivative
        }
        guard reach == .edges else {
            let members = network.population.members
            let share = strength / Double(max(members.count, 1))
            for vertex in members { for neighbour in members { add(vertex, neighbour, share) } }
            return
        }
        let rows = network.graph.incoming
        for vertex in 0..<rows.rowCount {
            for index in rows.range(of: vertex) {
                add(vertex, Int(rows.vertices[index]), strength * (rows.weights?[index] ?? 1))
            }
        }
    }
}

extension KuramotoModel {
    /// Computes the Jacobian from the cosines of the differences of phases.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges; O(n²) in a mean field.
    public func jacobian(
        at time: Double, of phases: Span<Double>, into matrix: inout MutableSpan<Double>,
        timeDerivative: inout MutableSpan<Double>
    ) -> Bool {
        withPointers(phases, &matrix) { interaction.addDerivatives(at: $0, times: 1, to: $1, width: state.count) }
        return true
    }
}

extension InertialKuramotoModel {
    /// Computes the Jacobian from the cosines of the differences of phases.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges; O(n²) in a mean field.
    public func jacobian(
        at time: Double, of phases: Span<Double>, into matrix: inout MutableSpan<Double>,
        timeDerivative: inout MutableSpan<Double>
    ) -> Bool {
        let (count, width) = (state.rowCount, state.count)
        for vertex in 0..<count {
            matrix[vertex * width + count + vertex] = 1
            matrix[(count + vertex) * width + count + vertex] = -damping / inertia
        }
        withPointers(phases, &matrix) {
            interaction.addDerivatives(at: $0, times: 1 / inertia, to: $1 + count * width, width: width)
        }
        return true
    }
}
