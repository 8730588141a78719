/// Something that will happen to a vertex.
struct ScheduledEvent: BitwiseCopyable, Equatable {
    /// When.
    var time: Double
    var vertex: Int32

    /// The neighbour that brings it about; -1 if none does.
    var source: Int32

    /// True if a neighbour brings it about.
    @inline(__always)
    var isContact: Bool { source >= 0 }

    /// The time as an integer that is in the same order.
    @inline(__always)
    var key: UInt64 {
        let bits = Int64(bitPattern: time.bitPattern)
        return UInt64(bitPattern: bits ^ (bits >> 63 | .min))
    }

    /// Events at the same time have an order, too, so that nothing depends on how they lay in memory.
    @inline(__always)
    func isBefore(_ other: ScheduledEvent) -> Bool {
        if time != other.time { return time < other.time }
        return (vertex, source) < (other.vertex, other.source)
    }
}

/// Events in the order of their times, of which none comes before one that was taken: a radix heap (R. K. Ahuja,
/// K. Mehlhorn, J. B. Orlin and R. E. Tarjan, Journal of the ACM 37 (1990) 213, DOI 10.1145/77600.77615) over digits of four
/// bits, whose first events are sorted.
///
/// An event lies in the bucket of the highest digit in which its time differs from a base that no event precedes, and of that
/// digit's value. When the first bucket that is not empty holds more than a few events, they are dealt to buckets of lower
/// digits, and the base moves up to where it begins; few are sorted and then taken one by one. Each event moves only towards
/// lower digits, some three times where it is one among 100,000.
///
/// Memory: 16 bytes for each event that a bucket has held at once, up to twice that.
struct EventQueue {
    /// Up to how many events are sorted.
    private static let sortedCount = 16

    /// Among up to how many events those are looked for that come to nothing: so few that what is known of them is still in the cache when
    /// their time comes.
    private static let droppingCount = 1024

    /// How many events ahead what is known of one is fetched meanwhile.
    private static let fetchDistance = 12

    private static let digitCount = 16
    private static let digitValueCount = 16

    private struct Bucket {
        var events: UnsafeMutablePointer<ScheduledEvent>
        var count = 0
        var capacity = 0
    }

    private let memory: Memory
    private let buckets: UnsafeMutablePointer<Bucket>

    /// For each digit which of its buckets are not empty.
    private let occupied: UnsafeMutablePointer<UInt16>

    /// Which digits have a bucket that is not empty.
    private var occupiedDigits: UInt16 = 0

    /// The first events, the next one at the end: all that come before `firstEnd`.
    private var first: Bucket {
        @inline(__always) get { buckets[Self.digitCount * Self.digitValueCount] }
        @inline(__always) nonmutating _modify { yield &buckets[Self.digitCount * Self.digitValueCount] }
    }

    private var firstEnd: UInt64 = 0
    private var base: UInt64 = 0

    /// The number of events.
    private(set) var count = 0

    /// Creates an empty queue.
    init() {
        memory = Memory()
        (buckets, occupied) = (memory.buckets, memory.occupied)
    }

    /// True if the next event is known without ``open()``.
    @inline(__always)
    var isOpen: Bool { first.count > 0 }

    /// The time of the next event, which must be known.
    @inline(__always)
    var nextTime: Double { first.events[first.count &- 1].time }

    /// The events that come next as far as they are known, the first one at the end.
    @inline(__always)
    var nextEvents: UnsafeBufferPointer<ScheduledEvent> {
        UnsafeBufferPointer(start: first.events, count: first.count)
    }

    /// Some that come after ``nextEvents``, if these do not come much later, in no order.
    @inline(__always)
    var laterEvents: UnsafeBufferPointer<ScheduledEvent> {
        guard occupiedDigits != 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        let digit = occupiedDigits.trailingZeroBitCount
        let bucket = buckets + (digit &* Self.digitValueCount &+ occupied[digit].trailingZeroBitCount)
        let (events, count) = (bucket.pointee.events, bucket.pointee.count)
        return UnsafeBufferPointer(start: events, count: count <= Self.sortedCount ? count : 0)
    }

    /// Takes the next event, which must be known.
    @inline(__always)
    mutating func removeFirst() -> ScheduledEvent {
        count &-= 1
        first.count &-= 1
        return first.events[first.count]
    }

    /// Adds an event, which must not come before one that was taken.
    ///
    /// - Complexity: O(1) amortised.
    @inline(__always)
    mutating func insert(_ event: ScheduledEvent) {
        count &+= 1
        if event.key < firstEnd { insertFirst(event) } else { put(event) }
    }

    /// Takes all events away.
    mutating func removeAll() {
        for index in 0...Self.digitCount * Self.digitValueCount { buckets[index].count = 0 }
        for digit in 0..<Self.digitCount { occupied[digit] = 0 }
        (occupiedDigits, firstEnd, base, count) = (0, 0, 0, 0)
    }

    /// All events, in their order.
    var events: [ScheduledEvent] {
        (0...Self.digitCount * Self.digitValueCount).flatMap { index in
            UnsafeBufferPointer(start: buckets[index].events, count: buckets[index].count)
        }.sorted { $0.isBefore($1) }
    }
}

// MARK: - Buckets

extension EventQueue {
    @inline(__always)
    private mutating func put(_ event: ScheduledEvent) {
        let digit = (63 &- ((event.key ^ base) | 1).leadingZeroBitCount) >> 2
        let value = Int(truncatingIfNeeded: event.key >> UInt64(truncatingIfNeeded: digit &* 4)) & 15
        occupied[digit] |= 1 << UInt16(truncatingIfNeeded: value)
        occupiedDigits |= 1 << UInt16(truncatingIfNeeded: digit)
        Self.append(event, to: buckets + (digit &* Self.digitValueCount &+ value))
    }

    @inline(__always)
    private static func append(_ event: ScheduledEvent, to bucket: UnsafeMutablePointer<Bucket>) {
        if bucket.pointee.count == bucket.pointee.capacity { grow(bucket) }
        bucket.pointee.events[bucket.pointee.count] = event
        bucket.pointee.count &+= 1
    }

    @inline(never)
    private static func grow(_ bucket: UnsafeMutablePointer<Bucket>) {
        let capacity = max(sortedCount, 2 * bucket.pointee.capacity)
        let events = UnsafeMutablePointer<ScheduledEvent>.allocate(capacity: capacity)
        events.update(from: bucket.pointee.events, count: bucket.pointee.count)
        bucket.pointee.events.deallocate()
        bucket.pointee.events = events
        bucket.pointee.capacity = capacity
    }

    /// Finds out which events come next: makes the first bucket that is not empty the sorted one, after dealing it to others
    /// as long as it is large. There must be events, of which none is known to be next.
    @inline(never)
    mutating func open() { open(dropping: nil) { _ in } }

    /// Finds out which events come next, as ``open()``, but drops some of those that come to nothing. None may be left then.
    ///
    /// - Parameters:
    ///   - comesToNothing: Says which these are.
    ///   - fetch: Has the memory fetched with which it is said soon.
    @inline(__always)
    mutating func open(
        dropping comesToNothing: ((ScheduledEvent) -> Bool)?, fetching fetch: (ScheduledEvent) -> Void
    ) {
        while occupiedDigits != 0 {
            let digit = occupiedDigits.trailingZeroBitCount
            let value = occupied[digit].trailingZeroBitCount
            occupied[digit] &= occupied[digit] &- 1
            if occupied[digit] == 0 { occupiedDigits &= ~(1 << UInt16(truncatingIfNeeded: digit)) }
            let shift = UInt64(truncatingIfNeeded: digit &* 4)
            let bucket = buckets + (digit &* Self.digitValueCount &+ value)
            let above = digit &+ 1 < Self.digitCount ? (base >> (shift &+ 4)) << (shift &+ 4) : 0
            base = above | UInt64(truncatingIfNeeded: value) << shift
            let events = bucket.pointee.events
            var count = bucket.pointee.count
            bucket.pointee.count = 0
            if let comesToNothing, count <= Self.droppingCount {
                let kept = Self.keep(events, count, unless: comesToNothing, fetching: fetch)
                self.count &-= count &- kept
                count = kept
            }
            if count <= Self.sortedCount || digit == 0 {
                let end = base &+ 1 << shift
                // Nothing comes after the last bucket of the first digit.
                firstEnd = end == 0 ? .max : end
                sort(events, count)
                if isOpen { return }
            } else {
                deal(events, count, below: digit)
            }
        }
    }

    /// Moves those events to the front that do not come to nothing.
    ///
    /// - Returns: How many there are.
    @inline(__always)
    private static func keep(
        _ events: UnsafeMutablePointer<ScheduledEvent>, _ count: Int, unless comesToNothing: (ScheduledEvent) -> Bool,
        fetching fetch: (ScheduledEvent) -> Void
    ) -> Int {
        for index in 0..<min(fetchDistance, count) { fetch(events[index]) }
        var kept = 0
        for index in 0..<count {
            if index &+ fetchDistance < count { fetch(events[index &+ fetchDistance]) }
            // Written in any case, since nobody can guess which ones come to nothing.
            let event = events[index]
            events[kept] = event
            kept &+= comesToNothing(event) ? 0 : 1
        }
        return kept
    }

    /// Deals events to buckets of lower digits than that in which they have the value of the base.
    @inline(__always)
    private mutating func deal(_ events: UnsafeMutablePointer<ScheduledEvent>, _ count: Int, below digit: Int) {
        let (lower, base) = (digit &- 1, base)
        let buckets = buckets + lower &* Self.digitValueCount
        let shift = UInt64(truncatingIfNeeded: lower &* 4)
        var values: UInt32 = 0
        for index in 0..<count {
            let event = events[index]
            // Of the base the lower digits are 0.
            let value = UInt32(truncatingIfNeeded: (event.key ^ base) &>> shift)
            guard value > 0 else {
                put(event)
                continue
            }
            values |= 1 &<< value
            Self.append(event, to: buckets + Int(value))
        }
        guard values > 0 else { return }
        occupied[lower] |= UInt16(truncatingIfNeeded: values)
        occupiedDigits |= 1 << UInt16(truncatingIfNeeded: lower)
    }

    /// Makes some events the first ones.
    private func sort(_ events: UnsafeMutablePointer<ScheduledEvent>, _ count: Int) {
        let sorted = buckets + Self.digitCount * Self.digitValueCount
        while sorted.pointee.capacity < count { Self.grow(sorted) }
        let target = sorted.pointee.events
        target.update(from: events, count: count)
        sorted.pointee.count = count
        guard count <= Self.sortedCount else {
            var events = UnsafeMutableBufferPointer(start: target, count: count)
            return events.sort { $1.isBefore($0) }
        }
        for index in 1..<max(1, count) {
            let event = target[index]
            var place = index
            while place > 0, target[place &- 1].isBefore(event) {
                target[place] = target[place &- 1]
                place &-= 1
            }
            target[place] = event
        }
    }

    /// Puts an event among the first ones.
    @inline(never)
    private mutating func insertFirst(_ event: ScheduledEvent) {
        let sorted = buckets + Self.digitCount * Self.digitValueCount
        Self.append(event, to: sorted)
        let events = sorted.pointee.events
        var place = sorted.pointee.count &- 1
        while place > 0, events[place &- 1].isBefore(event) {
            events[place] = events[place &- 1]
            place &-= 1
        }
        events[place] = event
        if sorted.pointee.count > 2 * Self.sortedCount { thinOut() }
    }

    /// Puts the later half of the first events into buckets.
    private mutating func thinOut() {
        let sorted = buckets + Self.digitCount * Self.digitValueCount
        let half = sorted.pointee.count / 2
        // Events that come before the base have no bucket, and those at the same time stay together.
        var limit = max(sorted.pointee.events[half].key, base)
        if limit == sorted.pointee.events[sorted.pointee.count &- 1].key { limit &+= 1 }
        var moved = 0
        while sorted.pointee.events[moved].key >= limit {
            put(sorted.pointee.events[moved])
            moved &+= 1
            if moved == sorted.pointee.count { break }
        }
        firstEnd = min(firstEnd, limit)
        guard moved > 0 else { return }
        sorted.pointee.count &-= moved
        for index in 0..<sorted.pointee.count { sorted.pointee.events[index] = sorted.pointee.events[index &+ moved] }
    }

    /// Owns the memory.
    private final class Memory {
        let buckets: UnsafeMutablePointer<Bucket>
        let occupied: UnsafeMutablePointer<UInt16>

        init() {
            let count = EventQueue.digitCount * EventQueue.digitValueCount + 1
            buckets = .allocate(capacity: count)
            for index in 0..<count { (buckets + index).initialize(to: Bucket(events: .allocate(capacity: 0))) }
            occupied = .allocate(capacity: EventQueue.digitCount)
            occupied.initialize(repeating: 0, count: EventQueue.digitCount)
        }

        deinit {
            for index in 0...EventQueue.digitCount * EventQueue.digitValueCount { buckets[index].events.deallocate() }
            buckets.deallocate()
            occupied.deallocate()
        }
    }
}
