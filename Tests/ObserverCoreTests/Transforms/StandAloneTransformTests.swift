import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct StandAloneTransformTests {
    let observer = track(FreeObserver())

    @Test func aChainCanBeObservedByMany() {
        let title = track(Var<String?>())
        let length = title.new().unwrap("Untitled").map { $0.count }
        var first: [Int] = []
        var second: [Int] = []
        observer.observe(length) { first.append($0) }
        observer.observe(length) { second.append($0) }
        title <- "Title"
        title <- nil
        #expect(first == [5, 8])
        #expect(second == first)
    }

    @Test func theAuthorGoesThrough() {
        let number = track(Var(1))
        let text = number.new().filter { $0 > 1 }.map { "\($0)" }
        var authors: [AnyAuthor] = []
        observer.observe(text) { _, author in authors.append(author) }
        number.set(2, as: observer)
        number.value = 3
        #expect(authors.count == 2)
        #expect(holds(authors[0] === observer))
        #expect(holds(authors[1] === number))
    }

    @Test func replacingAnOriginSendsNothingAndChangesWhoIsHeard() {
        let original = track(Var<Int?>(1))
        let transform = original.new().unwrap().map { "\($0)" }
        var received: [String] = []
        observer.observe(transform) { received.append($0) }
        original.send()
        let replacement = track(Var<Int?>(42))
        transform.origin.origin.origin = replacement
        #expect(received == ["1"])
        original.send()
        #expect(received == ["1"])
        replacement.send()
        #expect(received == ["1", "42"])
        #expect(original.observationCount == 0)
    }

    @Test func aReplacementThatAsksForItSendsWhatTheTransformMakesOfTheLatestMessage() {
        let filter = track(Var(1)).new().filter { $0 > 10 }
        let mapper = track(Var(1)).map { $0.new }
        var received: [String] = []
        observer.observe(filter) { received.append("filter \($0)") }
        observer.observe(mapper) { received.append("mapper \($0)") }
        mapper.replaceOrigin(with: Var(5))
        filter.replaceOrigin(with: Var(6).new())
        filter.replaceOrigin(with: Var(60).new())
        #expect(received == ["mapper 5", "filter 60"])
    }

    @Test func transformsThatSuppressNothingAreCaches() {
        let number = track(Var<Int?>(7))
        #expect(number.new().latestMessage == 7)
        #expect(number.new().unwrap(0).latestMessage == 7)
        #expect(number.new().unwrap(0).map { $0 * 2 }.latestMessage == 14)
        let doubled = number.new().unwrap(0).map { $0 * 2 }
        var received: [Int] = []
        observer.observe(doubled) { received.append($0) }
        doubled.send()
        doubled.send(5)
        #expect(received == [14, 5])
        #expect(doubled.latestMessage == 14)
    }

    @Test func aFilterCanBeAskedWithoutSending() {
        let short = track(Var("")).new().filter { $0.count < 5 }
        var count = 0
        observer.observe(short) { _ in count += 1 }
        #expect(short.passes("this"))
        #expect(!short.passes("this is too long"))
        #expect(count == 0)
        #expect(Messenger<Int?>().unwrap().passes(1))
        #expect(!Messenger<Int?>().unwrap().passes(nil))
        #expect(Messenger<Int>().from(observer).passes(from: observer))
        #expect(!Messenger<Int>().notFrom(observer).passes(from: observer))
    }

    @Test func selectHearsOneMessageOnly() {
        let text = track(Messenger<String>())
        let right = text.select("right message")
        var count = 0
        observer.observe(right) { count += 1 }
        text.send("wrong message")
        text.send("right message")
        #expect(count == 1)
    }

    @Test func aTransformHoldsItsOriginAndEndsItsObservationWhenItDies() {
        expectNoLeaks { tracker in
            let object = tracker.makeObject()
            let number = track(Var(1))
            var transform: Mapper<Var<Int>, Int>? = number.map { update in object.name.isEmpty ? 0 : update.new }
            #expect(number.observationCount == 1)
            #expect(holds(transform?.origin === number))
            transform = nil
            #expect(number.observationCount == 0)
        }
    }

    @Test func aTransformThatDiesInItsOwnDeliveryHarmsNothing() {
        let number = track(Var(1))
        var transform: Mapper<Var<Int>, Int>? = number.new()
        var received: [Int] = []
        if let transform {
            observer.observe(transform) { received.append($0) }
        }
        observer.observe(number) { _ in transform = nil }
        let late = number.new()
        observer.observe(late) {
            received.append(-$0)
            transform = nil
        }
        number <- 2
        number <- 3
        #expect(received == [2, -2, -3])
    }
}
