/// What can be wrong with an interaction of pairs.
public enum PairPotentialError: Error, Equatable, Sendable {
    /// A parameter must be finite, and greater than 0 or not less than it.
    case invalidParameter(String, Double, mayBeZero: Bool)

    /// Tail corrections belong to an energy that is not shifted.
    case tailOfShiftedEnergy(LennardJones.Truncation)

    /// An interaction must reach further than 0 and not to infinity.
    case invalidCutoff(Double)

    /// A neighbour list's skin must be greater than 0 and finite.
    case invalidSkin(Double)

    /// There must be at least one type of particles, and no more than ``greatestTypeCount``.
    case invalidTypeCount(Int)

    /// The greatest number of types that an interaction can tell apart.
    public static let greatestTypeCount = 10_000

    static func check(typeCount: Int) throws(PairPotentialError) {
        guard (1...greatestTypeCount).contains(typeCount) else { throw .invalidTypeCount(typeCount) }
    }

    static func check(
        _ name: String, _ value: Double, mayBeZero: Bool = false
    ) throws(PairPotentialError) {
        guard value.isFinite, value > 0 || mayBeZero && value == 0 else {
            throw .invalidParameter(name, value, mayBeZero: mayBeZero)
        }
    }
}

extension PairPotentialError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidParameter(let name, let value, let mayBeZero):
            "\(name) is \(value), but must be a finite number \(mayBeZero ? "not less" : "greater") than 0"
        case .tailOfShiftedEnergy(let truncation):
            "tail corrections complete an energy that is cut off, not one that is \(truncation.rawValue): use one of them"
        case .invalidCutoff(let cutoff):
            "the greatest cutoff is \(cutoff), but must be a finite number greater than 0"
        case .invalidSkin(let skin):
            "the skin is \(skin), but must be a finite number greater than 0"
        case .invalidTypeCount(let count):
            "there are \(count) types of particles, but must be 1 to \(Self.greatestTypeCount)"
        }
    }
}
