/// Sends those messages of its origin that meet a condition. Made by ``ObservableObject/filter(_:)``.
public final class Filter<Origin: ObservableObject>: ObservableTransform<Origin, Origin.Message> {
    private let keep: (Origin.Message) -> Bool

    /// Creates a filter.
    public init(_ origin: Origin, _ keep: @escaping (Origin.Message) -> Bool) {
        self.keep = keep
        super.init(origin) { message, _ in keep(message) ? message : nil }
    }

    /// Tests if a message would pass, without sending it.
    public func passes(_ message: Origin.Message) -> Bool {
        keep(message)
    }
}

/// Sends those messages of its origin that are not `nil`. Made by ``ObservableObject/unwrap()``.
public final class Unwrapper<Origin: ObservableObject, Unwrapped>: ObservableTransform<Origin, Unwrapped>
where Origin.Message == Unwrapped? {
    /// Creates an unwrapper.
    public init(_ origin: Origin) {
        super.init(origin) { message, _ in message }
    }

    /// Tests if a message would pass, without sending it.
    public func passes(_ message: Unwrapped?) -> Bool {
        message != nil
    }
}

/// Sends those messages of its origin whose author meets a condition. Made by ``ObservableObject/filterAuthor(_:)``,
/// ``ObservableObject/from(_:)`` and ``ObservableObject/notFrom(_:)``.
public final class AuthorFilter<Origin: ObservableObject>: ObservableTransform<Origin, Origin.Message> {
    private let keep: (AnyAuthor) -> Bool

    /// Creates a filter.
    public init(_ origin: Origin, _ keep: @escaping (AnyAuthor) -> Bool) {
        self.keep = keep
        super.init(origin) { message, author in keep(author) ? message : nil }
    }

    /// Tests if a message of an author would pass, without sending it.
    public func passes(from author: AnyAuthor) -> Bool {
        keep(author)
    }
}

extension ObservableObject {
    /// An observable object that sends those messages of this one that meet a condition.
    public func filter(_ keep: @escaping (Message) -> Bool) -> Filter<Self> {
        Filter(self, keep)
    }

    /// An observable object that sends those messages of this one that are not `nil`.
    public func unwrap<Unwrapped>() -> Unwrapper<Self, Unwrapped> where Message == Unwrapped? {
        Unwrapper(self)
    }

    /// An observable object that sends those messages of this one whose author meets a condition.
    public func filterAuthor(_ keep: @escaping (AnyAuthor) -> Bool) -> AuthorFilter<Self> {
        AuthorFilter(self, keep)
    }

    /// An observable object that sends the messages of this one that come from an author, who is held weakly. Nothing
    /// comes from an author who is not there.
    public func from(_ author: AnyAuthor?) -> AuthorFilter<Self> {
        filterAuthor { [weak author] in $0 === author }
    }

    /// An observable object that sends the messages of this one that do not come from an author, who is held weakly. An
    /// author who is not there suppresses nothing.
    public func notFrom(_ author: AnyAuthor?) -> AuthorFilter<Self> {
        filterAuthor { [weak author] in $0 !== author }
    }
}

extension ObservableObject where Message: Equatable {
    /// An observable object that sends whenever this one sends a certain message.
    public func select(_ message: Message) -> Mapper<Filter<Self>, Void> {
        filter { $0 == message }.map { _ in }
    }
}
