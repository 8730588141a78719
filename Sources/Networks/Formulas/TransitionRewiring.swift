import Descriptions
import SimulationEngine

extension TransitionFormulas {
    /// How the edges of vertices are rewired while these go from state to state. In the model of T. Gross, C. J. Dommar D'Lima and
    /// B. Blasius, Physical Review Letters 96 (2006) 208701, DOI 10.1103/PhysRevLett.96.208701, who is well exchanges each ill neighbour
    /// for somebody else who is well:
    ///
    ///     .init(if: "state == S", from: .states(["I"]), to: .states(["S"]), rate: "0.3")
    ///
    /// Of an edge that leads to a vertex the other end goes to another vertex, so that the number of edges stays what it is, and so does
    /// the weight of the edge.
    public struct Rewiring: Equatable, Sendable {
        /// Which vertices rewire edges, which of these, and to which vertices.
        let choices: FormulaRewiring

        /// The rate of each such edge, a formula as that of a transition, which may also use `state`.
        public let rate: String

        /// Creates a rewiring.
        ///
        /// - Parameters:
        ///   - condition: The condition under which a vertex rewires edges, of what the rate may use; always unless given.
        ///   - ends: From which vertices edges lead of which each is rewired at the rate.
        ///   - targets: The vertices of which one becomes the new end, each with the same probability but for the vertex itself and those
        ///     from which edges lead to it already. If there is none, nothing happens.
        ///   - rate: The rate of each edge, per unit of time.
        public init(
            if condition: String? = nil, from ends: FormulaRewiring.Choice = .all,
            to targets: FormulaRewiring.Choice = .all, rate: String
        ) {
            self.init(FormulaRewiring(if: condition, from: ends, to: targets), rate: rate)
        }

        init(_ choices: FormulaRewiring, rate: String) { (self.choices, self.rate) = (choices, rate) }
    }
}

/// A rewiring whose formulas have been read.
struct PlannedEdgeRewiring: Sendable {
    let choices: PlannedRewiring
    private(set) var rate: RuleFormula

    /// Which of several it is, where it is one of a list.
    let item: Int?

    /// Reads a rewiring.
    ///
    /// - Throws: `FormulaError`, `FormulaErrors`, `ParameterError`.
    init(_ rewiring: TransitionFormulas.Rewiring, _ entry: RuleEntry) throws {
        var reading = FormulaReading()
        let choices = try reading.read { try PlannedRewiring(rewiring.choices, entry, of: .edges) }
        let rate = try reading.read { try entry.number(rewiring.rate, of: .rate, key: "rate") }
        try reading.finish()
        self.choices = try choices ?? PlannedRewiring(rewiring.choices, entry, of: .edges)
        self.rate = try rate ?? entry.number(rewiring.rate, of: .rate, key: "rate")
        item = entry.item
    }

    private init(_ choices: PlannedRewiring, _ rate: RuleFormula, item: Int?) {
        (self.choices, self.rate, self.item) = (choices, rate, item)
    }

    /// The same rewiring with numbers for its parameters.
    func setting(_ values: [[Double]]) -> PlannedEdgeRewiring {
        PlannedEdgeRewiring(choices.setting(values), rate.setting(values), item: item)
    }

    /// Its formulas.
    var formulas: [RuleFormula] { [choices.condition, rate].compactMap(\.self) }

    /// The states that vertices in a state choose, by their numbers.
    static func states(of choice: PlannedRewiring.Choice, for own: Int, count: Int) -> [Int] {
        (0..<count).filter { choice.contains(UInt8($0), of: UInt8(own)) }
    }
}
