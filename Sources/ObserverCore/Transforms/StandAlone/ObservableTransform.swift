/// A transform that is an observable object itself: it observes its origin and sends what it makes of the messages.
///
/// It holds its origin strongly, and somebody has to hold it. When it dies, its observation of the origin ends.
/// Replacing the origin sends nothing; see ``replaceOrigin(with:)`` for a replacement that does.
///
/// - Complexity: A message costs one observation and the closure of the transform, besides those who observe it.
public class ObservableTransform<Origin: ObservableObject, Output>: Messenger<Output>, Observer {
    /// Keeps the observation of the origin alive.
    public final let receiver = Receiver()

    /// What is transformed. Can be replaced by another object of the same type.
    public final var origin: Origin {
        willSet { receiver.endObservations(of: origin.messenger) }
        didSet {
            observeOrigin()
            // The former one may use the transform when it dies, which it must not do while it is being replaced.
            withExtendedLifetime(oldValue) {}
        }
    }

    final let transform: (Origin.Message, AnyAuthor) -> Output?

    init(_ origin: Origin, transform: @escaping (Origin.Message, AnyAuthor) -> Output?) {
        self.origin = origin
        self.transform = transform
        super.init()
        observeOrigin()
    }

    deinit {
        // Before anything of this object is gone, since messages may be sent meanwhile.
        receiver.endAllObservations()
    }

    private final func observeOrigin() {
        origin.messenger.begin(by: receiver) { [unowned(unsafe) self] message, author in
            forward(message, from: author)
        }
    }

    fileprivate final func forward(_ message: Origin.Message, from author: AnyAuthor) {
        guard let output = transform(message, author) else { return }
        deliver(output, from: author)
    }
}

extension ObservableTransform where Origin: ObservableCache {
    /// Replaces the origin, and sends what the transform makes of the new origin's latest message, if it lets that pass.
    public final func replaceOrigin(with newOrigin: Origin) {
        origin = newOrigin
        forward(newOrigin.latestMessage, from: newOrigin)
    }
}
