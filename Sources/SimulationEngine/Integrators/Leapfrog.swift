import GSL

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
    private let team: ThreadTeam

    /// Creates an integrator.
    ///
    /// - Parameter threads: How many threads share the work besides the accelerations, at least 1. The results are the
    ///   same for any number.
    public init(threads: Int = 1) {
        team = ThreadTeam(threadCount: max(1, threads))
    }

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
        let isFinite = step(model, by: end - start, coordinates: coordinates)
        // Should the new state be refused, the accelerations are not those of the state.
        isCurrent = false
        if !isFinite { try IntegrationError.check(next, of: model, from: start, to: end) }
        accept(next, in: model)
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

    /// Forms the new state in `next`, and says whether it is finite.
    private func step(_ model: Model, by step: Double, coordinates: Int) -> Bool {
        accelerations.withUnsafeMutableBufferPointer { accelerations in
            next.withUnsafeMutableBufferPointer { next in
                guard let state = model.state.elements.baseAddress, let a = accelerations.baseAddress,
                    let q = next.baseAddress
                else { return true }
                let v = q + coordinates
                if !isCurrent { model.velocityRates(at: state, into: a) }
                team.forEachRun(of: coordinates) { range in
                    for i in range {
                        v[i] = state[coordinates + i] + step / 2 * a[i]
                        q[i] = state[i] + step * v[i]
                    }
                }
                model.applyBoundaries(positions: q, velocities: v)
                model.velocityRates(at: q, into: a)
                return kick(q, v, by: step / 2, a, count: coordinates)
            }
        }
    }

    /// Kicks velocities, and says whether they and the positions are finite.
    private func kick(
        _ q: UnsafePointer<Double>, _ v: UnsafeMutablePointer<Double>, by step: Double, _ a: UnsafePointer<Double>,
        count: Int
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: Bool.self, capacity: ThreadTeam.runCount(of: count)) { areFinite in
            team.forEachRun(of: count) { range in
                for i in range { v[i] += step * a[i] }
                areFinite[range.lowerBound / ThreadTeam.runLength] =
                    areAllFinite(v + range.lowerBound, count: range.count)
                    && areAllFinite(q + range.lowerBound, count: range.count)
            }
            return areFinite.allSatisfy { $0 }
        }
    }

    private func accept(_ next: [Double], in model: Model) {
        next.withUnsafeBufferPointer { next in
            guard let new = next.baseAddress, let state = model.state.elements.baseAddress else { return }
            team.forEachRun(of: next.count) { range in
                (state + range.lowerBound).update(from: new + range.lowerBound, count: range.count)
            }
        }
    }
}
