/// The closure of a subscription, and what it takes to tell it every change once and in order, from the first call on.
///
/// That needs care at the beginning. Where a subscription begins during a delivery, changes that the current value
/// includes already are still on their way. And a closure that assigns a value in its first call must not be called for
/// that before it has returned.
@usableFromInline
final class Subscriber<T> {
    @usableFromInline
    let observer: Observable<T>.Observer

    /// The changes up to this one are in the value with which the subscription began.
    @usableFromInline
    let knownChangeNumber: Int

    @usableFromInline
    var isStarting = true

    /// The changes that came during the start.
    @usableFromInline
    var waitingChanges: [Change<T>] = []

    @inlinable
    init(_ observer: @escaping Observable<T>.Observer, knowingChangesUpTo number: Int) {
        self.observer = observer
        self.knownChangeNumber = number
    }

    @inlinable
    func start(with value: T) {
        observer(value, nil)
        while !waitingChanges.isEmpty {
            let changes = waitingChanges
            waitingChanges = []
            for change in changes { observer(change.new, change.old) }
        }
        isStarting = false
    }

    @inlinable
    func receive(_ change: Change<T>) {
        guard change.number > knownChangeNumber else { return }
        guard !isStarting else { return waitingChanges.append(change) }
        observer(change.new, change.old)
    }
}
