import ObserverCore
import TestSupport
import Testing

/// The examples that the guide to SwiftObserver 4 has and the later ones have not, in the words that replaced its own.
@Suite(.tracksLifetimes) struct SwiftObserver4GuideTests {
    private let observer = track(TestObserver())

    @Test func numbersOfVariablesAreCalculatedInPlace() {
        let count = track(Var<Int?>())
        #expect(count.number == 0)
        count += 10
        #expect(count.value == 10)
        count -= Var(6)
        #expect(count.value == 4)
        count *= 3
        #expect(count.value == 12)
        var sum = Var(3) + Var(2)
        #expect(sum == 5)
        sum += Var(5)
        #expect(sum == 10)
    }

    private final class Minimal: ObservableCache {
        let messenger = track(Messenger<Int?>())
        let latestMessage: Int? = nil
    }

    @Test func aLatestMessageMayAlwaysBeNil() {
        let minimal = track(Minimal())
        var received: [Int?] = []
        observer.observe(minimal) { received.append($0) }
        minimal.send(1)
        minimal.send()
        #expect(received == [1, nil])
    }

    /// The selected messages of a chain that goes through several transforms.
    @Test func aSelectionStandsAtTheEndOfAChain() {
        let text = track(Var<String?>())
        let notifier = text.new().unwrap("").select("my notification")
        var count = 0
        observer.observe(notifier) { count += 1 }
        for word in ["something", "my notification", nil] { text <- word }
        #expect(count == 1)
    }

    /// An object with a messenger or variable for each aspect.
    private final class Body {
        let position = track(Var(0.0))
        let charge = track(Var<Int?>())
        let collisions = track(Messenger<Void>())
    }

    @Test func anObjectMayOwnAMessengerForEachAspect() {
        let bodies = (0..<3).map { _ in track(Body()) }
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
}
