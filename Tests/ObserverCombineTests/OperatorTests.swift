import ObserverCombine
import ObserverCore
import TestSupport
import Testing

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// Operators of Combine on our publishers.
@Suite(.tracksLifetimes) struct OperatorTests {
    private let number = track(Var(0))

    @Test func mapAndFilter() {
        let log = Log<String>()
        let cancellable = number.publisher().map(\.new).filter { $0.isMultiple(of: 2) }.map { "\($0)" }.sink { log($0) }
        for value in 1...6 { number.value = value }
        #expect(log.entries == ["0", "2", "4", "6"])
        cancellable.cancel()
    }

    @Test func removeDuplicates() {
        let log = Log<Int>()
        let cancellable = number.publisher().map { $0.new / 2 }.removeDuplicates().sink { log($0) }
        for value in 1...5 { number.value = value }
        #expect(log.entries == [0, 1, 2])
        cancellable.cancel()
    }

    @Test func prefixFinishesAndEndsTheObservation() {
        let log = Log<String>()
        let cancellable = number.publisher().prefix(3).sink { _ in
            log("finished")
        } receiveValue: {
            log("\($0.new)")
        }
        #expect(number.observationCount == 1)
        for value in 1...5 { number.value = value }
        #expect(log.entries == ["0", "1", "2", "finished"])
        #expect(number.observationCount == 0)
        cancellable.cancel()
    }

    @Test func firstTakesTheLatestMessageAndNeverObserves() {
        let log = Log<Int>()
        let cancellable = number.publisher().map(\.new).first().sink { log($0) }
        number.value = 1
        #expect(log.entries == [0])
        #expect(number.observationCount == 0)
        cancellable.cancel()
    }

    @Test func zipPairsTheMessagesOfTwoObjects() {
        let station = Station()
        let log = Log<String>()
        let cancellable = number.publisher().zip(station.publisher()).sink { log("\($0.new) \($1)") }
        number.value = 1
        #expect(log.entries == [])
        station.send("a")
        station.send("b")
        station.send("c")
        #expect(log.entries == ["0 a", "1 b"])
        number.value = 2
        #expect(log.entries == ["0 a", "1 b", "2 c"])
        cancellable.cancel()
    }

    /// What `combineLatest` does, from operators that OpenCombine has: it lacks that one.
    @Test func switchToLatestCombinesTheLatestOfTwoVariables() {
        let text = track(Var("a"))
        let log = Log<String>()
        let cancellable = number.publisher()
            .map { number in text.publisher().map { text in "\(number.new)\(text.new)" } }
            .switchToLatest()
            .sink { log($0) }
        number.value = 1
        text.value = "b"
        number.value = 2
        text.value = "c"
        #expect(log.entries == ["0a", "1a", "1b", "2b", "2c"])
        #expect(text.observationCount == 1)
        cancellable.cancel()
        #expect(text.observationCount == 0)
        #expect(number.observationCount == 0)
    }

    @Test func aSubjectRelaysToItsOwnSubscribers() {
        let subject = CurrentValueSubject<Int, Never>(-1)
        let log = Log<Int>()
        let relay = number.publisher().map(\.new).subscribe(subject)
        let cancellable = subject.sink { log($0) }
        number.value = 1
        #expect(log.entries == [0, 1])
        relay.cancel()
        cancellable.cancel()
    }

    @Test func assignWritesToAProperty() {
        let board = Board()
        let cancellable = number.publisher().map { "\($0.new)" }.assign(to: \.latestMessage, on: board)
        #expect(board.latestMessage == "0")
        number.value = 1
        #expect(board.latestMessage == "1")
        cancellable.cancel()
    }

    @Test func bufferKeepsMessagesForWhomCannotTakeThemAtOnce() {
        let messenger = track(Messenger<Int>())
        let subscriber = TestSubscriber<Int>()
        messenger.publisher().buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe(subscriber)
        for number in 1...4 { messenger.send(number) }
        #expect(subscriber.inputs == [])
        subscriber.demand(.unlimited)
        #expect(subscriber.inputs == [3, 4])
        subscriber.cancel()
    }
}
