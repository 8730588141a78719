/// A text as it stands in a CSV file: in quotation marks if it has any, or a comma, a line break, or white space at an
/// end, which readers may strip.
package struct CSVText: Equatable, Sendable {
    /// As it stands in the file.
    package let bytes: [UInt8]

    /// Makes a text ready for a CSV file.
    package init(_ text: String) {
        let quotationMark = UInt8(ascii: "\"")
        let special = [UInt8(ascii: ","), quotationMark, UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        let space = [UInt8(ascii: " "), UInt8(ascii: "\t")]
        let ends = [text.utf8.first, text.utf8.last].compactMap { $0 }
        guard text.utf8.contains(where: special.contains) || ends.contains(where: space.contains) else {
            bytes = Array(text.utf8)
            return
        }
        var quoted = [quotationMark]
        for byte in text.utf8 {
            if byte == quotationMark { quoted.append(quotationMark) }
            quoted.append(byte)
        }
        bytes = quoted + [quotationMark]
    }
}
