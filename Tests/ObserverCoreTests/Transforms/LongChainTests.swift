import ObserverCore
import TestSupport
import Testing

/// Chains of stand-alone transforms that are longer than a stack is deep.
@Suite(.tracksLifetimes) struct LongChainTests {
    private static let length = 100_000

    private let observer = track(FreeObserver())

    /// A chain each of whose transforms adds 1.
    private func chain(of length: Int, from first: Messenger<Int>) -> Messenger<Int> {
        var last = first
        for _ in 0..<length { last = Mapper(last) { $0 + 1 } }
        return last
    }

    @Test func aMessageComesToTheEndOfALongChainWhichThenDies() {
        let first = track(Messenger<Int>())
        var received: [Int] = []
        do {
            let last = track(chain(of: Self.length, from: first))
            observer.observe(last) { received.append($0) }
            first.send(0)
            first.send(1)
        }
        #expect(received == [Self.length, Self.length + 1])
    }

    @Test func chainsOfAllKindsOfTransformsAreLong() {
        let first = track(Messenger<Int>())
        var links: [Messenger<Int>] = [first]
        for index in 0..<20_000 {
            let last = links[links.count - 1]
            links.append(
                index % 3 == 0
                    ? Filter(last) { $0 > 0 } : index % 3 == 1 ? Weak(last) : AuthorFilter(last) { _ in true })
        }
        var received: [Int] = []
        observer.observe(links[20_000]) { received.append($0) }
        for number in -1...2 { first.send(number) }
        #expect(received == [1, 2])
    }

    @Test func whatIsSentOnTheWayArrivesInOrderAndWithItsAuthor() {
        let first = track(Messenger<Int>())
        let middle = chain(of: 350, from: first)
        let last = chain(of: 350, from: middle)
        var received: [Int] = []
        var authors: [AnyAuthor] = []
        // Answers come from each third of the chain while a message is on its way.
        observer.observe(middle) { [unowned first] number in if number < 355 { first.send(number - 349) } }
        observer.observe(last) { number, author in
            received.append(number)
            authors.append(author)
        }
        first.send(0, from: observer)
        #expect(received == Array(700...705))
        #expect(holds(authors[0] === observer))
        #expect(holds(authors[1] === first))
    }

    @Test func aTransformThatDiesWhileItsMessageWaitsSendsNothing() {
        let first = track(Messenger<Int>())
        let middle = chain(of: 50, from: first)
        var last: Messenger<Int>? = chain(of: 500, from: middle)
        var received: [Int] = []
        if let last { observer.observe(last) { received.append($0) } }
        // It comes to this before the waiting message goes on.
        observer.observe(middle) { number in if number == 51 { last = nil } }
        first.send(0)
        first.send(1)
        #expect(received == [550])
    }

    @Test func originsThatAreReplacedLengthenAChain() {
        let first = track(Messenger<Int>())
        let links = (0..<20_000).map { _ in Mapper(first) { $0 + 1 } }
        for index in 1..<links.count { links[index].origin = links[index - 1] }
        var received: [Int] = []
        observer.observe(links[links.count - 1]) { received.append($0) }
        first.send(0)
        #expect(received == [20_000])
    }
}
