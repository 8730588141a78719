/// The receiver of a stand-alone transform, which sees to it that a message on its way down a chain of transforms, each of which
/// observes the one before, takes no more of the stack than a few of them need.
///
/// The first transform of the chain that a message comes to is the root of its way. From there on messages are delivered by
/// nested calls, up to a depth; what is to go farther waits at the root until these calls are over.
final class TransformReceiver: Receiver {
    /// How many transforms pass a message on to each other before the next one has to wait.
    static let deepestNesting = 100

    /// That of the origin, if this is a transform, too. It lives while anything comes from there.
    @exclusivity(unchecked)
    unowned(unsafe) var upstream: TransformReceiver?

    /// Where the message came into the chain that the transform is sending; `nil` if it is sending none. It lives
    /// meanwhile, since it is sending itself.
    @exclusivity(unchecked)
    private unowned(unsafe) var root: TransformReceiver?

    /// Of a root, how many transforms are sending.
    @exclusivity(unchecked)
    private var depth = 0

    /// Of a root, what waits.
    private var waiting: [() -> Void] = []

    /// Has a message of a transform delivered, at once or after those that are being delivered.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - author: The author, who is kept alive until then unless it is just dying.
    ///   - transform: The transform, which is not kept alive.
    func pass<Message>(_ message: Message, from author: AnyAuthor, to transform: Messenger<Message>) {
        let root = upstream?.root ?? self
        guard root.depth < Self.deepestNesting else {
            weak let livingAuthor = author
            let keptAuthor = livingAuthor
            return root.waiting.append { [weak transform, unowned(unsafe) self, unowned(unsafe) root] in
                guard let transform else { return }
                deliver(message, from: keptAuthor ?? transform, to: transform, in: root)
            }
        }
        deliver(message, from: author, to: transform, in: root)
        if root === self, root.depth == 0, !waiting.isEmpty { deliverWaiting() }
    }

    private func deliver<Message>(
        _ message: Message, from author: AnyAuthor, to transform: Messenger<Message>, in root: TransformReceiver
    ) {
        let former = self.root
        self.root = root
        root.depth += 1
        transform.deliver(message, from: author)
        root.depth -= 1
        self.root = former
    }

    /// Delivers what waits, in its order.
    @inline(never)
    private func deliverWaiting() {
        while !waiting.isEmpty {
            let actions = waiting
            waiting = []
            for action in actions { action() }
        }
    }
}

extension AnyMessenger {
    /// Lets go of a chain of origins that nobody else holds, one after the other: as many nested calls would overflow the
    /// stack.
    final func releaseOrigins() {
        var origin = takeUnsharedOrigin()
        while let transform = origin {
            // Nothing runs before its origin has been taken, so that nobody misses that.
            origin = transform.takeUnsharedOrigin()
        }
    }
}
