import CEvent
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The connections of a server, on its thread. Others may call ``post(_:)`` and ``stop()``.
final class PageLoop: @unchecked Sendable {
    /// The messages of other threads.
    private struct Inbox {
        var hasFrame = false
        var notices: [String] = []
        var isStopped = false
    }

    let address: ViewerAddress
    let base: OpaquePointer
    let pages: ViewerPages
    private let inbox = Mutex(Inbox())
    private var arrival: OpaquePointer?
    private var listener: OpaquePointer?
    private var connections: [Int: PageConnection] = [:]
    private var count = 0

    /// How many connections there may be.
    private static let greatestConnectionCount = 64

    /// Events may be made active from other threads.
    private static let isThreaded = evthread_use_pthreads() == 0

    /// Listens, but answers only once it runs.
    ///
    /// - Throws: ``ViewerError``.
    init(_ pages: ViewerPages, port: Int) throws {
        guard Self.isThreaded, let base = event_base_new() else {
            throw ViewerError.cannotServe(port: port, reason: "there is no memory")
        }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(port).bigEndian
        place.sin_addr.s_addr = inet_addr(ViewerAddress.host)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let options = LEV_OPT_REUSEABLE | LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC
        let listener = withUnsafeMutablePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place -> OpaquePointer? in
                let listener = evconnlistener_new_bind(base, nil, nil, options, 64, place, Int32(length))
                if let listener { getsockname(evconnlistener_get_fd(listener), place, &length) }
                return listener
            }
        }
        guard let listener else {
            let reason = String(cString: strerror(errno))
            event_base_free(base)
            throw ViewerError.cannotServe(port: port, reason: reason)
        }
        (self.base, self.pages, self.listener) = (base, pages, listener)
        address = ViewerAddress(port: Int(in_port_t(bigEndian: place.sin_port)), token: ViewerAddress.newToken())
        let this = Unmanaged.passUnretained(self).toOpaque()
        arrival = event_new(base, -1, 0, { _, _, this in PageLoop.of(this)?.readInbox() }, this)
        guard arrival != nil else { throw ViewerError.cannotServe(port: port, reason: "there is no memory") }
        evconnlistener_set_cb(listener, { _, descriptor, _, _, this in PageLoop.of(this)?.accept(descriptor) }, this)
        // Without descriptors the queue of those who wait stays as it is, and is looked at again soon.
        evconnlistener_set_error_cb(listener) { _, _ in usleep(10_000) }
    }

    deinit {
        connections = [:]
        if let arrival { event_free(arrival) }
        if let listener { evconnlistener_free(listener) }
        event_base_free(base)
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> PageLoop? {
        pointer.map { Unmanaged<PageLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: On any thread

    func post(_ news: ViewerNews) {
        tell { inbox in
            switch news {
            case .frame: inbox.hasFrame = true
            case .notice(let text): inbox.notices.append(text)
            }
        }
    }

    func stop() { tell { $0.isStopped = true } }

    private func tell(_ change: (inout Inbox) -> Void) {
        inbox.withLock { inbox in
            // Who has stopped reads no more.
            guard !inbox.isStopped else { return }
            change(&inbox)
        }
        if let arrival { event_active(arrival, 0, 0) }
    }

    // MARK: On the thread of the server

    /// Serves until it is stopped.
    func run() {
        // That a page goes while it is written to is told by its connection.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY)
        if let listener { evconnlistener_free(listener) }
        listener = nil
        for number in connections.keys { remove(number) }
        // What was freed ends in a round of the loop.
        event_base_loop(base, EVLOOP_NONBLOCK)
    }

    private func readInbox() {
        let news = inbox.withLock { inbox in
            defer { (inbox.hasFrame, inbox.notices) = (false, []) }
            return inbox
        }
        guard !news.isStopped else {
            event_base_loopbreak(base)
            return
        }
        for text in news.notices { pages.tell(.notice(text)) }
        if news.hasFrame { pages.tell(.frame) }
    }

    /// Somebody connects. One too many takes the place of who has waited longest without having become a page, so that nobody who does
    /// not know the token keeps pages from asking.
    private func accept(_ descriptor: Int32) {
        if connections.count >= Self.greatestConnectionCount {
            guard let oldest = connections.filter({ !$0.value.isPage }).keys.min() else {
                evutil_closesocket(descriptor)
                return
            }
            remove(oldest)
        }
        count += 1
        connections[count] = PageConnection(descriptor, number: count, of: self)
    }

    /// Ends a connection.
    func remove(_ number: Int) {
        guard let connection = connections.removeValue(forKey: number), let page = connection.page else { return }
        pages.remove(page)
    }

    // MARK: Answers

    /// Where pages hear what is to be seen.
    static let streamPath = "/run"

    /// The answer to somebody who may not ask this; `nil` to others.
    func refusal(of request: PageRequest) -> PageAnswer? {
        let origin = request["origin"]
        guard address.allows(uri: request.target, host: request["host"], origin: origin) else {
            return PageAnswer(.forbidden, "Open the address that observatory has written, with its token.\n")
        }
        switch request.path {
        case "/":
            return request.method == .get ? nil : PageAnswer(.wrongMethod, "There is nothing but GET.\n")
        case "/run", "/ask":
            guard request.method == .post else { return PageAnswer(.wrongMethod, "There is nothing but POST.\n") }
            return origin.isEmpty ? PageAnswer(.forbidden, "This is for the page alone.\n") : nil
        default: return PageAnswer(.notFound, "There is nothing but the page.\n")
        }
    }
}
