/// What can be wrong with Ewald's sum.
public enum EwaldError: Error, Equatable, Sendable {
    /// The sum is over images in three directions.
    case notPeriodic(axis: Int)

    /// The wanted error of forces must be within what can be reached.
    case invalidAccuracy(Double)

    /// A damping, a cutoff or a skin must be finite and greater than 0.
    case invalidParameter(String, Double)

    /// So many waves take too long.
    case tooManyWaves(Double)

    /// The part of the sum over pairs cannot be formed.
    case pairs(PairPotentialError)

    static func check(_ splitting: EwaldSum.Splitting, skin: Double?) throws(EwaldError) {
        if let skin { try check("skin", skin) }
        switch splitting {
        case .accuracy(let accuracy, let cutoff):
            guard accuracy >= 1e-14, accuracy <= 0.1 else { throw .invalidAccuracy(accuracy) }
            if let cutoff { try check("cutoff", cutoff) }
        case .parameters(let parameters):
            try check("damping", parameters.damping)
            try check("cutoff", parameters.cutoff)
            try check("wave cutoff", parameters.waveCutoff)
        }
    }

    private static func check(_ name: String, _ value: Double) throws(EwaldError) {
        guard value.isFinite, value > 0 else { throw .invalidParameter(name, value) }
    }
}

extension EwaldError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .notPeriodic(let axis):
            "Ewald's sum is over images in three directions, but the box is not periodic in \(BoxError.axisNames[axis]): "
                + "make it so, or sum up charges directly in an open box"
        case .invalidAccuracy(let accuracy):
            "the accuracy of forces is \(accuracy), but must be from 1e-14 to 0.1"
        case .invalidParameter(let name, let value):
            "the \(name) of Ewald's sum is \(value), but must be a finite number greater than 0"
        case .tooManyWaves(let count):
            "Ewald's sum would be over \(Int(min(count, 1e18))) waves, but should be over less than 10 million: use a longer "
                + "cutoff of pairs or less accuracy"
        case .pairs(let error): error.description
        }
    }
}
