import Descriptions
import SimulationEngine

/// How vertices go from one named state to another.
public struct TransitionFormulas: Sendable {
    /// When a vertex leaves a state.
    public enum Way: Equatable, Sendable {
        /// At a rate that is a formula, per unit of time.
        case rate(String)

        /// After a time that is drawn when the vertex comes there.
        case after(WaitingTime)
    }

    /// A way from one state to another.
    public struct Transition: Equatable, Sendable {
        /// The state that is left.
        public let source: String

        /// The state that is entered.
        public let target: String

        /// When that happens.
        public let way: Way

        /// Creates a transition.
        public init(from source: String, to target: String, _ way: Way) {
            (self.source, self.target, self.way) = (source, target, way)
        }
    }

    /// A transition by numbers of states, with the formula of its rate or its waiting time.
    struct Rule: Sendable {
        let source: Int
        let target: UInt8
        var rate: FieldExpression?
        var after: WaitingTime?
    }

    /// The names of the states, in the order of their numbers.
    public let stateNames: [String]

    /// The transitions, in their order.
    private(set) var rules: [Rule]

    /// How edges are rewired.
    private(set) var rewirings: [PlannedEdgeRewiring]

    let names: NeighbourhoodNames
    let parameters: [String]

    /// The numbers of those parameters that differ from vertex to vertex, by their fields.
    private(set) var tables: [(field: Int, numbers: [Double])] = []

    static let degreeField = 0

    /// Reads transitions.
    ///
    /// - Parameters:
    ///   - states: The names of the states, at most 256.
    ///   - transitions: The transitions.
    ///   - rewirings: How edges are rewired.
    ///   - parameters: Names that stand for a number of each vertex, or for one of all. Names such as `place.x` and `place.y` are those of
    ///     the components of a vector, here `place`, in the order of these names.
    ///   - units: The units of parameters, such as `1/d`; those without are numbers without unit.
    ///   - timeUnit: The unit of time, such as `d`. If it is given, rates are checked by units.
    /// - Throws: ``TransitionError``, `ParameterError` if a name means two things, and what is wrong with a formula.
    public init(
        states: [String], _ transitions: [Transition], rewirings: [Rewiring] = [],
        parameters: [String: [Double]] = [:], units: [String: String] = [:], timeUnit: String? = nil
    ) throws {
        let sorted = parameters.sorted { $0.key < $1.key }
        let read: TransitionFormulas
        do {
            read = try TransitionFormulas(
                states: states, transitions, named: sorted.map(\.key),
                in: StateUnits(sorted.map { units[$0.key] }, of: sorted.map(\.key), time: timeUnit)
            ) { entry, reading in
                try rewirings.enumerated().compactMap { index, rewiring in
                    try reading.read { try PlannedEdgeRewiring(rewiring, entry(index)) }
                }
            }
        } catch let error as EntryError {
            throw error.error
        } catch let several as FormulaErrors {
            throw (several.errors.first as? EntryError)?.error ?? several
        }
        self = read.setting(sorted.map(\.value))
    }

    /// Reads transitions, and has rewirings read by their numbers, if they have some.
    ///
    /// - Throws: `FormulaError`, `EntryError`, `FormulaErrors` of several of them, `ParameterError`.
    init(
        states: [String], _ transitions: [Transition], named parameters: [String], in units: StateUnits? = nil,
        rewirings: (_ entry: (Int?) -> RuleEntry, _ reading: inout FormulaReading) throws -> [PlannedEdgeRewiring]
    ) throws {
        guard NeighbourhoodNames.areStates(states) else {
            throw EntryError("states", TransitionError.wrongStates(states))
        }
        let names = try NeighbourhoodNames(
            states: states, parameters: parameters, variables: ["degree"], hidden: ["node"])
        (stateNames, self.names, self.parameters) = (states, names, parameters)
        self.rewirings = []
        var reading = FormulaReading()
        rules = try transitions.enumerated().compactMap { index, transition -> Rule? in
            func wrong(_ key: String, _ error: TransitionError) -> EntryError {
                EntryError("transitions", item: index, key: key, error)
            }
            func state(_ name: String, _ key: String) throws(EntryError) -> Int {
                guard let number = states.firstIndex(of: name) else {
                    throw wrong(key, .unknownState(name, known: states))
                }
                return number
            }
            let source = try reading.read { try state(transition.source, "from") }
            let target = try reading.read {
                let target = try state(transition.target, "to")
                guard target != source else { throw wrong("to", .idle(transition.source)) }
                return target
            }
            var (rate, after): (FieldExpression?, WaitingTime?)
            switch transition.way {
            case .after(let time): after = time
            case .rate(let text):
                rate = try reading.read {
                    let rate = try names.expression(
                        text, parameters: parameters, parameter: "transitions", item: index, key: "rate",
                        units: units, in: units?.ofRates)
                    guard rate.kind == .number else { throw wrong("rate", .notANumber(text)) }
                    guard !rate.usesTime else { throw wrong("rate", .dependsOnTime(text)) }
                    return rate
                }
            }
            guard let source, let target else { return nil }
            return Rule(source: source, target: UInt8(target), rate: rate, after: after)
        }
        func entry(_ item: Int?) -> RuleEntry {
            RuleEntry(
                parameter: "rewire", item: item, states: states, parameters: parameters, units: units,
                words: EdgeRewireEntry.words)
        }
        self.rewirings = try rewirings(entry, &reading)
        try reading.finish()
    }

    /// The same transitions with numbers for their parameters: one for all vertices, or one for each.
    func setting(_ values: [[Double]]) -> TransitionFormulas {
        var formulas = self
        var constants: [Int: Double] = [:]
        for (index, numbers) in values.enumerated() {
            if let number = numbers.first, numbers.allSatisfy({ $0 == number }) {
                constants[1 + index] = number
            } else {
                formulas.tables.append((1 + index, numbers))
            }
        }
        for index in formulas.rules.indices {
            formulas.rules[index].rate = formulas.rules[index].rate?.setting(constants)
        }
        formulas.rewirings = rewirings.map { $0.setting(values) }
        return formulas
    }

    /// What is wrong with the rates that are the same number everywhere: those that are negative or not finite.
    var impossibleConstants: [EntryError] {
        let ofRules = rules.enumerated().compactMap { number, rule in
            rule.rate?.constant.flatMap { $0 >= 0 && $0.isFinite ? nil : impossibleRate($0, number) }
        }
        let ofRewirings = rewirings.compactMap { rewiring -> EntryError? in
            guard rewiring.choices.condition?.expression.constant != 0,
                let rate = rewiring.rate.expression.constant, !(rate >= 0 && rate.isFinite)
            else { return nil }
            return EntryError(
                "rewire", item: rewiring.item, key: "rate", TransitionError.impossibleRewiring(rate, vertex: nil))
        }
        return ofRules + ofRewirings
    }

    /// What is wrong with a rate that is negative or not finite, with where that is so.
    ///
    /// - Parameters:
    ///   - rate: The rate.
    ///   - number: The number of the transition.
    ///   - vertex: The vertex at which it is so.
    ///   - degree: The degree of vertices at which it is so.
    ///   - neighbours: The states of which it counts neighbours, with how many there are.
    /// - Returns: The error.
    func impossibleRate(
        _ rate: Double, _ number: Int, at vertex: Int? = nil, degree: Int? = nil,
        of neighbours: [(state: Int, count: Int)] = []
    ) -> EntryError {
        let counts = neighbours.map { (stateNames[$0.state], $0.count) }
        let error = TransitionError.impossibleRate(
            rate, from: stateNames[rules[number].source], to: stateNames[Int(rules[number].target)], vertex: vertex,
            degree: degree, neighbours: Dictionary(counts) { first, _ in first })
        return EntryError("transitions", item: number, key: "rate", error)
    }

    /// The columns of parameters that differ from vertex to vertex.
    var columns: [[Double]] { tables.map(\.numbers) }

    /// The fields that formulas of transitions use, with those of the parameters that formulas of rewirings do.
    var usedFields: [Int] {
        rules.flatMap { $0.rate?.usedFields ?? [] }
            + rewirings.flatMap(\.formulas).flatMap(\.usedParameters).map { 1 + $0 }
    }

    var countFields: Range<Int> {
        let first = names.firstCount(parameters.count)
        return first..<first + stateNames.count
    }

    /// The states whose neighbours some rate counts.
    var countedStates: [Int] {
        let counted = Set(rules.flatMap { $0.rate?.usedFields ?? [] }).filter(countFields.contains)
            .map { $0 - countFields.lowerBound }
        // At which states edges end that are rewired, and what their formulas count, may depend on the state of the vertex.
        return rewirings.isEmpty ? counted.sorted() : Array(stateNames.indices)
    }
}

extension TransitionFormulas {
    /// The same as a table of rates that hold by themselves and for each neighbour, if it can be said so: it is simulated quicker.
    package var table: TransitionTable<NamedCompartment>? {
        guard rewirings.isEmpty else { return nil }
        let names = stateNames.map(NamedCompartment.init(rawValue:))
        var transitions: [TransitionTable<NamedCompartment>.Transition] = []
        for rule in rules {
            guard let sum = rule.rate?.affine, sum.factors.keys.allSatisfy(countFields.contains) else { return nil }
            let (source, target) = (names[rule.source], names[Int(rule.target)])
            if sum.constant != 0 { transitions.append(.spontaneous(from: source, to: target, rate: sum.constant)) }
            for (field, factor) in sum.factors.sorted(by: { $0.key < $1.key }) where factor != 0 {
                transitions.append(
                    .contact(from: source, to: target, with: names[field - countFields.lowerBound], rate: factor))
            }
        }
        // A formula that is no rate there, such as a difference of two, is none here either, which is told when it is computed.
        return try? TransitionTable(compartments: names, transitions)
    }
}

/// An error in transitions.
public enum TransitionError: Error, Equatable, Sendable {
    /// There must be 2 to 256 states of different names that can stand in a formula.
    case wrongStates([String])

    /// A transition leads from or to a state that there is not.
    case unknownState(String, known: [String])

    /// A transition leads from a state to itself.
    case idle(String)

    /// A rate is a number.
    case notANumber(String)

    /// A rate that changes between events cannot be simulated exactly.
    case dependsOnTime(String)

    /// A rate must be finite and not negative: of all vertices, of one, or of those of a degree, with how many neighbours there are in
    /// the states that it counts.
    case impossibleRate(
        Double, from: String, to: String, vertex: Int?, degree: Int? = nil, neighbours: [String: Int] = [:])

    /// The rate at which each edge of a vertex is rewired must be finite and not negative; with the state and the degree of the vertex.
    case impossibleRewiring(Double, vertex: Int?, state: String? = nil, degree: Int? = nil)
}

extension TransitionError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .wrongStates(let names):
            "the states are \(names.joined(separator: ", ")): they must be 2 to 256 different names of letters, digits and '_'"
        case .unknownState(let name, let known): "'\(name)' is none of the states \(known.joined(separator: ", "))"
        case .idle(let name): "a transition leads from '\(name)' to itself"
        case .notANumber(let text): "the rate '\(text)' is a condition, but must be a number"
        case .dependsOnTime(let text):
            "the rate '\(text)' depends on 'time', and so changes between events, which cannot be simulated exactly: use 'after' "
                + "with a distribution, or an intervention that changes states"
        case .impossibleRate(let rate, let source, let target, let vertex, let degree, let neighbours):
            "the rate from '\(source)' to '\(target)' is \(rate.plain)"
                + (vertex ?? degree == nil ? "" : " for " + Self.node(vertex, in: source, degree, neighbours))
                + ", but must be finite and 0 or greater"
        case .impossibleRewiring(let rate, let vertex, let state, let degree):
            "the rate at which "
                + (vertex == nil
                    ? "each edge is rewired"
                    : Self.node(vertex, in: state, degree, [:]) + (degree == nil ? "" : ",") + " rewires each edge")
                + " is \(rate.plain), but must be finite and 0 or greater"
        }
    }

    /// A node in words, such as "node 3, of degree 2 in state 'S' with 1 neighbour in 'I'".
    private static func node(_ vertex: Int?, in state: String?, _ degree: Int?, _ neighbours: [String: Int]) -> String {
        let counts = neighbours.sorted { $0.key < $1.key }.map { state, count in
            "\(count) neighbour\(count == 1 ? "" : "s") in '\(state)'"
        }
        let parts = [
            degree.map { "of degree \($0)" }, degree == nil ? nil : state.map { "in state '\($0)'" },
            counts.isEmpty ? nil : "with " + counts.joined(separator: " and "),
        ].compactMap(\.self)
        return (vertex.map { "node \($0)\(parts.isEmpty ? "" : ", ")" } ?? "a node ") + parts.joined(separator: " ")
    }
}
