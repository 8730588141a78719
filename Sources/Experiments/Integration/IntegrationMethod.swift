import Descriptions
import GSL
import SimulationEngine

/// A method of integration, as scenarios name it.
package struct IntegrationMethod: Sendable {
    /// The kinds of equations and models that methods move on.
    package enum Equations: String, CaseIterable {
        case firstOrder = "differential equations of first order"
        case secondOrder = "equations of motion of second order"
        case stochastic = "stochastic differential equations"
        case thermal = "particles at a temperature"
        case planetary = "planets around a heavy body"
        case jumps = "compartment models"
        case transitions = "transitions by formulas"
        case isingSpins = "Ising's spins"
        case pottsSpins = "Potts' spins"
        case oneByOne = "rules that update vertices one after the other"
        case atOnce = "rules and swarms that move all nodes at once"
    }

    /// The method with the parameters that stand beside its name.
    package let component: Component<Integration.Scheme>
    package let equations: Set<Equations>
    let traits: Set<MethodTrait>

    package var name: String { component.description.name }

    private init(
        _ component: Component<Integration.Scheme>, _ equations: Set<Equations>, _ traits: Set<MethodTrait> = []
    ) {
        (self.component, self.equations, self.traits) = (component, equations, traits)
    }

    /// A method of which there is nothing to say but what it is.
    private init(
        _ name: String, _ summary: String, _ equations: Set<Equations>, _ traits: Set<MethodTrait> = [],
        synonyms: [String] = [], _ references: [Reference], _ scheme: Integration.Scheme = .ofModel
    ) {
        self.init(Component(name, summary, synonyms: synonyms, references: references) { scheme }, equations, traits)
    }

    /// A method with steps of a fixed length.
    private init<Method>(
        _ method: NamedMethod<Method>, _ equations: Set<Equations>,
        _ scheme: @escaping @Sendable (Method) -> Integration.Scheme
    ) {
        self.init(method.component.map(scheme), equations, method.traits)
    }

    /// The method of a name, if there is one.
    package init?(named name: String) {
        guard let method = Self.all.first(where: { $0.name == name }) else { return nil }
        self = method
    }

    package func has(_ trait: MethodTrait) -> Bool { traits.contains(trait) }

    /// True if time counts sweeps, so that a step is a whole number of them, 1 unless given.
    package var countsSweeps: Bool { !equations.isDisjoint(with: [.isingSpins, .pottsSpins, .oneByOne, .atOnce]) }

    /// True if the method moves a state on continuously, by differential equations.
    package var movesContinuously: Bool {
        !equations.isDisjoint(with: [.firstOrder, .secondOrder, .stochastic, .thermal, .planetary])
    }

    /// The interventions that the method cannot follow.
    var impossibleActions: [String] {
        self == .wisdomHolman ? ["pin", "drive", "add-node", "remove-nodes"] : []
    }

    /// True if the size of the steps is adapted to a tolerance.
    package var isAdaptive: Bool { ODEStepper(rawValue: name) != nil }
}

extension IntegrationMethod: Equatable {
    package static func == (left: IntegrationMethod, right: IntegrationMethod) -> Bool { left.name == right.name }
}

extension [IntegrationMethod] {
    /// The methods that move equations of some kinds.
    package static func serving(_ equations: IntegrationMethod.Equations...) -> [IntegrationMethod] {
        if equations.count == 1, let known = known[equations[0]] { return known }
        return IntegrationMethod.all.filter { !$0.equations.isDisjoint(with: equations) }
    }

    /// The methods of each kind of equations.
    private static let known: [IntegrationMethod.Equations: [IntegrationMethod]] = Dictionary(
        uniqueKeysWithValues: IntegrationMethod.Equations.allCases.map { kind in
            (kind, IntegrationMethod.all.filter { $0.equations.contains(kind) })
        })
}

// MARK: - The table

extension IntegrationMethod {
    package static let all: [IntegrationMethod] =
        NamedMethods.ofSecondOrder.map { IntegrationMethod($0, [.secondOrder]) { .secondOrder($0) } }
        + NamedMethods.ofFirstOrder.map { IntegrationMethod($0, [.firstOrder, .secondOrder]) { .firstOrder($0) } }
        + ODEStepper.allCases.map(adaptive)
        + [eventDriven, tauLeaping, metropolis, glauber, heatBath, wolff, sweeps, synchronous]
        + NamedMethods.thermal.map { IntegrationMethod($0, [.thermal]) { .thermal($0) } }
        + NamedMethods.stochastic.map { IntegrationMethod($0, [.stochastic]) { .stochastic($0) } }
        + [wisdomHolman]

    private static func adaptive(_ stepper: ODEStepper) -> IntegrationMethod {
        IntegrationMethod(
            stepper.rawValue, "adaptive steps: \(stepper.summary)",
            [.firstOrder, .secondOrder], [.velocities, .energy, .ownSteps], stepper.references + [.gsl],
            .adaptive(stepper))
    }

    static let eventDriven = IntegrationMethod(
        Component(
            "event-driven",
            "all events one after the other at their exact times, after Gillespie, by rates or by what is drawn ahead",
            synonyms: [
                "SSA", "stochastic simulation algorithm", "KMC", "kinetic Monte Carlo", "graphical representation",
            ],
            references: [
                Reference(
                    "D. T. Gillespie", "Exact stochastic simulation of coupled chemical reactions",
                    "Journal of Physical Chemistry", "81", page: "2340", year: 1977, doi: "10.1021/j100540a008"),
                Reference(
                    "T. E. Harris", "Additive set-valued Markov processes and graphical methods",
                    "Annals of Probability", "6", page: "355", year: 1978, doi: "10.1214/aop/1176995523"),
            ],
            Parameter(
                "aligned",
                "whether random numbers belong to nodes, edges and times also where nodes change more than once",
                default: false)
        ) { .events(isAligned: $0) }, [.jumps, .transitions], [.ownSteps])

    static let tauLeaping = IntegrationMethod(
        Component(
            "tau-leaping", "many events in leaps, after Gillespie; with errors that shrink with these",
            references: [
                Reference(
                    "Y. Cao, D. T. Gillespie and L. R. Petzold",
                    "Efficient step size selection for the tau-leaping simulation method",
                    "Journal of Chemical Physics", "124", page: "044109", year: 2006, doi: "10.1063/1.2159468")
            ], Leaps.leap.suggested("0.05").optional,
            Leaps.accuracy.alternative(to: "leap", default: Leaps.usualAccuracy)
        ) { leap, accuracy in
            guard leap == nil || accuracy == nil else { throw ParameterError.notExactlyOne(of: ["leap", "accuracy"]) }
            return leap.map { .leaps(of: $0) } ?? .accurateLeaps(accuracy ?? Leaps.usualAccuracy)
        }, [.jumps], [.ownSteps])

    private enum Leaps {
        static let usualAccuracy = 0.03
        static let leap = Parameter("leap", "the length of each leap", .positive, dimension: .time)
        static let accuracy = Parameter(
            "accuracy", "by which part of themselves rates may change in a leap", .between(1e-4, 0.5))
    }

    private static let metropolis = IntegrationMethod(
        "metropolis", "one spin after the other by the rule of Metropolis", [.isingSpins, .pottsSpins], [],
        [
            Reference(
                "N. Metropolis, A. W. Rosenbluth, M. N. Rosenbluth, A. H. Teller and E. Teller",
                "Equation of state calculations by fast computing machines", "Journal of Chemical Physics", "21",
                page: "1087", year: 1953, doi: "10.1063/1.1699114")
        ])

    package static let glauber = IntegrationMethod(
        "glauber", "one spin after the other by Glauber's rule", [.isingSpins], [],
        [
            Reference(
                "R. J. Glauber", "Time-dependent statistics of the Ising model", "Journal of Mathematical Physics",
                "4", page: "294", year: 1963, doi: "10.1063/1.1703954")
        ])

    package static let heatBath = IntegrationMethod(
        "heat-bath", "one spin after the other, drawn anew at its temperature", [.pottsSpins], [], [])

    package static let wolff = IntegrationMethod(
        "wolff", "clusters of spins, which grow and turn together", [.isingSpins, .pottsSpins], [],
        [
            Reference(
                "U. Wolff", "Collective Monte Carlo updating for spin systems", "Physical Review Letters", "62",
                page: "361", year: 1989, doi: "10.1103/PhysRevLett.62.361")
        ])

    private static let sweeps = IntegrationMethod(
        "sweeps", "as many updates of a vertex as there are vertices", [.oneByOne], [], [])

    private static let synchronous = IntegrationMethod(
        "synchronous", "all nodes at once by what was before", [.atOnce], [], [])

    package static let wisdomHolman = IntegrationMethod(
        "wisdom-holman", "orbits of Kepler that kick each other, symplectic", [.planetary], [.energy],
        [
            Reference(
                "J. Wisdom and M. Holman", "Symplectic maps for the n-body problem", "Astronomical Journal", "102",
                page: "1528", year: 1991, doi: "10.1086/115978")
        ])
}
