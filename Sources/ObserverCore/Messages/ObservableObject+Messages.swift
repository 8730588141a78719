extension ObservableObject {
    /// The messages that this object sends from now on, as an asynchronous sequence.
    ///
    ///     for await message in object.messages { … }
    ///
    /// The loop ends when the object's messenger dies and all messages sent before have been received, when the
    /// observation is ended by ``stopBeingObserved()``, or when the task is cancelled, in which case it receives nothing
    /// more, not even what has been sent already. When the loop is left for whatever reason, the observation ends.
    ///
    /// Messages wait for the loop in a buffer without limit. To limit it, use ``messages(bufferingPolicy:)``.
    ///
    /// Observing does not keep the object alive, but a loop over an object that its own task keeps alive does not end
    /// by itself.
    ///
    /// - Complexity: O(1) amortised for each message.
    public var messages: Messages<Message> {
        messages(bufferingPolicy: .unbounded)
    }

    /// The messages that this object sends from now on, as an asynchronous sequence with a limited buffer; see
    /// ``messages``.
    ///
    ///     for await update in temperature.messages(bufferingPolicy: .bufferingNewest(1)) { … }
    ///
    /// A message is in the buffer from when it is sent until the loop receives it, also where the loop is waiting for
    /// it. So a buffer of one has the latest message, or the first one, of those that were sent since the loop had its
    /// turn.
    ///
    /// - Parameter bufferingPolicy: Which messages are dropped when the loop is slower than the object. A limit below
    ///   one counts as one.
    /// - Returns: A sequence that observes this object from now on.
    /// - Complexity: O(1) amortised for each message.
    public func messages(
        bufferingPolicy: AsyncStream<Message>.Continuation.BufferingPolicy
    ) -> Messages<Message> {
        Messages(of: messenger, bufferingPolicy: bufferingPolicy)
    }
}
