/// The message about a change of a value.
public struct Update<Value> {
    /// The value before the change.
    public let old: Value

    /// The value after the change.
    public let new: Value

    /// Creates an update from one value to another.
    @inlinable
    public init(_ old: Value, _ new: Value) {
        self.old = old
        self.new = new
    }

    /// Creates an update from `nil` to `nil`.
    @inlinable
    public init<Wrapped>() where Value == Wrapped? {
        self.init(nil, nil)
    }
}

extension Update: Equatable where Value: Equatable {
    /// True if the values differ. They do not if a variable was asked to send without a change.
    @inlinable
    public var isChange: Bool { old != new }
}

extension Update: Sendable where Value: Sendable {}
