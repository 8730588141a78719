import Descriptions
import SimulationEngine

/// An error in an interaction of pairs.
public enum PairPotentialError: ParameterFailure, Equatable, Sendable {
    /// A parameter is not what it may be.
    case parameter(ParameterError)

    /// Tail corrections belong to an energy that is not shifted.
    case tailOfShiftedEnergy(LennardJones.Truncation)

    /// An interaction must reach further than 0 and not to infinity.
    case invalidCutoff(Double)

    /// Each two types must have a cutoff, 0 if they do not act on each other, and the same whichever stands first.
    case invalidCutoffOfTypes(Double, Int, Int)

    /// There must be at least one type of particles, and no more than ``greatestTypeCount``.
    case invalidTypeCount(Int)

    /// A table of all pairs of types needs more memory than there can be: see `MemoryLimit`.
    case notEnoughMemory(MemoryShortage)

    /// The greatest number of types that an interaction can tell apart.
    public static let greatestTypeCount = 10_000

    static func check(typeCount: Int) throws(PairPotentialError) {
        guard (1...greatestTypeCount).contains(typeCount) else { throw .invalidTypeCount(typeCount) }
    }

    /// Refuses cutoffs of pairs of types that are not finite or negative, or differ with the order of the types.
    static func checkCutoffs(of potential: some PairPotential) throws(PairPotentialError) {
        for a in 0..<potential.typeCount {
            for b in 0..<potential.typeCount {
                let cutoff = potential.cutoff(a, b)
                guard cutoff.isFinite, cutoff >= 0, cutoff == potential.cutoff(b, a) else {
                    throw .invalidCutoffOfTypes(cutoff, a, b)
                }
            }
        }
    }
}

extension PairPotentialError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .parameter(let error): error.description
        case .notEnoughMemory(let shortage): shortage.description
        case .tailOfShiftedEnergy(let truncation):
            "tail corrections complete an energy that is cut off, not one that is \(truncation.rawValue): use one of them"
        case .invalidCutoff(let cutoff):
            "the greatest cutoff is \(cutoff), but must be a finite number greater than 0"
        case .invalidCutoffOfTypes(let cutoff, let a, let b):
            "the cutoff of the types \(a) and \(b) is \(cutoff), but must be a finite number not less than 0, and the same for "
                + "\(b) and \(a)"
        case .invalidTypeCount(let count):
            "there are \(count) types of particles, but must be 1 to \(Self.greatestTypeCount)"
        }
    }
}
