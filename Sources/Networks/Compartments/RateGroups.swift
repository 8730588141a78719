/// Chooses vertices in proportion to their rates, by composition and rejection, in a time that does not depend on their
/// number.
///
/// Vertices whose rates differ by less than a quarter of an octave are in one group. A group is chosen in proportion to
/// its number of vertices times an upper bound of their rates, and a vertex of it at random; whoever asks rejects the
/// vertex unless a number below the bound is also below the vertex' own rate, which it is at least in four of five cases.
///
/// Bounds are whole numbers of a unit, so that their sums are exact and what is taken away leaves nothing behind.
///
/// A. Slepoy, A. P. Thompson and S. J. Plimpton, *A constant-time kinetic Monte Carlo algorithm for simulation of large
/// biochemical reaction networks*, Journal of Chemical Physics 128 (2008) 205101, DOI 10.1063/1.2919546; G. St-Onge
/// et al., *Efficient sampling of spreading processes on complex networks using a composition and rejection algorithm*,
/// Computer Physics Communications 240 (2019) 30, DOI 10.1016/j.cpc.2019.02.008.
///
/// Memory: 8 bytes a vertex, and 4 to 8 bytes for each vertex that a group has held at once.
struct RateGroups {
    /// What is known of a vertex.
    private struct Place {
        var group: UInt32
        var position: UInt32
    }

    private struct Group {
        var members: UnsafeMutablePointer<Int32>
        var count = 0
        var capacity = 0

        /// The bound as a whole number of units, as a rate, and 1 / the whole number.
        var weight: UInt64 = 0
        var bound = 0.0
        var inverse = 0.0
    }

    /// The sum of all bounds, in units.
    private(set) var total: UInt64 = 0

    /// The unit as a rate: a power of two.
    let unit: Double

    private let memory: Memory
    private let groups: UnsafeMutablePointer<Group>
    private let totals: UnsafeMutablePointer<UInt64>
    private let places: UnsafeMutablePointer<Place>
    private let groupCount: Int
    private let firstBucket: UInt64

    /// A vertex that is in no group.
    private static let none = UInt32.max

    /// The number of the quarter of an octave, of a positive number.
    @inline(__always)
    private static func bucket(of rate: Double) -> UInt64 { rate.bitPattern >> 50 }

    /// Creates empty groups for a number of vertices.
    ///
    /// - Parameters:
    ///   - vertexCount: The number of vertices, numbered from 0.
    ///   - rates: The least rate above 0 that a vertex can have and the greatest one.
    init(vertexCount: Int, rates: ClosedRange<Double>) {
        let first = Self.bucket(of: rates.lowerBound)
        firstBucket = first
        groupCount = Int(Self.bucket(of: rates.upperBound) - first) + 1
        // All vertices in the uppermost group are less than 2⁶² units.
        let greatest = Double(bitPattern: (Self.bucket(of: rates.upperBound) + 1) << 50) * Double(max(vertexCount, 1))
        unit = Double(sign: .plus, exponent: Int(greatest.exponent) - 61, significand: 1)
        memory = Memory(vertexCount: vertexCount, groupCount: groupCount)
        (groups, totals, places) = (memory.groups, memory.totals, memory.places)
        for index in 0..<groupCount {
            let bound = Double(bitPattern: (first + UInt64(index) + 1) << 50)
            groups[index].weight = UInt64((bound / unit).rounded(.up))
            groups[index].bound = Double(groups[index].weight) * unit
            groups[index].inverse = 1 / Double(groups[index].weight)
        }
    }

    /// Takes all vertices away.
    ///
    /// - Complexity: O(n) for n vertices.
    mutating func removeAll() {
        memory.forgetPlaces()
        for index in 0..<groupCount {
            groups[index].count = 0
            totals[index] = 0
        }
        total = 0
    }

    /// Puts a vertex where its rate belongs, out of all groups if that is 0.
    ///
    /// - Complexity: O(1) amortised.
    @inline(__always)
    mutating func set(_ vertex: Int32, rate: Double) {
        let new = rate > 0 ? UInt32(truncatingIfNeeded: Self.bucket(of: rate) &- firstBucket) : Self.none
        let place = places[Int(vertex)]
        guard place.group != new else { return }
        if place.group != Self.none { remove(from: place) }
        if new != Self.none { insert(vertex, into: new) } else { places[Int(vertex)].group = Self.none }
    }

    @inline(__always)
    private mutating func remove(from place: Place) {
        let group = groups + Int(place.group)
        group.pointee.count &-= 1
        let last = group.pointee.members[group.pointee.count]
        group.pointee.members[Int(place.position)] = last
        places[Int(last)].position = place.position
        totals[Int(place.group)] &-= group.pointee.weight
        total &-= group.pointee.weight
    }

    @inline(__always)
    private mutating func insert(_ vertex: Int32, into number: UInt32) {
        let group = groups + Int(number)
        if group.pointee.count == group.pointee.capacity { Self.grow(group) }
        group.pointee.members[group.pointee.count] = vertex
        places[Int(vertex)] = Place(group: number, position: UInt32(truncatingIfNeeded: group.pointee.count))
        group.pointee.count &+= 1
        totals[Int(number)] &+= group.pointee.weight
        total &+= group.pointee.weight
    }

    @inline(never)
    private static func grow(_ group: UnsafeMutablePointer<Group>) {
        let capacity = max(16, 2 * group.pointee.capacity)
        let members = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
        members.update(from: group.pointee.members, count: group.pointee.count)
        group.pointee.members.deallocate()
        group.pointee.members = members
        group.pointee.capacity = capacity
    }

    /// A vertex that is chosen by a word, and the bound of its rate. There must be one in a group.
    @inline(__always)
    func choose(_ word: UInt64) -> (vertex: Int32, bound: Double) {
        var rest = word.multipliedFullWidth(by: total).high
        var number = 0
        while rest >= totals[number] {
            rest &-= totals[number]
            number &+= 1
        }
        let group = groups + number
        let index = min(Int(Double(rest) * group.pointee.inverse), group.pointee.count &- 1)
        return (group.pointee.members[index], group.pointee.bound)
    }

    /// Owns the memory.
    private final class Memory {
        let groups: UnsafeMutablePointer<Group>
        let totals: UnsafeMutablePointer<UInt64>
        let places: UnsafeMutablePointer<Place>
        private let vertexCount: Int
        private let groupCount: Int

        init(vertexCount: Int, groupCount: Int) {
            self.vertexCount = vertexCount
            self.groupCount = groupCount
            groups = .allocate(capacity: groupCount)
            totals = .allocate(capacity: groupCount)
            places = .allocate(capacity: vertexCount)
            totals.initialize(repeating: 0, count: groupCount)
            for index in 0..<groupCount { (groups + index).initialize(to: Group(members: .allocate(capacity: 0))) }
            forgetPlaces()
        }

        deinit {
            for index in 0..<groupCount { groups[index].members.deallocate() }
            groups.deallocate()
            totals.deallocate()
            places.deallocate()
        }

        func forgetPlaces() {
            places.initialize(repeating: Place(group: RateGroups.none, position: 0), count: vertexCount)
        }
    }
}
