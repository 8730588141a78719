import CGSL

/// The methods by which an ``ODEDriver`` steps; the raw values are GSL's names, without `gsl_odeiv2_step_`.
///
/// The embedded methods carry on with the formula of the higher order (local extrapolation).
public enum ODEStepper: String, CaseIterable, Sendable {
    /// The formulas 25.5.7 and 25.5.8 of Abramowitz and Stegun.
    case rk2

    /// The formula 25.5.10 of Abramowitz and Stegun.
    case rk4

    /// Fehlberg's method.
    case rkf45

    /// Cash and Karp's method.
    case rkck

    /// Prince and Dormand's method.
    case rk8pd

    /// Adams' methods in Nordsieck form.
    case msadams

    /// Backward differentiation in Nordsieck form.
    case msbdf

    /// Bader and Deuflhard's method, which asks for a Jacobian in each step.
    case bsimp

    /// Gauss' method, which is A-stable.
    case rk4imp

    /// The power of the step with which the error at a fixed time shrinks, or `nil` where the order varies.
    public var order: Int? {
        switch self {
        case .rk2: 3
        case .rk4, .rk4imp: 4
        case .rkf45, .rkck: 5
        case .rk8pd: 8
        case .msadams, .msbdf, .bsimp: nil
        }
    }

    /// True if the method remembers earlier steps and carries on from them.
    var keepsHistory: Bool { self == .msadams || self == .msbdf }

    /// True if the method solves equations in each step, for which it needs the Jacobian: one for stiff systems.
    package var isImplicit: Bool { [.msbdf, .bsimp, .rk4imp].contains(self) }

    /// True if the method extrapolates over steps so long that numbers may turn several times in one, where polynomials through
    /// its ends do not follow them.
    package var hasLongSteps: Bool { self == .bsimp }

    /// True if the method may take the error of a step for small in which rates jump: its few points, or the step of ``rk4`` and its two
    /// halves, may miss a jump, or miss it by the same amount. The others look at six points and more.
    package var overlooksJumps: Bool { ![.rkf45, .rkck, .rk8pd].contains(self) }

    /// True if the method may take the error of a step for small in which slopes of rates jump, too: ``rk2`` and ``rk4`` take steps that
    /// are short enough to see that.
    package var overlooksKinks: Bool { keepsHistory || [.bsimp, .rk4imp].contains(self) }

    /// True if the method evaluates rates at no time inside of a step.
    package var evaluatesEndsAlone: Bool { keepsHistory }

    /// The method by which a state within a step is reached: a multistep method cannot branch off, since a branch would
    /// replace its history.
    public var branching: ODEStepper {
        switch self {
        case .msadams: .rk8pd
        case .msbdf: .bsimp
        default: self
        }
    }

    /// GSL's description of the method.
    var type: UnsafePointer<gsl_odeiv2_step_type> {
        switch self {
        case .rk2: cgsl_step_rk2()
        case .rk4: cgsl_step_rk4()
        case .rkf45: cgsl_step_rkf45()
        case .rkck: cgsl_step_rkck()
        case .rk8pd: cgsl_step_rk8pd()
        case .msadams: cgsl_step_msadams()
        case .msbdf: cgsl_step_msbdf()
        case .bsimp: cgsl_step_bsimp()
        case .rk4imp: cgsl_step_rk4imp()
        }
    }
}
