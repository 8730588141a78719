/// The leapfrog or velocity Verlet integrator in its kick–drift–kick form, with a fixed step *h*:
///
///     v ← v + h/2 · a(q)      kick
///     q ← q + h · v           drift
///     v ← v + h/2 · a(q)      kick
///
/// Symplectic, time-reversible and of second order: the error of the energy does not drift but stays within a bound
/// that is proportional to *h*². The accelerations are computed once a step.
///
/// L. Verlet, *Computer "experiments" on classical fluids. I*, Physical Review 159 (1967) 98,
/// DOI 10.1103/PhysRev.159.98; W. C. Swope et al., Journal of Chemical Physics 76 (1982) 637, DOI 10.1063/1.442716.
public final class Leapfrog<Model: SecondOrderEquations>: Integrator {
    private var accelerations: [Double] = []

    /// Where the new state is formed, so that a step that fails leaves the old one.
    private var next: [Double] = []
    private var isCurrent = false

    /// Creates an integrator.
    public init() {}

    /// Moves the state on by one step.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        let coordinates = model.state.count / 2
        guard coordinates > 0 else { return }
        if accelerations.count != coordinates {
            accelerations = [Double](repeating: 0, count: coordinates)
            next = [Double](repeating: 0, count: 2 * coordinates)
            isCurrent = false
        }
        step(model, by: end - start, coordinates: coordinates)
        // Should the new state be refused, the accelerations are not those of the state.
        isCurrent = false
        try IntegrationError.check(next, of: model, from: start, to: end)
        _ = model.state.elements.update(fromContentsOf: next)
        isCurrent = true
    }

    /// States by shorter steps.
    public func makeInterior(for model: Model) -> (any StepInterior<Model>)? {
        SubstepInterior(Leapfrog<Model>())
    }

    /// Has the accelerations computed anew before the next step.
    public func stateWasChanged() {
        isCurrent = false
    }

    private func step(_ model: Model, by step: Double, coordinates: Int) {
        accelerations.withUnsafeMutableBufferPointer { accelerations in
            next.withUnsafeMutableBufferPointer { next in
                guard let state = model.state.elements.baseAddress, let a = accelerations.baseAddress,
                    let q = next.baseAddress
                else { return }
                let v = q + coordinates
                if !isCurrent { model.velocityRates(at: state, into: a) }
                set(v, to: state + coordinates, plus: step / 2, times: a, count: coordinates)
                set(q, to: state, plus: step, times: v, count: coordinates)
                model.velocityRates(at: q, into: a)
                set(v, to: v, plus: step / 2, times: a, count: coordinates)
            }
        }
    }

    private func set(
        _ target: UnsafeMutablePointer<Double>, to old: UnsafePointer<Double>, plus factor: Double,
        times source: UnsafePointer<Double>, count: Int
    ) {
        for index in 0..<count { target[index] = old[index] + factor * source[index] }
    }
}
