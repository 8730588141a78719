import Testing

/// Makes a test fail if any object that it tracks is alive when it is over, or if it tracks none.
///
///     @Suite(.tracksLifetimes) struct ObservationTests {
///         private let number = track(Var(42))
///
///         @Test func somethingHappens() { … }
///     }
///
/// A suite hands it down to its tests and to the suites in it. The objects are those which are passed to ``track(_:)``
/// and those which own a ``trackedObject(_:)``, as the observers and logs do that the tests share.
public struct LifetimeTracking: SuiteTrait, TestTrait, TestScoping {
    /// The tracker of the test that is running.
    @TaskLocal static var tracker: LifetimeTracker?

    /// How long objects may take to die after the test, which they may if a task holds them that the test has waited for.
    private let patience: Duration

    /// Creates the trait.
    public init(patience: Duration = .seconds(60)) {
        self.patience = patience
    }

    /// A suite hands the trait down.
    public var isRecursive: Bool { true }

    /// Runs a test and looks at what it leaves behind.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for finding in try await findings(performing: function) {
            Issue.record(Comment(rawValue: finding), sourceLocation: test.sourceLocation)
        }
    }

    /// What is wrong with what a test leaves behind.
    package func findings(performing test: @Sendable () async throws -> Void) async throws -> [String] {
        let tracker = LifetimeTracker()
        try await Self.$tracker.withValue(tracker, operation: test)
        let leaks = await tracker.namesOfThoseAlive(after: patience)
        return (tracker.hasNoObjects ? ["The test tracks no objects"] : [])
            + (leaks.isEmpty ? [] : ["These objects leak: \(leaks.joined(separator: ", "))"])
    }

    /// The tracker of the test that is running; a test without one is told to whoever asks.
    package static func tracker(orElse report: (Comment) -> Void) -> LifetimeTracker {
        if let tracker { return tracker }
        report("The test or its suite needs the trait `.tracksLifetimes`")
        return LifetimeTracker()
    }
}

extension Trait where Self == LifetimeTracking {
    /// Makes a test fail if any object that it tracks is alive when it is over, or if it tracks none.
    public static var tracksLifetimes: Self { LifetimeTracking() }
}

/// Makes the test that is running fail if an object outlives it.
///
/// - Returns: The object, which is not kept alive.
public func track<Object: AnyObject>(_ object: Object) -> Object {
    trackerOfTheTest().track(object)
    return object
}

/// Makes an object which makes the test that is running fail if it outlives the test: one for a class or a closure to
/// hold whose lifetime is to be tracked.
public func trackedObject(_ name: String = "object") -> TrackedObject {
    trackerOfTheTest().makeObject(name)
}

private func trackerOfTheTest() -> LifetimeTracker {
    LifetimeTracking.tracker { Issue.record($0) }
}

extension LifetimeTracker {
    /// The names of the objects that are still alive after some time.
    fileprivate func namesOfThoseAlive(after patience: Duration) async -> [String] {
        let end = ContinuousClock.now + patience
        while livingCount > 0, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(5))
        }
        return livingNames
    }
}
