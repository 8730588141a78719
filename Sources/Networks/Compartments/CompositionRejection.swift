/// Chooses vertices in proportion to their rates, by composition and rejection, in a time that does not depend on their
/// number.
///
/// Vertices whose rates differ by less than a quarter of an octave are in one group. A group is chosen in proportion to
/// its number of seats times an upper bound of its vertices' rates, and a seat of it at random. Nothing comes of a seat
/// that is free; whoever asks rejects a vertex unless a number below the bound is also below the vertex' own rate, which
/// it is at least in four of five cases.
///
/// There are a few more seats than vertices, so that one vertex more or less does not change which seat a random word
/// means: that lets the memory of the next choices be fetched beforehand.
///
/// Bounds are whole numbers of a unit, so that their sums are exact and what is taken away leaves nothing behind. Rates that are
/// far below the greatest are less than a unit, which is then their bound.
///
/// A. Slepoy, A. P. Thompson and S. J. Plimpton, *A constant-time kinetic Monte Carlo algorithm for simulation of large
/// biochemical reaction networks*, Journal of Chemical Physics 128 (2008) 205101, DOI 10.1063/1.2919546; G. St-Onge
/// et al., *Efficient sampling of spreading processes on complex networks using a composition and rejection algorithm*,
/// Computer Physics Communications 240 (2019) 30, DOI 10.1016/j.cpc.2019.02.008.
///
/// The user's record of a vertex lies beside its place, so that both are in one line of the cache.
///
/// Memory: 8 bytes a vertex besides what its user keeps there, and 4 to 8 bytes for each vertex that a group has held at
/// once.
struct CompositionRejection<Vertex: BitwiseCopyable> {
    /// Where a vertex is.
    struct Place {
        var group: UInt32
        var position: UInt32
    }

    /// The place of a vertex, and the user's record of it.
    struct Record {
        var place: Place
        var vertex: Vertex
    }

    struct Group {
        var members: UnsafeMutablePointer<Int32>
        var count = 0

        /// The number of seats, at least that of vertices.
        var seatCount = 0
        var capacity = 0

        /// The bound as a whole number of units, as a rate, and 1 / the whole number.
        var weight: UInt64 = 0
        var bound = 0.0
        var inverse = 0.0
    }

    /// The sum of the bounds of all seats, in units.
    var total: UInt64 = 0

    /// Counts how often the numbers of seats have changed.
    var revision = 0

    /// The unit as a rate: a power of two.
    let unit: Double

    let memory: Memory
    let groups: UnsafeMutablePointer<Group>
    let totals: UnsafeMutablePointer<UInt64>
    let records: UnsafeMutablePointer<Record>

    /// Where the seats of each group end if all are put side by side, at the revision `endsRevision`; beyond the last
    /// group, up to twice `searchWidth`, no position reaches.
    private let ends: UnsafeMutablePointer<UInt64>
    var endsRevision = -1

    /// Half of the least power of two that is greater than the number of groups.
    private let searchWidth: Int
    let groupCount: Int
    private let firstBucket: UInt64

    /// A vertex that is in no group.
    static var none: UInt32 { .max }

    /// The number of the quarter of an octave, of a positive number.
    @inline(__always)
    private static func bucket(of rate: Double) -> UInt64 { rate.bitPattern >> 50 }

    /// Creates empty groups for a number of vertices.
    ///
    /// - Parameters:
    ///   - vertexCount: The number of vertices, numbered from 0.
    ///   - vertex: The data of each of them.
    ///   - rates: The least rate above 0 that a vertex can have and the greatest one.
    init(vertexCount: Int, repeating vertex: Vertex, rates: ClosedRange<Double>) {
        let first = Self.bucket(of: rates.lowerBound)
        firstBucket = first
        groupCount = Int(Self.bucket(of: rates.upperBound) - first) + 1
        // All vertices in the uppermost group are less than 2⁶² units, and so are not many more seats.
        let greatest = Double(bitPattern: (Self.bucket(of: rates.upperBound) + 1) << 50) * Double(max(vertexCount, 1))
        unit = Double(sign: .plus, exponent: Int(greatest.exponent) - 61, significand: 1)
        memory = Memory(vertexCount: vertexCount, repeating: vertex, groupCount: groupCount)
        (groups, totals, records, ends) = (memory.groups, memory.totals, memory.records.pointer, memory.ends)
        searchWidth = memory.endCount / 2
        for index in 0..<groupCount {
            let bound = Double(bitPattern: (first + UInt64(index) + 1) << 50)
            groups[index].weight = max(1, UInt64((bound / unit).rounded(.up)))
            groups[index].bound = Double(groups[index].weight) * unit
            groups[index].inverse = 1 / Double(groups[index].weight)
        }
    }

    /// The user's record of a vertex.
    subscript(vertex: Int32) -> Vertex {
        @inline(__always) get { records[Int(vertex)].vertex }
        @inline(__always) nonmutating _modify { yield &records[Int(vertex)].vertex }
    }

    /// Takes all vertices away.
    ///
    /// - Complexity: O(n) for n vertices.
    mutating func removeAll() {
        memory.forgetPlaces()
        for index in 0..<groupCount {
            groups[index].count = 0
            groups[index].seatCount = 0
            totals[index] = 0
        }
        total = 0
        revision &+= 1
    }

    /// Tests if a vertex is in the group of a rate, or in none if that is 0.
    func isSet(_ vertex: Int32, rate: Double) -> Bool {
        let group = rate > 0 ? UInt32(truncatingIfNeeded: Self.bucket(of: rate) &- firstBucket) : Self.none
        return records[Int(vertex)].place.group == group
    }

    /// Puts a vertex where its rate belongs, out of all groups if that is 0.
    ///
    /// - Complexity: O(1) amortised.
    @inline(__always)
    mutating func set(_ vertex: Int32, rate: Double) {
        let new = rate > 0 ? UInt32(truncatingIfNeeded: Self.bucket(of: rate) &- firstBucket) : Self.none
        let place = records[Int(vertex)].place
        guard place.group != new else { return }
        if place.group != Self.none { remove(from: place) }
        if new != Self.none { insert(vertex, into: new) } else { records[Int(vertex)].place.group = Self.none }
    }

    @inline(__always)
    private mutating func remove(from place: Place) {
        let group = groups + Int(place.group)
        group.pointee.count &-= 1
        let last = group.pointee.members[group.pointee.count]
        group.pointee.members[Int(place.position)] = last
        records[Int(last)].place.position = place.position
        // Seats follow when an eighth of them is free.
        let count = group.pointee.count
        if count < group.pointee.seatCount &- (group.pointee.seatCount >> 3) {
            setSeats(place.group, count + (count >> 4))
        }
    }

    @inline(__always)
    private mutating func insert(_ vertex: Int32, into number: UInt32) {
        let group = groups + Int(number)
        if group.pointee.count == group.pointee.capacity { Self.grow(group) }
        group.pointee.members[group.pointee.count] = vertex
        records[Int(vertex)].place = Place(group: number, position: UInt32(truncatingIfNeeded: group.pointee.count))
        group.pointee.count &+= 1
        let count = group.pointee.count
        if count > group.pointee.seatCount { setSeats(number, count + (count >> 4)) }
    }

    private mutating func setSeats(_ number: UInt32, _ seatCount: Int) {
        let group = groups + Int(number)
        revision &+= 1
        group.pointee.seatCount = seatCount
        total &-= totals[Int(number)]
        totals[Int(number)] = UInt64(truncatingIfNeeded: seatCount) &* group.pointee.weight
        total &+= totals[Int(number)]
    }

    @inline(never)
    static func grow(_ group: UnsafeMutablePointer<Group>) {
        let capacity = max(16, 2 * group.pointee.capacity)
        let members = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
        members.update(from: group.pointee.members, count: group.pointee.count)
        group.pointee.members.deallocate()
        group.pointee.members = members
        group.pointee.capacity = capacity
    }

    /// A seat of a group.
    struct Seat {
        var group: Int32 = 0
        var index: Int32 = 0
    }

    /// The seat that a word means, for as long as ``revision`` stays the same. There must be seats.
    ///
    /// - Complexity: O(log g) for g groups, after O(g) if numbers of seats have changed.
    @inline(__always)
    mutating func seat(_ word: UInt64) -> Seat {
        if endsRevision != revision { sumUp() }
        let position = word.multipliedFullWidth(by: total).high
        // As many steps for each position, without a branch that a processor could only guess.
        var number = 0
        var half = searchWidth
        while half > 0 {
            number = ends[number &+ half &- 1] <= position ? number &+ half : number
            half >>= 1
        }
        let rest = position &- (ends[number] &- totals[number])
        let index = Double(rest) * groups[number].inverse
        return Seat(group: Int32(truncatingIfNeeded: number), index: Int32(index))
    }

    /// Sums up the seats of the groups, so that they can be searched.
    @inline(never)
    private mutating func sumUp() {
        var sum: UInt64 = 0
        for index in 0..<groupCount {
            sum &+= totals[index]
            ends[index] = sum
        }
        endsRevision = revision
    }

    /// The vertex on a seat, or -1.
    @inline(__always)
    func vertex(on seat: Seat) -> Int32 {
        let group = groups + Int(seat.group)
        return Int(seat.index) < group.pointee.count ? group.pointee.members[Int(seat.index)] : -1
    }

    /// The vertex on a seat, or on the last one that is taken.
    @inline(__always)
    func likelyVertex(on seat: Seat) -> Int32 {
        let group = groups + Int(seat.group)
        return group.pointee.members[min(Int(seat.index), group.pointee.count &- 1)]
    }

    /// The bound of the rates of a group.
    @inline(__always)
    func bound(of seat: Seat) -> Double { groups[Int(seat.group)].bound }

    /// Reads what ``set(_:rate:)`` will ask for, so that it is in the cache.
    @inline(__always)
    func fetch(_ vertex: Int32) -> UInt32 { records[Int(vertex)].place.position }

    /// Owns the memory.
    final class Memory {
        let groups: UnsafeMutablePointer<Group>
        let totals: UnsafeMutablePointer<UInt64>
        let ends: UnsafeMutablePointer<UInt64>
        let endCount: Int
        let records: ScratchMemory<Record>
        private let vertexCount: Int
        private let groupCount: Int

        init(vertexCount: Int, repeating vertex: Vertex, groupCount: Int) {
            self.vertexCount = vertexCount
            self.groupCount = groupCount
            groups = .allocate(capacity: groupCount)
            totals = .allocate(capacity: groupCount)
            records = ScratchMemory(
                count: vertexCount,
                repeating: Record(place: Place(group: CompositionRejection.none, position: 0), vertex: vertex)
            )
            endCount = 1 << (Int.bitWidth - groupCount.leadingZeroBitCount)
            ends = .allocate(capacity: endCount)
            ends.initialize(repeating: .max, count: endCount)
            totals.initialize(repeating: 0, count: groupCount)
            for index in 0..<groupCount { (groups + index).initialize(to: Group(members: .allocate(capacity: 0))) }
        }

        deinit {
            for index in 0..<groupCount { groups[index].members.deallocate() }
            groups.deallocate()
            totals.deallocate()
            ends.deallocate()
        }

        func forgetPlaces() {
            for vertex in 0..<vertexCount {
                records.pointer[vertex].place = Place(group: CompositionRejection.none, position: 0)
            }
        }
    }
}
