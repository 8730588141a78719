/// The powers of ten from 10⁻²⁹² to 10³²⁴ with 128 bits each, of which the first is set, rounded up.
///
/// 10ⁱ is (high · 2⁶⁴ + low) · 2^(⌊i · log₂ 10⌋ − 127), or less by a part of the last bit. They are computed in whole
/// numbers, exactly, when they are first needed.
struct PowersOfTen: @unchecked Sendable {
    typealias Power = (high: UInt64, low: UInt64)

    static let shared = PowersOfTen()

    private static let smallest = -292
    private static let largest = 324

    /// The power of exponent 0. It lives as long as the process.
    private let origin: UnsafeMutablePointer<Power>

    private init() {
        origin = .allocate(capacity: Self.largest - Self.smallest + 1) - Self.smallest
        var number = LongNumber(one: 0)
        for exponent in 0...Self.largest {
            (origin + exponent).initialize(to: number.leadingBits())
            number.multiplyByTen()
        }
        // 2¹²¹⁶ leaves enough bits when it has been divided by 10²⁹². To round down after each division is to round
        // down once; what is lost is never nothing.
        number = LongNumber(one: 1216)
        for exponent in 1...(-Self.smallest) {
            number.divideByTen()
            number.isRoundedDown = true
            (origin - exponent).initialize(to: number.leadingBits())
        }
    }

    /// The power with an exponent from −292 to 324.
    @inline(__always)
    subscript(exponent: Int) -> Power {
        origin[exponent]
    }
}

/// A whole number of 1280 bits, the lowest word first.
private struct LongNumber {
    private var words = [UInt64](repeating: 0, count: 20)

    /// True if the number stands for one that is larger by less than 1.
    var isRoundedDown = false

    /// A power of two.
    init(one bit: Int) {
        words[bit / 64] = 1 << UInt64(bit % 64)
    }

    mutating func multiplyByTen() {
        var carry: UInt64 = 0
        for index in words.indices {
            let product = words[index].multipliedFullWidth(by: 10)
            let (low, overflow) = product.low.addingReportingOverflow(carry)
            words[index] = low
            carry = product.high + (overflow ? 1 : 0)
        }
    }

    mutating func divideByTen() {
        var remainder: UInt64 = 0
        for index in words.indices.reversed() {
            (words[index], remainder) = UInt64(10).dividingFullWidth((remainder, words[index]))
        }
    }

    /// The first 128 bits from the first that is set, rounded up.
    func leadingBits() -> PowersOfTen.Power {
        guard let top = words.lastIndex(where: { $0 != 0 }) else { return (0, 0) }
        let shift = UInt64(words[top].leadingZeroBitCount)
        let padded = [0, 0, 0] + words[...top]
        let (first, second, third) = (padded[top + 3], padded[top + 2], padded[top + 1])
        let high = first << shift | second >> (64 - shift)
        let low = second << shift | third >> (64 - shift)
        let isRest = isRoundedDown || third << shift != 0 || padded[..<(top + 1)].contains { $0 != 0 }
        let (rounded, overflow) = low.addingReportingOverflow(isRest ? 1 : 0)
        return (high + (overflow ? 1 : 0), rounded)
    }
}
