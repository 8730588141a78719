/// The separators of the fields of an edge list, skipped without being looked at twice.
///
/// Behind the lines ``FileBytes/padding`` bytes can be read.
struct ColumnSeparators {
    let separator: FieldSeparator

    /// True if text behind the fields that are wanted is left out of account.
    let ignoresRest: Bool

    @inline(__always)
    func skipBlanks(_ position: inout UnsafePointer<UInt8>) {
        while separator.isBlank(position.pointee) { position += 1 }
    }

    /// Skips a line that is a comment or has nothing in it.
    @inline(__always)
    func skipEmptyLine(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        if position >= end { return true }
        let byte = position.pointee
        if byte == UInt8(ascii: "\n") {
            position += 1
            return true
        }
        guard byte == UInt8(ascii: "#") || byte == UInt8(ascii: "%") else { return false }
        skipLine(&position, end)
        return true
    }

    @inline(__always)
    private func skipLine(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
        while position < end, position.pointee != UInt8(ascii: "\n") { position += 1 }
        position += 1
    }

    @inline(__always)
    func skipSeparator(_ position: inout UnsafePointer<UInt8>) -> Bool {
        let start = position
        skipBlanks(&position)
        guard separator != .blanks else { return position > start }
        guard position.pointee == separator.byte else { return false }
        position += 1
        skipBlanks(&position)
        return true
    }

    @inline(__always)
    func skipLineEnd(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        if position.pointee == UInt8(ascii: "\n") {
            position += 1
            return true
        }
        skipBlanks(&position)
        if position.pointee == UInt8(ascii: "\r") { position += 1 }
        if position >= end { return true }
        if position.pointee == UInt8(ascii: "\n") {
            position += 1
            return true
        }
        guard ignoresRest, separator.isBlank(position[-1]) || position.pointee == separator.byte else { return false }
        skipLine(&position, end)
        return true
    }
}
