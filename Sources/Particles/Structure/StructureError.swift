import Descriptions

/// Why the structure of particles cannot be computed.
public enum StructureError: Error, Equatable, Sendable {
    /// Structure is that of a system without bounds: the box must be periodic in all directions.
    case notPeriodic(axis: Int)

    /// Distances are counted up to half of the box: beyond that there are images.
    case distanceTooLong(Double, axis: Int, period: Double)

    /// A distance or a wave number must be finite and greater than 0.
    case invalidMaximum(String, Double)

    /// There must be at least one bin.
    case invalidBinCount(Int)

    /// There are no two particles of these types.
    case noPairs(types: [Int])

    /// The longest wave is as long as the box.
    case noWaveVectors(maximum: Double, least: Double)

    /// There are more wave vectors than fit into memory.
    case tooManyWaveVectors(maximum: Double, greatest: Double)

    /// The box that the structure of particles needs.
    package static let room = RoomNeeds(isPeriodic: true)

    static func checkPeriods(of box: Box) throws(StructureError) {
        if let axis = room.axisWithoutPeriod(of: box) { throw .notPeriodic(axis: axis) }
    }
}

extension StructureError: CustomStringConvertible {
    /// The most bins of distances.
    static let greatestBinCount = 1 << 28

    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .notPeriodic(let axis):
            "the box is not periodic in \(BoxError.axisNames[axis]), but the structure of particles is that of a box that "
                + "is periodic in all directions"
        case .distanceTooLong(let distance, let axis, let period):
            "the distance \(distance) is greater than half of the box, which is \(period) long in "
                + "\(BoxError.axisNames[axis]): it must be at most \(period / 2)"
        case .invalidMaximum(let name, let value):
            "the greatest \(name) is \(value), but must be a finite number greater than 0"
        case .invalidBinCount(let count):
            "there are \(count) bins, but there must be from 1 to \(Self.greatestBinCount)"
        case .noPairs(let types):
            types.isEmpty
                ? "there is only one particle, but distances are between two"
                : "there are no two particles of the types \(types.map(String.init).joined(separator: " and "))"
        case .noWaveVectors(let maximum, let least):
            "no wave of the box has a wave number up to \(maximum): the least one is \(least)"
        case .tooManyWaveVectors(let maximum, let greatest):
            "there are too many waves in the box with wave numbers up to \(maximum): it must be at most \(greatest)"
        }
    }
}
