/// Counts objects that it made and that are still alive, so that a test can tell whether something was let go of.
///
/// A tracker belongs to one test. See ``expectNoLeaks(sourceLocation:_:)``.
public final class LifetimeTracker {
    /// The names of the objects that are alive, with the number of those that share a name.
    private var living: [String: Int] = [:]

    /// The number of objects made so far.
    public private(set) var madeCount = 0

    /// Creates a tracker that has made nothing.
    public init() {}

    /// Makes an object that is tracked.
    ///
    /// - Parameters:
    ///   - name: What the object is called if it leaks.
    ///   - whenDying: Called when the object dies, after it is no longer counted.
    /// - Returns: The object, which the tracker does not keep alive.
    public func makeObject(_ name: String = "object", whenDying: @escaping () -> Void = {}) -> TrackedObject {
        madeCount += 1
        living[name, default: 0] += 1
        return TrackedObject(name: name, tracker: self, whenDying: whenDying)
    }

    /// The number of objects that are alive.
    public var livingCount: Int { living.values.reduce(0, +) }

    /// The names of the objects that are alive, in alphabetical order; a name for each object.
    public var livingNames: [String] {
        living.sorted { $0.key < $1.key }.flatMap { Array(repeating: $0.key, count: $0.value) }
    }

    fileprivate func noteDeath(of name: String) {
        living[name, default: 0] -= 1
    }
}

/// An object whose death its ``LifetimeTracker`` notices. Let a closure capture one to see when the closure dies.
public final class TrackedObject {
    /// What the object is called.
    public let name: String

    private let tracker: LifetimeTracker
    private let whenDying: () -> Void

    fileprivate init(name: String, tracker: LifetimeTracker, whenDying: @escaping () -> Void) {
        self.name = name
        self.tracker = tracker
        self.whenDying = whenDying
    }

    deinit {
        tracker.noteDeath(of: name)
        whenDying()
    }
}
