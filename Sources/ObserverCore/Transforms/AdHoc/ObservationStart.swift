/// Who will observe what: how the observation at the end of a chain begins.
@usableFromInline
enum ObservationStart<Message> {
    case byReceiver(Receiver, of: Messenger<Message>)
    case byNobodyInParticular(of: Messenger<Message>)
    case once(Messenger<Message>)

    @inlinable
    @inline(__always)
    func begin(_ receive: @escaping (Message) -> Void) {
        switch self {
        case .byReceiver(let receiver, let messenger): messenger.begin(by: receiver, receive: receive)
        case .byNobodyInParticular(let messenger): FreeObserver.shared.observe(messenger, receive: receive)
        case .once(let messenger): observeOnce(messenger, receive: receive)
        }
    }

    @inlinable
    @inline(__always)
    func begin(_ receive: @escaping (Message, AnyAuthor) -> Void) {
        switch self {
        case .byReceiver(let receiver, let messenger): messenger.begin(by: receiver, receive: receive)
        case .byNobodyInParticular(let messenger): FreeObserver.shared.observe(messenger, receive: receive)
        case .once(let messenger): observeOnce(messenger, receive: receive)
        }
    }
}
