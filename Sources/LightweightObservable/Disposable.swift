/// Calls a closure when it dies: usually one that ends a subscription.
///
/// Whoever subscribes holds on to it, mostly in a ``DisposeBag``, for as long as the subscription is to last.
public final class Disposable {
    /// The closure that is called when the disposable dies.
    public typealias Dispose = () -> Void

    private let dispose: Dispose

    /// Creates a disposable.
    ///
    /// - Parameter dispose: Is called once, when the disposable dies.
    public init(_ dispose: @escaping Dispose) {
        self.dispose = dispose
    }

    deinit {
        dispose()
    }

    /// Adds this to a bag, which keeps it alive from then on.
    ///
    /// - Complexity: O(1) amortised.
    public func disposed(by disposeBag: inout DisposeBag) {
        disposeBag.append(self)
    }
}

/// Keeps several disposables alive. When it is emptied or goes away, the subscriptions end, unless somebody else holds
/// the disposables.
public typealias DisposeBag = [Disposable]
