/// The simplest observable object and the basis of all others: whoever has it can send messages through it.
///
///     let texts = Messenger<String>()
///     reader.observe(texts) { text in … }
///     texts.send("Hello")
///
/// Own one, or subclass it, to make an observable object of your own; see ``ObservableObject``.
///
/// ## Delivery
///
/// - Observers receive each message in the order in which they began to observe.
/// - Messages arrive in the order in which they were sent. One that is sent while another is being delivered, by an
///   observer or by what it calls, waits until that one has reached everyone.
/// - An observation that begins during a delivery gets the next message, not the current one. One that ends during a
///   delivery, or whose observer dies in it, gets nothing more.
/// - When an observer dies, its observations end. When the messenger dies, all observations of it end.
/// - Sending is a call: where observers send through other messengers, and their observers through yet others, the calls nest
///   on the stack, some ten thousand of them at most. Chains of transforms do not, however long they are.
///
/// - Complexity: Sending is O(n) for n observations, without allocation, except for messages that have to wait.
///   Beginning and ending an observation are O(1) amortised.
/// - Note: A messenger belongs to one isolation domain, like all objects that are not `Sendable`.
open class Messenger<Message>: AnyMessenger, ObservableObject {
    /// Creates a messenger that nobody observes.
    public override init() {
        super.init()
    }

    /// The messenger itself.
    public final var messenger: Messenger<Message> { self }
}
