import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
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
    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel

    /// How many connections there may be.
    static let greatestConnectionCount = 64

    /// Requests are a few words.
    static let longestMessage = 1 << 13

    /// Begins to serve.
    ///
    /// - Parameters:
    ///   - session: The run.
    ///   - greeting: The first message to pages.
    ///   - port: The port; 0 for one that is free.
    /// - Throws: ``ViewerError``.
    package init(of session: ViewerSession, greeting: ViewerGreeting, port: Int) throws {
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let token = ViewerAddress.newToken()
        let pages = ViewerPages(session: session, greeting: greeting)
        let knownPort = Atomic<Int>(port)
        let connections = ConnectionCount()
        let allowed = AllowedRequests { head in
            ViewerAddress(port: knownPort.load(ordering: .relaxed), token: token).allows(
                uri: head.uri, host: head.headers["host"], origin: head.headers["origin"])
        }
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 64)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                guard connections.begin() else { return channel.close() }
                channel.closeFuture.whenComplete { _ in connections.end() }
                return channel.eventLoop.makeCompletedFuture {
                    try Self.configure(channel, allowed, pages)
                }
            }
        do {
            channel = try bootstrap.bind(host: ViewerAddress.host, port: port).wait()
        } catch {
            try? group.syncShutdownGracefully()
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw ViewerError.cannotServe(port: port, reason: reason)
        }
        address = ViewerAddress(port: channel.localAddress?.port ?? port, token: token)
        knownPort.store(address.port, ordering: .relaxed)
        let loop = group.next()
        session.onNews { news in loop.execute { pages.tell(news) } }
    }

    private static func configure(_ channel: any Channel, _ allowed: AllowedRequests, _ pages: ViewerPages) throws {
        let page = PageHandler(allowed)
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: longestMessage, automaticErrorHandling: true,
            shouldUpgrade: { channel, head in
                let isAllowed = allowed.allow(head) && head.uri.hasPrefix("/run?") && !head.headers["origin"].isEmpty
                return channel.eventLoop.makeSucceededFuture(isAllowed ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(SocketHandler(pages))
                }
            })
        let sync = channel.pipeline.syncOperations
        try sync.addHandler(SlownessHandler())
        let handler = NIOLoopBound(page, eventLoop: channel.eventLoop)
        try sync.configureHTTPServerPipeline(
            withServerUpgrade: (
                upgraders: [upgrader],
                completionHandler: { context in
                    context.pipeline.syncOperations.removeHandler(handler.value, promise: nil)
                }
            ))
        try sync.addHandler(page)
    }

    /// Ends serving.
    package func close() {
        try? channel.close().wait()
        try? group.syncShutdownGracefully()
    }
}

/// Which requests are answered.
struct AllowedRequests: Sendable {
    let allow: @Sendable (HTTPRequestHead) -> Bool

    init(_ allow: @escaping @Sendable (HTTPRequestHead) -> Bool) { self.allow = allow }
}

/// How many connections there are.
private final class ConnectionCount: Sendable {
    private let count = Atomic<Int>(0)

    /// One begins, or is one too many.
    func begin() -> Bool {
        guard count.add(1, ordering: .relaxed).newValue > ViewerServer.greatestConnectionCount else { return true }
        end()
        return false
    }

    func end() { count.subtract(1, ordering: .relaxed) }
}
