import TestSupport
import Testing

@testable import ObserverCore

/// Who the observers are told has sent a message.
@Suite(.tracksLifetimes) struct AuthorTests {
    private let observer = TestObserver()
    private let author = TestObserver()

    @Test func withoutAnAuthorTheObjectIsTheAuthor() {
        let station = Station()
        let authors = Log<AnyAuthor>()
        observer.observe(station) { authors($1) }
        station.send("by itself")
        station.messenger.send("by its messenger")
        station.send("by another", from: author)
        let expected: [AnyAuthor] = [station, station.messenger, author]
        #expect(authors.entries.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
    }

    @Test func aVariableIsTheAuthorOfItsUpdates() {
        let variable = track(Var(1))
        let authors = Log<AnyAuthor>()
        observer.observe(variable) { authors($1) }
        variable.value = 2
        variable <- 3
        variable.send()
        variable.set(4, as: author)
        let expected: [AnyAuthor] = [variable, variable, variable, author]
        #expect(authors.entries.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
    }

    @Test func authorsArriveAfterOthersHaveEnded() {
        let messenger = track(Messenger<Int>())
        let (observer, other, author) = (TestObserver(), TestObserver(), TestObserver())
        let log = Log<Bool>()
        other.observe(messenger) { _ in }
        observer.observe(messenger) { [unowned author] _, sender in log(sender === author) }
        for _ in 0..<3 { other.observe(messenger) { _ in } }
        other.stopObserving()
        #expect(messenger.block?.count == 2)
        messenger.send(1, from: author)
        #expect(log.entries == [true])
    }

    @Test func authorsOfWaitingMessagesAreKept() {
        let messenger = track(Messenger<Int>())
        let station = Station()
        var authors: [String] = []
        observer.observe(messenger) { [author, unowned messenger] number, sender in
            authors.append(
                sender === author ? "author" : sender === messenger ? "messenger" : "\(type(of: sender))")
            guard number == 0 else { return }
            messenger.send(1, from: author)
            messenger.send(2)
            messenger.send(3, from: Station())
            messenger.send(4, from: messenger)
        }
        messenger.send(0, from: station)
        #expect(authors == ["Station", "author", "messenger", "Station", "messenger"])
    }

    @Test func anObjectCanSendInItsDeinit() {
        var station: Station? = Station()
        let words = Log<String>()
        let identity = station.map(ObjectIdentifier.init)
        if let station { observer.observe(station) { words("\($0) \(ObjectIdentifier($1) == identity)") } }
        station?.lastWords = "farewell"
        station = nil
        #expect(words.entries == ["farewell true"])
        #expect(observer.receiver.observationCount == 0)
    }

    /// The author of a waiting message is retained. That must not happen to one that is dying.
    @Test func anObjectThatDiesDuringADeliveryIsNotBroughtBackToLife() {
        let messenger = track(Messenger<String>())
        var station: Station? = Station(messenger: messenger)
        weak let witness = station
        let words = Log<String>()
        observer.observe(messenger) { [unowned messenger] word, author in
            words("\(word) \(author === messenger)")
            station?.lastWords = "farewell"
            station = nil
            #expect(witness == nil)
        }
        messenger.send("die", from: observer)
        #expect(words.entries == ["die false", "farewell true"])
    }

    @Test func aDyingAuthorWithoutWeakReferencesIsNotBroughtBackToLifeEither() {
        let messenger = track(Messenger<String>())
        var station: Station? = Station(messenger: messenger)
        let words = Log<String>()
        observer.observe(messenger) { [unowned messenger] word, author in
            words("\(word) \(author === messenger)")
            station?.lastWords = "farewell"
            station = nil
        }
        messenger.send("die", from: observer)
        #expect(words.entries == ["die false", "farewell true"])
    }

    private final class LastSigh: Messenger<Int> {
        deinit {
            send(1)
        }
    }

    @Test func aMessengerCanSendInItsDeinit() {
        var mortal: LastSigh? = LastSigh()
        let log = Log<String>()
        if let mortal {
            observer.observe(mortal) { [unowned(unsafe) mortal, observer] number, author in
                log("\(number) \(author === mortal)")
                guard number == 1 else { return }
                mortal.send(2)
                observer.observe(mortal) { log("late\($0)") }
            }
        }
        mortal = nil
        #expect(log.entries == ["1 true", "2 true", "late2"])
        #expect(observer.receiver.observationCount == 0)
    }
}
