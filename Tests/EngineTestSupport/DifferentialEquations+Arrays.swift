import SimulationEngine

extension DifferentialEquations {
    /// The Jacobian in arrays.
    package func jacobian(
        at time: Double, of state: [Double], into matrix: inout [Double], timeDerivative: inout [Double]
    ) -> Bool {
        var entries = matrix.mutableSpan
        var timeEntries = timeDerivative.mutableSpan
        return jacobian(at: time, of: state.span, into: &entries, timeDerivative: &timeEntries)
    }
}

extension StochasticDifferentialEquations {
    /// The strengths of the noise in an array.
    package func noise(at time: Double, of state: [Double], into strengths: inout [Double]) {
        var target = strengths.mutableSpan
        noise(at: time, of: state.span, into: &target)
    }
}
