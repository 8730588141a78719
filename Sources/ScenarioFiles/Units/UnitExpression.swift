/// A product of powers of units with prefixes, such as `mS/cm^2`.
struct UnitExpression {
    /// The powers of metre, second, volt and ampere.
    private(set) var powers = SIMD4<Int>.zero

    /// The power of ten that their product is multiplied by.
    private(set) var exponent = 0

    /// Reads factors with blanks or dots between them; those behind a stroke divide. `nil` if one is not known.
    init?(_ text: String) {
        var isDivisor = false
        var rest = text[...]
        while let first = rest.first {
            guard !first.isWhitespace, !"·*/".contains(first) else {
                if first == "/" { isDivisor = true }
                rest.removeFirst()
                continue
            }
            let factor = rest.prefix { !$0.isWhitespace && !"·*/".contains($0) }
            rest.removeFirst(factor.count)
            guard let (unit, power) = Self.factor(factor) else { return nil }
            let signed = isDivisor ? -power : power
            powers &+= unit.powers &* SIMD4(repeating: signed)
            exponent += unit.exponent * signed
        }
        guard !text.isEmpty else { return nil }
    }

    private init(_ powers: SIMD4<Int>, _ exponent: Int) { (self.powers, self.exponent) = (powers, exponent) }

    /// The power of ten by which a number in this unit is multiplied to be one in another; `nil` if they are of different kinds.
    func exponent(in other: UnitExpression) -> Int? { powers == other.powers ? exponent - other.exponent : nil }

    // MARK: Factors

    private static let units: [String: SIMD4<Int>] = [
        "m": [1, 0, 0, 0], "s": [0, 1, 0, 0], "V": [0, 0, 1, 0], "A": [0, 0, 0, 1], "Hz": [0, -1, 0, 0],
        "S": [0, 0, -1, 1], "Ω": [0, 0, 1, -1], "C": [0, 1, 0, 1], "F": [0, 1, -1, 1],
    ]

    private static let prefixes: [Character: Int] = [
        "p": -12, "n": -9, "u": -6, "µ": -6, "μ": -6, "m": -3, "c": -2, "d": -1, "k": 3, "M": 6, "G": 9,
    ]

    private static let superscripts: [Character: Character] = [
        "⁻": "-", "¹": "1", "²": "2", "³": "3", "⁴": "4",
    ]

    private static func factor(_ text: Substring) -> (UnitExpression, power: Int)? {
        let symbol = text.prefix { $0.isLetter && superscripts[$0] == nil }
        var power = text.dropFirst(symbol.count)
        if power.first == "^" { power.removeFirst() }
        let digits = String(power.map { superscripts[$0] ?? $0 })
        guard let unit = unit(symbol), let power = digits.isEmpty ? 1 : Int(digits), abs(power) < 10 else { return nil }
        return (unit, power)
    }

    private static func unit(_ symbol: Substring) -> UnitExpression? {
        if let powers = units[String(symbol)] { return UnitExpression(powers, 0) }
        guard let prefix = symbol.first.flatMap({ prefixes[$0] }), let powers = units[String(symbol.dropFirst())] else {
            return nil
        }
        return UnitExpression(powers, prefix)
    }
}

extension Value {
    /// The value as a number in a unit, which may be written with another unit of its kind: `0.12 S/cm^2` for 120 mS/cm².
    func number(_ range: NumberRange, in unit: String?) -> Double? {
        guard let unit, let text, let blank = text.firstIndex(where: \.isWhitespace),
            let number = Double(text[..<blank])
        else { return self.number(range) }
        let written = text[blank...].drop(while: \.isWhitespace)
        guard let exponent = UnitExpression(unit).flatMap({ UnitExpression(String(written))?.exponent(in: $0) }) else {
            report("\(name) is in \(unit), which '\(written)' cannot be converted to")
            return nil
        }
        // Powers of ten up to 22 are exact, so that the number is that nearest to what is written as often as can be.
        let factor = (0..<abs(exponent)).reduce(1.0) { product, _ in product * 10 }
        let converted = exponent < 0 ? number / factor : number * factor
        guard range.contains(converted) else {
            report(.outOfRange(subject, range))
            return nil
        }
        diagnostics.whenNumberIsRead?(path, converted)
        return converted
    }
}
