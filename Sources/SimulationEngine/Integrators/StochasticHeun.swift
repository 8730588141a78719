import GSL

/// The method of Heun with a fixed step *h*, for stochastic differential equations **in the sense of Stratonovich**:
///
///     ȳ = y + h f(y) + g(y) ΔW
///     y ← y + h (f(y) + f(ȳ)) / 2 + (g(y) + g(ȳ)) ΔW / 2
///
/// with the increments Δ*W* of ``EulerMaruyama``. Where the strength of the noise does not depend on the state, this and the sense
/// of Itô are the same; where it does, the solution is that of Itô's equation with the drift *f* + *g g′*/2. Of strong and weak
/// order 1 for noise whose strength in a number depends on that number only, and of second order without noise.
///
/// W. Rümelin, *Numerical treatment of stochastic differential equations*, SIAM Journal on Numerical Analysis 19 (1982) 604,
/// DOI 10.1137/0719041.
public final class StochasticHeun<Model: StochasticDifferentialEquations>: Integrator {
    private let noise: NoiseIncrements
    private var predicted: [Double] = []
    private var rates: [Double] = []
    private var laterRates: [Double] = []
    private var strengths: [Double] = []
    private var laterStrengths: [Double] = []
    private var increments: [Double] = []

    /// - Parameter streams: What is drawn from, as ``EulerMaruyama`` does.
    public init(streams: RandomStreams) {
        noise = NoiseIncrements(streams: streams)
    }

    /// Moves the state on by one step.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        let count = model.state.count
        guard count > 0, let state = model.state.elements.baseAddress else { return }
        if rates.count != count {
            rates = [Double](repeating: 0, count: count)
            (predicted, laterRates, strengths, laterStrengths, increments) = (rates, rates, rates, rates, rates)
        }
        let step = end - start
        noise.draw(for: model, from: start, to: end, into: &increments)
        model.rates(at: start, of: state, into: &rates)
        model.noise(at: start, of: state, into: &strengths)
        for i in 0..<count { predicted[i] = state[i] + step * rates[i] + strengths[i] * increments[i] }
        model.rates(at: end, of: predicted, into: &laterRates)
        model.noise(at: end, of: predicted, into: &laterStrengths)
        for i in 0..<count {
            predicted[i] =
                state[i] + step / 2 * (rates[i] + laterRates[i])
                + (strengths[i] + laterStrengths[i]) / 2 * increments[i]
        }
        try IntegrationError.check(predicted, of: model, from: start, to: end)
        _ = model.state.elements.update(fromContentsOf: predicted)
    }

    /// Nothing is kept from step to step.
    public func stateWasChanged() {}
}
