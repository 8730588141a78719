import Descriptions

/// Langevin dynamics, d*v* = *a*(*q*) d*t* − γ *v* d*t* + √(2 γ *T*/*m*) d*W*, by the splitting BAOAB with a fixed step *h*:
///
///     v ← v + h/2 · a(q)                        B  kick
///     q ← q + h/2 · v                           A  drift
///     v ← c v + √((1 − c²) T/m) ξ,  c = exp(−γ h)   O  friction and noise, exactly
///     q ← q + h/2 · v                           A  drift
///     v ← v + h/2 · a(q)                        B  kick
///
/// Averages over positions have an error of order *h*² that is small, of order *h*⁴ at high friction, and none for
/// harmonic forces. Without friction this is ``Leapfrog``. Accelerations are computed once a step. Where they depend on
/// velocities, too (``SecondOrderEquations/movesVelocities``), half of that motion is made before the step and half after it: a
/// magnetic field leaves the averages as they are.
///
/// B. Leimkuhler and C. Matthews, *Rational construction of stochastic numerical methods for molecular sampling*, Applied
/// Mathematics Research eXpress 2013, 34, DOI 10.1093/amrx/abs010; *Robust and efficient configurational molecular sampling
/// via Langevin dynamics*, Journal of Chemical Physics 138 (2013) 174102, DOI 10.1063/1.4802990.
///
/// The noise of each node and step is a stream of random numbers of its own, for the purpose `RandomPurpose.noise`, which
/// begins with the number for the first direction. What is pinned or driven feels neither friction nor noise. The total
/// momentum is not conserved, which ``ThermalEquations/degreesOfFreedom`` counts.
public final class LangevinIntegrator<Model: ThermalEquations>: Integrator, StateCheckingIntegrator {
    private var bath: FrictionAndNoise
    let new: TrialState<Model>

    /// The velocities at the beginning of the last step, if anybody asks for them.
    private var startVelocities: [Double] = []
    private var keepsStartVelocities = false

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
        new = TrialState(threads: threads)
    }

    private init(shadowing original: LangevinIntegrator) {
        bath = original.bath
        new = TrialState(threads: 1)
    }

    /// Moves the state on by one step.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        guard let state = new.begin(model, from: start, to: end) else { return }
        bath.follow(model)
        if keepsStartVelocities, let start = model.state.elements.baseAddress { keepVelocities(of: start) }
        move(model, from: state, start: start, by: end - start)
        new.moveHeld(of: model, from: state, start: start, end: end)
        try new.finish(model, kick: (end - start) / 2, from: start, to: end)
        try new.endMotion(of: model, from: start, to: end)
        new.accept(in: model)
    }

    private func keepVelocities(of state: UnsafePointer<Double>) {
        if startVelocities.count != new.count { startVelocities = [Double](repeating: 0, count: new.count) }
        startVelocities.withUnsafeMutableBufferPointer { velocities in
            _ = velocities.update(fromContentsOf: UnsafeBufferPointer(start: state + new.count, count: new.count))
        }
    }

    /// Kick, drift, friction and noise, and drift, in one pass.
    private func move(_ model: Model, from state: UnsafePointer<Double>, start: Double, by step: Double) {
        let (q, v, a, count, rows) = (new.positions, new.velocities, new.accelerations, new.count, model.state.rowCount)
        let (half, dimensions, index) = (step / 2, model.dimensions, RandomStreams.stepNumber(at: start))
        let keep = reproducibleExp(max(-bath.friction * step, -700))
        let deviation = (bath.temperature * (1 - keep * keep)).squareRoot()
        let noise = bath.noise
        bath.inverseRootMasses.withUnsafeBufferPointer { inverseRootMasses in
            new.team.forEachRun(of: rows) { nodes in
                // The noise waits where the new positions will be.
                noise.fill(q, columnCount: dimensions, stride: rows, nodes: nodes, step: index)
                for column in 0..<count / rows {
                    let (keep, deviation) = column < dimensions ? (keep, deviation) : (1, 0)
                    for node in nodes {
                        let i = column * rows + node
                        let kicked = state[count + i] + half * a[i]
                        let thermal = keep * kicked + deviation * inverseRootMasses[node] * q[i]
                        v[i] = thermal
                        q[i] = state[i] + half * (kicked + thermal)
                    }
                }
            }
        }
    }

    /// States by shorter steps with the same random numbers, which lead from the beginning of the step to its end without
    /// a jump.
    public func makeDenseOutput(for model: Model) -> (any DenseOutput<Model>)? {
        SubstepDenseOutput(LangevinIntegrator(shadowing: self))
    }

    /// Velocities are pushed by noise: between the ends of a step they are Brownian bridges, and positions integrals of a
    /// Brownian motion, of which the positions and velocities at both ends are known. What that leaves out is of second order
    /// in γ*h*; crossings of positions are too few by some 5 % of γ*h*, since the positions of the method at the ends of steps
    /// are smoother than those of the motion.
    public func makeNoise(ofField field: Int, in model: Model) -> FieldNoise? {
        let coordinates = model.state.columnCount / 2
        guard bath.temperature > 0, field < 2 * coordinates, field % coordinates < model.dimensions else { return nil }
        keepsStartVelocities = true
        let isVelocity = field >= coordinates
        return FieldNoise(
            ofField: field, velocityField: isVelocity ? nil : field + coordinates, streams: bath.streams,
            greatest: { [unowned self] in greatestNoise(ofField: field, in: model) },
            ofNode: { [unowned self] in noise(ofField: field, node: $0, in: model) })
    }

    /// The variance that a velocity gathers in a unit of time, σ² = 2 γ *T*/*m*, for the reciprocal root of a mass.
    private func variance(_ inverseRootMass: Double) -> Double {
        2 * bath.friction * bath.temperature * inverseRootMass * inverseRootMass
    }

    private func noise(ofField field: Int, node: Int, in model: Model) -> StepNoise {
        let state = model.state
        let (rows, coordinates) = (state.rowCount, state.columnCount / 2)
        let component = field % coordinates * rows + node
        guard component < startVelocities.count, node < bath.inverseRootMasses.count else { return .none }
        guard !state.isHeld(coordinates * rows + component) else { return .none }
        let variance = variance(bath.inverseRootMasses[node])
        guard field < coordinates else { return .ofValue(variance: variance) }
        return .ofVelocity(
            variance: variance, startVelocity: startVelocities[component], endVelocity: state[field + coordinates, node]
        )
    }

    private func greatestNoise(ofField field: Int, in model: Model) -> StepNoise {
        let coordinates = model.state.columnCount / 2
        let variance = variance(bath.inverseRootMasses.max() ?? 0)
        guard field < coordinates else { return .ofValue(variance: variance) }
        let rows = model.state.rowCount
        let starts = startVelocities.dropFirst(field * rows).prefix(rows)
        return .ofVelocity(
            variance: variance, startVelocity: starts.reduce(0) { max($0, abs($1)) },
            endVelocity: model.state.column(field + coordinates).reduce(0) { max($0, abs($1)) })
    }

    /// Has the accelerations computed anew before the next step.
    public func stateWasChanged() {
        new.forgetAccelerations()
    }
}

/// ``LangevinIntegrator`` as scenarios name it.
struct LangevinMethod: ThermalMethod {
    static let named = NamedMethod<any ThermalMethod>(
        Component(
            "langevin", "friction and noise that hold a temperature, by steps BAOAB",
            references: [Thermostats.splittings],
            Thermostats.temperature, Thermostats.friction
        ) { LangevinMethod(temperature: $0, friction: $1) }, [.walls, .velocities, .noise])

    let temperature, friction: Double

    func integrator<Model: ThermalEquations>(
        of model: Model, streams: RandomStreams, threads: Int
    ) throws(ThermostatError) -> any Integrator<Model> {
        try LangevinIntegrator(model, temperature: temperature, friction: friction, streams: streams, threads: threads)
    }
}
