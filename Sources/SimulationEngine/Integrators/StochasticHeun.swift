import Descriptions
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
public final class StochasticHeun<Model: StochasticDifferentialEquations>: Integrator, StateCheckingIntegrator,
    Stateless
{
    @exclusivity(unchecked)
    private var step: StochasticStep

    /// - Parameter streams: The random numbers, as in ``EulerMaruyama``.
    public init(streams: RandomStreams) {
        step = StochasticStep(streams: streams, columnCount: 4)
    }

    /// Moves the state on by one step.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        try step.advance(model, from: start, to: end) {
            Self.form($0, of: model, $1, $2)
            return false
        }
    }

    private static func form(
        _ numbers: StochasticStep.Numbers, of model: Model, _ predicted: UnsafeMutablePointer<Double>,
        _ columns: WorkColumns
    ) {
        let (rates, laterRates, strengths, laterStrengths) = (columns[0], columns[1], columns[2], columns[3])
        let (state, step, increments) = (numbers.state, numbers.length, numbers.increments)
        model.rates(at: numbers.start, of: state, into: rates)
        model.noise(at: numbers.start, of: state, into: strengths)
        for i in 0..<numbers.count { predicted[i] = state[i] + step * rates[i] + strengths[i] * increments[i] }
        model.state.placeHeld(at: numbers.end, in: predicted)
        model.rates(at: numbers.end, of: predicted, into: laterRates)
        model.noise(at: numbers.end, of: predicted, into: laterStrengths)
        for i in 0..<numbers.count {
            predicted[i] =
                state[i] + step / 2 * (rates[i] + laterRates[i])
                + (strengths[i] + laterStrengths[i]) / 2 * increments[i]
        }
    }

    /// Between the ends of a step each number is a Brownian bridge of the mean strength of the step.
    public func makeNoise(ofField field: Int, in model: Model) -> FieldNoise? {
        step.makeNoise(ofField: field, in: model, strengths: 2...3)
    }
}

extension StochasticHeun: DelayMethod {
    var needsSlopes: Bool { false }
}

/// ``StochasticHeun`` as scenarios name it.
struct StochasticHeunMethod: StochasticMethod {
    static let named = NamedMethod<any StochasticMethod>(
        Component(
            "heun", "the mean of the noise of both ends of each step, after Stratonovich",
            references: [
                Reference(
                    "W. Rümelin", "Numerical treatment of stochastic differential equations",
                    "SIAM Journal on Numerical Analysis", "19", page: "604", year: 1982, doi: "10.1137/0719041")
            ]
        ) { StochasticHeunMethod() }, [.noise, .delays])

    func integrator<Model: StochasticDifferentialEquations>(
        of model: Model, streams: RandomStreams
    ) -> any Integrator<Model> {
        StochasticHeun<Model>(streams: streams)
    }
}
