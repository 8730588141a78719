import ObserverCore
import TestSupport
import Testing

/// Counts how many of its tokens are alive.
private final class Census {
    var population = 0

    func token() -> Token { Token(self) }

    final class Token {
        let census: Census

        init(_ census: Census) {
            self.census = census
            census.population += 1
        }

        deinit {
            census.population -= 1
        }

        func use() {}
    }
}

@Suite("The lifetime of promises", .tracksLifetimes)
struct PromiseLifetimeTests {
    let errands = Errands()
    private let census = Census()

    /// A chain of all kinds of links and closures, of which nobody holds a promise, with a token in each closure.
    private func makeChain(_ receive: @escaping (String) -> Void) {
        let tokens = (0..<6).map { _ in census.token() }
        errands.fetch(Optional(1))
            .unwrap(0)
            .map { [token = tokens[0]] value in
                token.use()
                return Update(value, value + 1)
            }
            .new()
            .whenFulfilled { [token = tokens[1]] _ in token.use() }
            .then { [token = tokens[2], errands] value in
                token.use()
                return errands.fetch("\(value)")
            }
            .and { errands.fetch(census.token()) }
            .map { [token = tokens[3]] value in
                token.use()
                return value.0
            }
            .whenFulfilled { [token = tokens[4]] in
                token.use()
                receive($0)
            }
            .whenFulfilled { [token = tokens[5]] _ in token.use() }
    }

    @Test("a chain whose links nobody holds works, and is gone afterwards")
    func unheldChain() {
        var received: [String] = []
        makeChain { received.append($0) }
        #expect(census.population == 7)
        errands.runAll()
        errands.runAll()
        #expect(received == ["2"])
        #expect(census.population == 0)
    }

    @Test("a chain is gone when the fulfilling side gives up at its beginning")
    func givingUpFirst() {
        var received: [String] = []
        makeChain { received.append($0) }
        errands.forgetAll()
        #expect(received == [])
        #expect(census.population == 0)
    }

    @Test("a chain is gone when the fulfilling side gives up in the middle")
    func givingUpThen() {
        var received: [String] = []
        makeChain { received.append($0) }
        errands.runAll()
        #expect(census.population > 0)
        errands.forgetAll()
        #expect(received == [])
        #expect(census.population == 0)
    }

    @Test("a promise dies when it has been fulfilled and nobody holds it")
    func deathAfterFulfilment() {
        weak let promise = errands.fetch(42)
        var received: Int?
        promise?.whenFulfilled { received = $0 }
        #expect(promise != nil)
        errands.runAll()
        #expect(received == 42)
        #expect(promise == nil)
    }

    @Test("a fulfilled promise holds neither closures nor links, however long it lives")
    func nothingHeldAfterFulfilment() {
        let promise = track(Promise<Int>())
        let token = census.token()
        promise.whenFulfilled { _ in token.use() }
        weak let mapped = promise.map { $0 }
        weak let next = promise.then { _ in Promise<Int>() }
        weak let both = promise.and { Promise.fulfilled(1) }
        #expect(mapped != nil && next != nil && both != nil)
        promise.fulfill(1)
        #expect(mapped == nil && next == nil && both == nil)
        withExtendedLifetime(promise) {}
    }

    @Test("each closure is let go of before the next one is called")
    func closuresDieOneByOne() {
        let promise = track(Promise<Void>())
        var populations: [Int] = []
        for _ in 0..<3 {
            promise.whenFulfilled { [token = census.token(), census] in
                token.use()
                populations.append(census.population)
            }
        }
        promise.fulfill(())
        #expect(populations == [3, 2, 1])
        #expect(census.population == 0)
    }

    @Test("a link that somebody holds survives the promise it was made from, and so does what waits for it")
    func heldLink() {
        var source: Promise<Int>? = track(Promise())
        let mapped = source?.map { $0 * 2 }
        weak let further = mapped?.map { $0 + 1 }
        var received: [Int] = []
        further?.whenFulfilled { received.append($0) }
        source = nil
        #expect(further != nil)
        mapped?.fulfill(4)
        #expect(received == [5])
        #expect(further == nil)
    }

    @Test("half of a pair is let go of when the other half never comes")
    func halfOfAPair() {
        var first: Promise<Census.Token>? = track(Promise())
        var second: Promise<Int>? = track(Promise())
        first?.and { second ?? Promise() }.whenFulfilled { _ in }
        first?.fulfill(census.token())
        first = nil
        #expect(census.population == 1)
        second = nil
        #expect(census.population == 0)
    }

    @Test("a promise may lose its last reference in its own closure")
    func deathInsideClosure() {
        var holder: Promise<Int>? = track(Promise())
        weak let promise = holder
        var received: [Int] = []
        holder?.whenFulfilled { value in
            holder = nil
            received.append(value)
        }
        holder?.whenFulfilled { received.append($0) }
        promise?.fulfill(1)
        #expect(received == [1, 1])
        #expect(promise == nil)
    }
}
