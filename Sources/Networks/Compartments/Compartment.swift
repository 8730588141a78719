/// What a vertex of a compartment model can be, such as susceptible, infected or recovered: an enumeration of names.
///
///     enum Rumour: String, Compartment { case ignorant, spreader, stifler }
///
/// The first case is what vertices are at the beginning unless something else is said. There can be up to 256 cases.
public protocol Compartment: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// The compartments of the models SI and SIS.
public enum SICompartment: String, Compartment {
    /// Can be infected.
    case susceptible

    /// Infects its neighbours.
    case infected
}

/// The compartments of the models SIR and SIRS.
public enum SIRCompartment: String, Compartment {
    /// Can be infected.
    case susceptible

    /// Infects its neighbours.
    case infected

    /// Neither infects nor can be infected.
    case recovered
}

/// The compartments of the model SEIR.
public enum SEIRCompartment: String, Compartment {
    /// Can be infected.
    case susceptible

    /// Has been infected, but does not yet infect others.
    case exposed

    /// Infects its neighbours.
    case infected

    /// Neither infects nor can be infected.
    case recovered
}

extension Compartment {
    /// The number of the compartment in the order of the cases.
    var number: Int {
        var number = 0
        for compartment in Self.allCases {
            if compartment == self { return number }
            number += 1
        }
        return number
    }
}
