import Descriptions

/// The room in which particles move: open, periodic or with reflecting walls, in each direction on its own.
///
///     try Box(x: .periodic(0, 10), y: .periodic(0, 10), z: .reflecting(-5, 5))
///     try Box(x: .open, y: .periodic(0, 10))          // in two dimensions
///
/// In two dimensions all particles lie in the plane z = 0 and stay there.
///
/// Positions are **unwrapped**: a particle that leaves a periodic box on one side goes on outside, so that its
/// displacement from any earlier position is the way that it went. ``wrapped(_:)`` is the image of a position inside of
/// the box, ``image(of:)`` says how many boxes lie between the two. Forces act between the nearest images.
public struct Box: Equatable, Sendable {
    /// The boundary condition in one direction.
    public enum Axis: Equatable, Sendable {
        /// No bounds.
        case open

        /// Particles that leave at one bound come back at the other one.
        case periodic(_ lower: Double, _ upper: Double)

        /// Walls from which particles bounce.
        case reflecting(_ lower: Double, _ upper: Double)
    }

    /// The boundary conditions in *x*, *y* and *z*. In two dimensions *z* is open.
    public let axes: [Axis]

    /// 2 or 3.
    public let dimensions: Int

    /// The edges of a periodic axis, and 0 for other ones.
    let periods: SIMD3<Double>

    /// The lower bounds, and 0 for open axes.
    let lowerBounds: SIMD3<Double>

    /// Creates a box in three dimensions.
    ///
    /// - Throws: ``BoxError`` unless bounds are finite and the upper one is greater than the lower one.
    public init(x: Axis, y: Axis, z: Axis) throws(BoxError) {
        try self.init([x, y, z])
    }

    /// Creates a box in two dimensions.
    ///
    /// - Throws: ``BoxError`` unless bounds are finite and the upper one is greater than the lower one.
    public init(x: Axis, y: Axis) throws(BoxError) {
        try self.init([x, y])
    }

    /// Creates a box with an axis for each of two or three dimensions.
    ///
    /// - Throws: ``BoxError`` unless bounds are finite and the upper one is greater than the lower one, and if there are
    ///   neither two nor three axes.
    public init(_ axes: [Axis]) throws(BoxError) {
        guard (2...3).contains(axes.count) else { throw .invalidDimensions(axes.count) }
        var periods = SIMD3<Double>.zero
        var lowerBounds = SIMD3<Double>.zero
        for (index, axis) in axes.enumerated() {
            guard let (lower, upper) = axis.bounds else { continue }
            guard lower.isFinite, upper.isFinite, upper > lower, (upper - lower).isFinite else {
                throw .invalidBounds(axis: index, lower: lower, upper: upper)
            }
            lowerBounds[index] = lower
            if axis.isPeriodic { periods[index] = upper - lower }
        }
        dimensions = axes.count
        self.axes = axes + [Axis](repeating: .open, count: 3 - axes.count)
        self.periods = periods
        self.lowerBounds = lowerBounds
    }

    private init(openIn dimensions: Int) {
        axes = [.open, .open, .open]
        self.dimensions = dimensions
        periods = .zero
        lowerBounds = .zero
    }

    /// Three dimensions without bounds.
    public static let open = Box(openIn: 3)

    /// Two dimensions without bounds.
    public static let openPlane = Box(openIn: 2)

    /// The volume, in two dimensions the area; `nil` if an axis is open.
    public var volume: Double? {
        var volume = 1.0
        for axis in axes.prefix(dimensions) {
            guard let (lower, upper) = axis.bounds else { return nil }
            volume *= upper - lower
        }
        return volume
    }
}

extension Box {
    /// The first axis that is open, if there is one.
    public var openAxis: Int? {
        (0..<dimensions).first { axes[$0].bounds == nil }
    }
}

extension Box.Axis {
    /// The bounds, if there are any.
    public var bounds: (lower: Double, upper: Double)? {
        switch self {
        case .open: nil
        case .periodic(let lower, let upper), .reflecting(let lower, let upper): (lower, upper)
        }
    }

    /// True if the axis is periodic.
    public var isPeriodic: Bool {
        if case .periodic = self { true } else { false }
    }

    /// True if there are walls.
    public var isReflecting: Bool {
        if case .reflecting = self { true } else { false }
    }
}

// MARK: - Images

extension Box {
    /// How many boxes lie between the box and the one that a position is in, in each direction; 0 where the box is not
    /// periodic.
    public func image(of position: SIMD3<Double>) -> SIMD3<Double> {
        var image = SIMD3<Double>.zero
        for axis in 0..<dimensions where periods[axis] > 0 {
            image[axis] = ((position[axis] - lowerBounds[axis]) / periods[axis]).rounded(.down)
        }
        return image
    }

    /// The image of a position in the box.
    public func wrapped(_ position: SIMD3<Double>) -> SIMD3<Double> {
        position - image(of: position) * periods
    }

    /// The shortest vector among all images of one.
    public func shortest(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        var shortest = vector
        for axis in 0..<dimensions where periods[axis] > 0 {
            shortest[axis] -= (vector[axis] / periods[axis]).rounded() * periods[axis]
        }
        return shortest
    }

    /// The first axis that has walls with a position outside of them.
    func wallsAround(_ position: SIMD3<Double>) -> Int? {
        (0..<dimensions).first { axis in
            guard case .reflecting(let lower, let upper) = axes[axis] else { return false }
            return !(lower...upper).contains(position[axis])
        }
    }
}

// MARK: - Walls

extension Box {
    /// Mirrors numbers of one axis at the walls that they went through, as often as they did, and turns their velocities
    /// around where that is an odd number of times.
    static func reflect(
        _ positions: UnsafeMutablePointer<Double>, _ velocities: UnsafeMutablePointer<Double>, count: Int,
        lower: Double, upper: Double
    ) {
        for index in 0..<count where !(positions[index] >= lower && positions[index] <= upper) {
            // In a room unfolded at its walls, a particle goes straight on.
            let ways = (positions[index] - lower) / (upper - lower)
            guard ways.isFinite else { continue }
            let whole = ways.rounded(.down)
            let isTurned = whole.truncatingRemainder(dividingBy: 2) != 0
            let part = positions[index] - lower - whole * (upper - lower)
            positions[index] = min(max(isTurned ? upper - part : lower + part, lower), upper)
            if isTurned { velocities[index] = -velocities[index] }
        }
    }
}

extension RoomNeeds {
    /// The first axis along which a box has no period, where it must have one along all.
    func axisWithoutPeriod(of box: Box) -> Int? {
        guard isPeriodic else { return nil }
        return (0..<max(box.dimensions, dimensions.lowerBound)).first { box.periods[$0] == 0 }
    }
}
