@testable import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct CombinedObservationTests {
    let observer = track(FreeObserver())

    @Test func whoeverSendsTheOthersAreAsked() {
        let text = track(Var<String?>())
        let number = track(Var(0))
        var received: [String] = []
        observer.observe(text, number) { text, number in
            received.append("\(text.new ?? "nil") \(text.isChange) \(number.new) \(number.isChange)")
        }
        #expect(received.isEmpty)
        text <- "new"
        number <- 7
        #expect(received == ["new true 0 false", "new false 7 true"])
    }

    @Test func anyNumberOfCachesCanBeObservedTogether() {
        let a = track(Var(1))
        let b = track(Var("b"))
        let c = track(Var(2.5))
        let d = track(Messenger<Int>()).cache()
        let e = track(a.new())
        var received: [String] = []
        observer.observe(a, b, c, d, e) { a, b, c, d, e in
            received.append("\(a.new) \(b.new) \(c.new) \(d ?? 0) \(e)")
        }
        d.send(4)
        b <- "B"
        #expect(received == ["1 b 2.5 4 1", "1 B 2.5 4 1"])
    }

    @Test func theAuthorIsThatOfTheMessageThatWasSent() {
        let a = track(Var(1))
        let b = track(Var(2))
        let c = track(Var(3))
        var authors: [ObjectIdentifier] = []
        observer.observe(a, b) { _, _, author in authors.append(ObjectIdentifier(author)) }
        observer.observe(a, b, c) { _, _, _, author in authors.append(ObjectIdentifier(author)) }
        b.set(5, as: observer)
        c.value = 6
        #expect(authors == [ObjectIdentifier(observer), ObjectIdentifier(observer), ObjectIdentifier(c)])
    }

    @Test func fourAndFiveHaveAnAuthorToo() {
        let a = track(Var(1))
        let b = track(Var("b"))
        let c = track(Messenger<Int>().cache())
        let d = track(Var(2.5))
        let e = track(a.new())
        var received: [String] = []
        func isMine(_ author: AnyAuthor) -> String { author === observer ? "mine" : "other" }
        observer.observe(a, b, c, d) { a, b, c, d, author in
            received.append("\(a.new) \(b.new) \(c ?? 0) \(d.new) \(isMine(author))")
        }
        observer.observe(a, b, c, d, e) { a, b, c, d, e, author in
            received.append("\(a.new) \(b.new) \(c ?? 0) \(d.new) \(e) \(isMine(author))")
        }
        c.send(4, from: observer)
        b <- "B"
        #expect(received == ["1 b 4 2.5 mine", "1 b 4 2.5 1 mine", "1 B 4 2.5 other", "1 B 4 2.5 1 other"])
    }

    @Test func aMessageIsThatOfItsSenderEvenWhereTypesAreTheSame() {
        let a = track(Var(1))
        let b = track(Var(2))
        var received: [(Update<Int>, Update<Int>)] = []
        observer.observe(a, b) { received.append(($0, $1)) }
        b <- 20
        #expect(received.count == 1)
        #expect(received[0] == (Update(1, 1), Update(2, 20)))
    }

    @Test func nothingIsKeptAlive() {
        expectNoLeaks { tracker in
            let object = tracker.makeObject()
            let a = track(Var(1))
            var b: Var<Int>? = track(Var(2))
            weak let weakB = b
            var count = 0
            if let b { observer.observe(a, b) { _, _ in count += object.name.count } }
            b = nil
            #expect(weakB == nil)
            a <- 2
            #expect(count == 0)
            observer.stopObserving(a)
        }
    }

    @Test func whenAnObjectDiesTheObservationsOfTheOthersEnd() {
        let a = track(Var(1))
        let tracker = LifetimeTracker()
        for _ in 0..<100 {
            let (b, c) = (track(Var(2)), track(Var(3)))
            observer.observe(a, b, c) { [token = tracker.makeObject()] _, _, _ in _ = token }
            #expect(a.observationCount == 1 && observer.receiver.observationCount == 3)
            #expect(observer.isObserving(a) && observer.isObserving(b))
        }
        #expect(a.observationCount == 0 && observer.receiver.observationCount == 0)
        #expect(tracker.livingCount == 0)
        #expect(!observer.isObserving(a))
    }

    @Test func anObservationThatIsStoppedLeavesTheOthers() {
        let (a, b) = (track(Var(1)), track(Var(2)))
        var sums: [Int] = []
        observer.observe(a, b) { sums.append($0.new + $1.new) }
        observer.stopObserving(b)
        #expect(observer.isObserving(a) && !observer.isObserving(b))
        b <- 20
        a <- 10
        #expect(sums == [30])
    }

    @Test func nothingIsLeftOfObservationsThatTheObjectsEnded() {
        let (a, b) = (track(Var(1)), track(Var(2)))
        for _ in 0..<100 {
            observer.observe(a, b) { _, _ in }
            a.stopBeingObserved()
            b.stopBeingObserved()
        }
        #expect(observer.receiver.parts.isEmpty)
    }

    /// The closure that ends with the first part lets go of the observer, while the other part is still to end.
    @Test func theObserverMayDieWithTheFirstPart() {
        let tracker = LifetimeTracker()
        let a = track(Var(1))
        var b: Var<Int>? = track(Var(2))
        var mortal: TestObserver? = TestObserver()
        if let b {
            mortal?.observe(a, b) { [token = tracker.makeObject { mortal = nil }] _, _ in _ = token }
        }
        b = nil
        #expect(mortal == nil && tracker.livingCount == 0)
        #expect(a.observationCount == 0)
    }
}

/// Those that nobody in particular makes.
@Suite(.tracksLifetimes) struct FreeCombinedObservationTests {
    private let a = track(Var(1)), b = track(Var(2)), c = track(Var(3)), d = track(Var(4)), e = track(Var(5))

    @Test func anyNumberOfCachesCanBeObservedTogether() {
        var sums: [Int] = []
        observe(a, b) { sums.append($0.new + $1.new) }
        observe(a, b, c) { sums.append($0.new + $1.new + $2.new) }
        observe(a, b, c, d, e, a) { sums.append($0.new + $1.new + $2.new + $3.new + $4.new + $5.new) }
        a <- 10
        #expect(sums == [12, 15, 34, 34])
        FreeObserver.shared.stopObserving(a)
        a <- 20
        #expect(sums.count == 4)
    }

    @Test func theyTakeTheAuthorToo() {
        let observer = track(FreeObserver())
        var mine: [Int] = []
        observe(a, b) { if $2 === observer { mine.append($0.new + $1.new) } }
        observe(a, b, c) { if $3 === observer { mine.append($0.new + $1.new + $2.new) } }
        observe(a, b, c, d) { if $4 === observer { mine.append($0.new + $1.new + $2.new + $3.new) } }
        observe(a, b, c, d, e) { if $5 === observer { mine.append($0.new + $1.new + $2.new + $3.new + $4.new) } }
        a.set(10, as: observer)
        #expect(mine == [12, 15, 19, 24])
        a.value = 20
        #expect(mine.count == 4)
    }
}
