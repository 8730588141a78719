import TestSupport
import Testing

@testable import Networks

/// Events come in the order of their times, whatever was added when.
@Suite struct EventQueueTests {
    /// Removes the next event.
    private func next(of queue: inout EventQueue) -> ScheduledEvent {
        if !queue.isOpen { queue.open() }
        return queue.removeFirst()
    }

    /// Takes and adds events at random, none before the last one that was taken, and compares with a list that is sorted anew.
    ///
    /// - Parameters:
    ///   - start: The time before which there are no events.
    ///   - gap: Draws how long after the last event another one comes.
    private func expectOrder(from start: Double, gap: (inout SeededGenerator) -> Double) {
        var random = SeededGenerator(seed: 3)
        var queue = EventQueue()
        var expected: [ScheduledEvent] = []
        var time = start
        for round in 0..<12_000 {
            // First there come to be more, then fewer.
            if expected.isEmpty || random.below(10) < (round < 5000 ? 7 : 2) {
                let event = ScheduledEvent(
                    time: time + gap(&random), vertex: Int32(random.below(1000)), source: Int32(random.below(2)) - 1)
                queue.insert(event)
                let place = expected.partitioningIndex { event.isBefore($0) }
                expected.insert(event, at: place)
            } else {
                let (event, first) = (next(of: &queue), expected.removeFirst())
                guard event == first else {
                    Issue.record("\(event) came instead of \(first), in round \(round)")
                    return
                }
                time = event.time
            }
            guard queue.count == expected.count else {
                Issue.record("\(queue.count) events are known instead of \(expected.count)")
                return
            }
        }
        #expect(queue.events == expected)
        let rest = expected.map { _ in next(of: &queue) }
        #expect(rest == expected)
        #expect(queue.count == 0 && !queue.isOpen && queue.events.isEmpty)
    }

    @Test("evenly, in bursts, at the same times, over all magnitudes, and before 0")
    func order() {
        expectOrder(from: 0) { Double($0.below(1 << 30)) * 0x1p-30 }
        expectOrder(from: 1e9) { $0.below(3) == 0 ? 1000 : Double($0.below(100)) * 1e-6 }
        expectOrder(from: 0) { Double($0.below(3)) }
        expectOrder(from: 0) { Double(sign: .plus, exponent: $0.below(80) - 40, significand: 1.3) }
        expectOrder(from: -100) { Double($0.below(1 << 20)) * 0x1p-15 }
        expectOrder(from: 5) { _ in 0 }
        expectOrder(from: 0) { Double($0.below(1 << 30)) * 0x1p900 }
    }

    @Test("and those that come to nothing are left out")
    func dropping() {
        var random = SeededGenerator(seed: 5)
        var queue = EventQueue()
        func comesToNothing(_ event: ScheduledEvent) -> Bool { event.vertex % 3 > 0 }
        var expected: [ScheduledEvent] = []
        var (time, takenCount) = (0.0, 0)
        for round in 0..<400 {
            for _ in 0..<random.below(round < 200 ? 60 : 10) {
                let gap = Double(random.below(1 << 20)) * (random.below(2) == 0 ? 0x1p-20 : 0x1p-14)
                let event = ScheduledEvent(time: time + gap, vertex: Int32(random.below(1000)), source: -1)
                queue.insert(event)
                if !comesToNothing(event) { expected.append(event) }
            }
            expected.sort { $0.isBefore($1) }
            for _ in 0..<random.below(12) {
                if !queue.isOpen { queue.open(dropping: comesToNothing) { _ in } }
                guard queue.isOpen else { break }
                let event = queue.removeFirst()
                time = event.time
                // Those that were added when their time had almost come have not been asked for.
                if comesToNothing(event) { continue }
                #expect(event == expected.removeFirst())
                takenCount += 1
            }
        }
        while queue.count > 0 {
            if !queue.isOpen { queue.open(dropping: comesToNothing) { _ in } }
            guard queue.isOpen else { break }
            let event = queue.removeFirst()
            if !comesToNothing(event) { #expect(event == expected.removeFirst()) }
        }
        #expect(expected.isEmpty && queue.count == 0 && queue.events.isEmpty && takenCount > 500)
        queue.removeAll()
        for vertex in [1, 2, 4] { queue.insert(ScheduledEvent(time: 2 * time, vertex: Int32(vertex), source: -1)) }
        queue.open(dropping: comesToNothing) { _ in }
        #expect(queue.count == 0 && !queue.isOpen)
        for vertex in [3, 1] { queue.insert(ScheduledEvent(time: 3 * time, vertex: Int32(vertex), source: -1)) }
        #expect(next(of: &queue).vertex == 1 && next(of: &queue).vertex == 3)
    }

    @Test("also where many are added that come before those for which one has looked ahead")
    func lookingAhead() {
        var queue = EventQueue()
        func event(at time: Double) -> ScheduledEvent { ScheduledEvent(time: time, vertex: 1, source: -1) }
        queue.insert(event(at: 100))
        queue.open()
        let times = (0..<40).map { 1 + Double($0) / 64 } + [3]
        for time in times { queue.insert(event(at: time)) }
        let taken = (0...times.count).map { _ in next(of: &queue).time }
        #expect(taken == times + [100])
    }

    @Test("an empty queue begins anew at any time")
    func removal() {
        var queue = EventQueue()
        for time in [70.0, 7, 30] { queue.insert(ScheduledEvent(time: time, vertex: 1, source: -1)) }
        let first = next(of: &queue)
        #expect(first.time == 7)
        queue.removeAll()
        #expect(queue.count == 0 && !queue.isOpen)
        for time in [3.0, 1, 2] { queue.insert(ScheduledEvent(time: time, vertex: 1, source: -1)) }
        let times = (0..<3).map { _ in next(of: &queue).time }
        #expect(times == [1, 2, 3])
    }
}

extension [ScheduledEvent] {
    /// The first place of which a condition holds, which then holds of all that come after it.
    fileprivate func partitioningIndex(_ isBehind: (ScheduledEvent) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
