/// An observation that has not begun yet, with the transforms that its messages will go through.
///
///     observer.observe(title).new().unwrap("Untitled").map({ $0.count }) { length in … }
///
/// Each transform comes in two forms: one that the chain goes on from, and one that ends the chain with the closure
/// that receives. Where the last transform takes a closure of its own, end with ``receive(_:)-((Transform.Output)->Void)``.
///
/// Until then nothing is observed; a chain that is not ended does nothing.
///
/// - Complexity: However long the chain, it is one observation. A message costs one call, plus one for each closure
///   that was handed to a transform; or plus one altogether where none of these captures anything and the chain is written
///   in one piece.
///
/// ## Transforms of your own
///
/// A transform of your own is an extension that is made of those that there are:
///
///     extension ObservationTransformer where Transformed == String {
///         func trimmed() -> ObservationTransformer<some MessageTransform<Transform.Input, String>> {
///             map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
///         }
///     }
public struct ObservationTransformer<Transform: MessageTransform> {
    /// The output of the chain so far.
    public typealias Transformed = Transform.Output

    @usableFromInline
    let transform: Transform

    @usableFromInline
    let start: ObservationStart<Transform.Input>

    @inlinable
    @inline(__always)
    init(_ transform: Transform, _ start: ObservationStart<Transform.Input>) {
        self.transform = transform
        self.start = start
    }

    /// Ends the chain: calls a closure with each message that comes through.
    @inlinable
    @inline(__always)
    public func receive(_ receive: @escaping (Transform.Output) -> Void) {
        guard !Transform.needsAuthor else { return self.receive { message, _ in receive(message) } }
        if transform.capturesNothing {
            let function = transform.function
            // It has a context where the optimiser did not see all transforms, and is slower then than the transforms.
            guard !ObserverCore.capturesNothing(function) else { return receiveThrough(function, receive) }
        }
        let chain = TransformChain(transform, receive)
        start.begin { [chain] message in chain.pass(message) }
    }

    /// Ends a chain that is a single function.
    @inlinable
    @inline(__always)
    func receiveThrough(
        _ function: @escaping (Transform.Input) -> Transform.Output?, _ receive: @escaping (Transform.Output) -> Void
    ) {
        // Merged with this, the function calls what receives, and does not hand back what comes through.
        let pass = { [function] (message: Transform.Input, receive: (Transform.Output) -> Void) in
            guard let message = function(message) else { return }
            receive(message)
        }
        start.begin { message in pass(message, receive) }
    }

    /// Ends the chain: calls a closure with each message that comes through, and with its author.
    @inlinable
    @inline(__always)
    public func receive(_ receive: @escaping (Transform.Output, AnyAuthor) -> Void) {
        start.begin { [transform] message, author in
            guard let message = transform.transformed(message, from: author) else { return }
            receive(message, author)
        }
    }
}

extension Observer {
    /// Prepares an observation whose messages are transformed on their way.
    @inlinable
    @inline(__always)
    public func observe<O: ObservableObject>(
        _ object: O
    ) -> ObservationTransformer<UntransformedMessages<O.Message>> {
        let start = ObservationStart.byReceiver(receiver, of: object.messenger)
        return ObservationTransformer<UntransformedMessages<O.Message>>(UntransformedMessages(), start)
    }
}
