extension String {
    /// The text, with a number behind it if it is used already.
    func unused(in isUsed: (String) -> Bool) -> String {
        var name = self
        var number = 2
        while isUsed(name) {
            name = "\(self)-\(number)"
            number += 1
        }
        return name
    }

    /// Whether the text can be the name of a file.
    var isFileName: Bool {
        // File systems allow 255 bytes, some of which the ending and a number take up.
        !isEmpty && !hasPrefix(".") && utf8.count <= 200
            && allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    }
}
