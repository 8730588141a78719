/// A transform that is an observable object itself: it observes its origin and sends what it makes of the messages.
///
/// It holds its origin strongly, and somebody has to hold it. When it dies, its observation of the origin ends.
/// Replacing the origin sends nothing; see ``replaceOrigin(with:)`` for a replacement that does.
///
/// Of a chain of transforms, each of which observes the one before, any number passes a message on: after a hundred of them the
/// message waits until all have got it that observe these, so that the stack does not overflow.
///
/// - Complexity: A message costs one observation and the closure of the transform, besides those who observe it.
public class ObservableTransform<Origin: ObservableObject, Output>: Messenger<Output>, Observer {
    private final let chain = TransformReceiver()

    /// Keeps the observation of the origin alive.
    public final var receiver: Receiver { chain }

    /// `nil` only when the transform dies.
    private final var heldOrigin: Origin?

    /// The observed object. Can be replaced by another object of the same type.
    public final var origin: Origin {
        get { heldOrigin.unsafelyUnwrapped }
        set {
            let former = origin
            receiver.endObservations(of: former.messenger)
            heldOrigin = newValue
            observeOrigin()
            // The former one may use the transform when it dies, which it must not do while it is being replaced.
            withExtendedLifetime(former) {}
        }
    }

    final let transform: (Origin.Message, AnyAuthor) -> Output?

    init(_ origin: Origin, transform: @escaping (Origin.Message, AnyAuthor) -> Output?) {
        heldOrigin = origin
        self.transform = transform
        super.init()
        observeOrigin()
    }

    deinit {
        // Before anything of this object is gone, since messages may be sent meanwhile.
        receiver.endAllObservations()
        releaseOrigins()
    }

    final override var transformReceiver: TransformReceiver? { chain }

    final override func takeUnsharedOrigin() -> AnyMessenger? {
        guard isKnownUniquelyReferenced(&heldOrigin) else { return nil }
        let messenger: AnyMessenger = origin.messenger
        guard messenger === heldOrigin else { return nil }
        heldOrigin = nil
        return messenger
    }

    private final func observeOrigin() {
        chain.upstream = origin.messenger.transformReceiver
        origin.messenger.begin(by: receiver) { [unowned(unsafe) self] message, author in
            forward(message, from: author)
        }
    }

    fileprivate final func forward(_ message: Origin.Message, from author: AnyAuthor) {
        guard let output = transform(message, author) else { return }
        chain.pass(output, from: author, to: self)
    }
}

extension ObservableTransform where Origin: ObservableCache {
    /// Replaces the origin, and sends what the transform makes of the new origin's latest message, if it lets that pass.
    public final func replaceOrigin(with newOrigin: Origin) {
        origin = newOrigin
        forward(newOrigin.latestMessage, from: newOrigin)
    }
}
