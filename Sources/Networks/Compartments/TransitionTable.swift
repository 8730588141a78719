/// How vertices go from one compartment to another: a table of transitions with their rates.
///
///     let rumour = try TransitionTable<Rumour>([
///         .contact(from: .ignorant, to: .spreader, with: .spreader, rate: 1),
///         .contact(from: .spreader, to: .stifler, with: .spreader, rate: 0.5),
///         .spontaneous(from: .spreader, to: .stifler, rate: 0.1),
///     ])
///
/// Rates are per unit of time. That of a contact holds for each edge that leads from a vertex of the inducing compartment
/// to one of the compartment that is left, and is multiplied by the weight of the edge if edges have weights.
public struct TransitionTable<State: CompartmentName>: Equatable, Sendable {
    /// The compartments. The first is what vertices are at the beginning unless something else is said.
    public let compartments: [State]

    /// The transitions. Those between the same compartments by the same way add up.
    public private(set) var transitions: [Transition]

    /// A way from one compartment to another.
    public struct Transition: Equatable, Sendable {
        /// The compartment that is left.
        public let source: State

        /// The compartment that is entered.
        public let target: State

        /// The compartment of a neighbour that brings it about; `nil` if it is spontaneous.
        public let inducer: State?

        /// The rate, 0 or greater.
        public let rate: Double

        /// A transition that a vertex makes by itself.
        public static func spontaneous(from source: State, to target: State, rate: Double) -> Transition {
            Transition(source: source, target: target, inducer: nil, rate: rate)
        }

        /// A transition that a neighbour brings about.
        public static func contact(
            from source: State, to target: State, with inducer: State, rate: Double
        ) -> Transition {
            Transition(source: source, target: target, inducer: inducer, rate: rate)
        }
    }

    /// Creates a table over all compartments of a type.
    ///
    /// - Throws: ``NetworkModelError`` if a rate cannot be (``possibleRates``), or if a transition leads nowhere.
    public init(_ transitions: [Transition]) throws(NetworkModelError) where State: Compartment {
        try self.init(compartments: State.knownCompartments, transitions)
    }

    /// Creates a table over compartments of one's own.
    ///
    /// - Parameters:
    ///   - compartments: The compartments, from 1 to 256, no two the same.
    ///   - transitions: The transitions between them.
    /// - Throws: ``NetworkModelError`` if there are too many compartments or none, if one stands twice, if a rate cannot be
    ///   (``possibleRates``), or if a transition leads nowhere or names another compartment.
    public init(compartments: [State], _ transitions: [Transition]) throws(NetworkModelError) {
        guard (1...256).contains(compartments.count) else { throw .wrongCompartmentCount(compartments.count) }
        var known: Set<State> = []
        for compartment in compartments where !known.insert(compartment).inserted {
            throw .repeatedCompartment(compartment.rawValue)
        }
        for transition in transitions {
            let name = "the rate from \(transition.source.rawValue) to \(transition.target.rawValue)"
            try Self.check(transition.rate, name)
            guard transition.source != transition.target else { throw .idleTransition(transition.source.rawValue) }
            for end in [transition.source, transition.target, transition.inducer] {
                if let end, !known.contains(end) { throw .unknownCompartment(end.rawValue) }
            }
        }
        self.compartments = compartments
        self.transitions = transitions
    }
}

extension TransitionTable {
    /// The rates and weights that there can be besides 0: the products of two of them, and what these add up to over all
    /// edges of a graph, are far from the ends of what a `Double` can be.
    public static var possibleRates: ClosedRange<Double> { 1e-100...1e100 }

    /// Throws an error unless a rate can be.
    static func check(_ rate: Double, _ name: String) throws(NetworkModelError) {
        guard rate >= 0, rate.isFinite else { throw .invalidRate(name, value: rate) }
        guard rate == 0 || possibleRates.contains(rate) else { throw .rateOutOfReach(name, value: rate) }
    }

    /// Throws an error unless a weight of an edge at a vertex can be.
    static func check(weight: Double, ofEdgeAt vertex: Int) throws(NetworkModelError) {
        guard weight >= 0 else { throw .negativeWeight(weight, vertex: vertex) }
        guard weight == 0 || possibleRates.contains(weight) else { throw .weightOutOfReach(weight, vertex: vertex) }
    }

    /// The number of a compartment; `nil` if it is not in the table.
    func number(of state: State) -> Int? { compartments.firstIndex(of: state) }

    /// The rate that has a name; `nil` if there is no such transition. Where there are several, that of the first.
    func rate(_ named: NamedRate<State>) -> Double? { index(of: named).map { transitions[$0].rate } }

    /// Gives a transition another rate, which must be finite and not negative, if the table has it.
    mutating func setRate(_ named: NamedRate<State>, to rate: Double) {
        guard let index = index(of: named) else { return }
        transitions[index] = Transition(
            source: named.source, target: named.target, inducer: named.inducer, rate: rate)
    }

    private func index(of named: NamedRate<State>) -> Int? {
        transitions.firstIndex {
            ($0.source, $0.target, $0.inducer) == (named.source, named.target, named.inducer)
        }
    }
}

// MARK: - Ready-made tables

extension TransitionTable<SICompartment> {
    /// Susceptible vertices are infected by each infected neighbour, and stay infected.
    public static func si(infection: Double) throws(NetworkModelError) -> Self {
        try Self([.contact(from: .susceptible, to: .infected, with: .infected, rate: infection)])
    }

    /// Susceptible vertices are infected by each infected neighbour, and become susceptible again.
    public static func sis(infection: Double, recovery: Double) throws(NetworkModelError) -> Self {
        try Self([
            .contact(from: .susceptible, to: .infected, with: .infected, rate: infection),
            .spontaneous(from: .infected, to: .susceptible, rate: recovery),
        ])
    }
}

extension TransitionTable<SIRCompartment> {
    /// Susceptible vertices are infected by each infected neighbour, and recover for ever.
    public static func sir(infection: Double, recovery: Double) throws(NetworkModelError) -> Self {
        try Self([
            .contact(from: .susceptible, to: .infected, with: .infected, rate: infection),
            .spontaneous(from: .infected, to: .recovered, rate: recovery),
        ])
    }

    /// Susceptible vertices are infected by each infected neighbour, recover, and lose their immunity.
    public static func sirs(infection: Double, recovery: Double, waning: Double) throws(NetworkModelError) -> Self {
        try Self([
            .contact(from: .susceptible, to: .infected, with: .infected, rate: infection),
            .spontaneous(from: .infected, to: .recovered, rate: recovery),
            .spontaneous(from: .recovered, to: .susceptible, rate: waning),
        ])
    }
}

extension TransitionTable<SEIRCompartment> {
    /// Susceptible vertices are exposed by each infected neighbour, become infected after a time, and recover for ever.
    public static func seir(infection: Double, onset: Double, recovery: Double) throws(NetworkModelError) -> Self {
        try Self([
            .contact(from: .susceptible, to: .exposed, with: .infected, rate: infection),
            .spontaneous(from: .exposed, to: .infected, rate: onset),
            .spontaneous(from: .infected, to: .recovered, rate: recovery),
        ])
    }
}
