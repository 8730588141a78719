import Descriptions

/// The thermostat of Nosé and Hoover with a chain of thermostats, around velocity Verlet with a fixed step *h*:
///
///     dv/dt = a(q) − η₁ v
///     dη₁/dt = (Σ m v² − g T)/Q₁ − η₂ η₁,  dη₂/dt = (Q₁ η₁² − T)/Q₂ − η₃ η₂,  …
///
/// with *g* degrees of freedom and Q₁ = *g* *T* τ², Q₂ = Q₃ = … = *T* τ² for a relaxation time τ. It is deterministic,
/// reversible and of second order; what it samples is the canonical distribution if the motion is ergodic. The sum of the
/// energy of the nodes and that of the chain, ``HeatBath/energy``,
///
///     Σ Qₖ ηₖ²/2 + g T ζ₁ + T (ζ₂ + ζ₃ + …),  dζₖ/dt = ηₖ
///
/// is conserved up to an error that is bounded and of second order. The chain moves by a fourth-order factorisation with
/// the weights of Yoshida.
///
/// G. J. Martyna, M. L. Klein and M. Tuckerman, *Nosé–Hoover chains*, Journal of Chemical Physics 97 (1992) 2635, DOI
/// 10.1063/1.463940; G. J. Martyna, M. E. Tuckerman, D. J. Tobias and M. L. Klein, *Explicit reversible integrators for
/// extended systems dynamics*, Molecular Physics 87 (1996) 1117, DOI 10.1080/00268979600100761.
///
/// The chain is part of the state of the model, ``HeatBath/chain``, and stays as it is when somebody changes the state.
public final class NoseHooverChain<Model: ThermalEquations>: Integrator, StateCheckingIntegrator {
    /// The temperature *T*.
    package let temperature: Double

    /// The relaxation time τ.
    package let relaxationTime: Double

    /// The number of links.
    package let chainLength: Int

    let new: TrialState<Model>

    /// Creates an integrator for a model, whose bath becomes a chain at rest unless it is one of this length.
    ///
    /// - Parameters:
    ///   - model: The model, whose masses do not change.
    ///   - temperature: The temperature, greater than 0.
    ///   - relaxationTime: The time τ in which the temperature follows, such as some hundred steps.
    ///   - chainLength: The number of links, 3 unless given. A single one is the thermostat of Nosé and Hoover, which is
    ///     not ergodic for small or stiff systems.
    ///   - threads: How many threads share the work besides the accelerations. The results are the same for any number.
    /// - Throws: ``ThermostatError``.
    public init(
        _ model: Model, temperature: Double, relaxationTime: Double, chainLength: Int = 3, threads: Int = 1
    ) throws(ThermostatError) {
        try ThermostatError.check(temperature, Thermostats.positiveTemperature)
        try ThermostatError.check(relaxationTime, Thermostats.relaxationTime)
        try ThermostatError.check(chainLength, Thermostats.chainLength)
        try ThermostatError.check(model.masses)
        guard model.degreesOfFreedom > 0 else { throw .noDegreesOfFreedom }
        self.temperature = temperature
        self.relaxationTime = relaxationTime
        self.chainLength = chainLength
        new = TrialState(threads: threads)
        if model.bath.chain.count != chainLength {
            model.bath.chain = [HeatBath.Link](repeating: .init(), count: chainLength)
        }
    }

    private init(shadowing original: NoseHooverChain) {
        temperature = original.temperature
        relaxationTime = original.relaxationTime
        chainLength = original.chainLength
        new = TrialState(threads: 1)
    }

    /// Moves the state on by one step.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state and the chain are then as they were.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        guard let state = new.begin(model, from: start, to: end) else { return }
        let step = end - start
        var chain = ThermostatChain(
            links: model.bath.chain, temperature: temperature, relaxationTime: relaxationTime,
            degreesOfFreedom: model.degreesOfFreedom)
        let first = chain.advance(by: step / 2, twiceKinetic: new.twiceKineticEnergy(of: state + new.count, in: model))
        new.kickAndDrift(model, from: state, start: start, end: end, scale: first)
        try new.finish(model, kick: step / 2, from: start, to: end)
        let second = chain.advance(by: step / 2, twiceKinetic: new.twiceKineticEnergy(of: new.velocities, in: model))
        new.scaleVelocities(by: second, in: model)
        try new.check(model, from: start, to: end)
        try new.endMotion(of: model, from: start, to: end)
        new.accept(in: model)
        model.bath.chain = chain.links
        model.bath.energy = chain.energy
    }

    /// States by shorter steps, from the chain as it was at the beginning of the step.
    public func makeDenseOutput(for model: Model) -> (any DenseOutput<Model>)? {
        ThermostatDenseOutput(NoseHooverChain(shadowing: self))
    }

    /// Has the accelerations computed anew before the next step.
    public func stateWasChanged() {
        new.forgetAccelerations()
    }
}

/// The motion of a chain of thermostats beside nodes that do not move.
struct ThermostatChain {
    var links: [HeatBath.Link]
    let temperature: Double
    let relaxationTime: Double
    let degreesOfFreedom: Int

    /// H. Yoshida, Physics Letters A 150 (1990) 262, DOI 10.1016/0375-9601(90)90092-3.
    private static let weights = [1.351_207_191_959_657_8, -1.702_414_383_919_315_4, 1.351_207_191_959_657_8]

    private var freedom: Double { Double(degreesOfFreedom) }

    private func mass(_ link: Int) -> Double {
        (link == 0 ? freedom : 1) * temperature * relaxationTime * relaxationTime
    }

    /// The energy of the chain.
    var energy: Double {
        var energy = 0.0
        for (index, link) in links.enumerated() {
            energy += mass(index) * link.velocity * link.velocity / 2
            energy += (index == 0 ? freedom : 1) * temperature * link.position
        }
        return energy
    }

    /// Moves the chain on.
    ///
    /// - Returns: The factor by which it has scaled all velocities.
    mutating func advance(by time: Double, twiceKinetic: Double) -> Double {
        guard degreesOfFreedom > 0 else { return 1 }
        var scale = 1.0
        for weight in Self.weights {
            let part = weight * time
            for link in links.indices.reversed() { kick(link, by: part / 2, twiceKinetic * scale * scale) }
            scale *= reproducibleExp(clamped(-links[0].velocity * part))
            for link in links.indices { links[link].position += links[link].velocity * part }
            for link in links.indices { kick(link, by: part / 2, twiceKinetic * scale * scale) }
        }
        return scale
    }

    /// Kicks a link, half of it before and half after the friction of the next link.
    private mutating func kick(_ link: Int, by time: Double, _ twiceKinetic: Double) {
        let force =
            link == 0
            ? (twiceKinetic - freedom * temperature) / mass(0)
            : (mass(link - 1) * links[link - 1].velocity * links[link - 1].velocity - temperature) / mass(link)
        let friction = link + 1 < links.count ? reproducibleExp(clamped(-links[link + 1].velocity * time / 2)) : 1
        links[link].velocity = (links[link].velocity * friction + force * time) * friction
    }

    /// An exponent whose exponential is neither infinite nor 0; beyond it the step is far too long for the chain.
    private func clamped(_ exponent: Double) -> Double {
        exponent.isNaN ? 0 : min(max(exponent, -300), 300)
    }
}

/// ``NoseHooverChain`` as scenarios name it.
struct NoseHooverMethod: ThermalMethod {
    static let named = NamedMethod<any ThermalMethod>(
        Component(
            "nose-hoover", "a chain of thermostats that exchange energy with the particles",
            references: [
                Reference(
                    "G. J. Martyna, M. L. Klein and M. Tuckerman",
                    "Nosé–Hoover chains: The canonical ensemble via continuous dynamics",
                    "Journal of Chemical Physics", "97", page: "2635", year: 1992, doi: "10.1063/1.463940")
            ],
            Thermostats.positiveTemperature, Thermostats.relaxationTime, Thermostats.chainLength
        ) { NoseHooverMethod(temperature: $0, relaxationTime: $1, chainLength: $2) }, [.walls, .velocities])

    let temperature, relaxationTime: Double
    let chainLength: Int

    func integrator<Model: ThermalEquations>(
        of model: Model, streams: RandomStreams, threads: Int
    ) throws(ThermostatError) -> any Integrator<Model> {
        try NoseHooverChain(
            model, temperature: temperature, relaxationTime: relaxationTime, chainLength: chainLength, threads: threads)
    }
}
