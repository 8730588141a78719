/// A chain of ad hoc transforms together with the closure that receives what comes through.
///
/// As the only thing that the handler of the observation captures it is the handler's context itself; closures that a
/// closure captures one by one would be copied out of the context for each message.
@usableFromInline
final class TransformChain<Transform: MessageTransform> {
    @usableFromInline
    let transform: Transform

    @usableFromInline
    let receive: (Transform.Output) -> Void

    @inlinable
    init(_ transform: Transform, _ receive: @escaping (Transform.Output) -> Void) {
        self.transform = transform
        self.receive = receive
    }

    /// Passes a message on if the transforms, which do not look at authors, let it through.
    @inlinable
    @inline(__always)
    func pass(_ message: Transform.Input) {
        guard let output = transform.transformed(message, from: nil) else { return }
        receive(output)
    }
}
