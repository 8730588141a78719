/// An error in a box.
public enum BoxError: Error, Equatable, Sendable {
    /// There must be two or three axes.
    case invalidDimensions(Int)

    /// Bounds must be finite, and the upper one greater than the lower one.
    case invalidBounds(axis: Int, lower: Double, upper: Double)
}

extension BoxError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidDimensions(let count):
            "a box has \(count) axes, but must have 2 or 3"
        case .invalidBounds(let axis, let lower, let upper):
            "the bounds of the box in \(Self.axisNames[axis]) are \(lower) and \(upper), but must be finite, and the "
                + "upper one greater than the lower one"
        }
    }

    static let axisNames = ["x", "y", "z"]
}
