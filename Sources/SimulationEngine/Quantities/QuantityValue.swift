/// A value that a quantity can have: a number or a vector, in any case a fixed number of columns in a table.
///
/// A type all of whose values have the same columns implements them as a static property. One whose values have columns
/// of their own, such as ``QuantityVector``, implements both; those of a quantity never change.
public protocol QuantityValue: Equatable {
    /// The suffixes of the name of the quantity that name its columns, for all values of the type: empty for a number, `-x` and
    /// so on for a vector.
    static var columnSuffixes: [String] { get }

    /// The suffixes of the name of the quantity that name the columns of this value.
    var columnSuffixes: [String] { get }

    /// Appends as many numbers as there are columns.
    func appendColumns(to row: inout [Double])
}

extension QuantityValue {
    /// The columns of all values of the type.
    public var columnSuffixes: [String] { Self.columnSuffixes }
}

extension Double: QuantityValue {
    /// A single column, which bears the name of the quantity.
    public static var columnSuffixes: [String] { [""] }

    /// Appends the number.
    public func appendColumns(to row: inout [Double]) {
        row.append(self)
    }
}

extension SIMD3: QuantityValue where Scalar == Double {
    /// Three columns, for the components.
    public static var columnSuffixes: [String] { ["-x", "-y", "-z"] }

    /// Appends the components.
    public func appendColumns(to row: inout [Double]) {
        row.append(x)
        row.append(y)
        row.append(z)
    }
}
