/// What is wrong with an entry of a component: where it stands in it, and the error.
package struct EntryError: Error {
    /// The name of the parameter.
    package let parameter: String

    /// Which of the items of the parameter it is, if that is a list.
    package let item: Int?

    /// Under which key of the item it stands, if that is a mapping.
    package let key: String?

    /// The error.
    package let error: any Error

    /// Creates an error.
    package init(_ parameter: String, item: Int? = nil, key: String? = nil, _ error: any Error) {
        (self.parameter, self.item, self.key, self.error) = (parameter, item, key, error)
    }
}

extension EntryError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    package var description: String { "'\(parameter)': \(error)" }
}
