#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Threads with stacks as large as that of a program's first one, which those of Dispatch and of tasks are not: a scenario may be
/// nested as deeply in one as in the other.
package enum WorkerThreads {
    private static let stackSize = 8 << 20

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Does some work on a number of threads, of which one is the caller's, and returns when all have done it.
    ///
    /// - Parameters:
    ///   - count: How many threads; the system may give fewer.
    ///   - body: The work of each.
    package static func perform(on count: Int, _ body: @escaping @Sendable () -> Void) {
        let threads = (1..<max(1, count)).compactMap { _ in start(body) }
        body()
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Starts a thread, which somebody has to join unless it is detached.
    ///
    /// - Returns: `nil` if the system has no room for it.
    package static func start(isDetached: Bool = false, _ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
        if isDetached { pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) }
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let status = pthread_create(
            &thread, &attributes,
            { (argument: UnsafeMutableRawPointer?) in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            work.release()
            return nil
        }
        return thread
    }
}
