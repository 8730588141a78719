import ObserverCore
import TestSupport
import Testing

/// The examples that the guide to SwiftObserver 5 has and the later ones have not, in the words that replaced its own.
@Suite(.tracksLifetimes) struct SwiftObserver5GuideTests {
    private let observer = track(TestObserver())

    // MARK: Observers

    private final class Guest: Observer {
        let receiver = Receiver()

        deinit { stopObserving() }
    }

    @Test func anObserverMayStopObservingWhenItDies() {
        let bell = track(Messenger<Void>())
        var guest: Guest? = track(Guest())
        var count = 0
        guest?.observe(bell) { count += 1 }
        bell.send()
        guest = nil
        bell.send()
        #expect(count == 1)
    }

    @Test func threeObjectsAreObservedInOneCall() {
        let television = track(Var("off"))
        let bowl = Messenger<Int>().cache()
        let doorbell = Var(false).new()
        var received: [String] = []
        observer.observe(television, bowl, doorbell) { image, food, isRinging in
            received.append("\(image.new) \(food ?? 0) \(isRinging)")
        }
        television <- "news"
        bowl.origin.send(2)
        doorbell.origin <- true
        #expect(received == ["news 0 false", "news 2 false", "news 2 true"])
    }

    // MARK: Transforms with a source

    @Test func aTransformKeepsAnOriginAliveThatNobodyElseHolds() {
        let length = track(Var<String?>().map { $0.new?.count ?? 0 })
        var received: [Int] = []
        observer.observe(length) { received.append($0) }
        length.origin <- "four"
        #expect(received == [4])
    }

    @Test func aWeakOriginDiesThatNobodyElseHolds() {
        let text = track(Weak(Var<Int?>()).new().unwrap(0).map { "\($0)" })
        #expect(text.origin.origin.origin.observable == nil)
        #expect(text.latestMessage == "0")
    }

    @Test func aTransformThatNobodyHoldsIsNotHeard() {
        let bowl = track(Messenger<Bool>())
        var count = 0
        observer.observe(bowl.map { $0 }) { _ in count += 1 }
        bowl.send(true)
        #expect(count == 0)
        #expect(bowl.observationCount == 0)
    }

    @Test func aDefaultIsNotSentWhereNilIsFilteredOut() {
        let text = track(Var<String?>())
        let title = text.new().filter { $0 != nil }.unwrap("")
        var received: [String] = []
        observer.observe(title) { received.append($0) }
        text <- "a"
        text <- nil
        text <- "b"
        #expect(received == ["a", "b"])
    }

    // MARK: Messengers

    @Test func aMappedVariableServesAsAMessenger() {
        let texts = track(Var("").new())
        var received: [String] = []
        observer.observe(texts) { received.append($0) }
        texts.send("sent")
        #expect(texts.latestMessage == "")
        texts.origin <- "kept"
        #expect(received == ["sent", "kept"])
        #expect(texts.latestMessage == "kept")
        #expect(texts.origin.value == "kept")
    }

    /// A messenger of that version is a cache by itself; today its cache is one.
    @Test func aCacheIsAMessengerThatRemembers() {
        let texts = Messenger<String>().cache()
        texts.latestMessage = "initial"
        var received: [String?] = []
        observer.observe(texts) { received.append($0) }
        #expect(texts.latestMessage == "initial")
        texts.send("sent")
        texts.send()
        #expect(received == ["sent", "sent"])
        texts.latestMessage = nil
        #expect(received.count == 2)
        #expect(texts.latestMessage == nil)
        texts.send("kept")
        texts.memory.isActive = false
        #expect(texts.latestMessage == nil)
        texts.send("not kept")
        #expect(texts.latestMessage == nil)
    }

    // MARK: Custom objects

    private final class Diary: ObservableObject {
        typealias Message = String?
        let messenger = track(Messenger<String?>())

        func forget() { send(nil) }

        deinit { send("closed") }
    }

    @Test func aCustomObjectMayNameItsMessageAndSendNil() {
        var received: [String?] = []
        var diary: Diary? = track(Diary())
        if let diary { observer.observe(diary) { received.append($0) } }
        diary?.forget()
        diary = nil
        #expect(received == [nil, "closed"])
    }

    /// Tells of its state like a variable does.
    private final class Lamp: ObservableCache {
        let messenger = track(Messenger<Update<String?>>())

        var latestMessage: Update<String?> { Update(colour, colour) }

        var colour: String? {
            didSet { if colour != oldValue { send(Update(oldValue, colour)) } }
        }
    }

    @Test func aCustomObjectMaySendUpdatesOfItsState() {
        let lamp = track(Lamp())
        var received: [Update<String?>] = []
        observer.observe(lamp) { received.append($0) }
        lamp.colour = "red"
        lamp.colour = "red"
        lamp.send()
        #expect(received == [Update(nil, "red"), Update("red", "red")])
        #expect(lamp.new().latestMessage == "red")
    }

    // MARK: Weak objects

    @Test func aWeakStandInIsMadeOfAnObject() {
        let number = track(Var(12))
        let weakNumber = Weak(number)
        var weakNumbers = [Weak<Var<Int>>]()
        weakNumbers.append(weakNumber)
        var received: [Int] = []
        observer.observe(weakNumber) { received.append($0.new) }
        number <- 13
        #expect(received == [13])
        #expect(weakNumbers.first?.observable?.value == 13)
    }
}
