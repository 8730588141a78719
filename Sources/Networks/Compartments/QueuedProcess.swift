import SimulationEngine

/// A process that knows the events to come, and makes them in the order of their times.
protocol QueuedProcess: EventProcess {
    /// The graph.
    var graph: Graph { get }

    var queue: EventQueue { get set }

    /// How many events are left of a stretch.
    var eventsLeft: Int { get set }

    /// Makes an event, unless it comes to nothing.
    ///
    /// - Returns: The vertex that it has changed; -1 if there is none.
    mutating func make(_ event: ScheduledEvent, _ rows: AdjacencyRows.Pointers) -> Int32

    /// Has the memory fetched that the next events need.
    func fetch(_ events: UnsafeBufferPointer<ScheduledEvent>, _ rows: AdjacencyRows.Pointers)
}

extension QueuedProcess {
    @inline(__always)
    mutating func makeEvents(to end: Double, telling listener: some JumpListener) -> EventStretch {
        var stretch = EventStretch.complete(at: end)
        graph.outgoing.withPointers { rows in
            var left = eventsLeft
            defer { eventsLeft = left }
            var hasNoted = false
            var time: Double?
            while true {
                if !queue.isOpen {
                    guard queue.count > 0 else { return }
                    queue.open()
                    fetch(queue.nextEvents, rows)
                }
                guard queue.nextTime <= end, !hasNoted || queue.nextTime == time else { return }
                if left <= 0, !hasNoted {
                    left = JumpPace.stretch
                    return stretch = .underWay(at: time, triedUntil: queue.nextTime, jumps: JumpPace.stretch)
                }
                left &-= 1
                let event = queue.removeFirst()
                let vertex = make(event, rows)
                guard vertex >= 0 else { continue }
                time = event.time
                if listener.note(Int(vertex), at: event.time) {
                    hasNoted = true
                    stretch = .complete(at: event.time)
                }
            }
        }
        return stretch
    }
}
