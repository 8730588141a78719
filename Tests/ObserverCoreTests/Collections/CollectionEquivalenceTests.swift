import TestSupport
import Testing

@testable import ObserverCore

/// Observing a collection does the same as observing each of its objects, however it is stored: two worlds, which differ
/// only in that, go through the same random actions and must hear the same.
@Suite(.tracksLifetimes) struct CollectionEquivalenceTests {
    @Test(arguments: 0..<40)
    func bothWorldsHearTheSame(hundred: UInt64) {
        for seed in (hundred * 100)..<(hundred * 100 + 100) {
            let (first, second) = (World(seed: seed, usesCollections: true), World(seed: seed, usesCollections: false))
            for step in 0..<30 {
                first.act()
                second.act()
                guard first.log != second.log else { continue }
                Issue.record("seed \(seed), step \(step): \(first.log.suffix(5)) instead of \(second.log.suffix(5))")
                return
            }
            first.checkLinks()
            first.end()
            second.end()
            #expect(first.tracker.livingCount == 0 && second.tracker.livingCount == 0, "seed \(seed)")
        }
    }
}

private final class World {
    private var random: SeededGenerator
    private let usesCollections: Bool
    private var variables = (0..<6).map { _ in Var(0) }
    private var observers = (0..<3).map { _ in TestObserver() }
    private var reactionsLeft = 0
    private var observationCount = 0
    private(set) var log: [String] = []
    let tracker = LifetimeTracker()

    init(seed: UInt64, usesCollections: Bool) {
        random = SeededGenerator(seed: seed)
        self.usesCollections = usesCollections
    }

    /// Does something at random, to which closures may react with more.
    func act() {
        reactionsLeft = 8
        actOnce()
    }

    func end() {
        observers = []
        variables = []
    }

    func checkLinks() {
        expectIntactLinks(variables, observers.map(\.receiver))
    }

    private func actOnce() {
        let variable = random.below(variables.count)
        let observer = random.below(observers.count)
        switch random.below(16) {
        case 0, 1: observeSome(by: observers[observer])
        case 2: observeOne(variable, by: observers[observer])
        case 3: observers[observer].stopObserving(variables[variable])
        case 4 where random.below(3) == 0: observers[observer].stopObserving()
        case 5 where random.below(3) == 0: variables[variable].stopBeingObserved()
        case 6 where random.below(2) == 0: observers[observer] = TestObserver()
        case 7 where random.below(2) == 0: variables[variable] = Var(0)
        case 8: note("observes", variable, by: observer)
        case 9: variables[variable].send()
        default: variables[variable].value = random.below(4)
        }
    }

    private func note(_ what: String, _ variable: Int, by observer: Int) {
        log.append("\(what) \(observers[observer].isObserving(variables[variable]))")
        log.append("\(variables[variable].observationCount) \(observers[observer].receiver.observationCount)")
        log.append("\(variables[variable].observationReport.observationCount)")
    }

    private func observeSome(by observer: TestObserver) {
        let count = random.below(5)
        let indices = (0..<count).map { _ in random.below(variables.count) }
        let name = nextName()
        let token = tracker.makeObject()
        let receive = { [unowned self] (position: Int, update: Update<Int>) in
            hear("\(name).\(position) \(update.old)→\(update.new) \(token.name.count)")
        }
        let observed = indices.map { variables[$0] }
        if usesCollections {
            observer.observe(all: observed, receive: receive)
        } else {
            for (position, variable) in observed.enumerated() {
                observer.observe(variable) { receive(position, $0) }
            }
        }
    }

    private func observeOne(_ variable: Int, by observer: TestObserver) {
        let name = nextName()
        observer.observe(variables[variable]) { [unowned self] update in
            hear("\(name) \(update.old)→\(update.new)")
        }
    }

    private func nextName() -> Int {
        observationCount += 1
        return observationCount
    }

    private func hear(_ message: String) {
        log.append(message)
        guard reactionsLeft > 0, random.below(2) == 0 else { return }
        reactionsLeft -= 1
        actOnce()
    }
}
