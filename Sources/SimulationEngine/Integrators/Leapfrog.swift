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
    private var isCurrent = false

    /// Creates an integrator.
    public init() {}

    /// Moves the state on by one step.
    public func advance(_ model: Model, from start: Double, to end: Double) {
        let step = end - start
        let coordinates = model.state.count / 2
        guard coordinates > 0, let positions = model.state.elements.baseAddress else { return }
        let velocities = positions + coordinates
        if accelerations.count != coordinates {
            accelerations = [Double](repeating: 0, count: coordinates)
            isCurrent = false
        }
        accelerations.withUnsafeMutableBufferPointer { buffer in
            guard let accelerations = buffer.baseAddress else { return }
            if !isCurrent { model.accelerations(at: positions, into: accelerations) }
            add(step / 2, times: accelerations, to: velocities, count: coordinates)
            add(step, times: velocities, to: positions, count: coordinates)
            model.accelerations(at: positions, into: accelerations)
            add(step / 2, times: accelerations, to: velocities, count: coordinates)
        }
        isCurrent = true
    }

    /// Has the accelerations computed anew before the next step.
    public func stateWasChanged() {
        isCurrent = false
    }

    private func add(
        _ factor: Double, times source: UnsafePointer<Double>, to target: UnsafeMutablePointer<Double>, count: Int
    ) {
        for index in 0..<count { target[index] += factor * source[index] }
    }
}
