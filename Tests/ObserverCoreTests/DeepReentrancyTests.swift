import ObserverCore
import TestSupport
import Testing

/// Each of very many messages is sent by a closure that is just receiving the one before.
@Suite(.tracksLifetimes) struct DeepReentrancyTests {
    private static let depth = 100_000

    private let observers = (0..<3).map { _ in TestObserver() }

    /// Counts closures that have been called and not returned.
    private final class Nesting {
        private(set) var callCount = 0
        private(set) var greatestDepth = 0
        private var depth = 0
        private let lifetime = trackedObject("nesting")

        func callAsFunction(_ action: () -> Void) {
            callCount += 1
            depth += 1
            greatestDepth = max(greatestDepth, depth)
            action()
            depth -= 1
        }
    }

    @Test func messagesNeitherNestOnTheStackNorPileUp() {
        let messenger = track(Messenger<TrackedObject>())
        let nesting = Nesting()
        let tracker = LifetimeTracker()
        let orders = observers.map { _ in Log<Int>() }
        var mostLiving = 0
        for (place, observer) in observers.enumerated() {
            observer.observe(messenger) { [unowned messenger, orders] _ in
                nesting {
                    orders[place](tracker.madeCount)
                    mostLiving = max(mostLiving, tracker.livingCount)
                    if place == 1, tracker.madeCount < Self.depth { messenger.send(tracker.makeObject()) }
                }
            }
        }
        messenger.send(tracker.makeObject())
        #expect(nesting.callCount == 3 * Self.depth)
        #expect(nesting.greatestDepth == 1)
        // The first, which its sender holds, the one that is being delivered, and the one that waits.
        #expect(mostLiving == 3)
        #expect(orders[0].entries == Array(1...Self.depth))
        #expect(orders[1].entries == orders[0].entries)
        #expect(orders[2].entries == Array(2...Self.depth) + [Self.depth])
    }

    /// Counts how often numbers are compared.
    private struct ComparedNumber: Equatable {
        let number: Int
        let comparisons: Log<Void>

        static func == (left: ComparedNumber, right: ComparedNumber) -> Bool {
            left.comparisons(())
            return left.number == right.number
        }
    }

    @Test func changesOfAVariableNeitherNestNorCostMoreTheMoreThereAre() {
        let comparisons = Log<Void>()
        let variable = track(Var(ComparedNumber(number: 0, comparisons: comparisons)))
        let nesting = Nesting()
        let updates = observers.map { _ in Log<Update<Int>>() }
        for (place, observer) in observers.enumerated() {
            observer.observe(variable) { [unowned variable, updates] update in
                nesting {
                    updates[place](Update(update.old.number, update.new.number))
                    guard place == 0, update.new.number < Self.depth else { return }
                    variable.value = ComparedNumber(number: update.new.number + 1, comparisons: comparisons)
                }
            }
        }
        variable.value = ComparedNumber(number: 1, comparisons: comparisons)
        #expect(nesting.greatestDepth == 1)
        #expect(comparisons.entries.count == Self.depth)
        let expected = (0..<Self.depth).map { Update($0, $0 + 1) }
        for log in updates { #expect(log.entries == expected) }
    }

    @Test func messagesThatAllWaitAtOnceReachEverybodyInOrder() {
        let messenger = track(Messenger<Int>())
        let nesting = Nesting()
        let logs = observers.map { _ in Log<Int>() }
        for (place, observer) in observers.enumerated() {
            observer.observe(messenger) { [unowned messenger, logs] number in
                nesting {
                    logs[place](number)
                    guard place == 1, number == 0 else { return }
                    for next in 1...Self.depth { messenger.send(next) }
                }
            }
        }
        messenger.send(0)
        #expect(nesting.greatestDepth == 1)
        for log in logs { #expect(log.entries == Array(0...Self.depth)) }
    }
}
