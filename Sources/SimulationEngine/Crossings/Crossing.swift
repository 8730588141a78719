/// A number has crossed a level.
public struct Crossing: Equatable, Sendable {
    /// When.
    public let time: Double

    /// The node whose field has crossed the level; `nil` for a quantity.
    public let node: Int?

    /// Which way.
    public let direction: Direction

    /// Creates a crossing.
    public init(time: Double, node: Int? = nil, direction: Direction) {
        self.time = time
        self.node = node
        self.direction = direction
    }

    /// The ways to cross a level.
    public enum Direction: Equatable, Sendable {
        /// From below the level to the level or above.
        case upwards

        /// From the level or above to below it.
        case downwards
    }
}

/// Checks what all detectors of crossings are told.
enum CrossingChecks {
    static func check(level: Double, tolerance: Double) throws(SimulationError) {
        guard level.isFinite else { throw .invalidCrossing("the level \(level) of a crossing is not finite") }
        guard tolerance > 0 else {
            throw .invalidCrossing("the tolerance \(tolerance) of a crossing must be greater than 0")
        }
    }
}

/// Which crossings of a level count.
public enum CrossingDirections: Equatable, Sendable {
    /// Those from below to the level or above.
    case upwards

    /// Those from the level or above to below it.
    case downwards

    /// Both.
    case either

    func contains(_ direction: Crossing.Direction) -> Bool {
        switch self {
        case .upwards: direction == .upwards
        case .downwards: direction == .downwards
        case .either: true
        }
    }
}
