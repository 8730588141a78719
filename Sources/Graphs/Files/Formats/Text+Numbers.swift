extension Double {
    /// The number of a text in decimal digits, also one that is not finite; `nil` if it is something else, such as `0x10`.
    init?(decimal text: String) {
        guard !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }) else { return nil }
        self.init(text)
    }
}

extension String {
    /// The text without the white space around it.
    var withoutOuterBlanks: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
