import Descriptions

/// The classical Runge–Kutta method of fourth order with a fixed step.
///
/// Four evaluations of the derivative a step; each stage's sum is formed of numbers that have just been computed, by the
/// thread that has computed them.
///
/// W. Kutta, *Beitrag zur näherungsweisen Integration totaler Differentialgleichungen*, Zeitschrift für Mathematik und
/// Physik 46 (1901) 435.
public final class RungeKutta4<Model: DifferentialEquations>: Integrator, StateCheckingIntegrator, Stateless {
    @exclusivity(unchecked)
    private var slope: [Double] = []

    @exclusivity(unchecked)
    private var slopeSum: [Double] = []

    /// The states of the stages in turn, since one is read while the next is formed.
    @exclusivity(unchecked)
    private var stage: [Double] = []

    @exclusivity(unchecked)
    private var otherStage: [Double] = []
    private let team: ThreadTeam

    /// Creates an integrator.
    ///
    /// - Parameter threads: How many threads share the work besides the derivatives, at least 1. The results are the same for
    ///   any number.
    public init(threads: Int = 1) {
        team = ThreadTeam(threadCount: max(1, threads))
    }

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
            otherStage = slope
        }
        step(model, from: start, to: end)
        if !team.areAllFinite(otherStage) {
            try IntegrationError.check(otherStage, of: model, from: start, to: end)
        }
        team.copy(otherStage, to: model.state.elements)
    }

    /// Forms the new state in `otherStage`, so that a step that fails leaves the old one.
    private func step(_ model: Model, from start: Double, to end: Double) {
        let step = end - start
        slope.withUnsafeMutableBufferPointer { slope in
            slopeSum.withUnsafeMutableBufferPointer { slopeSum in
                stage.withUnsafeMutableBufferPointer { stage in
                    otherStage.withUnsafeMutableBufferPointer { otherStage in
                        guard let state = model.state.elements.baseAddress, let slope = slope.baseAddress,
                            let sum = slopeSum.baseAddress, let first = stage.baseAddress,
                            let second = otherStage.baseAddress
                        else { return }
                        model.rates(at: start, of: state, into: sum) { run in
                            for i in run { first[i] = state[i] + step / 2 * sum[i] }
                        }
                        model.rates(at: start + step / 2, of: first, into: slope) { run in
                            for i in run {
                                second[i] = state[i] + step / 2 * slope[i]
                                sum[i] += 2 * slope[i]
                            }
                        }
                        model.rates(at: start + step / 2, of: second, into: slope) { run in
                            for i in run {
                                first[i] = state[i] + step * slope[i]
                                sum[i] += 2 * slope[i]
                            }
                        }
                        model.rates(at: end, of: first, into: slope) { run in
                            for i in run { second[i] = state[i] + step / 6 * (sum[i] + slope[i]) }
                        }
                        model.state.placeHeld(at: end, in: second)
                    }
                }
            }
        }
    }

    /// States by shorter steps.
    public func makeDenseOutput(for model: Model) -> (any DenseOutput<Model>)? {
        SubstepDenseOutput(RungeKutta4<Model>())
    }
}

extension RungeKutta4: DelayMethod {
    var needsSlopes: Bool { true }
}

extension RungeKutta4: NodewiseMethod {
    /// Moves states by a step of the length of each.
    func move(_ part: NodewisePart, by rates: (Numbers, Numbers, MutableNumbers) -> Void) {
        let (state, stage, slope, sum) = (part.state, part.work(0), part.work(1), part.work(2))
        let (count, times, lengths) = (part.count, part.stageTimes, part.lengths)
        func forEach(_ body: (_ index: Int, _ length: Double) -> Void) {
            for column in 0..<part.columnCount {
                for node in 0..<count { body(column * count + node, lengths[node]) }
            }
        }
        rates(part.times, state, sum)
        forEach { stage[$0] = state[$0] + $1 / 2 * sum[$0] }
        for node in 0..<count { times[node] = part.times[node] + lengths[node] / 2 }
        for isLast in [false, true] {
            rates(times, stage, slope)
            forEach { index, length in
                stage[index] = state[index] + (isLast ? length : length / 2) * slope[index]
                sum[index] += 2 * slope[index]
            }
        }
        for node in 0..<count { times[node] = part.times[node] + lengths[node] }
        rates(times, stage, slope)
        forEach { if $1 != 0 { state[$0] += $1 / 6 * (sum[$0] + slope[$0]) } }
    }
}

/// ``RungeKutta4`` as scenarios name it.
struct RungeKutta4Method: FirstOrderMethod {
    static let named = NamedMethod<any FirstOrderMethod>(
        Component(
            "runge-kutta-4", "the classical Runge–Kutta method of fourth order",
            references: [
                Reference(
                    "W. Kutta", "Beitrag zur näherungsweisen Integration totaler Differentialgleichungen",
                    "Zeitschrift für Mathematik und Physik", "46", page: "435", year: 1901)
            ]
        ) { RungeKutta4Method() }, [.velocities, .energy, .delays])

    func integrator<Model: DifferentialEquations>(of model: Model, threads: Int) -> any Integrator<Model> {
        RungeKutta4<Model>(threads: threads)
    }
}
