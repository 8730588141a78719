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
    private func expectIssue(_ text: String, when test: @Sendable () async throws -> Void) async throws {
        let current = try #require(Test.current)
        try await withKnownIssue {
            try await LifetimeTracking(patience: .zero)
                .provideScope(for: current, testCase: nil, performing: test)
        } matching: {
            $0.comments.contains { $0.rawValue == text }
        }
    }

    @Test func anObjectThatSomebodyKeepsLeaks() async throws {
        try await expectIssue("These objects leak: Messenger<Int>") {
            await keeper.keep(track(Messenger<Int>()))
        }
    }

    @Test func whatAClosureCapturesLeaksWithTheObservedObject() async throws {
        try await expectIssue("These objects leak: closure, observer") {
            let messenger = Messenger<Int>()
            TestObserver().observe(messenger) { _ in }
            let observer = TestObserver()
            observer.observe(messenger) { [observer, object = trackedObject("closure")] _ in _ = (observer, object) }
            await keeper.keep(messenger)
        }
    }

    @Test func aTestThatTracksNothingIsAnIssue() async throws {
        try await expectIssue("The test tracks no objects") {}
    }

    @Test func whatDiesInTimeIsNoIssue() async throws {
        let current = try #require(Test.current)
        try await LifetimeTracking().provideScope(for: current, testCase: nil) {
            let observer = TestObserver()
            observer.observe(track(Messenger<Int>())) { [object = trackedObject()] _ in _ = object }
        }
    }

    @Test func withoutTheTraitTrackingIsAnIssue() {
        withKnownIssue {
            _ = track(Messenger<Int>())
        }
    }
}
