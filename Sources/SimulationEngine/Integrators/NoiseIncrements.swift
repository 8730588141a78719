import GSL

/// The increments of the Wiener processes of stochastic differential equations: for each node, column of the state and step a
/// stream of its own, so that all methods see the same noise, and a node keeps its noise whoever comes or goes; likewise for what is
/// behind the columns.
struct NoiseIncrements {
    let streams: RandomStreams

    /// Writes √h ξ with a normal deviate ξ for each number of a state; 0 for what is held or has no noise.
    ///
    /// - Complexity: O(n).
    func draw<Model: StochasticDifferentialEquations>(
        for model: Model, from start: Double, to end: Double, into increments: UnsafeMutablePointer<Double>
    ) {
        // The time itself counts the steps: its quotient by the step is rounded, and the same for several steps of a long run.
        let index = Int(Int64(bitPattern: start.bitPattern))
        let deviation = (end - start).squareRoot()
        let nodeCount = model.state.rowCount
        for column in 0..<model.state.columnCount {
            guard model.hasNoise(inColumn: column) else {
                (increments + column * nodeCount).update(repeating: 0, count: nodeCount)
                continue
            }
            for node in 0..<nodeCount {
                let stream = streams.stream(for: .noise, node: node, column: column, step: index)
                increments[column * nodeCount + node] = deviation * stream.normal(mean: 0, deviation: 1)
            }
        }
        drawTail(of: model.state, step: index, deviation: deviation, into: increments)
        for component in model.state.held.components { increments[component] = 0 }
    }

    private func drawTail(
        of state: StateVector, step: Int, deviation: Double, into increments: UnsafeMutablePointer<Double>
    ) {
        guard state.tailCount > 0 else { return }
        let tail = increments + state.columnCount * state.rowCount
        tail.update(repeating: 0, count: state.tailCount)
        state.tailNoise?.draw(from: streams, step: step, deviation: deviation, into: tail)
    }
}
