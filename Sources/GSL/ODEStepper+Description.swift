import Descriptions

extension ODEStepper {
    /// The summary of the method, in a few words.
    package var summary: String {
        switch self {
        case .rk2: embedded("an embedded Runge–Kutta method", errorsOfOrder: 2)
        case .rk4: halving("the classical Runge–Kutta method")
        case .rkf45: embedded("Fehlberg's Runge–Kutta method, a good general one", errorsOfOrder: 4)
        case .rkck: embedded("Cash and Karp's Runge–Kutta method", errorsOfOrder: 4)
        case .rk8pd: embedded("Prince and Dormand's Runge–Kutta method, for small tolerances", errorsOfOrder: 7)
        case .msadams: "Adams' linear multistep methods of order 1 to 12, for smooth rates that take long to compute"
        case .msbdf:
            "backward differentiation of order 1 to 5, linear multistep methods; the first to try on stiff equations"
        case .bsimp:
            "Bader and Deuflhard's semi-implicit midpoint rule with extrapolation, for smooth stiff equations"
        case .rk4imp: halving("Gauss' implicit Runge–Kutta method of two stages, for stiff equations")
        }
    }

    /// The words of a pair of methods.
    private func embedded(_ name: String, errorsOfOrder lower: Int) -> String {
        "\(name), \(ofOrder) with errors estimated by one of order \(lower)"
    }

    /// The words of a method that takes each step twice.
    private func halving(_ name: String) -> String {
        "\(name), \(ofOrder), in two halves whose difference from a whole step estimates the error"
    }

    private var ofOrder: String { order.map { "of order \($0)" } ?? "of any order" }

    /// Where the method comes from.
    package var references: [Reference] {
        switch self {
        case .rk2, .rk4:
            [
                Reference(
                    "M. Abramowitz and I. A. Stegun", "Handbook of Mathematical Functions, section 25.5",
                    "National Bureau of Standards", year: 1964)
            ]
        case .rkf45:
            [
                Reference(
                    "E. Fehlberg",
                    "Klassische Runge-Kutta-Formeln vierter und niedrigerer Ordnung mit Schrittweiten-Kontrolle und ihre "
                        + "Anwendung auf Wärmeleitungsprobleme", "Computing", "6", page: "61", year: 1970,
                    doi: "10.1007/BF02241732")
            ]
        case .rkck:
            [
                Reference(
                    "J. R. Cash and A. H. Karp",
                    "A variable order Runge–Kutta method for initial value problems with rapidly varying right-hand sides",
                    "ACM Transactions on Mathematical Software", "16", page: "201", year: 1990,
                    doi: "10.1145/79505.79507")
            ]
        case .rk8pd:
            [
                Reference(
                    "P. J. Prince and J. R. Dormand", "High order embedded Runge–Kutta formulae",
                    "Journal of Computational and Applied Mathematics", "7", page: "67", year: 1981,
                    doi: "10.1016/0771-050X(81)90010-3")
            ]
        case .msadams, .msbdf:
            [
                Reference(
                    "P. N. Brown, G. D. Byrne and A. C. Hindmarsh", "VODE: a variable-coefficient ODE solver",
                    "SIAM Journal on Scientific and Statistical Computing", "10", page: "1038", year: 1989,
                    doi: "10.1137/0910062")
            ]
        case .bsimp:
            [
                Reference(
                    "G. Bader and P. Deuflhard",
                    "A semi-implicit mid-point rule for stiff systems of ordinary differential equations",
                    "Numerische Mathematik", "41", page: "373", year: 1983, doi: "10.1007/BF01418331")
            ]
        case .rk4imp:
            [
                Reference(
                    "J. C. Butcher", "Implicit Runge–Kutta processes", "Mathematics of Computation", "18", page: "50",
                    year: 1964, doi: "10.1090/S0025-5718-1964-0159424-9")
            ]
        }
    }
}
