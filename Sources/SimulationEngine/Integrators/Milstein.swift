import Descriptions
import GSL

/// The Milstein method without derivatives with a fixed step *h*, for equations in the sense of Itô:
///
///     Υ = y + h f(y) + √h g(y)
///     y ← y + h f(y) + g(y) ΔW + (g(Υ) − g(y)) (ΔW² − h) / (2 √h)
///
/// with the increments Δ*W* of ``EulerMaruyama``. Of strong and weak order 1, for noise whose strength in a number of the state
/// depends on that number only. Where it depends on other numbers that have noise, terms are missing, the integrals of one noise over
/// another (Lévy areas): the strong order is 1/2 there, as that of ``EulerMaruyama``.
///
/// P. E. Kloeden and E. Platen, *Numerical Solution of Stochastic Differential Equations*, Springer 1992, section 11.1,
/// DOI 10.1007/978-3-662-12616-5; G. N. Milstein, Theory of Probability and its Applications 19 (1974) 557,
/// DOI 10.1137/1119062.
public final class Milstein<Model: StochasticDifferentialEquations>: Integrator, StateCheckingIntegrator, Stateless {
    @exclusivity(unchecked)
    private var step: StochasticStep

    /// - Parameter streams: The random numbers, as in ``EulerMaruyama``.
    public init(streams: RandomStreams) {
        step = StochasticStep(streams: streams, columnCount: 3)
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
        _ numbers: StochasticStep.Numbers, of model: Model, _ next: UnsafeMutablePointer<Double>,
        _ columns: WorkColumns
    ) {
        let (support, strengths, supportStrengths) = (columns[0], columns[1], columns[2])
        let (state, step, increments) = (numbers.state, numbers.length, numbers.increments)
        let root = step.squareRoot()
        model.rates(at: numbers.start, of: state, into: next)
        model.noise(at: numbers.start, of: state, into: strengths)
        for component in model.state.held.components { strengths[component] = 0 }
        for i in 0..<numbers.count {
            next[i] = state[i] + step * next[i]
            support[i] = next[i] + root * strengths[i]
        }
        model.state.placeHeld(at: numbers.start, in: support)
        model.noise(at: numbers.start, of: support, into: supportStrengths)
        // Components that are held have no noise, and no correction for it.
        for component in model.state.held.components { supportStrengths[component] = 0 }
        for i in 0..<numbers.count {
            let correction = (supportStrengths[i] - strengths[i]) * (increments[i] * increments[i] - step) / (2 * root)
            next[i] += strengths[i] * increments[i] + correction
        }
    }

    /// Between the ends of a step each number is a Brownian bridge of the strength *g* at the beginning of the step.
    public func makeNoise(ofField field: Int, in model: Model) -> FieldNoise? {
        step.makeNoise(ofField: field, in: model, strengths: 1...1)
    }
}

extension Milstein: DelayMethod {
    var needsSlopes: Bool { false }
}

/// ``Milstein`` as scenarios name it.
struct MilsteinMethod: StochasticMethod {
    static let named = NamedMethod<any StochasticMethod>(
        Component(
            "milstein",
            "as Euler and Maruyama's with the slope of the noise, of strong order 1 where the noise of each number depends on that number "
                + "only, else 1/2",
            references: [
                Reference(
                    "G. N. Milstein", "Approximate integration of stochastic differential equations",
                    "Theory of Probability and its Applications", "19", page: "557", year: 1974, doi: "10.1137/1119062")
            ]
        ) { MilsteinMethod() }, [.noise, .delays])

    func integrator<Model: StochasticDifferentialEquations>(
        of model: Model, streams: RandomStreams
    ) -> any Integrator<Model> {
        Milstein<Model>(streams: streams)
    }
}
