import ObserverCore
import TestSupport
import Testing

/// The examples of the guide to SwiftObserver 7, as far as no other suite runs them.
@Suite(.tracksLifetimes) struct SwiftObserver7GuideTests {
    private let observer = track(TestObserver())

    // MARK: Objects that observe and are observed

    private final class Gardener: Observer {
        let receiver = Receiver()
    }

    private final class Weather: ObservableObject {
        enum Sky: Equatable { case clear, cloudy, raining }

        @MainActor static let shared = Weather()

        let messenger = Messenger<Sky>()
    }

    @MainActor @Test func objectsObserveObjects() {
        let gardener = track(Gardener())
        var skies: [Weather.Sky] = []
        gardener.observe(Weather.shared) { sky in skies.append(sky) }
        #expect(gardener.isObserving(Weather.shared))
        #expect(skies == [])
        Weather.shared.send(.raining)
        gardener.stopObserving(Weather.shared)
        Weather.shared.send(.clear)
        #expect(skies == [.raining])
    }

    @Test func anybodyMaySendThroughAMessenger() {
        let notes = track(Messenger<String>())
        var received: [String] = []
        observer.observe(notes) { note in received.append(note) }
        notes.send("water the tomatoes")
        #expect(received == ["water the tomatoes"])
    }

    @Test func havingAMessengerIsWhatMakesAnObjectObservable() {
        func ring<O: ObservableObject>(_ object: O, with message: O.Message) { object.messenger.send(message) }
        let messenger = track(Messenger<Int>())
        let weather = track(Weather())
        var received: [String] = []
        observer.observe(messenger) { received.append("\($0)") }
        observer.observe(weather) { received.append("\($0)") }
        ring(messenger, with: 1)
        ring(weather, with: .cloudy)
        #expect(received == ["1", "cloudy"])
        #expect(messenger.messenger === messenger)
    }

    private class Document {
        var title = "" { didSet { titleChanged() } }
        func titleChanged() {}
    }

    /// A custom object that has a superclass of its own and tells of its end.
    private final class Letter: Document, ObservableObject {
        enum Event: Equatable { case willChange, didChange, willDie }

        let messenger = track(Messenger<Event>())

        override func titleChanged() {
            send(.willChange)
            send(.didChange)
        }

        deinit { send(.willDie) }
    }

    @Test func aCustomObjectSendsThroughTheMessengerThatItOwns() {
        var events: [Letter.Event] = []
        var letter: Letter? = track(Letter())
        if let letter { observer.observe(letter) { events.append($0) } }
        letter?.title = "Dear reader"
        letter = nil
        #expect(events == [.willChange, .didChange, .willDie])
        #expect(observer.receiver.observationReport.observationCount == 0)
    }

    // MARK: Transforms

    @Test func anObservationMayTransformItsMessages() {
        let title = track(Var<String?>())
        var lengths: [Int] = []
        observer.observe(title).new().unwrap("Untitled").map({ $0.count }) { length in lengths.append(length) }
        title <- "Title"
        title <- nil
        #expect(lengths == [5, 8])
    }

    @Test func anOriginMayBeGivenLater() {
        let length = Var("Dummy Title").new().map { $0.count }
        let title = track(Var("Real Title"))
        length.origin.origin = title
        var received: [Int] = []
        observer.observe(length) { received.append($0) }
        title <- "Title"
        #expect(received == [5])
        #expect(length.latestMessage == 5)
    }

    @Test func textIsMappedToNumbers() {
        let texts = track(Messenger<String>())
        let numbers = texts.map { Int($0) }
        var received: [Int?] = []
        observer.observe(numbers) { received.append($0) }
        for text in ["1", "one"] { texts.send(text) }
        #expect(received == [1, nil])
    }

    @Test func updatesAreMappedToTheirNewValues() {
        let errorCode = track(Var(0))
        let newErrorCode = errorCode.new()
        var received: [Int] = []
        observer.observe(newErrorCode) { received.append($0) }
        errorCode <- 404
        #expect(received == [404])
    }

    @Test func longMessagesAreFilteredOut() {
        let texts = track(Messenger<String>())
        let shortTexts = texts.filter { $0.count < 10 }
        var received: [String] = []
        observer.observe(shortTexts) { received.append($0) }
        for text in ["short", "as long as a sentence"] { texts.send(text) }
        #expect(received == ["short"])
    }

    @Test func missingMessagesAreSuppressedOrReplaced() {
        let points = track(Messenger<Int?>())
        let scored = points.unwrap()
        let shown = points.unwrap(0)
        var received: [String] = []
        observer.observe(scored) { received.append("scored \($0)") }
        observer.observe(shown) { received.append("shown \($0)") }
        for point in [nil, 7] { points.send(point) }
        #expect(received == ["shown 0", "scored 7", "shown 7"])
    }

    @Test func aChainMayEndWithAnUnwrap() {
        let numbers = track(Messenger<Int>())
        var received: [Int] = []
        observer.observe(numbers).map {
            "\($0)"
        }.filter {
            $0.count > 1
        }.map {
            Int($0)
        }.unwrap {
            received.append($0)
        }
        for number in [1, 23] { numbers.send(number) }
        #expect(received == [23])
    }

    @Test func aTransformOfOnesOwnIsMadeOfTheOthers() {
        let texts = track(Messenger<String>())
        var received: [String] = []
        observer.observe(texts).trimmed().map { $0 + "!" }.receive { received.append($0) }
        for text in [" a b ", "  "] { texts.send(text) }
        #expect(received == ["ab!"])
    }

    // MARK: Caches

    /// A subclass of a messenger whose latest message is its state.
    private final class Door: Messenger<String>, ObservableCache {
        var latestMessage: String { state }

        var state = "closed" {
            didSet { if state != oldValue { send(state) } }
        }
    }

    @Test func aCacheMayDeriveItsLatestMessageFromItsState() {
        let door = track(Door())
        var received: [String] = []
        observer.observe(door) { received.append($0) }
        door.state = "open"
        door.state = "open"
        door.send()
        #expect(received == ["open", "open"])
        #expect(door.map { $0.count }.latestMessage == 4)
    }

    // MARK: Authors

    /// Two who share a text and do not want to hear of their own changes.
    private final class Editor: Observer {
        let receiver = Receiver()
        private(set) var heard: [String] = []
        private let text: Var<String>

        init(of text: Var<String>) {
            self.text = text
            observe(text).notFrom(self) { [unowned self] update, author in heard.append(update.new) }
        }

        func write(_ text: String) {
            self.text.set(text, as: self)
        }
    }

    @Test func whoWritesDoesNotHearItself() {
        let text = track(Var(""))
        let ada = track(Editor(of: text))
        let emmy = track(Editor(of: text))
        ada.write("by Ada")
        emmy.write("by Emmy")
        text.value = "by nobody"
        #expect(ada.heard == ["by Emmy", "by nobody"])
        #expect(emmy.heard == ["by Ada", "by nobody"])
    }

    @Test func messagesAreFilteredByTheirAuthors() {
        let texts = track(Messenger<String>())
        let joe = track(Gardener())
        let robot = track(Gardener())
        let friends = [joe]
        let fromFriends = texts.filterAuthor { author in friends.contains { $0 === author } }
        let fromJoe = texts.from(joe)
        let fromHumans = texts.notFrom(robot)
        var received: [String] = []
        observer.observe(fromFriends) { received.append("friends: \($0)") }
        observer.observe(fromJoe) { received.append("joe: \($0)") }
        observer.observe(fromHumans) { received.append("humans: \($0)") }
        texts.send("hello", from: joe)
        texts.send("beep", from: robot)
        texts.send("anonymous")
        #expect(received == ["friends: hello", "joe: hello", "humans: hello", "humans: anonymous"])
    }

    @Test func anAuthorMayBeNobody() {
        let texts = track(Messenger<String>())
        let nobody: Gardener? = nil
        let fromNobody = texts.from(nobody)
        var received: [String] = []
        observer.observe(fromNobody) { received.append("from: \($0)") }
        observer.observe(texts).from(nobody) { received.append("from: \($0)") }
        observer.observe(texts).notFrom(nobody) { received.append("not from: \($0)") }
        texts.send("hello")
        #expect(received == ["not from: hello"])
    }

    // MARK: Weak objects

    @Test func weakStandInsMayBeCollected() {
        var numbers = (1...3).map { track(Var($0)) }
        let standIns: [Weak<Var<Int>>] = numbers.map { $0.weak() }
        numbers.removeLast(2)
        #expect(standIns.map { $0.origin?.value } == [1, nil, nil])
        #expect(standIns.map { $0.latestMessage.new } == [1, 2, 3])
    }
}

extension ObservationTransformer where Transformed == String {
    /// As the documentation of the type shows it.
    fileprivate func trimmed() -> ObservationTransformer<some MessageTransform<Transform.Input, String>> {
        map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    }
}
