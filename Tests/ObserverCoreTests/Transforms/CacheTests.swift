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
