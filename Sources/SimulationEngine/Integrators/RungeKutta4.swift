/// The classical Runge–Kutta method of fourth order with a fixed step.
///
/// Four evaluations of the derivative a step; each stage's sum is formed in one pass over the arrays.
///
/// W. Kutta, *Beitrag zur näherungsweisen Integration totaler Differentialgleichungen*, Zeitschrift für Mathematik und
/// Physik 46 (1901) 435.
public final class RungeKutta4<Model: DifferentialEquations>: Integrator {
    private var slope: [Double] = []
    private var slopeSum: [Double] = []
    private var stage: [Double] = []

    /// Creates an integrator.
    public init() {}

    /// Moves the state on by one step.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        let count = model.state.count
        guard count > 0 else { return }
        if slope.count != count {
            slope = [Double](repeating: 0, count: count)
            slopeSum = slope
            stage = slope
        }
        step(model, from: start, to: end, count: count)
        try IntegrationError.check(stage, of: model, from: start, to: end)
        _ = model.state.elements.update(fromContentsOf: stage)
    }

    /// Forms the new state in `stage`, so that a step that fails leaves the old one.
    private func step(_ model: Model, from start: Double, to end: Double, count: Int) {
        let step = end - start
        slope.withUnsafeMutableBufferPointer { slope in
            slopeSum.withUnsafeMutableBufferPointer { slopeSum in
                stage.withUnsafeMutableBufferPointer { stage in
                    guard let state = model.state.elements.baseAddress, let slope = slope.baseAddress,
                        let sum = slopeSum.baseAddress, let stage = stage.baseAddress
                    else { return }
                    model.rates(at: start, of: state, into: sum)
                    for i in 0..<count { stage[i] = state[i] + step / 2 * sum[i] }
                    model.rates(at: start + step / 2, of: stage, into: slope)
                    for i in 0..<count {
                        stage[i] = state[i] + step / 2 * slope[i]
                        sum[i] += 2 * slope[i]
                    }
                    model.rates(at: start + step / 2, of: stage, into: slope)
                    for i in 0..<count {
                        stage[i] = state[i] + step * slope[i]
                        sum[i] += 2 * slope[i]
                    }
                    model.rates(at: end, of: stage, into: slope)
                    for i in 0..<count { stage[i] = state[i] + step / 6 * (sum[i] + slope[i]) }
                }
            }
        }
    }

    /// States by shorter steps.
    public func makeInterior(for model: Model) -> (any StepInterior<Model>)? {
        SubstepInterior(RungeKutta4<Model>())
    }

    /// Nothing is kept from step to step.
    public func stateWasChanged() {}
}
