import ObserverCore
import TestSupport
import Testing

/// Observable objects of one's own, in the ways in which the documents of the observer vocabulary make them.
@Suite(.tracksLifetimes) struct CustomObjectTests {
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
        let observer = track(FreeObserver())
        var events: [Letter.Event] = []
        var letter: Letter? = Letter()
        if let letter { observer.observe(letter) { events.append($0) } }
        letter?.title = "Dear reader"
        letter = nil
        #expect(events == [.willChange, .didChange, .willDie])
        #expect(observer.receiver.observationReport.observationCount == 0)
    }

    /// A subclass of a messenger whose latest message is its state.
    private final class Door: Messenger<String>, ObservableCache {
        var latestMessage: String { state }

        var state = "closed" {
            didSet { if state != oldValue { send(state) } }
        }
    }

    @Test func aCacheMayDeriveItsLatestMessageFromItsState() {
        let door = Door()
        let observer = track(FreeObserver())
        var received: [String] = []
        observer.observe(door) { received.append($0) }
        door.state = "open"
        door.state = "open"
        door.send()
        #expect(received == ["open", "open"])
        #expect(door.map { $0.count }.latestMessage == 4)
    }

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
        let ada = Editor(of: text)
        let emmy = Editor(of: text)
        ada.write("by Ada")
        emmy.write("by Emmy")
        text.value = "by nobody"
        #expect(ada.heard == ["by Emmy", "by nobody"])
        #expect(emmy.heard == ["by Ada", "by nobody"])
    }

    /// An object with a messenger or variable for each aspect.
    private final class Body {
        let position = track(Var(0.0))
        let charge = track(Var<Int?>())
        let collisions = track(Messenger<Void>())
    }

    @Test func anObjectMayOwnAMessengerForEachAspect() {
        let bodies = (0..<3).map { _ in Body() }
        let observer = track(FreeObserver())
        var log: [String] = []
        observer.observe(bodies[0].position) { log.append("position \($0.new)") }
        observer.observe(bodies[1].charge).new().unwrap(0) { log.append("charge \($0)") }
        observer.observe(bodies[2].collisions) { log.append("collision") }
        for body in bodies {
            body.position.value += 1
            body.charge <- 2
            body.charge <- nil
            body.collisions.send()
        }
        #expect(log == ["position 1.0", "charge 2", "charge 0", "collision"])
    }

    @Test func weakStandInsMayBeCollected() {
        var numbers = (1...3).map { track(Var($0)) }
        let standIns: [Weak<Var<Int>>] = numbers.map { $0.weak() }
        numbers.removeLast(2)
        #expect(standIns.map { $0.origin?.value } == [1, nil, nil])
        #expect(standIns.map { $0.latestMessage.new } == [1, 2, 3])
    }

    @Test func anOriginMayBeGivenLater() {
        let length = track(Var("Dummy Title")).new().map { $0.count }
        let title = track(Var("Real Title"))
        length.origin.origin = title
        let observer = track(FreeObserver())
        var received: [Int] = []
        observer.observe(length) { received.append($0) }
        title <- "Title"
        #expect(received == [5])
        #expect(length.latestMessage == 5)
    }
}
