import Descriptions

/// A method whose velocities are drawn anew in each step: nothing follows from how they change.
protocol VelocityDrawingIntegrator {}

/// Brownian dynamics, the motion without inertia d*q* = *a*(*q*)/γ d*t* + √(2 *D*) d*W* with *D* = *T*/(*m* γ), by the
/// method of Leimkuhler and Matthews with a fixed step *h*:
///
///     qₙ₊₁ = qₙ + h a(qₙ)/γ + √(2 D h) (ξₙ + ξₙ₊₁)/2
///
/// This is the limit of ``LangevinIntegrator``'s BAOAB at high friction. Its averages over long times are of second order
/// in the step, and exact for harmonic forces, where the Euler–Maruyama method, at the same cost, is of first order.
///
/// B. Leimkuhler and C. Matthews, *Rational construction of stochastic numerical methods for molecular sampling*, Applied
/// Mathematics Research eXpress 2013, 34, DOI 10.1093/amrx/abs010.
///
/// Velocities have no part in the motion. Each step draws them anew from the Maxwell distribution, so that temperature and
/// pressure are those of the bath. A coordinate whose velocity is pinned or driven moves by that as if it had inertia.
///
/// The random numbers of a node and time are a stream of its own, for the purpose `RandomPurpose.noise`.
public final class BrownianIntegrator<Model: ThermalEquations>: Integrator, StateCheckingIntegrator,
    VelocityDrawingIntegrator
{
    private var bath: FrictionAndNoise
    let new: TrialState<Model>

    /// The random numbers of each node at the beginning and at the end of the step, and those of its velocity.
    private var deviates: [Double] = []

    /// Creates an integrator for a model.
    ///
    /// - Parameters:
    ///   - model: The model, whose masses do not change.
    ///   - temperature: The temperature of the bath, not negative.
    ///   - friction: The friction γ, greater than 0.
    ///   - streams: The random numbers.
    ///   - threads: How many threads share the work besides the accelerations. The results are the same for any number.
    /// - Throws: ``ThermostatError`` for parameters that are not possible, and if a node has no mass.
    public init(
        _ model: Model, temperature: Double, friction: Double, streams: RandomStreams, threads: Int = 1
    ) throws(ThermostatError) {
        bath = try FrictionAndNoise(temperature, friction, streams, actingOn: model)
        new = TrialState(threads: threads, movesVelocities: false)
    }

    /// Moves the state on by one step.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        guard let state = new.begin(model, from: start, to: end) else { return }
        bath.follow(model)
        move(model, from: state, start: start, end: end)
        new.moveHeld(of: model, from: state, start: start, end: end)
        new.applyBoundaries(of: model, at: end)
        try new.check(model, from: start, to: end)
        new.accept(in: model, areAccelerationsCurrent: false)
    }

    private func move(_ model: Model, from state: UnsafePointer<Double>, start: Double, end: Double) {
        let (q, v, a, count, rows) = (new.positions, new.velocities, new.accelerations, new.count, model.state.rowCount)
        let (dimensions, mobility) = (model.dimensions, (end - start) / bath.friction)
        let deviation = (bath.temperature * mobility / 2).squareRoot()
        let (thermal, noise) = (bath.temperature.squareRoot(), bath.noise)
        let (first, second) = (RandomStreams.stepNumber(at: start), RandomStreams.stepNumber(at: end))
        if deviates.count != 4 * dimensions * rows { deviates = [Double](repeating: 0, count: 4 * dimensions * rows) }
        deviates.withUnsafeMutableBufferPointer { deviates in
            guard let atStart = deviates.baseAddress else { return }
            // Those of the velocity follow those of the position in the stream of the same time.
            let atEnd = atStart + 2 * dimensions * rows
            bath.inverseRootMasses.withUnsafeBufferPointer { inverseRootMasses in
                new.team.forEachRun(of: rows) { nodes in
                    noise.fill(atStart, columnCount: dimensions, stride: rows, nodes: nodes, step: first)
                    noise.fill(atEnd, columnCount: 2 * dimensions, stride: rows, nodes: nodes, step: second)
                    for column in 0..<count / rows {
                        let isFree = column < dimensions
                        for node in nodes {
                            let i = column * rows + node
                            let root = inverseRootMasses[node]
                            let push = isFree ? deviation * root * (atStart[i] + atEnd[i]) : 0
                            q[i] = state[i] + mobility * a[i] + push
                            v[i] = isFree ? thermal * root * atEnd[dimensions * rows + i] : state[count + i]
                        }
                    }
                }
            }
        }
    }

    /// The variance that noise gives to a position between the ends of a step, as a multiple of that of Brownian motion in the
    /// same time.
    ///
    /// The positions of the method at the ends of steps are means of neighbouring points of a Brownian motion, and so half as
    /// rough. With this much noise between them a level far away is reached, on the average, when that motion reaches it: the
    /// first passage's error of order √*h* vanishes. The root of that condition by Monte Carlo, to within 0.005.
    private static var roughness: Double { 1.41 }

    /// Between the ends of a step positions are Brownian bridges. First passages are of first order in the step, as the motion
    /// of the method is: its mean square displacement lags behind by half a step. Velocities are drawn anew in each step and have
    /// no path.
    public func makeNoise(ofField field: Int, in model: Model) -> FieldNoise? {
        guard bath.temperature > 0, field < model.dimensions else { return nil }
        let variance = 2 * bath.temperature / bath.friction * Self.roughness
        return FieldNoise(
            ofField: field, streams: bath.streams,
            greatest: { [unowned self] in
                let root = bath.inverseRootMasses.max() ?? 0
                return .ofValue(variance: variance * root * root)
            },
            ofNode: { [unowned self] node in
                let state = model.state
                let isHeld = state.isHeld((state.columnCount / 2 + field) * state.rowCount + node)
                guard !isHeld, node < bath.inverseRootMasses.count else { return .none }
                let root = bath.inverseRootMasses[node]
                return .ofValue(variance: variance * root * root)
            })
    }

    /// Has the accelerations computed anew before the next step.
    public func stateWasChanged() {
        new.forgetAccelerations()
    }
}

/// ``BrownianIntegrator`` as scenarios name it.
struct BrownianMethod: ThermalMethod {
    static let named = NamedMethod<any ThermalMethod>(
        Component(
            "brownian", "motion without inertia in a medium at a temperature",
            references: [Thermostats.splittings],
            Thermostats.temperature, Thermostats.friction
        ) { BrownianMethod(temperature: $0, friction: $1) }, [.walls, .noise, .coarsePaths])

    let temperature, friction: Double

    func integrator<Model: ThermalEquations>(
        of model: Model, streams: RandomStreams, threads: Int
    ) throws(ThermostatError) -> any Integrator<Model> {
        try BrownianIntegrator(model, temperature: temperature, friction: friction, streams: streams, threads: threads)
    }
}
