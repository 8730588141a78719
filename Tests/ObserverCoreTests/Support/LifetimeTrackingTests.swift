import ObserverCore
import TestSupport
import Testing

/// The trait that has all other tests here look for leaks finds them.
@Suite struct LifetimeTrackingTests {
    private actor Keeper {
        private var messengers: [Messenger<Int>] = []

        func keep(_ messenger: sending Messenger<Int>) {
            messengers.append(messenger)
        }
    }

    private let keeper = Keeper()

    /// What goes wrong according to the trait if this were a test.
    private func findings(_ test: @Sendable () async throws -> Void) async throws -> [String] {
        try await LifetimeTracking(patience: .zero).findings(performing: test)
    }

    @Test func anObjectThatSomebodyKeepsLeaks() async throws {
        let found = try await findings { await keeper.keep(track(Messenger<Int>())) }
        #expect(found == ["These objects leak: Messenger<Int>"])
    }

    @Test func whatAClosureCapturesLeaksWithTheObservedObject() async throws {
        let found = try await findings {
            let messenger = Messenger<Int>()
            TestObserver().observe(messenger) { _ in }
            let observer = TestObserver()
            observer.observe(messenger) { [observer, object = trackedObject("closure")] _ in _ = (observer, object) }
            await keeper.keep(messenger)
        }
        #expect(found == ["These objects leak: closure, observer"])
    }

    @Test func aTestThatTracksNothingIsAnIssue() async throws {
        let found = try await findings {}
        #expect(found == ["The test tracks no objects"])
    }

    @Test func whatDiesInTimeIsNoIssue() async throws {
        let found = try await LifetimeTracking().findings {
            let observer = TestObserver()
            observer.observe(track(Messenger<Int>())) { [object = trackedObject()] _ in _ = object }
        }
        #expect(found.isEmpty)
    }

    @Test func withoutTheTraitTrackingIsAnIssue() {
        var reports = 0
        _ = LifetimeTracking.tracker { _ in reports += 1 }
        #expect(reports == 1)
    }
}
