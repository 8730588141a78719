/// Makes bytes into others, of which one or two numbers or flags are wrong: what a checkpoint may hold whose checksum is right.
public enum DamagedBytes {
    /// What stands for a number that cannot be, in eight bytes.
    private static let words: [UInt64] =
        [0, 1, 2, .max, 1 << 31, 1 << 32 - 1, 1 << 53, 1 << 62, 1 << 63, UInt64(bitPattern: -2)]
        + [Double.nan, .infinity, -.infinity, -1, 1e300, -1e300, .leastNonzeroMagnitude, 0.5].map(\.bitPattern)

    /// Some bytes with damages, where there are at least eight.
    public static func damaged(_ contents: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var contents = contents
        for _ in 0...random.below(2) {
            let start = random.below(max(1, contents.count - 7))
            switch random.below(4) {
            case 0: contents[start] ^= 1 << UInt8(random.below(8))
            case 1: contents[start] = [0, 1, 2, 127, 128, 255][random.below(6)]
            case 2:
                // Numbers of four bytes: those of vertices.
                withUnsafeBytes(of: words[random.below(words.count)]) { word in
                    contents.replaceSubrange(start..<start + 4, with: word.prefix(4))
                }
            default:
                withUnsafeBytes(of: words[random.below(words.count)]) { word in
                    contents.replaceSubrange(start..<start + 8, with: word)
                }
            }
        }
        return contents
    }
}
