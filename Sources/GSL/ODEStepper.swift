import CGSL

/// The methods by which an ``ODEDriver`` steps; the raw values are GSL's names.
///
/// The embedded methods carry on with the formula of the higher order (local extrapolation), so the order stated
/// is that of the error in fixed steps.
public enum ODEStepper: String, CaseIterable, Sendable {
    /// The embedded Runge–Kutta method 2(3) of Abramowitz and Stegun, 25.5.7 and 25.5.8; order 3
    /// (`gsl_odeiv2_step_rk2`).
    case rk2

    /// The classical Runge–Kutta method, Abramowitz and Stegun, 25.5.10, as two half steps whose difference from a
    /// whole one estimates the error; order 4 (`gsl_odeiv2_step_rk4`).
    case rk4

    /// The embedded Runge–Kutta method 4(5) of Fehlberg, a good general method; order 5 (`gsl_odeiv2_step_rkf45`).
    ///
    /// E. Fehlberg, *Klassische Runge-Kutta-Formeln vierter und niedrigerer Ordnung mit Schrittweiten-Kontrolle*,
    /// Computing 6 (1970), [doi:10.1007/BF02241732](https://doi.org/10.1007/BF02241732).
    case rkf45

    /// The embedded Runge–Kutta method 4(5) of Cash and Karp; order 5 (`gsl_odeiv2_step_rkck`).
    ///
    /// J. R. Cash and A. H. Karp, *A variable order Runge–Kutta method for initial value problems with rapidly varying
    /// right-hand sides*, ACM Trans. Math. Softw. 16 (1990),
    /// [doi:10.1145/79505.79507](https://doi.org/10.1145/79505.79507).
    case rkck

    /// The embedded Runge–Kutta method 8(7) of Prince and Dormand, for small tolerances; order 8
    /// (`gsl_odeiv2_step_rk8pd`).
    ///
    /// P. J. Prince and J. R. Dormand, *High order embedded Runge–Kutta formulae*, J. Comput. Appl. Math. 7 (1981),
    /// [doi:10.1016/0771-050X(81)90010-3](https://doi.org/10.1016/0771-050X(81)90010-3).
    case rk8pd

    /// A linear multistep method of Adams in Nordsieck form, of an order that varies from 1 to 12; it asks for few
    /// derivatives where they are costly and smooth (`gsl_odeiv2_step_msadams`).
    ///
    /// P. N. Brown, G. D. Byrne and A. C. Hindmarsh, *VODE: a variable-coefficient ODE solver*, SIAM J. Sci. Stat.
    /// Comput. 10 (1989), [doi:10.1137/0910062](https://doi.org/10.1137/0910062).
    case msadams

    /// A linear multistep method of backward differentiation in Nordsieck form, of an order that varies from 1 to 5, for
    /// stiff systems; the first to try (`gsl_odeiv2_step_msbdf`).
    ///
    /// The source is that of ``msadams``.
    case msbdf

    /// The semi-implicit midpoint rule with extrapolation, for stiff systems that are smooth and small tolerances; it asks
    /// for a Jacobian in each step (`gsl_odeiv2_step_bsimp`).
    ///
    /// G. Bader and P. Deuflhard, *A semi-implicit mid-point rule for stiff systems of ordinary differential equations*,
    /// Numer. Math. 41 (1983), [doi:10.1007/BF01418331](https://doi.org/10.1007/BF01418331).
    case bsimp

    /// The implicit Runge–Kutta method of Gauss with two stages, as two half steps whose difference from a whole one
    /// estimates the error; order 4, A-stable (`gsl_odeiv2_step_rk4imp`).
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

    /// Whether the method remembers earlier steps and carries on from them.
    var keepsHistory: Bool { self == .msadams || self == .msbdf }

    /// Whether the method solves equations in each step, for which it needs the Jacobian: one for stiff systems.
    public var isImplicit: Bool { [.msbdf, .bsimp, .rk4imp].contains(self) }

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
