/// The 17 digits of a number below 10¹⁷, from its first one on, filled up with zeros at the end.
struct DecimalDigits {
    /// Above what can be written.
    static let limit: UInt64 = 100_000_000_000_000_000

    /// How many digits the number has.
    let count: Int

    /// How many digits it has without the zeros at its end.
    let significantCount: Int

    private let first: UInt64
    private let middle: UInt64
    private let last: UInt64

    /// The digits of a number from 1 to 10¹⁷ − 1.
    @inline(__always)
    init(_ number: UInt64) {
        let (shifted, count) = Self.shiftedToTheLeft(number)
        self.count = count
        let (head, tail) = shifted.quotientAndRemainder(dividingBy: 100_000_000)
        first = head / 100_000_000
        middle = Self.eightDigits(head % 100_000_000)
        last = Self.eightDigits(tail)
        significantCount = last != 0 ? 17 - last.leadingZeroBitCount / 8 : 9 - middle.leadingZeroBitCount / 8
    }

    /// Writes all 17 digits.
    @inline(__always)
    func write(to target: UnsafeMutableRawPointer) {
        target.storeBytes(of: UInt8(truncatingIfNeeded: first) | UInt8(ascii: "0"), as: UInt8.self)
        Self.write(middle, to: target + 1)
        Self.write(last, to: target + 9)
    }

    /// Writes the digits with a decimal point after the first ones, up to 16, and a digit after it: `12.5` or `100.0`.
    ///
    /// - Returns: The length. 33 bytes may be overwritten.
    @inline(__always)
    func write(point: Int, to target: UnsafeMutableRawPointer) -> Int {
        write(to: target)
        // What follows the point: the 16 digits after the first one without those that stand before the point.
        let before = 8 &* (point &- 1)
        (target + point).storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
        Self.write(middle >> before | last >> (before &- 64), to: target + point + 1)
        Self.write(last >> before, to: target + point + 9)
        return max(significantCount, point &+ 1) &+ 1
    }

    /// Writes the digits after a decimal point and zeros, up to three: `0.5` or `0.0001`.
    ///
    /// - Returns: The length. 22 bytes may be overwritten.
    @inline(__always)
    func write(zeros: Int, to target: UnsafeMutableRawPointer) -> Int {
        // The characters "0.000000", the first one in the lowest byte.
        target.storeBytes(of: UInt64(0x3030_3030_3030_2e30).littleEndian, as: UInt64.self)
        write(to: target + 2 + zeros)
        return 2 &+ zeros &+ significantCount
    }

    /// Writes eight digits.
    @inline(__always)
    private static func write(_ digits: UInt64, to target: UnsafeMutableRawPointer) {
        target.storeBytes(of: (digits | 0x3030_3030_3030_3030).littleEndian, as: UInt64.self)
    }

    /// A number times the power of ten that gives it 17 digits, and how many it had.
    @inline(__always)
    private static func shiftedToTheLeft(_ number: UInt64) -> (UInt64, count: Int) {
        var (number, count) = (number, 17)
        func shift(_ digits: Int, _ factor: UInt64) {
            let isShort = number < limit / factor
            number &*= isShort ? factor : 1
            count &-= isShort ? digits : 0
        }
        shift(8, 100_000_000)
        shift(4, 10_000)
        shift(2, 100)
        shift(1, 10)
        shift(1, 10)
        return (number, count)
    }

    /// The digits of a number below 10⁸ in a byte each, the first one in the lowest.
    ///
    /// The number is split into halves, these into hundreds, and these into digits, always side by side; a division by
    /// 100 or 10 of a number so small is a multiplication and a shift.
    @inline(__always)
    private static func eightDigits(_ number: UInt64) -> UInt64 {
        let halves = number / 10_000 | (number % 10_000) << 32
        let hundreds = (halves &* 10_486) >> 20 & 0x0000_007f_0000_007f
        let pairs = hundreds | (halves &- hundreds &* 100) << 16
        let tens = (pairs &* 103) >> 10 & 0x000f_000f_000f_000f
        return tens | (pairs &- tens &* 10) << 8
    }
}
