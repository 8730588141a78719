/// The needs that a component has of the room in which particles are.
package struct RoomNeeds: Equatable, Sendable {
    /// How many dimensions it may have.
    package let dimensions: ClosedRange<Int>

    /// True if it must be periodic along all of them.
    package let isPeriodic: Bool

    /// Any room.
    package static let nothing = RoomNeeds()

    package init(dimensions: ClosedRange<Int> = 2...3, isPeriodic: Bool = false) {
        (self.dimensions, self.isPeriodic) = (dimensions, isPeriodic)
    }

    /// The needs in words; none if any room is good.
    package var words: [String] {
        let count = dimensions == 2...3 ? nil : "\(dimensions.lowerBound) dimensions"
        return [count, isPeriodic ? "a box that is periodic in all directions" : nil].compactMap(\.self)
    }
}
