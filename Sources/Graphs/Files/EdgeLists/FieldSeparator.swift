/// The separator of the fields of a line.
public enum FieldSeparator: String, CaseIterable, Sendable {
    /// A comma; blanks around it are left out of account.
    case comma

    /// A single tab, so that names may hold spaces.
    case tab

    /// One or more spaces or tabs, in any mixture.
    case blanks

    /// The byte that ends a field.
    @inline(__always)
    var byte: UInt8 {
        switch self {
        case .comma: UInt8(ascii: ",")
        case .tab: UInt8(ascii: "\t")
        case .blanks: UInt8(ascii: " ")
        }
    }

    /// Tests if a byte around fields is left out of account.
    @inline(__always)
    func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") && self != .tab
    }
}
