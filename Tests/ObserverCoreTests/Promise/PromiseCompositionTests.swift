import ObserverCore
import TestSupport
import Testing

@Suite("Promises made from promises", .tracksLifetimes)
struct PromiseCompositionTests {
    let errands = Errands()

    @Test("map takes the value through a closure, once")
    func map() {
        var calls = 0
        var received: [String] = []
        let mapped = errands.fetch(42).map { value in
            calls += 1
            return "\(value)"
        }
        mapped.whenFulfilled { received.append($0) }.whenFulfilled { received.append($0) }
        #expect(calls == 0)
        errands.runAll()
        #expect(calls == 1)
        #expect(received == ["42", "42"])
    }

    @Test("a fulfilled promise is mapped at once")
    func mapFulfilled() {
        guard case .fulfilled(6) = Promise.fulfilled(5).map({ $0 + 1 }).state else {
            Issue.record("not fulfilled with 6")
            return
        }
    }

    @Test("unwrap replaces nil", arguments: [(nil, 7), (3, 3)])
    func unwrap(promised: Int?, expected: Int) {
        var received: Int?
        errands.fetch(promised).unwrap(7).whenFulfilled { received = $0 }
        errands.runAll()
        #expect(received == expected)
    }

    @Test("new takes the new value of an update")
    func new() {
        var received: Int?
        errands.fetch(Update(23, 42)).new().whenFulfilled { received = $0 }
        errands.runAll()
        #expect(received == 42)
    }

    @Test("then begins the second promise with the value of the first, when that is there")
    func then() {
        var log: [String] = []
        let second = errands.fetch(2).then { number in
            log.append("begin \(number)")
            return errands.fetch(String(repeating: "x", count: number))
        }
        second.whenFulfilled { log.append("end \($0)") }
        #expect(log == [])
        errands.runAll()
        #expect(log == ["begin 2"])
        errands.runAll()
        #expect(log == ["begin 2", "end xx"])
    }

    @Test("then of fulfilled promises is fulfilled at once")
    func thenFulfilled() {
        var received: String?
        Promise.fulfilled(2).then { .fulfilled("\($0)") }.whenFulfilled { received = $0 }
        #expect(received == "2")
    }

    @Test(
        "and begins both promises at once and has both values, in whichever order they come", arguments: [true, false])
    func and(firstComesFirst: Bool) {
        let first = track(Promise<Int>())
        let second = track(Promise<String>())
        var begun = 0
        var received: [(Int, String)] = []
        first.and {
            begun += 1
            return second
        }.whenFulfilled { received.append($0) }
        #expect(begun == 1)
        if firstComesFirst { first.fulfill(1) } else { second.fulfill("one") }
        #expect(received.isEmpty)
        if firstComesFirst { second.fulfill("one") } else { first.fulfill(1) }
        #expect(received.count == 1)
        #expect(received.first?.0 == 1)
        #expect(received.first?.1 == "one")
    }

    @Test("and takes optional values for values, also nil")
    func andOptionals() {
        var received: [(Int?, Int?)] = []
        let first = track(Promise<Int?>())
        first.and { Promise<Int?>.fulfilled(nil) }.whenFulfilled { received.append($0) }
        #expect(received.isEmpty)
        first.fulfill(nil)
        #expect(received.count == 1)
    }

    @Test("a promise can be combined with itself")
    func andItself() {
        let promise = track(Promise<Int>())
        var sum: Int?
        promise.and { promise }.whenFulfilled { sum = $0 + $1 }
        promise.fulfill(21)
        #expect(sum == 42)
    }

    @Test("a tree of promises is walked depth first, in the order in which it was made")
    func depthFirst() {
        let root = track(Promise<String>())
        var log: [String] = []
        let left = root.map { $0 + "l" }
        left.map { $0 + "l" }.whenFulfilled { log.append($0) }
        left.whenFulfilled { log.append($0) }
        left.map { $0 + "r" }.whenFulfilled { log.append($0) }
        root.whenFulfilled { log.append($0) }
        let right = root.then { value in .fulfilled(value + "r") }
        right.map { $0 + "l" }.whenFulfilled { log.append($0) }
        right.whenFulfilled { log.append($0) }
        root.whenFulfilled { log.append($0 + "!") }
        root.fulfill(".")
        #expect(log == [".ll", ".l", ".lr", ".", ".rl", ".r", ".!"])
    }
}
