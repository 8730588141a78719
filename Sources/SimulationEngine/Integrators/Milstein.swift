import GSL

/// The Milstein method without derivatives with a fixed step *h*, for equations in the sense of Itô:
///
///     Υ = y + h f(y) + √h g(y)
///     y ← y + h f(y) + g(y) ΔW + (g(Υ) − g(y)) (ΔW² − h) / (2 √h)
///
/// with the increments Δ*W* of ``EulerMaruyama``. Of strong and weak order 1, for noise whose strength in a number of the state
/// depends on that number only; where it depends on others, it is of no higher order than ``EulerMaruyama``.
///
/// P. E. Kloeden and E. Platen, *Numerical Solution of Stochastic Differential Equations*, Springer 1992, section 11.1,
/// DOI 10.1007/978-3-662-12616-5; G. N. Milstein, Theory of Probability and its Applications 19 (1974) 557,
/// DOI 10.1137/1119062.
public final class Milstein<Model: StochasticDifferentialEquations>: Integrator {
    private let noise: NoiseIncrements
    private var next: [Double] = []
    private var support: [Double] = []
    private var strengths: [Double] = []
    private var supportStrengths: [Double] = []
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
        if next.count != count {
            next = [Double](repeating: 0, count: count)
            (support, strengths, supportStrengths, increments) = (next, next, next, next)
        }
        let step = end - start
        let root = step.squareRoot()
        noise.draw(for: model, from: start, to: end, into: &increments)
        model.rates(at: start, of: state, into: &next)
        model.noise(at: start, of: state, into: &strengths)
        for component in model.state.held.components { strengths[component] = 0 }
        for i in 0..<count {
            next[i] = state[i] + step * next[i]
            support[i] = next[i] + root * strengths[i]
        }
        model.noise(at: start, of: support, into: &supportStrengths)
        // What is held has no noise, and no correction for it.
        for component in model.state.held.components { supportStrengths[component] = 0 }
        for i in 0..<count {
            let correction = (supportStrengths[i] - strengths[i]) * (increments[i] * increments[i] - step) / (2 * root)
            next[i] += strengths[i] * increments[i] + correction
        }
        try IntegrationError.check(next, of: model, from: start, to: end)
        _ = model.state.elements.update(fromContentsOf: next)
    }

    /// Nothing is kept from step to step.
    public func stateWasChanged() {}
}
