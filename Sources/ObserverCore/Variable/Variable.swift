/// Short for ``Variable``, and the name by which it is usually called.
public typealias Var = Variable

/// An observable value: it sends an ``Update`` whenever the value changes.
///
///     let number = Var(42)
///     observer.observe(number) { update in print(update.old, update.new) }
///     number.value = 123
///
/// A new value takes effect at once. If it is set while an earlier change is being delivered, its update waits until
/// that one has reached everyone, so that each observer sees every change, in order, with its own old and new value.
///
/// - Complexity: Setting is O(n) for n observations and O(1) where there is none.
public final class Variable<Value: Equatable>: Messenger<Update<Value>> {
    /// The value, or for a window the value that was published last.
    ///
    /// Accesses are single loads and stores that cannot overlap; see ``AnyMessenger/block``.
    @exclusivity(unchecked)
    @usableFromInline
    var storedValue: Value

    /// Creates a variable with a value.
    public init(_ value: Value) {
        storedValue = value
        super.init()
    }

    /// Creates a variable whose value is `nil`.
    public convenience init<Wrapped>() where Value == Wrapped? {
        self.init(nil)
    }
}

extension Variable {
    /// The value. Setting a different one sends an update with the variable itself as the author.
    @inlinable
    public var value: Value {
        get {
            if let extras, extras.redirectsValue { redirectedValue } else { storedValue }
        }
        set { set(newValue, as: self) }
    }

    /// Sets the value and names who does.
    ///
    /// - Parameters:
    ///   - value: The new value. An update is sent if it differs from the present one.
    ///   - author: The author of that update.
    @inlinable
    public func set(_ value: Value, as author: AnyAuthor) {
        if let extras, extras.redirectsValue {
            redirect(value, from: author)
        } else {
            change(to: value, as: author)
        }
    }

    @inlinable
    func change(to value: Value, as author: AnyAuthor) {
        let old = storedValue
        guard value != old else { return }
        storedValue = value
        // Nothing remembers the messages of a variable.
        if let block { deliver(Update(old, value), from: author, in: block) }
    }
}

extension Variable: ObservableCache {
    /// An update from the present value to itself.
    @inlinable
    public var latestMessage: Update<Value> {
        let value = value
        return Update(value, value)
    }
}

extension Variable: Equatable {
    /// Tests if two variables have the same value.
    public static func == (left: Variable, right: Variable) -> Bool {
        left.value == right.value
    }
}

extension Variable: Comparable where Value: Comparable {
    /// Tests if the value of one variable is less than that of another.
    public static func < (left: Variable, right: Variable) -> Bool {
        left.value < right.value
    }
}

infix operator <- : AssignmentPrecedence

/// Sets the value of a variable.
@inlinable
public func <- <Value>(variable: Variable<Value>?, value: Value) {
    variable?.value = value
}

extension Variable {
    /// The value that was published last: for a window not always that to which it now leads.
    package var publishedValue: Value { storedValue }
}
