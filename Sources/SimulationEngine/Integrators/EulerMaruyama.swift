import CKernels
import Descriptions
import GSL
import Synchronization

/// A model whose state obeys stochastic differential equations with a noise of its own for each number,
/// d*y* = *f*(*t*, *y*) d*t* + *g*(*t*, *y*) d*W*, in the sense of Itô.
public protocol StochasticDifferentialEquations: DifferentialEquations {
    /// Computes the strengths of the noise *g*(*t*, *y*).
    ///
    /// - Parameters:
    ///   - time: The time *t*.
    ///   - state: *y*, as many numbers as ``DifferentialEquations/state`` has. Not always the model's own state.
    ///   - strengths: Receives *g*, as many numbers. Not initialised to zero.
    func noise(at time: Double, of state: Span<Double>, into strengths: inout MutableSpan<Double>)

    /// Tests if the strengths of a column of the state may be other than 0; they may unless the model says otherwise.
    func hasNoise(inColumn column: Int) -> Bool
}

extension StochasticDifferentialEquations {
    /// Each column may have noise.
    public func hasNoise(inColumn column: Int) -> Bool { true }

    /// Computes the strengths of the noise for as many numbers as there are in memory.
    func noise(at time: Double, of state: UnsafePointer<Double>, into strengths: UnsafeMutablePointer<Double>) {
        let count = self.state.count
        var noise = UnsafeMutableBufferPointer(start: strengths, count: count).mutableSpan
        self.noise(at: time, of: UnsafeBufferPointer(start: state, count: count).span, into: &noise)
    }
}

/// The Euler–Maruyama method with a fixed step *h*: *y* ← *y* + *h f* + √*h* *g* ξ with a normal deviate ξ for each
/// number.
///
/// Of strong order 1/2, or 1 where the noise does not depend on the state, and of weak order 1.
///
/// G. Maruyama, *Continuous Markov processes and stochastic equations*, Rendiconti del Circolo Matematico di Palermo 4
/// (1955) 48, DOI 10.1007/BF02846028.
public final class EulerMaruyama<Model: StochasticDifferentialEquations>: Integrator, StateCheckingIntegrator, Stateless
{
    @exclusivity(unchecked)
    private var step: StochasticStep

    /// - Parameter streams: The random numbers, for the purpose `RandomPurpose.noise`: for each node, column of the state
    ///   and step a stream of its own.
    public init(streams: RandomStreams) {
        step = StochasticStep(streams: streams, columnCount: 1)
    }

    /// Moves the state on by one step.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        try step.advance(model, from: start, to: end) { Self.form($0, of: model, $1, $2) }
    }

    private static func form(
        _ numbers: StochasticStep.Numbers, of model: Model, _ next: UnsafeMutablePointer<Double>,
        _ columns: WorkColumns
    ) -> Bool {
        guard numbers.hasNoise else { return addRates(numbers, of: model, next) }
        let strengths = columns[0]
        let (state, step, increments) = (numbers.state, numbers.length, numbers.increments)
        model.rates(at: numbers.start, of: state, into: next)
        model.noise(at: numbers.start, of: state, into: strengths)
        for i in 0..<numbers.count { next[i] = state[i] + step * next[i] + strengths[i] * increments[i] }
        return false
    }

    /// Adds rates to numbers as they are computed, run by run, on the thread that has computed them, unless the model has done so.
    private static func addRates(
        _ numbers: StochasticStep.Numbers, of model: Model, _ next: UnsafeMutablePointer<Double>
    ) -> Bool {
        let (state, step, set) = (numbers.state, numbers.length, k_best_instruction_set())
        let areFinite = Atomic(true)
        model.rates(
            at: numbers.start, of: state, into: next,
            completing: { run in
                let first = run.lowerBound
                if !k_add_rates(set, state + first, step, next + first, Int64(run.count)) {
                    areFinite.store(false, ordering: .relaxed)
                }
            }, movingBy: step, doubting: { areFinite.store(false, ordering: .relaxed) })
        return areFinite.load(ordering: .relaxed)
    }

    /// Between the ends of a step each number is a Brownian bridge of the strength *g* at the beginning of the step: the continuous path of
    /// the method, so that first passages are exact where *f* and *g* are constant, and of first order in the step elsewhere.
    ///
    /// E. Gobet, *Weak approximation of killed diffusion using Euler schemes*, Stochastic Processes and their Applications 87
    /// (2000) 167, DOI 10.1016/S0304-4149(99)00109-X.
    public func makeNoise(ofField field: Int, in model: Model) -> FieldNoise? {
        step.makeNoise(ofField: field, in: model, strengths: 0...0)
    }
}

extension EulerMaruyama: DelayMethod {
    var needsSlopes: Bool { false }
}

/// ``EulerMaruyama`` as scenarios name it.
struct EulerMaruyamaMethod: StochasticMethod {
    static let named = NamedMethod<any StochasticMethod>(
        Component(
            "euler-maruyama", "the noise of the beginning of each step, after Itô",
            references: [
                Reference(
                    "G. Maruyama", "Continuous Markov processes and stochastic equations",
                    "Rendiconti del Circolo Matematico di Palermo", "4", page: "48", year: 1955,
                    doi: "10.1007/BF02846028")
            ]
        ) { EulerMaruyamaMethod() }, [.noise, .delays])

    func integrator<Model: StochasticDifferentialEquations>(
        of model: Model, streams: RandomStreams
    ) -> any Integrator<Model> {
        EulerMaruyama<Model>(streams: streams)
    }
}
