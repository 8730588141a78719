import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct CacheTests {
    @Test func messagesOfACacheAreOptionalOnce() {
        #expect(type(of: track(Messenger<Int>().cache()).latestMessage) == Int?.self)
        #expect(type(of: track(Messenger<Int?>().cache()).latestMessage) == Int?.self)
    }

    @Test func aCacheRemembersWhatItsOriginSendsAndWhatIsSentThroughIt() {
        let numbers = track(Messenger<Int>())
        let cache = numbers.cache()
        #expect(cache.latestMessage == nil)
        numbers.send(1)
        #expect(cache.latestMessage == 1)
        cache.send(2)
        #expect(cache.latestMessage == 2)
        cache.messenger.send(3)
        #expect(cache.latestMessage == 3)
        var received: [Int?] = []
        let observer = track(FreeObserver())
        observer.observe(cache) { received.append($0) }
        cache.send()
        #expect(received == [3])
    }

    @Test func aCacheRemembersHoweverItIsObserved() {
        let numbers = track(Messenger<Int>())
        let cache = numbers.cache()
        let (first, second) = (track(FreeObserver()), track(FreeObserver()))
        var received: [String] = []
        func check(_ number: Int, _ expected: [String], location: SourceLocation = #_sourceLocation) {
            received = []
            numbers.send(number)
            #expect(cache.latestMessage == number, sourceLocation: location)
            #expect(received == expected, sourceLocation: location)
        }
        // One, whose block may lie with the observer of many; then several; then with authors; then none.
        for _ in 0..<12 { first.observe(track(Messenger<Int>())) { _ in } }
        first.observe(cache) { [unowned cache] in received.append("a\($0 ?? 0) \(cache.latestMessage == $0)") }
        check(1, ["a1 true"])
        second.observe(cache) { received.append("b\($0 ?? 0)") }
        second.observe(cache) { received.append("c\($0 ?? 0)") }
        check(2, ["a2 true", "b2", "c2"])
        first.stopObserving(cache)
        check(3, ["b3", "c3"])
        second.observe(cache) { (number: Int?, _: AnyAuthor) in received.append("d\(number ?? 0)") }
        check(4, ["b4", "c4", "d4"])
        second.stopObserving()
        check(5, [])
        // As one of a collection, and beside it.
        first.observe(all: [cache]) { position, number in received.append("\(position) \(number ?? 0)") }
        check(6, ["0 6"])
        second.observe(cache) { received.append("e\($0 ?? 0)") }
        check(7, ["0 7", "e7"])
    }

    @Test func aMessageIsRememberedWhenItIsSentAlsoWhileAnotherIsDelivered() {
        let numbers = track(Messenger<Int>())
        let cache = numbers.cache()
        let observer = track(FreeObserver())
        var received: [String] = []
        observer.observe(cache) { [unowned cache] number in
            if number == 1 { cache.send(2) }
            received.append("\(number ?? 0): \(cache.latestMessage ?? 0)")
        }
        numbers.send(1)
        #expect(received == ["1: 2", "2: 2"])
        cache.memory.isActive = false
        numbers.send(3)
        #expect(cache.latestMessage == nil)
        #expect(received.last == "3: 0")
    }

    @Test func aCacheForgetsWithoutSendingAndCanBeToldNotToRemember() {
        let numbers = track(Messenger<Int?>())
        let cache = numbers.cache()
        var count = 0
        let observer = track(FreeObserver())
        observer.observe(cache) { _ in count += 1 }
        numbers.send(1)
        cache.latestMessage = nil
        #expect(cache.latestMessage == nil)
        #expect(count == 1)
        cache.memory.isActive = false
        numbers.send(2)
        #expect(cache.latestMessage == nil)
        #expect(count == 2)
    }

    @Test func aMessageIsRememberedBeforeAnybodyHearsIt() {
        let numbers = track(Messenger<Int>())
        let cache = numbers.cache()
        let observer = track(FreeObserver())
        var seen: [Int?] = []
        observer.observe(cache) { [unowned cache] _ in seen.append(cache.latestMessage) }
        numbers.send(1)
        numbers.send(2)
        #expect(seen == [1, 2])
    }

    @Test func whenCachedHearsOneMessage() {
        expectNoLeaks { tracker in
            let object = tracker.makeObject()
            let numbers = track(Messenger<Int>())
            let cache = numbers.cache()
            var received: [Int] = []
            cache.whenCached { received.append(object.name.isEmpty ? 0 : $0) }
            cache.send(nil)
            #expect(received.isEmpty)
            cache.send(1)
            cache.send(2)
            #expect(received == [1])
            cache.whenCached { received.append($0) }
            #expect(received == [1, 2])
            #expect(cache.observationCount == 0)
        }
    }

    @Test func whenCachedTellsTheAuthor() {
        let cache = track(Messenger<Int>()).cache()
        let author = track(FreeObserver())
        var heard: [AnyAuthor] = []
        cache.whenCached { _, author in heard.append(author) }
        cache.send(1, from: author)
        cache.whenCached { _, author in heard.append(author) }
        #expect(heard.count == 2)
        #expect(holds(heard.allSatisfy { $0 === author }))
    }

    @Test func aWeakStandInKeepsTheLatestMessageButNotTheObject() {
        var number: Var<Int>? = track(Var(12))
        weak let weakNumber = number
        let standIn = number?.weak()
        let observer = track(FreeObserver())
        var received: [Int] = []
        if let standIn { observer.observe(standIn) { received.append($0.new) } }
        number? <- 13
        #expect(received == [13])
        #expect(standIn?.latestMessage == Update(13, 13))
        #expect(holds(standIn?.origin === number))
        #expect(holds(standIn?.observable === number))
        number = nil
        #expect(weakNumber == nil)
        #expect(standIn?.origin == nil)
        #expect(standIn?.latestMessage == Update(13, 13))
    }

    @Test func theOriginOfAWeakStandInCanBeReplaced() {
        let first = track(Messenger<Int>())
        let second = track(Messenger<Int>())
        let standIn = first.weak()
        let observer = track(FreeObserver())
        var received: [Int] = []
        observer.observe(standIn) { received.append($0) }
        standIn.origin = second
        first.send(1)
        second.send(2)
        standIn.origin = nil
        second.send(3)
        #expect(received == [2])
    }
}
