import Descriptions

/// An error in the parameters of a swarm.
public enum SwarmError: ParameterFailure, Equatable, Sendable {
    /// The box must have these dimensions.
    case wrongDimensions(Int, expected: Int)

    /// The box must be periodic.
    case notPeriodic(axis: Int)

    /// A parameter is not what it may be.
    case parameter(ParameterError)

    /// A particle must not see two images of another one.
    case radiusTooLong(Double, axis: Int, period: Double)

    /// Those that are too near must be seen.
    case separationTooLong(Double, radius: Double)

    /// Boids that cannot be faster than 0 do not fly.
    case atRest

    /// The noise must be between 0 and a greatest one.
    case invalidNoise(Double, greatest: Double)

    /// Refuses a box that is not what a swarm needs, or too small for a radius.
    static func check(_ box: Box, _ room: RoomNeeds, radius: Double) throws(SwarmError) {
        guard room.dimensions.contains(box.dimensions) else {
            throw .wrongDimensions(box.dimensions, expected: room.dimensions.lowerBound)
        }
        try check(radius, Swarms.radius)
        if let axis = room.axisWithoutPeriod(of: box) { throw .notPeriodic(axis: axis) }
        for axis in 0..<box.dimensions {
            guard radius <= box.periods[axis] / 2 else {
                throw .radiusTooLong(radius, axis: axis, period: box.periods[axis])
            }
        }
    }
}

extension SwarmError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .wrongDimensions(let dimensions, let expected):
            "the box has \(dimensions) dimensions, but the swarm moves in \(expected)"
        case .notPeriodic(let axis):
            "the box is not periodic in \(BoxError.axisNames[axis]), but a swarm needs a box that is periodic in all directions"
        case .parameter(let error): error.description
        case .radiusTooLong(let radius, let axis, let period):
            "the radius \(radius) is greater than half of the box, which is \(period) long in "
                + "\(BoxError.axisNames[axis]): it must be at most \(period / 2)"
        case .separationTooLong(let separation, let radius):
            "the separation radius is \(separation), but must not be greater than the radius of \(radius)"
        case .atRest: "the greatest speed is 0, but must be greater"
        case .invalidNoise(let noise, let greatest):
            "the noise is \(noise), but must be from 0 to \(greatest)"
        }
    }
}
