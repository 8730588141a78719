import ObserverCombine
import ObserverCore
import TestSupport
import Testing

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// What a publisher publishes, to whom, and in which order.
@Suite(.tracksLifetimes) struct PublisherTests {
    /// The example of the seed document: the first update, which is of no change, is dropped.
    @Test func aVariableIsObservedThroughCombine() {
        @ObservableVar var number = 7
        let numberPublisher = $number.publisher()
        let log = Log<Int>()
        let cancellable = numberPublisher.dropFirst().sink { numberUpdate in log(numberUpdate.new) }
        #expect(log.entries == [])
        number = 42
        #expect(log.entries == [42])
        cancellable.cancel()
    }

    @Test func aPublisherOfAVariableBeginsWithTheValue() {
        let number = track(Var(7))
        let log = Log<Update<Int>>()
        let cancellable = number.publisher().sink { log($0) }
        #expect(log.entries == [Update(7, 7)])
        number.value = 42
        number.value = 42
        #expect(log.entries == [Update(7, 7), Update(7, 42)])
        cancellable.cancel()
    }

    @Test func eachSubscriptionBeginsWithTheValueOfItsTime() {
        let number = track(Var(1))
        let publisher = number.publisher()
        number.value = 2
        let log = Log<String>()
        let first = publisher.sink { log("first \($0.old) \($0.new)") }
        number.value = 3
        let second = publisher.sink { log("second \($0.old) \($0.new)") }
        number.value = 4
        #expect(log.entries == ["first 2 2", "first 2 3", "second 3 3", "first 3 4", "second 3 4"])
        first.cancel()
        second.cancel()
    }

    @Test func anObjectWithoutACachePublishesOnlyWhatItSends() {
        let station = Station()
        let log = Log<String>()
        station.send("unheard")
        let cancellable = station.publisher().sink { log($0) }
        #expect(log.entries == [])
        station.send("news")
        station.messenger.send("weather")
        #expect(log.entries == ["news", "weather"])
        cancellable.cancel()
    }

    @Test func aCacheOfOnesOwnPublishesItsLatestMessageFirst() {
        let board = Board()
        let publisher = board.publisher()
        board.latestMessage = "something"
        let log = Log<String>()
        let cancellable = publisher.sink { log($0) }
        board.send("more")
        board.send()
        #expect(log.entries == ["something", "more", "something"])
        cancellable.cancel()
    }

    @Test func aMessengerOfNothingPublishes() {
        let bell = track(Messenger<Void>())
        let log = Log<String>()
        let cancellable = bell.publisher().sink { log("ding") }
        bell.send()
        #expect(log.entries == ["ding"])
        cancellable.cancel()
    }

    @Test func subscribersAndObserversReceiveInTheOrderInWhichTheyBegan() {
        let messenger = track(Messenger<Int>())
        let publisher = messenger.publisher()
        let observer = TestObserver()
        let log = Log<String>()
        let first = publisher.sink { log("first \($0)") }
        observer.observe(messenger) { log("observer \($0)") }
        let second = publisher.sink { log("second \($0)") }
        messenger.send(1)
        messenger.send(2)
        #expect(log.entries == ["first 1", "observer 1", "second 1", "first 2", "observer 2", "second 2"])
        first.cancel()
        second.cancel()
    }

    @Test func whereTheTypeDoesNotSayThatThereIsACacheNothingComesFirst() {
        func publish<O: ObserverCore.ObservableObject<Update<Int>>>(_ object: O) -> PublisherOnObservable<O> {
            object.publisher()
        }
        let number = track(Var(7))
        let log = Log<Int>()
        let cancellable = publish(number).sink { log($0.new) }
        number.value = 8
        #expect(log.entries == [8])
        cancellable.cancel()
    }

    // MARK: Transforms

    @Test func aTransformThatIsACachePublishesItsLatestMessageFirst() {
        let number = track(Var(7))
        let publisher = number.new().map { "\($0)" }.publisher()
        let log = Log<String>()
        let cancellable = publisher.sink { log($0) }
        number.value = 8
        #expect(log.entries == ["7", "8"])
        withExtendedLifetime(publisher) { cancellable.cancel() }
    }

    @Test func aFilterPublishesOnlyWhatPasses() {
        let number = track(Var(200))
        let filter = number.new().filter { $0 > 100 }
        let log = Log<Int>()
        let cancellable = filter.publisher().sink { log($0) }
        for value in [300, 50, 400] { number.value = value }
        #expect(log.entries == [300, 400])
        withExtendedLifetime(filter) { cancellable.cancel() }
    }

    /// A subscription keeps its object no more alive than any other observation does.
    @Test func aTransformThatNobodyHoldsFinishesAtOnce() {
        let number = track(Var(7))
        let log = Log<String>()
        let cancellable = number.new().publisher().sink { _ in
            log("finished")
        } receiveValue: {
            log("\($0)")
        }
        number.value = 8
        #expect(log.entries == ["7", "finished"])
        #expect(number.observationCount == 0)
        cancellable.cancel()
    }
}
