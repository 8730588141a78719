/// A state of a vertex in a compartment model, such as susceptible, infected or recovered: an enumeration of names.
///
///     enum Rumour: String, Compartment { case ignorant, spreader, stifler }
///
/// The first case is what vertices are at the beginning unless something else is said. There can be up to 256 cases.
public protocol Compartment: CompartmentName, CaseIterable {}

/// The name of a compartment: a case of a ``Compartment``, or a ``NamedCompartment``.
public protocol CompartmentName: RawRepresentable<String>, Hashable, Sendable {
    /// All compartments of this type, where the type knows them.
    static var knownCompartments: [Self] { get }

    /// The rates that have names, and are parameters of a ``CompartmentModel`` therefore; none unless given.
    static var namedRates: [NamedRate<Self>] { get }
}

extension CompartmentName {
    /// None.
    public static var namedRates: [NamedRate<Self>] { [] }
}

/// The name of the rate of a transition, such as `recovery`.
public struct NamedRate<State: CompartmentName>: Equatable, Sendable {
    /// The name.
    public let name: String

    /// The compartment that is left.
    public let source: State

    /// The compartment that is entered.
    public let target: State

    /// The compartment of the neighbour that brings it about; `nil` if it is spontaneous.
    public let inducer: State?

    /// Names the rate of the transition between two compartments, spontaneous or by a neighbour.
    public init(_ name: String, from source: State, to target: State, with inducer: State? = nil) {
        self.name = name
        self.source = source
        self.target = target
        self.inducer = inducer
    }
}

extension CompartmentName where Self: CaseIterable {
    /// The cases.
    public static var knownCompartments: [Self] { Array(allCases) }
}

/// A compartment of a model that is put together while the program runs, such as that of a scenario. Which there are is said
/// by ``TransitionTable/init(compartments:_:)``.
public struct NamedCompartment: CompartmentName {
    /// The name.
    public let rawValue: String

    /// Creates a compartment.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// None: a name alone does not say which others there are.
    public static var knownCompartments: [NamedCompartment] { [] }
}

/// A compartment of a model in which an infection spreads.
public protocol InfectionCompartment: Compartment {
    /// Infects its neighbours.
    static var infected: Self { get }
}

extension InfectionCompartment {
    /// True if this is the compartment that infects its neighbours:
    ///
    ///     watcher.observe(simulation.group { $0.isInfected }) { change in … }
    @inlinable
    public var isInfected: Bool {
        // In generic code, `==` of what has raw values would compare these, which are texts.
        Self.infected ~= self
    }
}

/// The compartments of the models SI and SIS.
public enum SICompartment: String, InfectionCompartment {
    /// Can be infected.
    case susceptible

    /// Infects its neighbours.
    case infected

    /// Infection and recovery.
    public static var namedRates: [NamedRate<Self>] {
        [
            NamedRate("infection", from: .susceptible, to: .infected, with: .infected),
            NamedRate("recovery", from: .infected, to: .susceptible),
        ]
    }
}

/// The compartments of the models SIR and SIRS.
public enum SIRCompartment: String, InfectionCompartment {
    /// Can be infected.
    case susceptible

    /// Infects its neighbours.
    case infected

    /// Neither infects nor can be infected.
    case recovered

    /// Infection, recovery and waning.
    public static var namedRates: [NamedRate<Self>] {
        [
            NamedRate("infection", from: .susceptible, to: .infected, with: .infected),
            NamedRate("recovery", from: .infected, to: .recovered),
            NamedRate("waning", from: .recovered, to: .susceptible),
        ]
    }
}

/// The compartments of the model SEIR.
public enum SEIRCompartment: String, InfectionCompartment {
    /// Can be infected.
    case susceptible

    /// Has been infected, but does not yet infect others.
    case exposed

    /// Infects its neighbours.
    case infected

    /// Neither infects nor can be infected.
    case recovered

    /// Infection, onset and recovery.
    public static var namedRates: [NamedRate<Self>] {
        [
            NamedRate("infection", from: .susceptible, to: .exposed, with: .infected),
            NamedRate("onset", from: .exposed, to: .infected),
            NamedRate("recovery", from: .infected, to: .recovered),
        ]
    }
}
