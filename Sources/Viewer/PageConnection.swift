import CEvent

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A connection to the server: one request and its answer, or a page, which is told what is to be seen until it goes.
///
/// Its output waits in libevent's buffer until the other end takes it: an answer, or one frame and a few texts, never more.
final class PageConnection {
    private let number: Int
    private unowned let owner: PageLoop
    private let stream: OpaquePointer
    private var patience: OpaquePointer?
    private var state = State.asks

    /// The page whose connection it is.
    private(set) var page: Int?

    private enum State {
        /// A request is read.
        case asks

        /// The answer is written; what comes in is nothing any more.
        case isAnswered

        /// It is that of a page.
        case looks
    }

    /// True if the other end sends no more, but still takes its answer.
    private var hasSentAll = false

    /// True if there is a newer frame than the one that is under way.
    private var hasNewer = false

    /// How many bytes of texts may wait.
    private var textBytes = 0

    private static let patienceTime = timeval(tv_sec: 20, tv_usec: 0)
    private static let greatestTextBytes = 1 << 16

    /// Requests are a few words, and so are their headers.
    private static let longestMessage = 1 << 13

    /// - Parameters:
    ///   - descriptor: The socket, which it closes.
    ///   - number: By which its owner knows it.
    ///   - owner: Whose it is.
    /// - Note: Fails without memory.
    init?(_ descriptor: Int32, number: Int, of owner: PageLoop) {
        guard let stream = bufferevent_socket_new(owner.base, descriptor, Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)) else {
            evutil_closesocket(descriptor)
            return nil
        }
        (self.number, self.owner, self.stream) = (number, owner, stream)
        // The end of a frame does not wait for company.
        var isHurried: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isHurried, socklen_t(MemoryLayout<Int32>.size))
        let this = Unmanaged.passUnretained(self).toOpaque()
        patience = event_new(owner.base, -1, 0, { _, _, this in PageConnection.of(this)?.end() }, this)
        guard let patience else { return nil }
        bufferevent_setcb(
            stream, { _, this in PageConnection.of(this)?.read() }, { _, this in PageConnection.of(this)?.wasTaken() },
            { _, event, this in PageConnection.of(this)?.ceases(event) }, this)
        bufferevent_setwatermark(stream, Int16(EV_READ), 0, 3 * Self.longestMessage)
        bufferevent_enable(stream, Int16(EV_READ | EV_WRITE))
        var time = Self.patienceTime
        event_add(patience, &time)
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> PageConnection? {
        pointer.map { Unmanaged<PageConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    deinit {
        if let patience { event_free(patience) }
        bufferevent_free(stream)
    }

    var isPage: Bool { page != nil }

    func end() { owner.remove(number) }

    /// The other end has gone, takes nothing, or has closed its direction alone, as one may who has asked.
    private func ceases(_ event: Int16) {
        hasSentAll = event & Int16(BEV_EVENT_EOF) != 0
        guard hasSentAll, state == .isAnswered, evbuffer_get_length(output) > 0 else { return end() }
    }

    // MARK: What it asks for

    private func read() {
        switch state {
        case .asks: readRequest()
        case .isAnswered: evbuffer_drain(input, evbuffer_get_length(input))
        // A page has no more to say here.
        case .looks: end()
        }
    }

    private var input: OpaquePointer? { bufferevent_get_input(stream) }
    private var output: OpaquePointer? { bufferevent_get_output(stream) }

    private func readRequest() {
        let separator = PageRequest.separator
        let found = separator.withUTF8Buffer { evbuffer_search(input, $0.baseAddress, $0.count, nil) }
        guard found.pos <= Self.longestMessage, found.pos >= 0 || evbuffer_get_length(input) <= Self.longestMessage
        else {
            return answer(PageAnswer(.headTooLong, "Headers have at most \(Self.longestMessage) bytes.\n"))
        }
        guard found.pos >= 0 else { return }
        let count = Int(found.pos)
        guard let request = PageRequest(peek(0..<count)) else {
            return answer(PageAnswer(.malformed, "This is no request.\n"))
        }
        if let refusal = owner.refusal(of: request) { return answer(refusal) }
        guard request.method == .post else {
            return answer(PageAnswer(.ok, ViewerPage.html, type: "text/html; charset=utf-8"))
        }
        guard let length = request.length else { return answer(PageAnswer(.noLength, "Say how long it is.\n")) }
        let page = request.value(of: "page")
        guard length <= Self.longestMessage else {
            owner.pages.end(page)
            return answer(PageAnswer(.tooLong, "A request has at most \(Self.longestMessage) bytes.\n"))
        }
        let start = count + separator.utf8CodeUnitCount
        guard evbuffer_get_length(input) >= start + length else { return }
        let body = peek(start..<start + length)
        evbuffer_drain(input, start + length)
        if request.path == PageLoop.streamPath { look() } else { answer(owner.pages.carryOut(body, of: page)) }
    }

    /// Bytes that have come in.
    private func peek(_ range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.upperBound) { bytes, count in
            count = max(0, Int(evbuffer_copyout(input, bytes.baseAddress, range.upperBound)))
        }.dropFirst(range.lowerBound).map { $0 }
    }

    private func answer(_ answer: PageAnswer) {
        state = .isAnswered
        evbuffer_drain(input, evbuffer_get_length(input))
        write(Array(answer.text.utf8))
    }

    // MARK: What it is told

    private func look() {
        guard let page = owner.pages.add(self) else {
            return answer(PageAnswer(.full, "There are pages enough.\n"))
        }
        (self.page, state) = (page, .looks)
        if let patience { event_del(patience) }
        var time = Self.patienceTime
        bufferevent_set_timeouts(stream, nil, &time)
        write(Array(PageAnswer(.ok, nil, type: "application/octet-stream").text.utf8))
        for text in owner.pages.firstTexts(for: page) { write(ViewerFrame.message(text)) }
        sendFrame()
    }

    func tell(_ news: ViewerNews) {
        switch news {
        case .frame: sendFrame()
        case .notice(let text): send(text: ViewerPages.notice(text))
        }
    }

    /// Sends the latest frame, once the one before has been taken.
    private func sendFrame() {
        hasNewer = evbuffer_get_length(output) > 0
        guard !hasNewer, let frame = owner.pages.frame else { return }
        write(frame)
    }

    private func send(text: String) {
        let message = ViewerFrame.message(text)
        // A page that takes nothing gets no texts either, which would pile up.
        guard textBytes + message.count <= Self.greatestTextBytes else { return }
        textBytes += message.count
        write(message)
    }

    private func write(_ bytes: [UInt8]) {
        bufferevent_write(stream, bytes, bytes.count)
    }

    /// All that was written has been taken.
    private func wasTaken() {
        textBytes = 0
        switch state {
        case .asks: break
        // The other end closes first, so that it has read the answer even if it still sends.
        case .isAnswered: if hasSentAll { end() } else { shutdown(bufferevent_getfd(stream), Int32(SHUT_WR)) }
        case .looks: if hasNewer { sendFrame() }
        }
    }
}
