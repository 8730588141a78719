import Descriptions

/// The weak coupling of Berendsen for equilibration: velocity Verlet with a fixed step *h*, after which velocities are
/// scaled so that the temperature relaxes to *T₀* within a time τ:
///
///     v ← λ v,  λ² = 1 + h/τ (T₀/T − 1)
///
/// It brings a system to a temperature quickly and smoothly, but does not sample the canonical distribution: fluctuations of
/// the kinetic energy are too small, and motion of the whole may grow at the cost of that inside. Measure with another
/// thermostat.
///
/// H. J. C. Berendsen et al., *Molecular dynamics with coupling to an external bath*, Journal of Chemical Physics 81 (1984)
/// 3684, DOI 10.1063/1.448118.
///
/// ``HeatBath/energy`` is what the scaling has taken away, so that its sum with the energy of the nodes is conserved.
public final class BerendsenThermostat<Model: ThermalEquations>: Integrator, StateCheckingIntegrator {
    /// The temperature *T₀*.
    package let temperature: Double

    /// The relaxation time τ. A shorter one than a step acts like one of a step.
    package let relaxationTime: Double

    let new: TrialState<Model>

    /// Creates an integrator for a model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - temperature: The temperature, not negative.
    ///   - relaxationTime: The time τ in which the temperature follows.
    ///   - threads: How many threads share the work besides the accelerations. The results are the same for any number.
    /// - Throws: ``ThermostatError``.
    public init(
        _ model: Model, temperature: Double, relaxationTime: Double, threads: Int = 1
    ) throws(ThermostatError) {
        try ThermostatError.check(temperature, Thermostats.temperature)
        try ThermostatError.check(relaxationTime, Thermostats.relaxationTime)
        guard model.degreesOfFreedom > 0 else { throw .noDegreesOfFreedom }
        self.temperature = temperature
        self.relaxationTime = relaxationTime
        new = TrialState(threads: threads)
    }

    private init(shadowing original: BerendsenThermostat) {
        temperature = original.temperature
        relaxationTime = original.relaxationTime
        new = TrialState(threads: 1)
    }

    /// Moves the state on by one step. Without any motion there is nothing to scale.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        guard let state = new.begin(model, from: start, to: end) else { return }
        new.kickAndDrift(model, from: state, start: start, end: end, scale: 1)
        try new.finish(model, kick: (end - start) / 2, from: start, to: end)
        let twiceKinetic = new.twiceKineticEnergy(of: new.velocities, in: model)
        let wanted = Double(model.degreesOfFreedom) * temperature
        if twiceKinetic > 0 {
            let square = 1 + min((end - start) / relaxationTime, 1) * (wanted / twiceKinetic - 1)
            new.scaleVelocities(by: square.squareRoot(), in: model)
            try new.check(model, from: start, to: end)
            model.bath.energy += (1 - square) * twiceKinetic / 2
        }
        try new.endMotion(of: model, from: start, to: end)
        new.accept(in: model)
    }

    /// States by shorter steps.
    public func makeDenseOutput(for model: Model) -> (any DenseOutput<Model>)? {
        ThermostatDenseOutput(BerendsenThermostat(shadowing: self))
    }

    /// Has the accelerations computed anew before the next step.
    public func stateWasChanged() {
        new.forgetAccelerations()
    }
}

/// ``BerendsenThermostat`` as scenarios name it.
struct BerendsenMethod: ThermalMethod {
    static let named = NamedMethod<any ThermalMethod>(
        Component(
            "berendsen", "velocities that are scaled a little in each step; fluctuations are too small",
            references: [
                Reference(
                    "H. J. C. Berendsen, J. P. M. Postma, W. F. van Gunsteren, A. DiNola and J. R. Haak",
                    "Molecular dynamics with coupling to an external bath", "Journal of Chemical Physics", "81",
                    page: "3684", year: 1984, doi: "10.1063/1.448118")
            ],
            Thermostats.temperature, Thermostats.relaxationTime
        ) { BerendsenMethod(temperature: $0, relaxationTime: $1) }, [.walls, .velocities])

    let temperature, relaxationTime: Double

    func integrator<Model: ThermalEquations>(
        of model: Model, streams: RandomStreams, threads: Int
    ) throws(ThermostatError) -> any Integrator<Model> {
        try BerendsenThermostat(model, temperature: temperature, relaxationTime: relaxationTime, threads: threads)
    }
}
