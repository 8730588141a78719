extension UnsafeBufferPointer<UInt8> {
    /// The number of lines, counting a last one that does not end.
    ///
    /// Eight bytes are looked at side by side, without a branch, so that the compiler makes it of vectors.
    ///
    /// - Complexity: O(n) for n bytes.
    var lineCount: Int {
        let bytes = UnsafeRawBufferPointer(self)
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let lineFeeds: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
        let wordCount = count / 8
        var lines = last.map { $0 == UInt8(ascii: "\n") ? 0 : 1 } ?? 0
        var word = 0
        while word < wordCount {
            // In each byte the number of those that are line feeds: so few that a byte can count them.
            let end = Swift.min(word + 255, wordCount)
            var few: UInt64 = 0
            while word < end {
                let rest = bytes.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self) ^ lineFeeds
                few &+= ~((rest & low) &+ low | rest | low) >> 7
                word += 1
            }
            let pairs = (few & 0x00FF_00FF_00FF_00FF) &+ (few >> 8 & 0x00FF_00FF_00FF_00FF)
            lines += Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
        }
        return lines + self[(8 * wordCount)...].count { $0 == UInt8(ascii: "\n") }
    }
}
