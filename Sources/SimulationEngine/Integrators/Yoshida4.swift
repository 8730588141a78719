import Descriptions

/// Yoshida's symplectic integrator of fourth order with a fixed step *h*: three leapfrog steps of the lengths w₁ h, w₀ h and
/// w₁ h, with
///
///     w₁ = 1 / (2 − 2^(1/3))        w₀ = −2^(1/3) / (2 − 2^(1/3))
///
/// so that the errors of third order of the three cancel. Time-reversible; the error of the energy stays within a bound that
/// is proportional to *h*⁴. The accelerations are computed three times a step.
///
/// H. Yoshida, *Construction of higher order symplectic integrators*, Physics Letters A 150 (1990) 262,
/// DOI 10.1016/0375-9601(90)90092-3; E. Forest and R. D. Ruth, Physica D 43 (1990) 105,
/// DOI 10.1016/0167-2789(90)90019-L.
public final class Yoshida4<Model: SecondOrderEquations>: Integrator, StateCheckingIntegrator {
    let steps: KickDriftSteps<Model>

    /// Creates an integrator.
    ///
    /// - Parameter threads: How many threads share the work besides the accelerations, at least 1. The results are the
    ///   same for any number.
    public init(threads: Int = 1) {
        // 2^(1/3).
        let root = 1.2599210498948732
        let outer = 1 / (2 - root)
        steps = KickDriftSteps(weights: [outer, -root * outer, outer], threads: threads)
    }

    /// Moves the state on by one step.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        try steps.advance(model, from: start, to: end)
    }

    /// States by shorter steps.
    public func makeDenseOutput(for model: Model) -> (any DenseOutput<Model>)? {
        SubstepDenseOutput(Yoshida4<Model>())
    }

    /// Has the accelerations computed anew before the next step.
    public func stateWasChanged() {
        steps.stateWasChanged()
    }
}

extension Yoshida4: Resumable {
    /// Archives the accelerations, unless they are computed anew.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) { try steps.archiveState(in: archive) }
}

/// ``Yoshida4`` as scenarios name it.
struct Yoshida4Method: SecondOrderMethod {
    static let named = NamedMethod<any SecondOrderMethod>(
        Component(
            "yoshida-4", "three leapfrog steps in one, symplectic and of fourth order",
            references: [
                Reference(
                    "H. Yoshida", "Construction of higher order symplectic integrators", "Physics Letters A", "150",
                    page: "262", year: 1990, doi: "10.1016/0375-9601(90)90092-3")
            ]
        ) { Yoshida4Method() }, [.velocities, .energy])

    func integrator<Model: SecondOrderEquations>(of model: Model, threads: Int) -> any Integrator<Model> {
        Yoshida4<Model>(threads: threads)
    }
}
