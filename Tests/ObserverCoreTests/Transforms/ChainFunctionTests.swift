import TestSupport
import Testing

@testable import ObserverCore

/// A chain whose closures capture nothing is a single function. Nobody notices other than by the time it takes.
@Suite(.tracksLifetimes) struct ChainFunctionTests {
    private let observer = track(FreeObserver())
    private let numbers = track(Messenger<Int>())
    private let log = Log<Int>()

    @Test("a chain knows whether its closures capture something, wherever they stand")
    func capturing() {
        let two = numbers.observationCount + 2
        let plain = observer.observe(numbers).map { $0 * 2 }
        #expect(plain.transform.capturesNothing)
        #expect(plain.map { $0 + 1 }.transform.capturesNothing)
        #expect(!plain.filter { $0 > two }.transform.capturesNothing)
        #expect(!observer.observe(numbers).map { $0 * two }.filter { $0 > 0 }.transform.capturesNothing)
        #expect(!plain.filter { $0 > 0 }.filterAuthor { _ in true }.transform.capturesNothing)
    }

    @Test("chains whose closures capture nothing, something or all receive the same")
    func equalChains() {
        let (zero, two) = (numbers.observationCount, numbers.observationCount + 2)
        receiveBothWays(observer.observe(numbers).map { $0 * 2 }.filter { $0 > 0 }.map { $0 + 1 })
        receiveBothWays(observer.observe(numbers).map { $0 * 2 }.filter { $0 > zero }.map { $0 + 1 })
        receiveBothWays(observer.observe(numbers).map { $0 * two }.filter { $0 > zero }.map { $0 + two - 1 })
        for number in [1, -1, 0, 20] { numbers.send(number) }
        #expect(log.entries == Array(repeating: 3, count: 6) + Array(repeating: 41, count: 6))
    }

    /// Ends a chain by its transforms and by its function, whichever the optimiser would prefer.
    private func receiveBothWays<Transform: MessageTransform>(_ chain: ObservationTransformer<Transform>)
    where Transform.Output == Int {
        chain.receive { [log] in log($0) }
        chain.receiveThrough(chain.transform.function) { [log] in log($0) }
    }

    @Test("nil that a chain makes is a message like any other until it is unwrapped")
    func optionals() {
        let chain = observer.observe(numbers).map { $0 > 0 ? $0 : nil }.filter { $0 != 5 }
        var received: [Int?] = []
        chain.receiveThrough(chain.transform.function) { received.append($0) }
        chain.unwrap().receiveThrough(chain.unwrap().transform.function) { received.append(-$0) }
        for number in [1, -1, 5] { numbers.send(number) }
        #expect(received == [1, -1, nil])
    }

    @Test("messages that are objects are retained and released as often as need be")
    func objects() {
        expectNoLeaks { tracker in
            let objects = track(Messenger<AnyObject>())
            var count = 0
            observer.observe(objects).map { [$0] }.filter { !$0.isEmpty }.map { $0[0] }.receive { _ in count += 1 }
            let chain = observer.observe(objects).map { [$0] }.filter { !$0.isEmpty }
            chain.receiveThrough(chain.transform.function) { _ in count += 1 }
            objects.send(tracker.makeObject())
            #expect(tracker.livingCount == 0 && count == 2)
        }
    }

    @Test("what the closure at the end captures dies with the observation")
    func lifetime() {
        expectNoLeaks { tracker in
            let chain = observer.observe(numbers).map { $0 * 2 }
            chain.receiveThrough(chain.transform.function) { [token = tracker.makeObject(), log] in
                log($0)
                _ = token
            }
            numbers.send(1)
            #expect(tracker.livingCount == 1 && log.entries == [2])
            observer.stopObserving(numbers)
            #expect(tracker.livingCount == 0)
        }
    }
}
