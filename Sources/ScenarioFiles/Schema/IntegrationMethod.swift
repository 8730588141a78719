import Descriptions
import GSL
import Networks
import SimulationEngine

/// The methods of integration, as scenarios name them.
enum IntegrationMethod: String, CaseIterable {
    case leapfrog
    case yoshida4 = "yoshida-4"
    case rungeKutta4 = "runge-kutta-4"
    case rk2
    case rk4
    case rkf45
    case rkck
    case rk8pd
    case msadams
    case msbdf
    case bsimp
    case rk4imp
    case eventDriven = "event-driven"
    case tauLeaping = "tau-leaping"
    case metropolis
    case glauber
    case heatBath = "heat-bath"
    case wolff
    case sweeps
    case synchronous
    case langevin
    case brownian
    case noseHoover = "nose-hoover"
    case berendsen
    case eulerMaruyama = "euler-maruyama"
    case heun
    case milstein
    case wisdomHolman = "wisdom-holman"

    /// What methods move on.
    enum Equations: String, CaseIterable {
        case firstOrder = "differential equations of first order"
        case secondOrder = "equations of motion of second order"
        case stochastic = "stochastic differential equations"
        case thermal = "particles at a temperature"
        case planetary = "planets around a heavy body"
        case jumps = "compartment models"
        case isingSpins = "Ising's spins"
        case pottsSpins = "Potts' spins"
        case oneByOne = "rules that update vertices one after the other"
        case atOnce = "rules and swarms that move all nodes at once"
    }

    /// What a method can do, or does, besides.
    enum Trait {
        /// Knows of walls.
        case walls

        /// Knows of forces that depend on velocities: asks for velocities and accelerations together, or moves velocities by such
        /// forces around its steps.
        case velocities

        /// Conserves the energy as well as its steps are short.
        case energy

        /// Goes its own way, so that the step is only the time between two states that can be observed.
        case ownSteps

        /// Moves the state by noise.
        case noise
    }

    /// A row of the table of methods.
    struct Row {
        /// The method with the parameters that stand beside its name.
        let component: Component<Integration.Parameters>
        let equations: Set<Equations>
        let traits: Set<Trait>
    }

    /// Whether a method can do or does something.
    func has(_ trait: Trait) -> Bool { row.traits.contains(trait) }

    /// Whether time counts sweeps, so that a step is a whole number of them, 1 unless given.
    var countsSweeps: Bool {
        !row.equations.isDisjoint(with: [.isingSpins, .pottsSpins, .oneByOne, .atOnce])
    }

    /// The interventions that the method cannot follow.
    var impossibleActions: [String] {
        self == .wisdomHolman ? ["pin", "drive", "add-node", "remove-nodes"] : []
    }

    /// GSL's stepper, if the size of the steps is adapted to a tolerance.
    var stepper: ODEStepper? { ODEStepper(rawValue: rawValue) }
}

extension [IntegrationMethod] {
    /// The methods that move equations of some kinds.
    static func serving(_ equations: IntegrationMethod.Equations...) -> [IntegrationMethod] {
        IntegrationMethod.allCases.filter { !$0.row.equations.isDisjoint(with: equations) }
    }
}

// MARK: - The table

extension IntegrationMethod {
    /// What the method is, and what it is for.
    var row: Row {
        switch self {
        case .leapfrog:
            plain(
                "kicks and drifts, symplectic and of second order", [.secondOrder], [.walls, .velocities, .energy],
                Reference(
                    "L. Verlet", "Computer \"experiments\" on classical fluids. I", "Physical Review", "159",
                    page: "98",
                    year: 1967, doi: "10.1103/PhysRev.159.98"))
        case .yoshida4:
            plain(
                "three leapfrog steps in one, symplectic and of fourth order", [.secondOrder], [.velocities, .energy],
                Reference(
                    "H. Yoshida", "Construction of higher order symplectic integrators", "Physics Letters A", "150",
                    page: "262", year: 1990, doi: "10.1016/0375-9601(90)90092-3"))
        case .rungeKutta4:
            plain("Runge and Kutta's method of fourth order", [.firstOrder, .secondOrder], [.velocities, .energy])
        case .rk2: adaptive("Runge and Kutta's method of order 2 with steps of order 3")
        case .rk4: adaptive("Runge and Kutta's method of order 4, which halves its steps to know their errors")
        case .rkf45: adaptive("Fehlberg's method of order 4 with one of order 5 in it")
        case .rkck: adaptive("Cash and Karp's method of order 4 with one of order 5 in it")
        case .rk8pd: adaptive("Prince and Dormand's method of order 8 with one of order 9 in it")
        case .msadams: adaptive("Adams' methods of several steps, of order up to 12")
        case .msbdf: adaptive("backward differentiation, for stiff equations, of order up to 5")
        case .bsimp: adaptive("Bader and Deuflhard's implicit extrapolation, for stiff equations")
        case .rk4imp: adaptive("Gauss' implicit method of order 4, for stiff equations")
        case .eventDriven:
            plain(
                "all events one after the other at their exact times, after Gillespie, by rates or by what is drawn ahead",
                [.jumps], [.ownSteps],
                Reference(
                    "D. T. Gillespie", "Exact stochastic simulation of coupled chemical reactions",
                    "Journal of Physical Chemistry", "81", page: "2340", year: 1977, doi: "10.1021/j100540a008"))
        case .tauLeaping:
            Row(
                component: component(
                    "many events in leaps, after Gillespie; with errors that shrink with these",
                    [
                        Reference(
                            "Y. Cao, D. T. Gillespie and L. R. Petzold",
                            "Efficient step size selection for the tau-leaping simulation method",
                            "Journal of Chemical Physics", "124", page: "044109", year: 2006, doi: "10.1063/1.2159468")
                    ], Leaps.leap.optional, Leaps.accuracy.alternative(to: "leap", default: Leaps.usualAccuracy)
                ) { leap, accuracy in
                    guard leap == nil || accuracy == nil else {
                        throw ParameterError.unfit("accuracy", because: "says how long leaps are, as 'leap' does")
                    }
                    return .leaps(leap.map(TauSelection.fixed) ?? .accuracy(accuracy ?? Leaps.usualAccuracy))
                }, equations: [.jumps], traits: [.ownSteps])
        case .metropolis:
            plain(
                "one spin after the other by the rule of Metropolis", [.isingSpins, .pottsSpins], [],
                Reference(
                    "N. Metropolis, A. W. Rosenbluth, M. N. Rosenbluth, A. H. Teller and E. Teller",
                    "Equation of state calculations by fast computing machines", "Journal of Chemical Physics", "21",
                    page: "1087", year: 1953, doi: "10.1063/1.1699114"))
        case .glauber:
            plain(
                "one spin after the other by Glauber's rule", [.isingSpins], [],
                Reference(
                    "R. J. Glauber", "Time-dependent statistics of the Ising model", "Journal of Mathematical Physics",
                    "4", page: "294", year: 1963, doi: "10.1063/1.1703954"))
        case .heatBath: plain("one spin after the other, drawn anew at its temperature", [.pottsSpins])
        case .wolff:
            plain(
                "clusters of spins, which grow and turn together", [.isingSpins, .pottsSpins], [],
                Reference(
                    "U. Wolff", "Collective Monte Carlo updating for spin systems", "Physical Review Letters", "62",
                    page: "361", year: 1989, doi: "10.1103/PhysRevLett.62.361"))
        case .sweeps: plain("as many updates of a vertex as there are vertices", [.oneByOne])
        case .synchronous: plain("all nodes at once by what was before", [.atOnce])
        case .langevin:
            thermostat(
                "friction and noise that hold a temperature, by steps BAOAB", [.walls, .velocities, .noise],
                Reference(
                    "B. Leimkuhler and C. Matthews",
                    "Rational construction of stochastic numerical methods for molecular sampling",
                    "Applied Mathematics Research eXpress", "2013", page: "34", year: 2013, doi: "10.1093/amrx/abs010"),
                Thermostats.temperature, Thermostats.friction
            ) { .thermostat(.langevin(temperature: $0, friction: $1)) }
        case .brownian:
            thermostat(
                "motion without inertia in a medium at a temperature", [.walls, .noise],
                Reference(
                    "B. Leimkuhler and C. Matthews",
                    "Rational construction of stochastic numerical methods for molecular sampling",
                    "Applied Mathematics Research eXpress", "2013", page: "34", year: 2013, doi: "10.1093/amrx/abs010"),
                Thermostats.temperature, Thermostats.friction
            ) { .thermostat(.brownian(temperature: $0, friction: $1)) }
        case .noseHoover:
            thermostat(
                "a chain of thermostats that exchange energy with the particles", [.walls, .velocities],
                Reference(
                    "G. J. Martyna, M. L. Klein and M. Tuckerman",
                    "Nosé–Hoover chains: The canonical ensemble via continuous dynamics",
                    "Journal of Chemical Physics", "97", page: "2635", year: 1992, doi: "10.1063/1.463940"),
                Thermostats.positiveTemperature, Thermostats.relaxationTime, Thermostats.chainLength
            ) { .thermostat(.noseHoover(temperature: $0, relaxationTime: $1, chainLength: $2)) }
        case .berendsen:
            thermostat(
                "velocities that are scaled a little in each step; fluctuations are too small", [.walls, .velocities],
                Reference(
                    "H. J. C. Berendsen, J. P. M. Postma, W. F. van Gunsteren, A. DiNola and J. R. Haak",
                    "Molecular dynamics with coupling to an external bath", "Journal of Chemical Physics", "81",
                    page: "3684", year: 1984, doi: "10.1063/1.448118"),
                Thermostats.temperature, Thermostats.relaxationTime
            ) { .thermostat(.berendsen(temperature: $0, relaxationTime: $1)) }
        case .eulerMaruyama:
            plain(
                "the noise of the beginning of each step, after Itô", [.stochastic], [.noise],
                Reference(
                    "G. Maruyama", "Continuous Markov processes and stochastic equations",
                    "Rendiconti del Circolo Matematico di Palermo", "4", page: "48", year: 1955,
                    doi: "10.1007/BF02846028"))
        case .heun:
            plain(
                "the mean of the noise of both ends of each step, after Stratonovich", [.stochastic], [.noise],
                Reference(
                    "W. Rümelin", "Numerical treatment of stochastic differential equations",
                    "SIAM Journal on Numerical Analysis", "19", page: "604", year: 1982, doi: "10.1137/0719041"))
        case .milstein:
            plain(
                "as Euler and Maruyama's with the slope of the noise, of strong order 1", [.stochastic], [.noise],
                Reference(
                    "G. N. Milstein", "Approximate integration of stochastic differential equations",
                    "Theory of Probability and its Applications", "19", page: "557", year: 1974, doi: "10.1137/1119062")
            )
        case .wisdomHolman:
            plain(
                "orbits of Kepler that kick each other, symplectic", [.planetary], [.energy],
                Reference(
                    "J. Wisdom and M. Holman", "Symplectic maps for the n-body problem", "Astronomical Journal", "102",
                    page: "1528", year: 1991, doi: "10.1086/115978"))
        }
    }

    private enum Leaps {
        static let usualAccuracy = 0.03
        static let leap = Parameter("leap", "the length of each leap", .positive, dimension: .time)
        static let accuracy = Parameter(
            "accuracy", "by which part of themselves rates may change in a leap", .between(1e-4, 0.5))
    }

    private func component<each Value: Sendable>(
        _ summary: String, _ references: [Reference], _ parameters: repeat Parameter<each Value>,
        make: @escaping @Sendable (repeat each Value) throws -> Integration.Parameters
    ) -> Component<Integration.Parameters> {
        Component(rawValue, summary, references: references, repeat each parameters, make: make)
    }

    private func plain(
        _ summary: String, _ equations: Set<Equations>, _ traits: Set<Trait> = [], _ references: Reference...
    ) -> Row {
        Row(component: component(summary, references) { .none }, equations: equations, traits: traits)
    }

    private func adaptive(_ summary: String) -> Row {
        plain("\(summary); GSL's", [.firstOrder, .secondOrder], [.velocities, .energy, .ownSteps])
    }

    private func thermostat<each Value: Sendable>(
        _ summary: String, _ traits: Set<Trait>, _ reference: Reference, _ parameters: repeat Parameter<each Value>,
        make: @escaping @Sendable (repeat each Value) throws -> Integration.Parameters
    ) -> Row {
        Row(
            component: component(summary, [reference], repeat each parameters, make: make), equations: [.thermal],
            traits: traits)
    }
}
