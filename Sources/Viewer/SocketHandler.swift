import NIOCore
import NIOWebSocket
import ScenarioFiles

/// The connection of a page: tells it what is to be seen, and hears what it asks for.
///
/// Anything but a request ends the connection; the run goes on.
final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let pages: ViewerPages
    private var context: ChannelHandlerContext?
    private var field: Int?
    private var nodes: Set<Int> = []

    /// True if a frame is under way, and if there is a newer one.
    private var (isSending, hasNewer) = (false, false)
    private var window = (second: NIODeadline.now(), count: 0)

    private static let greatestRate = 200
    private static let greatestNodeCount = 32

    init(_ pages: ViewerPages) { self.pages = pages }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        context.channel.pipeline.fireUserInboundEventTriggered(Began())
        pages.add(self)
        send(text: pages.greeting.text)
        send(text: pages.historyText)
        sendFrame()
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func leave() {
        guard context != nil else { return }
        context = nil
        pages.remove(self, showing: field, watching: nodes)
    }

    // MARK: What it asks for

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text:
            var bytes = frame.unmaskedData
            guard frame.fin, isInRate(), carryOut(bytes.readBytes(length: bytes.readableBytes) ?? []) else {
                return refuse(context)
            }
        case .ping:
            guard isInRate() else { return refuse(context) }
            write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
        case .pong: break
        default: refuse(context)
        }
    }

    private func refuse(_ context: ChannelHandlerContext) { context.close(promise: nil) }

    private func isInRate() -> Bool {
        let now = NIODeadline.now()
        if now - window.second > .seconds(1) { window = (now, 0) }
        window.count += 1
        return window.count <= Self.greatestRate
    }

    private func carryOut(_ bytes: [UInt8]) -> Bool {
        let greeting = pages.greeting
        guard let request = ViewerRequest(bytes, greeting) else { return false }
        switch request {
        case .colour(let shown):
            pages.session.show(field: shown, insteadOf: field)
            field = shown
            return pages.session.ask(.refresh)
        case .watch(let node, true):
            guard nodes.count < Self.greatestNodeCount || nodes.contains(node) else { return true }
            if nodes.insert(node).inserted { pages.session.watch(node, true) }
            return pages.session.ask(.refresh)
        case .watch(let node, false):
            if nodes.remove(node) != nil { pages.session.watch(node, false) }
            return true
        default: return pages.session.ask(request)
        }
    }

    // MARK: What it is told

    func tell(_ news: ViewerNews) {
        switch news {
        case .frame: sendFrame()
        case .notice(let text):
            send(text: ViewerPages.notice(text))
        }
    }

    /// Sends the latest frame, once the one before has been taken.
    private func sendFrame() {
        guard let context else { return }
        guard !isSending, context.channel.isWritable else {
            hasNewer = true
            return
        }
        guard let frame = pages.frameBytes else { return }
        (isSending, hasNewer) = (true, false)
        let message = WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: frame))
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(message)).whenComplete { _ in
            let handler = bound.value
            handler.isSending = false
            if handler.hasNewer { handler.sendFrame() }
        }
    }

    private func send(text: String) {
        // A page that takes nothing gets no texts either, which would pile up.
        guard let context, context.channel.isWritable else { return }
        write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)))
    }

    private func write(_ frame: WebSocketFrame) {
        guard let context, context.channel.isWritable else { return }
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    /// A connection has become that of a page.
    struct Began {}
}

/// All pages that look at a run. Used on the thread of the server alone.
final class ViewerPages: @unchecked Sendable {
    let session: ViewerSession
    let greeting: ViewerGreeting
    private var handlers: [ObjectIdentifier: SocketHandler] = [:]

    init(session: ViewerSession, greeting: ViewerGreeting) { (self.session, self.greeting) = (session, greeting) }

    func add(_ handler: SocketHandler) {
        handlers[ObjectIdentifier(handler)] = handler
        session.pageCame()
    }

    func remove(_ handler: SocketHandler, showing field: Int?, watching nodes: Set<Int>) {
        guard handlers.removeValue(forKey: ObjectIdentifier(handler)) != nil else { return }
        session.pageWent(showing: field, watching: nodes)
    }

    func tell(_ news: ViewerNews) {
        if case .frame = news { frameBytes = session.frame?.bytes }
        for handler in handlers.values { handler.tell(news) }
    }

    private(set) var frameBytes: [UInt8]?

    var historyText: String {
        let rows = session.history.rows.map { row in JSONValue.array(([row.time] + row.quantities).map { .finite($0) })
        }
        return JSONValue.object(of: [("kind", .string("history")), ("rows", .array(rows))]).line
    }

    static func notice(_ text: String) -> String {
        JSONValue.object(of: [("kind", .string("notice")), ("text", .string(text))]).line
    }
}
