import SimulationEngine

/// How what stands on the vertices of a ``FormulaRule`` moves: to a place, a vertex with which it exchanges states.
///
///     FormulaMove(if: "state == agent and count(neighbours, agent) < wanted", to: ["vacant"], among: .all)
///
/// So what walks leaves behind what was there, nothing comes nor goes, and the numbers of vertices in states stay what they are. With a
/// state ``left`` behind, it takes the place of what was there.
public struct FormulaMove: Equatable, Sendable {
    /// Where places are.
    public enum Reach: String, CaseIterable, Sendable {
        /// At the ends of edges that lead away from the vertex.
        case neighbours

        /// Anywhere.
        case all
    }

    /// The condition under which it moves; always if there is none. It may use what the formula of the next state may, and `place`, the
    /// state of the place: this is drawn first then, and if the condition does not hold, nothing moves.
    public let condition: String?

    /// The states in which a place may be, all unless given.
    public let targets: [String]?

    /// Where places are.
    public let reach: Reach

    /// A formula of a place, of which one with the greatest value is taken; one is as good as another unless given.
    public let preference: String?

    /// The state of the vertex that is left; that of the place unless given.
    public let left: String?

    /// Creates a move.
    ///
    /// - Parameters:
    ///   - condition: The condition under which it moves.
    ///   - targets: The states in which a place may be.
    ///   - reach: Where places are.
    ///   - preference: A formula of a place, of which one with the greatest value is taken.
    ///   - left: The state of the vertex that is left.
    public init(
        if condition: String? = nil, to targets: [String]? = nil, among reach: Reach = .neighbours,
        preferring preference: String? = nil, leaving left: String? = nil
    ) {
        (self.condition, self.targets, self.reach) = (condition, targets, reach)
        (self.preference, self.left) = (preference, left)
    }
}

/// A move whose formulas have been read.
struct PlannedMove: Sendable {
    let condition: RuleFormula?
    let preference: RuleFormula?
    let targets: StateSet
    let reach: FormulaMove.Reach
    let left: UInt8?

    /// True if the place is drawn before it is known whether anything moves.
    let drawsFirst: Bool

    /// Reads a move.
    ///
    /// - Throws: `FormulaError`, `ParameterError`.
    init(_ move: FormulaMove, _ entry: RuleEntry) throws {
        condition = try move.condition.map { try entry.condition($0, of: .move) }
        preference = try move.preference.map { try entry.formula($0, of: .place, key: "prefer") }
        targets = try entry.states(move.targets, key: "to")
        left = try move.left.map { name throws(FormulaError) in try entry.state(name, key: "leaves") }
        reach = move.reach
        drawsFirst = condition?.expression.usedFields.contains(RuleFormula.Field.place) ?? false
    }

    private init(_ move: PlannedMove, _ values: [[Double]]) {
        (condition, preference) = (move.condition?.setting(values), move.preference?.setting(values))
        (targets, reach, left, drawsFirst) = (move.targets, move.reach, move.left, move.drawsFirst)
    }

    /// The same move with numbers for its parameters.
    func setting(_ values: [[Double]]) -> PlannedMove { PlannedMove(self, values) }

    /// Its formulas.
    var formulas: [RuleFormula] { [condition, preference].compactMap(\.self) }
}

/// Some of the states that vertices can have.
struct StateSet: Sendable {
    private var words = SIMD4<UInt64>()

    init(_ states: [UInt8]) {
        for state in states { words[Int(state >> 6)] |= 1 << UInt64(state & 63) }
    }

    @inline(__always)
    func contains(_ state: UInt8) -> Bool { words[Int(state >> 6)] >> UInt64(state & 63) & 1 == 1 }
}
