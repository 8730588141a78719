import ObserverCore
import TestSupport
import Testing

/// The examples that the guide to SwiftObserver 6 has and that to 7 has not, as far as no other suite runs them.
@Suite(.tracksLifetimes) struct SwiftObserver6GuideTests {
    @Test func aFreeObserverOfOnesOwnObservesForAsLongAsItIsHeld() {
        let numbers = track(Messenger<Int>())
        var token: FreeObserver? = track(FreeObserver())
        var received: [Int] = []
        token?.observe(numbers) { received.append($0) }
        numbers.send(1)
        token = nil
        numbers.send(2)
        #expect(received == [1])
        #expect(numbers.observationCount == 0)
    }

    @Test func freeObservationsCanBeStoppedFromEitherEnd() {
        let numbers = track(Messenger<Int>())
        let letters = track(Messenger<String>())
        let observer = track(FreeObserver())
        var received: [String] = []
        observer.observe(numbers) { received.append("held \($0)") }
        observe(numbers) { received.append("free \($0)") }
        letters.observed { received.append("free \($0)") }
        numbers.stopBeingObserved(by: FreeObserver.shared)
        FreeObserver.shared.stopObserving(letters)
        numbers.send(1)
        letters.send("a")
        #expect(received == ["held 1"])
    }

    @Test func aVariableIsSetInThreeWays() {
        let text = track(Var<String?>())
        #expect(text.value == nil)
        text.value = "a text"
        #expect(text.value == "a text")
        let number = track(Var(23))
        #expect(number.value == 23)
        number <- 42
        #expect(number.value == 42)
    }

    @Test func aVariableOfAnOptionalNumberCalculatesWithZeroForNil() {
        let number = track(Var<Int?>())
        #expect(number.int == 0)
        number.int += 5
        #expect(number.value == 5)
        number <- Var(1) + 2
        #expect(number.value == 3)
    }

    @Test func handlersMayBeFunctions() {
        let number = track(Var(1))
        let text = track(Var("a"))
        let observer = track(FreeObserver())
        var log: [String] = []
        func note(_ update: Update<Int>) { log.append("one \(update.new)") }
        func noteBoth(_ number: Update<Int>, _ text: Update<String>) { log.append("both \(number.new) \(text.new)") }
        func noteAuthor(_ number: Update<Int>, _ text: Update<String>, by author: AnyAuthor) {
            log.append("author \(author === observer)")
        }
        observer.observe(number, receive: note)
        observer.observe(number, text, noteBoth)
        observer.observe(number, text, noteAuthor)
        number.set(2, as: observer)
        #expect(log == ["one 2", "both 2 a", "author true"])
    }

    @Test func endingFormsMayBeFunctions() {
        let number = track(Var<Int?>(1))
        let observer = track(FreeObserver())
        var log: [Int] = []
        func note(_ number: Int) { log.append(number) }
        func noteAny(_ update: Update<Int?>) { log.append(-(update.new ?? 0)) }
        observer.observe(number).new().unwrap(receiveUnwrapped: note)
        observer.observe(number).map({ $0.new.int * 10 }, receiveMapped: note)
        observer.observe(number).filter({ $0.isChange }, receiveFiltered: noteAny)
        observer.observe(number).filterAuthor({ $0 === observer }, receiveFiltered: noteAny)
        observer.observe(number).from(observer, receiveSelected: noteAny)
        observer.observe(number).notFrom(observer, receiveExcluded: noteAny)
        number.set(2, as: observer)
        #expect(log == [2, 20, -2, -2, -2])
    }
}
