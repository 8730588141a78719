/// Writes numbers as text into memory: the characters of their `description`, without making a string.
///
/// A double is the shortest decimal that reads back as the same double, as `0.1`, `5.0`, `-0.0`, `1e-05` or
/// `1.7976931348623157e+308`: with an exponent below 10⁻⁴ and above 2⁵³. What is not finite is `inf`, `-inf` or `nan`.
package struct NumberText: Sendable {
    /// How many bytes there have to be for a number. It takes fewer, but the rest of them may be overwritten.
    package static let capacity = 40

    private let powers = PowersOfTen.shared

    /// Gets ready to write.
    package init() {}

    /// Writes a double.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - buffer: Where to write, ``capacity`` bytes or more.
    /// - Returns: The length of the text.
    /// - Complexity: O(1), without allocation if the number is finite.
    package func write(_ number: Double, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        write(number, to: Self.checked(buffer))
    }

    /// Writes an integer.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - buffer: Where to write, ``capacity`` bytes or more.
    /// - Returns: The length of the text.
    /// - Complexity: O(1), without allocation if the number has at most 17 digits.
    package func write(_ number: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        write(number, to: Self.checked(buffer))
    }

    private static func checked(_ buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawPointer {
        guard let target = buffer.baseAddress, buffer.count >= capacity else {
            preconditionFailure("a number needs a buffer of \(capacity) bytes, not of \(buffer.count)")
        }
        return target
    }
}

/// The same where it is known that there are ``capacity`` bytes.
extension NumberText {
    @inline(__always)
    func write(_ number: Double, to target: UnsafeMutableRawPointer) -> Int {
        guard number.isFinite, number != 0 else { return Self.write(number.description, to: target) }
        let isNegative = Self.writeSign(number.sign == .minus, to: target)
        let decimal = ShortestDecimal(number, powers)
        let digits = DecimalDigits(decimal.digits)
        // The number is 0.d₁d₂… · 10^point.
        let point = digits.count &+ decimal.exponent
        let target = target + isNegative
        if point < -3 || number.magnitude > 0x1p53 {
            return isNegative &+ Self.writeExponential(digits, point, to: target)
        }
        return isNegative
            &+ (point > 0 ? digits.write(point: point, to: target) : digits.write(zeros: -point, to: target))
    }

    @inline(__always)
    func write(_ number: Int, to target: UnsafeMutableRawPointer) -> Int {
        let magnitude = UInt64(number.magnitude)
        guard magnitude != 0, magnitude < DecimalDigits.limit else {
            return Self.write(number.description, to: target)
        }
        let isNegative = Self.writeSign(number < 0, to: target)
        let digits = DecimalDigits(magnitude)
        digits.write(to: target + isNegative)
        return isNegative + digits.count
    }

    /// Writes a sign, which is overwritten if there is to be none.
    ///
    /// - Returns: The length.
    @inline(__always)
    private static func writeSign(_ isNegative: Bool, to target: UnsafeMutableRawPointer) -> Int {
        target.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
        return isNegative ? 1 : 0
    }

    /// Writes `1e+16` or `1.5e-07`.
    @inline(__always)
    private static func writeExponential(
        _ digits: DecimalDigits, _ point: Int, to target: UnsafeMutableRawPointer
    ) -> Int {
        let withPoint = digits.write(point: 1, to: target)
        let length = digits.significantCount > 1 ? withPoint : 1
        let sign = target + length
        sign.storeBytes(of: UInt8(ascii: "e"), as: UInt8.self)
        (sign + 1).storeBytes(of: point > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-"), as: UInt8.self)
        let exponent = UInt64((point &- 1).magnitude)
        // At least two digits.
        let zero = exponent < 10 ? 1 : 0
        (sign + 2).storeBytes(of: UInt8(ascii: "0"), as: UInt8.self)
        let exponentDigits = DecimalDigits(exponent)
        exponentDigits.write(to: sign + 2 + zero)
        return length &+ 2 &+ zero &+ exponentDigits.count
    }

    /// Writes a text of up to ``capacity`` bytes.
    @inline(never)
    private static func write(_ text: String, to target: UnsafeMutableRawPointer) -> Int {
        var text = text
        return text.withUTF8 { bytes in
            UnsafeMutableRawBufferPointer(start: target, count: capacity).copyBytes(from: bytes)
            return bytes.count
        }
    }
}
