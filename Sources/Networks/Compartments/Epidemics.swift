import Descriptions

/// A model of an epidemic that scenarios can name.
package protocol NamedEpidemic: Sendable {
    /// The compartments of the model.
    associatedtype State: InfectionCompartment

    /// The component, which makes the model's transitions of their rates.
    var component: Component<TransitionTable<State>> { get }
}

extension NamedEpidemic {
    /// The component without what it makes.
    package var description: ComponentDescription { component.description }

    /// The names of its compartments, of which vertices are in the first unless they are said to be in another one.
    package var compartments: [String] { State.knownCompartments.map(\.rawValue) }
}

/// The models of epidemics that can be named.
package enum Epidemics {
    /// All of them.
    package static let all: [any NamedEpidemic] = [si, sis, sir, sirs, seir]

    private struct Model<State: InfectionCompartment>: NamedEpidemic {
        let component: Component<TransitionTable<State>>
    }

    private static let infection = Parameter(
        "infection", "the rate of infection along an edge", .nonNegative, dimension: .inverseTime
    ).example(0.3)
    private static let recovery = Parameter("recovery", "the rate of recovery", .nonNegative, dimension: .inverseTime)
    private static let kermack = Reference(
        "W. O. Kermack and A. G. McKendrick", "A contribution to the mathematical theory of epidemics",
        "Proceedings of the Royal Society A", "115", page: "700", year: 1927, doi: "10.1098/rspa.1927.0118")

    private static let si = Model(
        component: Component("si", "an epidemic from which nobody recovers", infection) {
            try TransitionTable<SICompartment>.si(infection: $0)
        })

    private static let sis = Model(
        component: Component("sis", "an epidemic that can be had again and again", infection, recovery) {
            try TransitionTable<SICompartment>.sis(infection: $0, recovery: $1)
        })

    private static let sir = Model(
        component: Component(
            "sir", "an epidemic after which one is immune", references: [kermack], infection, recovery
        ) {
            try TransitionTable<SIRCompartment>.sir(infection: $0, recovery: $1)
        })

    private static let sirs = Model(
        component: Component(
            "sirs", "an epidemic after which one is immune for some time", infection, recovery,
            Parameter("waning", "the rate at which immunity is lost", .nonNegative, dimension: .inverseTime)
                .example(0.2)
        ) {
            try TransitionTable<SIRCompartment>.sirs(infection: $0, recovery: $1, waning: $2)
        })

    private static let seir = Model(
        component: Component(
            "seir", "an epidemic in which one is exposed before one infects others", infection,
            Parameter(
                "onset", "the rate at which the exposed become infected", .nonNegative, dimension: .inverseTime
            ).example(0.5),
            recovery
        ) {
            try TransitionTable<SEIRCompartment>.seir(infection: $0, onset: $1, recovery: $2)
        })
}
