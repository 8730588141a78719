import CKernels

/// A clock that waits in a ``ClockQueue``.
protocol QueuedClock: BitwiseCopyable {
    /// When it runs down; infinite if never.
    var end: Double { get }

    /// The earliest time of it that the queue has, which is not later than its end; infinite if the queue has none.
    var queued: Double { get set }
}

/// The clocks of vertices, of which the one is looked for that runs down next.
///
/// Those that have come to run down later since they were queued are found when their time comes, and times at which nothing happens any
/// more are passed over, most of them before they are sorted.
struct ClockQueue<Clock: QueuedClock> {
    private var events = EventQueue()
    private let clocks: UnsafeMutablePointer<Clock>
    private let clockCount: Int

    /// How many times the queue may have.
    private let greatestCount: Int

    /// An empty queue of the clocks in some memory, which stays as long as this.
    init(of clocks: UnsafeMutablePointer<Clock>, count: Int) {
        (self.clocks, clockCount, greatestCount) = (clocks, count, 2 * count + 1024)
    }

    /// Has the queue know when the clock of a vertex runs down, if it does not know an earlier time already.
    @inline(__always)
    mutating func enqueue(_ vertex: Int) {
        enqueue(vertex, at: clocks[vertex].end)
    }

    /// The same where it is known when that is.
    @inline(__always)
    mutating func enqueue(_ vertex: Int, at end: Double) {
        guard end < clocks[vertex].queued else { return }
        clocks[vertex].queued = end
        events.insert(ScheduledEvent(time: end, vertex: Int32(vertex), source: -1))
    }

    /// When the next clock runs down; infinite if none does.
    ///
    /// The memory of clocks is fetched that come soon.
    ///
    /// - Parameter fetch: Fetches what else is needed of a vertex when its clock runs down, which is to come soon if that is true, and else
    ///   a little later.
    /// - Returns: The time.
    /// - Complexity: O(1) amortised.
    @inline(__always)
    mutating func nextTime(fetching fetch: (Int, Bool) -> Void = { _, _ in }) -> Double {
        if events.count > greatestCount { fill() }
        while events.count > 0 {
            guard events.isOpen else {
                open(fetching: fetch)
                continue
            }
            let next = events.nextEvents[events.nextEvents.count - 1]
            let vertex = Int(next.vertex)
            if clocks[vertex].end == next.time { return next.time }
            _ = events.removeFirst()
            guard clocks[vertex].queued == next.time else { continue }
            clocks[vertex].queued = .infinity
            enqueue(vertex)
        }
        return .infinity
    }

    @inline(__always)
    private mutating func open(fetching fetch: (Int, Bool) -> Void) {
        let clocks = clocks
        events.open {
            clocks[Int($0.vertex)].queued != $0.time
        } fetching: {
            nk_prefetch(clocks + Int($0.vertex))
            fetch(Int($0.vertex), false)
        }
        for event in events.nextEvents { fetch(Int(event.vertex), true) }
        for event in events.laterEvents {
            nk_prefetch(clocks + Int(event.vertex))
            fetch(Int(event.vertex), true)
        }
    }

    /// The vertex whose clock is likely to run down next; `nil` if that is not known yet.
    @inline(__always)
    var likelyNext: Int? { events.isOpen ? Int(events.nextEvents[events.nextEvents.count &- 1].vertex) : nil }

    /// Takes the clock that runs down next, of which the time has been asked for.
    @inline(__always)
    mutating func removeFirst() -> (time: Double, vertex: Int) {
        let next = events.removeFirst()
        return (next.time, Int(next.vertex))
    }

    /// Empties the queue.
    mutating func removeAll() {
        events.removeAll()
        for vertex in 0..<clockCount { clocks[vertex].queued = .infinity }
    }

    /// Fills the queue anew, without the times at which nothing happens any more.
    mutating func fill() {
        removeAll()
        for vertex in 0..<clockCount { enqueue(vertex) }
    }
}
