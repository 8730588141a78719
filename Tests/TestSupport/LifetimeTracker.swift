import Synchronization

/// Knows objects and which of them are still alive, so that a test can tell whether something was let go of.
///
/// A tracker belongs to one test. See ``LifetimeTracking`` and ``expectNoLeaks(sourceLocation:_:)``.
public final class LifetimeTracker: Sendable {
    private struct State {
        /// The names of objects that the tracker made and that are alive, with the number of those that share a name.
        var living: [String: Int] = [:]

        /// Objects that others made.
        var references: [WeakReference] = []

        var madeCount = 0
    }

    private let state = Mutex(State())

    /// Creates a tracker that knows no objects.
    public init() {}

    /// Makes an object that is tracked.
    ///
    /// - Parameters:
    ///   - name: What the object is called if it leaks.
    ///   - whenDying: Called when the object dies, after it is no longer counted.
    /// - Returns: The object, which the tracker does not keep alive.
    public func makeObject(_ name: String = "object", whenDying: @escaping () -> Void = {}) -> TrackedObject {
        state.withLock { state in
            state.madeCount += 1
            state.living[name, default: 0] += 1
        }
        return TrackedObject(name: name, tracker: self, whenDying: whenDying)
    }

    /// Tracks an object that somebody else made, without keeping it alive.
    public func track(_ object: AnyObject) {
        let reference = WeakReference(object)
        state.withLock { $0.references.append(reference) }
    }

    /// The number of objects made so far.
    public var madeCount: Int { state.withLock { $0.madeCount } }

    /// Whether no object was made or tracked so far.
    public var hasNoObjects: Bool { state.withLock { $0.madeCount == 0 && $0.references.isEmpty } }

    /// The number of objects that are alive.
    public var livingCount: Int { livingNames.count }

    /// The names of the objects that are alive, in alphabetical order; a name for each object. Those that the tracker
    /// did not make are called by their types.
    public var livingNames: [String] {
        let (made, references) = state.withLock { ($0.living, $0.references) }
        return (made.flatMap { Array(repeating: $0.key, count: $0.value) } + references.compactMap(\.typeName)).sorted()
    }

    fileprivate func noteDeath(of name: String) {
        state.withLock { $0.living[name, default: 0] -= 1 }
    }
}

/// Tells whether an object is alive.
///
/// It is `Sendable` although the object is not, because a test may go on in another thread: all that is asked of the
/// object is its type, and weak references are atomic.
private struct WeakReference: @unchecked Sendable {
    private weak let object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }

    /// The name of the object's type; `nil` if the object is dead.
    var typeName: String? { object.map { String(describing: type(of: $0)) } }
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
