import ObserverCore

/// A value that can be read and subscribed to, but not set.
///
/// Only a ``Variable`` can be created; a part of a program that is to watch its value, but not to set it, gets it as an
/// observable.
///
///     private let nameSubject = Variable("")
///     var name: Observable<String> { nameSubject.asObservable }
///
/// ## Delivery
///
/// - A subscriber is called with the current value as soon as it subscribes, and with every value that is assigned from
///   then on, also if it equals the one before.
/// - Subscribers are called in the order in which they subscribed.
/// - A new value can be read at once. If a subscriber assigns one while it is called, the others are first told of the
///   change before. So each of them sees every change, in order, with the value before that change as the old one.
/// - A subscription that begins while a change is delivered begins with the value that is current by then, and gets the
///   changes after that.
///
/// ## Lifetimes
///
/// A subscription ends when its ``Disposable`` dies, or the observable. It keeps neither of them alive. Its closure is
/// released at once or, if that happens while a change is delivered, right after that.
///
/// - Note: An observable belongs to one isolation domain, like all objects that are not `Sendable`.
public class Observable<T> {
    /// The value after a change, as a subscriber gets it: the current one if it has just subscribed.
    public typealias NewValue = T

    /// The value before a change, as a subscriber gets it: `nil` if it has just subscribed.
    public typealias OldValue = T?

    /// A subscriber: a closure that takes the value after a change and the one before.
    public typealias Observer = (NewValue, OldValue) -> Void

    /// Reaches all subscribers in the order and under the rules of `ObserverCore`.
    ///
    /// The observable owns it and is not one itself: otherwise whoever may only watch could send.
    @usableFromInline
    let changes = Messenger<Change<T>>()

    @usableFromInline
    final var latestChangeNumber = 0

    @usableFromInline
    final var storedValue: T

    /// The current value.
    @inlinable
    public var value: T { storedValue }

    @usableFromInline
    init(_ value: T) {
        storedValue = value
    }

    @inlinable
    final func assign(_ value: T) {
        let old = storedValue
        storedValue = value
        latestChangeNumber += 1
        changes.send(Change(number: latestChangeNumber, new: value, old: old))
    }

    /// Calls a closure with the current value and `nil`, at once, and then with the new and the old value of every
    /// change.
    ///
    ///     name.subscribe { [weak self] newName, oldName in
    ///         self?.label.text = newName
    ///     }.disposed(by: &disposeBag)
    ///
    /// If the closure assigns a value when it is called for the first time, it is called for that change after it has
    /// returned.
    ///
    /// - Parameter observer: The closure. The observable keeps it alive for as long as the subscription lasts, and with
    ///   it what it captures, so that it should capture objects that own the disposable weakly.
    /// - Returns: The disposable, with whose life the subscription ends.
    /// - Complexity: O(1) amortised, besides the call.
    @inlinable
    public func subscribe(_ observer: @escaping Observer) -> Disposable {
        let subscriber = Subscriber(observer, knowingChangesUpTo: latestChangeNumber)
        let subscription = Subscription()
        subscription.observe(changes) { change in subscriber.receive(change) }
        subscriber.start(with: storedValue)
        return Disposable { subscription.stopObserving() }
    }
}
