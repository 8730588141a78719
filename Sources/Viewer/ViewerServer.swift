import CEvent
import Essentials
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Serves the page on which a run is looked at, to this machine alone.
///
///     let server = try ViewerServer(of: session, greeting: greeting, port: 0)
///     print(server.address.url)
///
/// One thread serves all pages. A page has the latest frame as soon as it has taken the one before; what it could not take it does not
/// get.
package final class ViewerServer: Sendable {
    package let address: ViewerAddress
    private let loop: PageLoop
    private let thread: Mutex<pthread_t?>

    /// Begins to serve.
    ///
    /// - Parameters:
    ///   - session: The run.
    ///   - greeting: The first message to pages.
    ///   - port: The port; 0 for one that is free.
    /// - Throws: ``ViewerError``.
    package init(of session: ViewerSession, greeting: ViewerGreeting, port: Int) throws {
        let loop = try PageLoop(ViewerPages(session: session, greeting: greeting), port: port)
        (self.loop, address) = (loop, loop.address)
        thread = Mutex(WorkerThreads.start { loop.run() })
        guard thread.withLock({ $0 != nil }) else {
            throw ViewerError.cannotServe(port: port, reason: "there is no room for a thread")
        }
        session.onNews { [weak loop] news in loop?.post(news) }
    }

    /// Ends serving: all connections end, and so does the thread.
    package func close() {
        guard
            let thread = thread.withLock({ thread in
                defer { thread = nil }
                return thread
            })
        else { return }
        loop.stop()
        pthread_join(thread, nil)
    }
}
