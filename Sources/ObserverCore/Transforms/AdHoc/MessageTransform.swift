/// A chain of ad hoc transforms of messages.
///
/// Transforms are values that contain each other, so that a chain of any length is one observation whose closure does
/// it all.
public protocol MessageTransform<Input, Output> {
    /// The messages of the observed object.
    associatedtype Input

    /// The transformed messages.
    associatedtype Output

    /// True if the chain looks at the authors of messages. Those that do not say are taken to do so.
    static var needsAuthor: Bool { get }

    /// Transforms a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - author: Its author; `nil` only if the chain does not look at authors.
    /// - Returns: The transformed message; `nil` if it is suppressed.
    func transformed(_ message: Input, from author: AnyAuthor?) -> Output?

    /// True if none of the closures of the chain captures anything, so that ``function`` is worth its while. Those that do
    /// not say are taken to have some that do.
    var capturesNothing: Bool { get }

    /// The chain, which does not look at authors, as a single function.
    ///
    /// Where closures that capture nothing are handed to transforms, the optimiser merges them into this one. Others
    /// would be called through one closure more for each transform.
    var function: (Input) -> Output? { get }
}

extension MessageTransform {
    /// Yes.
    @inlinable
    public static var needsAuthor: Bool { true }

    /// No.
    @inlinable
    public var capturesNothing: Bool { false }

    /// Transforms a message without an author.
    @inlinable
    public var function: (Input) -> Output? {
        { message in transformed(message, from: nil) }
    }
}

/// Tests if a closure has no context. Where closures lie in memory otherwise than expected, all are taken to have one.
@inlinable
@inline(__always)
func capturesNothing<Input, Output>(_ closure: @escaping (Input) -> Output) -> Bool {
    ClosureLayout.tellsOfCaptures && unsafeBitCast(closure, to: ParkedReceiver.self).context == 0
}

/// The beginning of a chain: messages as they are.
public struct UntransformedMessages<Message>: MessageTransform {
    @inlinable
    @inline(__always)
    init() {}

    /// No.
    @inlinable
    public static var needsAuthor: Bool { false }

    /// The message.
    @inlinable
    public func transformed(_ message: Message, from author: AnyAuthor?) -> Message? { message }

    /// Yes.
    @inlinable
    public var capturesNothing: Bool { true }

    /// Returns the message.
    @inlinable
    @inline(__always)
    public var function: (Message) -> Message? { { $0 } }
}

/// Messages that a closure has mapped.
public struct MappedMessages<Previous: MessageTransform, Output>: MessageTransform {
    @usableFromInline
    let previous: Previous

    @usableFromInline
    let map: (Previous.Output) -> Output

    @inlinable
    @inline(__always)
    init(_ previous: Previous, _ map: @escaping (Previous.Output) -> Output) {
        self.previous = previous
        self.map = map
    }

    /// True if the chain before looks at them.
    @inlinable
    public static var needsAuthor: Bool { Previous.needsAuthor }

    /// The mapped message.
    @inlinable
    public func transformed(_ message: Previous.Input, from author: AnyAuthor?) -> Output? {
        guard let message = previous.transformed(message, from: author) else { return nil }
        return map(message)
    }

    /// True if neither the chain before nor the closure captures anything.
    @inlinable
    @inline(__always)
    public var capturesNothing: Bool { previous.capturesNothing && ObserverCore.capturesNothing(map) }

    /// Maps a message.
    @inlinable
    @inline(__always)
    public var function: (Previous.Input) -> Output? {
        { [previous = previous.function, map] message in
            guard let message = previous(message) else { return nil }
            return map(message)
        }
    }
}

/// Messages that a closure has let through.
public struct FilteredMessages<Previous: MessageTransform>: MessageTransform {
    @usableFromInline
    let previous: Previous

    @usableFromInline
    let keep: (Previous.Output) -> Bool

    @inlinable
    @inline(__always)
    init(_ previous: Previous, _ keep: @escaping (Previous.Output) -> Bool) {
        self.previous = previous
        self.keep = keep
    }

    /// True if the chain before looks at them.
    @inlinable
    public static var needsAuthor: Bool { Previous.needsAuthor }

    /// The message if it is kept.
    @inlinable
    public func transformed(_ message: Previous.Input, from author: AnyAuthor?) -> Previous.Output? {
        guard let message = previous.transformed(message, from: author), keep(message) else { return nil }
        return message
    }

    /// True if neither the chain before nor the closure captures anything.
    @inlinable
    @inline(__always)
    public var capturesNothing: Bool { previous.capturesNothing && ObserverCore.capturesNothing(keep) }

    /// Returns the message if it is kept.
    @inlinable
    @inline(__always)
    public var function: (Previous.Input) -> Previous.Output? {
        { [previous = previous.function, keep] message in
            guard let message = previous(message), keep(message) else { return nil }
            return message
        }
    }
}

/// Optional messages that are not `nil`.
public struct UnwrappedMessages<Previous: MessageTransform, Wrapped>: MessageTransform
where Previous.Output == Wrapped? {
    @usableFromInline
    let previous: Previous

    @inlinable
    @inline(__always)
    init(_ previous: Previous) {
        self.previous = previous
    }

    /// True if the chain before looks at them.
    @inlinable
    public static var needsAuthor: Bool { Previous.needsAuthor }

    /// The message if it is not `nil`.
    @inlinable
    public func transformed(_ message: Previous.Input, from author: AnyAuthor?) -> Wrapped? {
        guard let message = previous.transformed(message, from: author) else { return nil }
        return message
    }

    /// True if the chain before captures nothing.
    @inlinable
    @inline(__always)
    public var capturesNothing: Bool { previous.capturesNothing }

    /// Unwraps a message.
    @inlinable
    @inline(__always)
    public var function: (Previous.Input) -> Wrapped? {
        { [previous = previous.function] message in
            guard let message = previous(message) else { return nil }
            return message
        }
    }
}

/// Messages from authors that a closure has let through.
public struct AuthorFilteredMessages<Previous: MessageTransform>: MessageTransform {
    @usableFromInline
    let previous: Previous

    @usableFromInline
    let keep: (AnyAuthor) -> Bool

    @inlinable
    @inline(__always)
    init(_ previous: Previous, _ keep: @escaping (AnyAuthor) -> Bool) {
        self.previous = previous
        self.keep = keep
    }

    /// The message if its author is kept.
    @inlinable
    public func transformed(_ message: Previous.Input, from author: AnyAuthor?) -> Previous.Output? {
        guard let author, keep(author) else { return nil }
        return previous.transformed(message, from: author)
    }
}
