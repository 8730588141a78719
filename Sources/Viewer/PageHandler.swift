import NIOCore
import NIOHTTP1

/// Answers with the page, or says no.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let allowed: AllowedRequests

    init(_ allowed: AllowedRequests) { self.allowed = allowed }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        guard allowed.allow(head) else { return answer(context, .forbidden, Self.refusal) }
        guard head.method == .GET else { return answer(context, .methodNotAllowed, "There is nothing but GET.\n") }
        guard head.uri.hasPrefix("/?") else { return answer(context, .notFound, "There is nothing but the page.\n") }
        answer(context, .ok, ViewerPage.html, type: "text/html; charset=utf-8")
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private static let refusal = "Open the address that observatory has written, with its token.\n"

    /// The rights of a page from here: run what it holds, and speak to where it came from.
    private static let policy =
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"

    private func answer(
        _ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ text: String,
        type: String = "text/plain; charset=utf-8"
    ) {
        let body = context.channel.allocator.buffer(string: text)
        let headers: HTTPHeaders = [
            "content-type": type, "content-length": "\(body.readableBytes)", "connection": "close",
            "cache-control": "no-store",
            "content-security-policy": Self.policy, "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            "cross-origin-resource-policy": "same-origin",
        ]
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in bound.value.close(promise: nil) }
    }
}

/// Closes a connection whose other end takes nothing for a while, or says nothing at first.
final class SlownessHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private var deadline: Scheduled<Void>?
    private var hasSpoken = false
    private static let patience = TimeAmount.seconds(20)

    func channelActive(context: ChannelHandlerContext) {
        expect(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !hasSpoken {
            hasSpoken = true
            expect(context)
        }
        context.fireChannelRead(data)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            deadline?.cancel()
        } else {
            expect(context)
        }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // It has become a page's connection, which may be silent.
        if event is SocketHandler.Began { deadline?.cancel() }
        context.fireUserInboundEventTriggered(event)
    }

    private func expect(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: Self.patience) { bound.value.close(promise: nil) }
    }
}
