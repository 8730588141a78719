import Testing

/// Runs a test and expects that no object which it made with the tracker is alive when it is over.
///
///     expectNoLeaks { tracker in
///         let observed = Messenger<Int>()
///         let token = tracker.makeObject("closure")
///         observer.observe(observed) { _ in _ = token }
///     }
public func expectNoLeaks(
    sourceLocation: SourceLocation = #_sourceLocation, _ test: (LifetimeTracker) throws -> Void
) rethrows {
    let tracker = LifetimeTracker()
    try test(tracker)
    #expect(tracker.livingNames.isEmpty, "these objects leak", sourceLocation: sourceLocation)
}
