/// What a chain of ad hoc transforms does to a message.
///
/// Transforms are values that contain each other, so that a chain of any length is one observation whose closure does
/// it all.
public protocol MessageTransform<Input, Output> {
    /// The messages of the observed object.
    associatedtype Input

    /// What the chain makes of them.
    associatedtype Output

    /// Transforms a message; `nil` if it is suppressed.
    func transformed(_ message: Input, from author: AnyAuthor) -> Output?
}

/// The beginning of a chain: messages as they are.
public struct UntransformedMessages<Message>: MessageTransform {
    @usableFromInline
    init() {}

    /// The message.
    @inlinable
    public func transformed(_ message: Message, from author: AnyAuthor) -> Message? { message }
}

/// Messages that a closure has mapped.
public struct MappedMessages<Previous: MessageTransform, Output>: MessageTransform {
    @usableFromInline
    let previous: Previous

    @usableFromInline
    let map: (Previous.Output) -> Output

    @usableFromInline
    init(_ previous: Previous, _ map: @escaping (Previous.Output) -> Output) {
        self.previous = previous
        self.map = map
    }

    /// The mapped message.
    @inlinable
    public func transformed(_ message: Previous.Input, from author: AnyAuthor) -> Output? {
        guard let message = previous.transformed(message, from: author) else { return nil }
        return map(message)
    }
}

/// Messages that a closure has let through.
public struct FilteredMessages<Previous: MessageTransform>: MessageTransform {
    @usableFromInline
    let previous: Previous

    @usableFromInline
    let keep: (Previous.Output) -> Bool

    @usableFromInline
    init(_ previous: Previous, _ keep: @escaping (Previous.Output) -> Bool) {
        self.previous = previous
        self.keep = keep
    }

    /// The message if it is kept.
    @inlinable
    public func transformed(_ message: Previous.Input, from author: AnyAuthor) -> Previous.Output? {
        guard let message = previous.transformed(message, from: author), keep(message) else { return nil }
        return message
    }
}

/// Optional messages that are not `nil`.
public struct UnwrappedMessages<Previous: MessageTransform, Wrapped>: MessageTransform
where Previous.Output == Wrapped? {
    @usableFromInline
    let previous: Previous

    @usableFromInline
    init(_ previous: Previous) {
        self.previous = previous
    }

    /// The message if it is not `nil`.
    @inlinable
    public func transformed(_ message: Previous.Input, from author: AnyAuthor) -> Wrapped? {
        guard let message = previous.transformed(message, from: author) else { return nil }
        return message
    }
}

/// Messages from authors that a closure has let through.
public struct AuthorFilteredMessages<Previous: MessageTransform>: MessageTransform {
    @usableFromInline
    let previous: Previous

    @usableFromInline
    let keep: (AnyAuthor) -> Bool

    @usableFromInline
    init(_ previous: Previous, _ keep: @escaping (AnyAuthor) -> Bool) {
        self.previous = previous
        self.keep = keep
    }

    /// The message if its author is kept.
    @inlinable
    public func transformed(_ message: Previous.Input, from author: AnyAuthor) -> Previous.Output? {
        guard keep(author) else { return nil }
        return previous.transformed(message, from: author)
    }
}
