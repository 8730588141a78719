/// Keeps several disposables alive. When it is emptied or goes away, the subscriptions end, unless somebody else holds
/// the disposables.
public typealias DisposeBag = [Disposable]
