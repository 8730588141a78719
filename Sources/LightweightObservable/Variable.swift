/// An ``Observable`` whose value can be set.
///
///     let name = Variable("")
///     name.value = "Ada"
///
/// When the variable dies, all subscriptions to it end.
public final class Variable<T>: Observable<T> {
    /// Creates a variable with a value.
    public override init(_ value: T) {
        super.init(value)
    }

    /// The current value. All subscribers are told of every assignment, also of an equal value.
    ///
    /// - Complexity: Setting is O(n) for n subscriptions.
    @inlinable
    public override var value: T {
        get { super.value }
        set { assign(newValue) }
    }

    /// The variable as something that can be subscribed to, but not set.
    ///
    /// It is the same object, so that whoever holds it keeps the variable alive.
    public var asObservable: Observable<T> { self }
}
