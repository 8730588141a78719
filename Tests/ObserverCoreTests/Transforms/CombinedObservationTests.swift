import ObserverCore
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
        let e = a.new()
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

    @Test func freeCombinedObservations() {
        let a = track(Var(1))
        let b = track(Var(2))
        var sum = 0
        observe(a, b) { sum = $0.new + $1.new }
        a <- 10
        #expect(sum == 12)
        var authors: [ObjectIdentifier] = []
        observe(a, b) { _, _, author in authors.append(ObjectIdentifier(author)) }
        a <- 20
        #expect(sum == 22)
        #expect(authors == [ObjectIdentifier(a)])
    }
}
