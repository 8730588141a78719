import Descriptions

/// The leapfrog or velocity Verlet integrator in its kick–drift–kick form, with a fixed step *h*:
///
///     v ← v + h/2 · a(q)      kick
///     q ← q + h · v           drift
///     v ← v + h/2 · a(q)      kick
///
/// Symplectic, time-reversible and of second order: the error of the energy does not drift but stays within a bound
/// that is proportional to *h*². The accelerations are computed once a step.
///
/// Where accelerations depend on velocities, too (``SecondOrderEquations/movesVelocities``), as in a magnetic field, half of that
/// motion is made before the step and half after it. In a magnetic field this is the method of Boris with the exact angle, which is
/// not symplectic, but reversible and of second order, and keeps volumes in phase space; in an even field the error of the energy
/// stays within a bound as well.
///
/// J. P. Boris, *Relativistic plasma simulation – optimization of a hybrid code*, Proceedings of the Fourth Conference on
/// Numerical Simulation of Plasmas (1970) 3; E. Hairer and C. Lubich, *Energy behaviour of the Boris method for charged-particle
/// dynamics*, BIT Numerical Mathematics 58 (2018) 969, DOI 10.1007/s10543-018-0713-1.
///
/// L. Verlet, *Computer "experiments" on classical fluids. I*, Physical Review 159 (1967) 98,
/// DOI 10.1103/PhysRev.159.98; W. C. Swope et al., Journal of Chemical Physics 76 (1982) 637, DOI 10.1063/1.442716.
public final class Leapfrog<Model: SecondOrderEquations>: Integrator, StateCheckingIntegrator {
    let steps: KickDriftSteps<Model>

    /// Creates an integrator.
    ///
    /// - Parameter threads: How many threads share the work besides the accelerations, at least 1. The results are the
    ///   same for any number.
    public init(threads: Int = 1) {
        steps = KickDriftSteps(weights: [1], threads: threads)
    }

    /// Moves the state on by one step.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        try steps.advance(model, from: start, to: end)
    }

    /// States by shorter steps.
    public func makeDenseOutput(for model: Model) -> (any DenseOutput<Model>)? {
        SubstepDenseOutput(Leapfrog<Model>())
    }

    /// Has the accelerations computed anew before the next step.
    public func stateWasChanged() {
        steps.stateWasChanged()
    }
}

extension Leapfrog: Resumable {
    /// Archives the accelerations, unless they are computed anew.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) { try steps.archiveState(in: archive) }
}

/// ``Leapfrog`` as scenarios name it.
struct LeapfrogMethod: SecondOrderMethod {
    static let named = NamedMethod<any SecondOrderMethod>(
        Component(
            "leapfrog", "kicks and drifts, symplectic and of second order",
            synonyms: ["velocity Verlet", "Störmer–Verlet"],
            references: [
                Reference(
                    "L. Verlet", "Computer \"experiments\" on classical fluids. I", "Physical Review", "159",
                    page: "98",
                    year: 1967, doi: "10.1103/PhysRev.159.98")
            ]
        ) { LeapfrogMethod() }, [.walls, .velocities, .energy])

    func integrator<Model: SecondOrderEquations>(of model: Model, threads: Int) -> any Integrator<Model> {
        Leapfrog<Model>(threads: threads)
    }
}
