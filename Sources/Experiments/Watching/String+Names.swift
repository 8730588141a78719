extension String {
    /// The text, with a number behind it if it is used already. It is looked for from a number on, of which 1 stands for the text
    /// alone, and which is that of the result afterwards.
    func unused(from number: inout Int, in isUsed: (String) -> Bool) -> String {
        var name = self
        while true {
            if number > 1 { name = "\(self)-\(number)" }
            guard isUsed(name) else { return name }
            number += 1
        }
    }

    /// True if the text can be the name of a file.
    package var isFileName: Bool {
        // File systems allow 255 bytes, some of which the ending and a number take up.
        !isEmpty && !hasPrefix(".") && utf8.count <= 200
            && allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    }
}
