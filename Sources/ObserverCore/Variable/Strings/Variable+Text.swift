extension Variable: TextOutputStream where Value: StringValue {
    /// Appends to the string and sends an update, unless there is nothing to append.
    ///
    /// `print(_:to:)` writes its items, separators and terminator one by one, each with an update of its own.
    ///
    /// - Complexity: O(m) for m bytes in the new string.
    public func write(_ text: String) {
        string += text
    }
}

extension Variable: CustomStringConvertible where Value: StringValue {
    /// The string, empty for `nil`.
    public var description: String { string }
}

extension Variable: CustomDebugStringConvertible where Value: StringValue {
    /// The string in quotation marks, with its special characters escaped.
    public var debugDescription: String { string.debugDescription }
}
