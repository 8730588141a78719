import ObserverCore
import TestSupport
import Testing

/// Each link takes no more than a few stack frames if links are walked recursively, which is enough to overflow the
/// stack at this depth.
private let depth = 50_000

@Suite("A chain of promises of any length", .tracksLifetimes, .timeLimit(.minutes(10)))
struct PromiseDepthTests {
    enum Kind: CaseIterable {
        case map, then, and, mapSuccess
    }

    private func chain(_ kind: Kind, from first: Promise<Int>) -> Promise<Int> {
        var last = first
        let one = Promise.fulfilled(1)
        for _ in 0..<depth {
            switch kind {
            case .map: last = last.map { $0 + 1 }
            case .then: last = last.then { .fulfilled($0 + 1) }
            case .and: last = last.and { one }.map { $0 + $1 }
            case .mapSuccess:
                last =
                    last
                    .map { Result<Int, any Error>.success($0) }
                    .mapSuccess { $0 + 1 }
                    .map { (try? $0.get()) ?? 0 }
            }
        }
        return last
    }

    @Test("can be fulfilled", arguments: Kind.allCases)
    func fulfilment(kind: Kind) {
        let first = track(Promise<Int>())
        var received: Int?
        chain(kind, from: first).whenFulfilled { received = $0 }
        first.fulfill(0)
        #expect(received == depth)
    }

    @Test("can die unfulfilled", arguments: Kind.allCases)
    func release(kind: Kind) {
        var first: Promise<Int>? = track(Promise())
        weak var last: Promise<Int>?
        if let first { last = chain(kind, from: first) }
        #expect(last != nil)
        first = nil
        #expect(last == nil)
    }

    @Test("can wait for the last of nested promises")
    func nestedThen() {
        // Each promise waits for one that is made only when it is its turn: a loop written with `then`.
        let errands = Errands()
        func countDown(from number: Int) -> Promise<String> {
            errands.fetch(number).then { number in
                number == 0 ? .fulfilled("done") : countDown(from: number - 1)
            }
        }
        var received: String?
        countDown(from: depth).whenFulfilled { received = $0 }
        for _ in 0..<depth { errands.runAll() }
        #expect(received == nil)
        errands.runAll()
        #expect(received == "done")
    }
}
