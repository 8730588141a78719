import CMath
import Descriptions
import SimulationEngine

extension RandomPurpose {
    /// The initial positions of particles.
    package static let initialPosition = RandomPurpose(ofBeginning: 20)
}

/// Random positions in a box, no two of which are nearer to each other than a least distance, by random sequential
/// addition: each is drawn anew until it is far enough from all before it.
///
///     let placement = RandomPlacement(count: 1000, minimumDistance: 0.9)
///     let positions = try placement.positions(in: box, from: streams)
///
/// Spheres that are added like this jam when they fill 38 % of the room, discs at 55 % of the plane (J. Feder, Journal of
/// Theoretical Biology 87 (1980) 237, DOI 10.1016/0022-5193(80)90358-6).
public struct RandomPlacement: Equatable, Sendable {
    private static let count = Parameter("count", "the number of particles", in: 1...Int(Int32.max) / 32).example(100)
    private static let minimumDistance = Parameter(
        "minimum-distance", "how near two particles, or their images, may be", .nonNegative, dimension: .length,
        default: 0)

    /// As scenarios name it.
    package static let component = Component<RandomPlacement>(
        "random", "random positions in a box with bounds",
        references: [
            Reference(
                "J. Feder", "Random sequential adsorption", "Journal of Theoretical Biology", "87", page: "237",
                year: 1980, doi: "10.1016/0022-5193(80)90358-6")
        ],
        count, minimumDistance
    ) { RandomPlacement(count: $0, minimumDistance: $1) }

    /// How many positions.
    package let count: Int

    /// The least distance between two of them, or their images.
    package let minimumDistance: Double

    /// How often a position is drawn before the box counts as full.
    package static let attempts = 10_000

    /// Creates a placement.
    public init(count: Int, minimumDistance: Double = 0) {
        self.count = count
        self.minimumDistance = minimumDistance
    }

    /// Draws the positions. Each comes from its own stream of random numbers.
    ///
    /// - Throws: ``RandomPlacementError``.
    /// - Complexity: O(*n*) for *n* positions while there is room.
    public func positions(
        in box: Box, from streams: RandomStreams
    ) throws(RandomPlacementError) -> [SIMD3<Double>] {
        try RandomPlacementError.check(count, Self.count)
        try RandomPlacementError.check(minimumDistance, Self.minimumDistance)
        if let axis = box.openAxis { throw .openBox(axis: axis) }
        for axis in 0..<box.dimensions where box.periods[axis] > 0 && minimumDistance > box.periods[axis] {
            throw .full(placed: 0, count: count, minimumDistance: minimumDistance)
        }
        var room = PlacedPoints(in: box, minimumDistance: minimumDistance, count: count)
        for number in 0..<count {
            var words = streams.words(for: .initialPosition, node: number)
            var attempt = 0
            while !room.place(box.position(at: &words)) {
                attempt += 1
                guard attempt < Self.attempts else {
                    throw .full(placed: number, count: count, minimumDistance: minimumDistance)
                }
            }
        }
        return room.points
    }
}

/// Why positions cannot be drawn.
public enum RandomPlacementError: ParameterFailure, Equatable, Sendable {
    /// A parameter is not what it may be.
    case parameter(ParameterError)

    /// Positions are drawn evenly from a box with bounds.
    case openBox(axis: Int)

    /// There is no more room.
    case full(placed: Int, count: Int, minimumDistance: Double)
}

extension RandomPlacementError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .parameter(let error): error.description
        case .openBox(let axis):
            "random positions need a box with bounds, but it is open in \(BoxError.axisNames[axis])"
        case .full(let placed, let count, let distance):
            "there was room for \(placed) of \(count) random particles that are at least \(distance) apart: there must be "
                + "fewer, or nearer to each other"
        }
    }
}

extension Box {
    /// A random position between the bounds.
    fileprivate func position(at words: inout RandomWords) -> SIMD3<Double> {
        var position = SIMD3<Double>.zero
        for axis in 0..<dimensions {
            guard let (lower, upper) = axes[axis].bounds else { continue }
            position[axis] = min(lower + words.uniform() * (upper - lower), upper)
        }
        return position
    }
}

/// Points in a grid of cells that are at least as wide as their least distance.
private struct PlacedPoints {
    private(set) var points: [SIMD3<Double>] = []
    private let box: Box
    private let squaredDistance: Double
    private let lower: SIMD3<Double>
    private let extent: SIMD3<Double>
    private let cells: SIMD3<Int>

    /// The last point of each cell, −1 where there is none, and the one before each point in the same cell.
    private var last: [Int]
    private var previous: [Int] = []

    init(in box: Box, minimumDistance: Double, count: Int) {
        self.box = box
        squaredDistance = minimumDistance * minimumDistance
        var (lower, extent, cells) = (SIMD3<Double>.zero, SIMD3<Double>.one, SIMD3<Int>.one)
        // About one point in a cell suffices.
        let most = pow(Double(count), 1 / Double(box.dimensions)) + 1
        for axis in 0..<box.dimensions {
            guard let bounds = box.axes[axis].bounds else { continue }
            lower[axis] = bounds.lower
            extent[axis] = bounds.upper - bounds.lower
            cells[axis] = max(1, Int(min(extent[axis] / max(minimumDistance, .leastNormalMagnitude), most, 512)))
        }
        (self.lower, self.extent, self.cells) = (lower, extent, cells)
        last = [Int](repeating: -1, count: cells.x * cells.y * cells.z)
    }

    /// Places a point if it is far enough from all others.
    mutating func place(_ point: SIMD3<Double>) -> Bool {
        let home = cell(of: point)
        if squaredDistance > 0 {
            let (xs, ys, zs) = (neighbours(of: home, 0), neighbours(of: home, 1), neighbours(of: home, 2))
            for z in zs {
                for y in ys {
                    for x in xs where isTooNear(point, inCell: number(SIMD3(x, y, z))) { return false }
                }
            }
        }
        previous.append(last[number(home)])
        last[number(home)] = points.count
        points.append(point)
        return true
    }

    private func isTooNear(_ point: SIMD3<Double>, inCell cell: Int) -> Bool {
        var other = last[cell]
        while other >= 0 {
            let vector = box.shortest(points[other] - point)
            if (vector * vector).sum() < squaredDistance { return true }
            other = previous[other]
        }
        return false
    }

    /// The numbers of the cells beside one along an axis, each once.
    private func neighbours(of cell: SIMD3<Int>, _ axis: Int) -> [Int] {
        let count = cells[axis]
        let near = [cell[axis] - 1, cell[axis], cell[axis] + 1]
        guard box.dimensions > axis, box.axes[axis].isPeriodic else { return near.filter { (0..<count).contains($0) } }
        return count < 3 ? Array(0..<count) : near.map { ($0 + count) % count }
    }

    private func cell(of point: SIMD3<Double>) -> SIMD3<Int> {
        var cell = SIMD3<Int>.zero
        for axis in 0..<box.dimensions {
            cell[axis] = min(
                max(0, Int((point[axis] - lower[axis]) / extent[axis] * Double(cells[axis]))), cells[axis] - 1)
        }
        return cell
    }

    private func number(_ cell: SIMD3<Int>) -> Int {
        (cell.z * cells.y + cell.y) * cells.x + cell.x
    }
}
