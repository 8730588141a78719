import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct CollectionTests {
    @Test func oneClosureHearsAllVariables() {
        let variables = (0..<100).map { track(Var($0)) }
        let observer = track(FreeObserver())
        var received: [Int: Int] = [:]
        var author: AnyAuthor?
        observer.observe(all: variables) { index, update in received[index] = update.new }
        observer.observe(all: variables[50...]) { _, _, from in author = from }
        variables[3] <- 1000
        #expect(author == nil)
        variables[70].set(2000, as: observer)
        #expect(received == [3: 1000, 70: 2000])
        #expect(holds(author === observer))
        observer.stopObserving(variables[3])
        variables[3] <- 0
        #expect(received[3] == 1000)
        observer.stopObserving()
        #expect(variables.allSatisfy { $0.observationCount == 0 })
    }

    @Test func aVariableOfACollectionMayDie() {
        expectNoLeaks { tracker in
            let object = tracker.makeObject()
            var variables = (0..<3).map { track(Var($0)) }
            let observer = track(FreeObserver())
            var count = 0
            observer.observe(all: variables) { _, _ in count += object.name.isEmpty ? 0 : 1 }
            variables.remove(at: 1)
            for variable in variables { variable.value += 10 }
            #expect(count == 2)
        }
    }
}
