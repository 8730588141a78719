/// Stands for an observable object that it holds weakly, and sends its messages. Made by ``ObservableObject/weak()``.
///
/// Put it where an object would be held strongly, in an array or as the origin of a transform. When the object dies,
/// ``origin`` is `nil`. Where the object is a cache, this is one too, and keeps the latest message of the object.
public final class Weak<Origin: ObservableObject>: Messenger<Origin.Message>, Observer {
    private let chain = TransformReceiver()

    /// Keeps the observation alive.
    public var receiver: Receiver { chain }

    /// The object, `nil` once it is gone. Can be replaced by another object of the same type.
    public weak var origin: Origin? {
        willSet { if let origin { receiver.endObservations(of: origin.messenger) } }
        didSet { observeOrigin() }
    }

    /// The latest message of an origin that is a cache.
    private var kept: Origin.Message? {
        // The former one may replace the origin when it dies, which it must not do while it is being replaced.
        didSet { withExtendedLifetime(oldValue) {} }
    }

    /// Creates a weak stand-in for an object.
    public init(_ origin: Origin) {
        self.origin = origin
        super.init()
        observeOrigin()
    }

    deinit {
        receiver.endAllObservations()
    }

    override var transformReceiver: TransformReceiver? { chain }

    private func observeOrigin() {
        chain.upstream = origin?.messenger.transformReceiver
        guard let origin else { return }
        keepLatestMessage(of: origin)
        origin.messenger.begin(by: receiver) { [unowned(unsafe) self] message, author in
            forward(message, from: author)
        }
    }

    private func forward(_ message: Origin.Message, from author: AnyAuthor) {
        if let origin { keepLatestMessage(of: origin) }
        chain.pass(message, from: author, to: self)
    }

    private func keepLatestMessage(of origin: Origin) {
        guard let cache = origin as? any ObservableCache<Origin.Message> else { return }
        kept = cache.latestMessage
    }
}

extension Weak {
    /// The object, `nil` once it is gone.
    public var observable: Origin? { origin }
}

extension Weak: ObservableCache where Origin: ObservableCache {
    /// The latest message of the object, or if it is gone the last one that it had.
    public var latestMessage: Origin.Message {
        if let origin { return origin.latestMessage }
        // Kept since the beginning, because the origin has always been a cache.
        return kept.unsafelyUnwrapped
    }
}

extension ObservableObject {
    /// An observable object that stands for this one and holds it weakly.
    public func weak() -> Weak<Self> {
        Weak(self)
    }
}
