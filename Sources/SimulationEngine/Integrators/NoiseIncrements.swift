import GSL

/// The increments of the Wiener processes of stochastic differential equations: for each number of a state and each step a
/// stream of its own, so that all methods see the same noise.
struct NoiseIncrements {
    let streams: RandomStreams

    /// Writes √h ξ with a normal deviate ξ for each number of a state; 0 for what is held.
    ///
    /// - Complexity: O(n).
    func draw<Model: DifferentialEquations>(
        for model: Model, from start: Double, to end: Double, into increments: UnsafeMutablePointer<Double>
    ) {
        // The time itself counts the steps: its quotient by the step is rounded, and the same for several steps of a long run.
        let index = Int(Int64(bitPattern: start.bitPattern))
        let deviation = (end - start).squareRoot()
        for number in 0..<model.state.count {
            let deviate = streams.stream(for: .noise, node: number, step: index).normal(mean: 0, deviation: 1)
            increments[number] = deviation * deviate
        }
        for component in model.state.held.components { increments[component] = 0 }
    }
}
