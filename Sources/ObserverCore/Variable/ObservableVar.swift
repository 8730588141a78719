/// Makes a property observable, so that it reads and writes like a plain value.
///
///     final class Thermostat {
///         @ObservableVar var target = 21.0
///     }
///
///     observer.observe(thermostat.$target) { update in … }
///     thermostat.target = 19.5
///
/// The projected value, `$target`, is the ``Variable`` that holds the value and sends the updates.
///
/// Copies of a structure with such a property share the variable.
@propertyWrapper
public struct ObservableVar<Value: Equatable> {
    /// The variable that holds the value and sends an ``Update`` whenever the value changes.
    public let projectedValue: Variable<Value>

    /// The value of the variable. Setting a different one sends an update.
    ///
    /// - Complexity: Setting is O(n) for n observations and O(1) where there is none.
    @inlinable
    public var wrappedValue: Value {
        get { projectedValue.value }
        // A mutating setter would have exclusive access to the property while observers are called, who could then
        // not read it.
        nonmutating set { projectedValue.value = newValue }
    }

    /// Creates a variable with a value.
    public init(wrappedValue: Value) {
        projectedValue = Variable(wrappedValue)
    }

    /// Creates a variable whose value is `nil`, for a property that is declared without a value.
    public init<Wrapped>() where Value == Wrapped? {
        projectedValue = Variable()
    }
}

extension ObservableVar: Equatable {
    /// Tests if two properties have the same value.
    public static func == (left: ObservableVar, right: ObservableVar) -> Bool {
        left.projectedValue == right.projectedValue
    }
}
