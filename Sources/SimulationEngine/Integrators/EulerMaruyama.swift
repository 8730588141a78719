import GSL

/// A model whose state obeys stochastic differential equations with a noise of its own for each number,
/// d*y* = *f*(*t*, *y*) d*t* + *g*(*t*, *y*) d*W*, in the sense of Itô.
public protocol StochasticDifferentialEquations: DifferentialEquations {
    /// Computes the strengths of the noise *g*(*t*, *y*).
    ///
    /// - Parameters:
    ///   - time: The time *t*.
    ///   - state: *y*, as many numbers as ``DifferentialEquations/state`` has. Not always the model's own state.
    ///   - strengths: Receives *g*, as many numbers. Not initialised to zero.
    func noise(at time: Double, of state: UnsafePointer<Double>, into strengths: UnsafeMutablePointer<Double>)
}

/// The Euler–Maruyama method with a fixed step *h*: *y* ← *y* + *h f* + √*h* *g* ξ with a normal deviate ξ for each
/// number.
///
/// Of strong order 1/2, or 1 where the noise does not depend on the state, and of weak order 1.
///
/// G. Maruyama, *Continuous Markov processes and stochastic equations*, Rendiconti del Circolo Matematico di Palermo 4
/// (1955) 48, DOI 10.1007/BF02846028.
public final class EulerMaruyama<Model: StochasticDifferentialEquations>: Integrator {
    private let noise: NoiseIncrements
    private var rates: [Double] = []
    private var strengths: [Double] = []
    private var increments: [Double] = []

    /// - Parameter streams: What is drawn from, for the purpose ``RandomPurpose/noise``: for each number of the state and
    ///   each step a stream of its own.
    public init(streams: RandomStreams) {
        noise = NoiseIncrements(streams: streams)
    }

    /// Moves the state on by one step.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        let count = model.state.count
        guard count > 0 else { return }
        if rates.count != count {
            rates = [Double](repeating: 0, count: count)
            strengths = rates
            increments = rates
        }
        noise.draw(for: model, from: start, to: end, into: &increments)
        formNextState(of: model, from: start, to: end, count: count)
        try IntegrationError.check(rates, of: model, from: start, to: end)
        _ = model.state.elements.update(fromContentsOf: rates)
    }

    /// Forms the new state in place of the rates, so that a step that fails leaves the old one.
    private func formNextState(of model: Model, from start: Double, to end: Double, count: Int) {
        let step = end - start
        rates.withUnsafeMutableBufferPointer { rates in
            strengths.withUnsafeMutableBufferPointer { strengths in
                guard let state = model.state.elements.baseAddress, let next = rates.baseAddress,
                    let strength = strengths.baseAddress
                else { return }
                model.rates(at: start, of: state, into: next)
                model.noise(at: start, of: state, into: strength)
                for i in 0..<count { next[i] = state[i] + step * next[i] + strength[i] * increments[i] }
            }
        }
    }

    /// Nothing is kept from step to step.
    public func stateWasChanged() {}
}
