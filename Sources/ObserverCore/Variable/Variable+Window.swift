/// Where the value of a window lies: a variable that is a window does not store its value but shows one that lies
/// elsewhere, at an index of a source, such as the state of a node in the arrays of a simulation.
///
/// The calls about observations alternate: one that tells of the first is followed by one that tells of the last,
/// before the next of the first. During a delivery by the variable the last one is told of when that is over, and not
/// at all if other observations have begun by then.
package protocol WindowSource<Value>: AnyObject {
    /// The type of the values.
    associatedtype Value: Equatable

    /// The present value at an index.
    func value(at index: Int) -> Value

    /// Takes the wish to change the value at an index. It is up to the source when the change takes effect, and to
    /// publish it with ``Variable/publish(_:from:)`` when it does.
    func set(_ value: Value, at index: Int, as author: AnyAuthor?)

    /// The variable at an index has got its first observation.
    func observationsBegan(at index: Int)

    /// The variable at an index has lost its last observation.
    func observationsEnded(at index: Int)

    /// Nobody holds the variable at an index any more. Observations that were left have ended with it, of which
    /// ``observationsEnded(at:)`` does not tell.
    func variableDied(at index: Int)
}

/// The connection of one variable to its place in a source, whatever the type of its values.
class IndexedWindow {
    @exclusivity(unchecked)
    final var index: Int

    init(index: Int) {
        self.index = index
    }
}

/// The connection of one variable to its place in a source.
final class VariableWindow<Value: Equatable>: IndexedWindow, MessengerWindow {
    let source: any WindowSource<Value>

    init(source: any WindowSource<Value>, index: Int) {
        self.source = source
        super.init(index: index)
    }

    func firstObservationBegan() { source.observationsBegan(at: index) }
    func lastObservationEnded() { source.observationsEnded(at: index) }
    func messengerDied() { source.variableDied(at: index) }
}

extension Variable {
    /// Creates a window on the value at an index of a source.
    package convenience init(windowOn source: any WindowSource<Value>, at index: Int) {
        self.init(windowOn: source, at: index, showing: source.value(at: index))
    }

    /// Creates a window on the value at an index of a source, with the value that was published last.
    package convenience init(windowOn source: any WindowSource<Value>, at index: Int, showing published: Value) {
        self.init(published)
        extrasForUse.window = VariableWindow(source: source, index: index)
    }

    /// Tells the observers of a window that its value is now another than the one published before, if it is.
    @inlinable
    package func publish(_ value: Value, from author: AnyAuthor) {
        let old = storedValue
        guard value != old else { return }
        storedValue = value
        deliver(Update(old, value), from: author)
    }

    /// Takes a value as published without telling anybody, when an observation begins.
    package func notePublished(_ value: Value) {
        storedValue = value
    }

    var window: VariableWindow<Value>? {
        guard let window = extras?.window else { return nil }
        return unsafeDowncast(window, to: VariableWindow<Value>.self)
    }

    /// The value of a variable that may be a window; see ``MessengerExtras/redirectsValue``.
    @usableFromInline
    var redirectedValue: Value {
        guard let window else { return storedValue }
        return window.source.value(at: window.index)
    }

    /// Sets the value of a variable that may be a window or in a batch; see ``MessengerExtras/redirectsValue``.
    @usableFromInline
    func redirect(_ value: Value, from author: AnyAuthor) {
        if let window {
            window.source.set(value, at: window.index, as: author === self ? nil : author)
        } else if let batch {
            guard value != storedValue else { return }
            storedValue = value
            // One that is just dying would be brought back to life; the runtime refuses weak references to such objects.
            weak let livingAuthor = author
            batch.author = livingAuthor
        } else {
            change(to: value, as: author)
        }
    }
}
