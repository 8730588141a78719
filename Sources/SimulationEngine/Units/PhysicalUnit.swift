import Descriptions

/// A product of powers of units with prefixes, such as `mS/cm^2`, in which numbers are measured.
package struct PhysicalUnit: Equatable, Sendable {
    /// A unit that has a symbol, and its power.
    private struct Factor: Equatable {
        let symbol: Substring
        let unit: KnownUnit
        var power: Double
    }

    /// In the order in which they came up.
    private var factors: [Factor] = []

    /// The unit of a number without one.
    package static let one = PhysicalUnit()

    private init() {}

    /// Reads factors with blanks or dots between them; those behind a stroke divide. `nil` if one is not known.
    package init?(_ text: String) {
        var sign = 1.0
        var rest = text[...]
        while let first = rest.first {
            guard !first.isWhitespace, !"·*/".contains(first) else {
                if first == "/" { sign = -1 }
                rest.removeFirst()
                continue
            }
            let factor = rest.prefix { !$0.isWhitespace && !"·*/".contains($0) }
            rest.removeFirst(factor.count)
            guard factor != "1" else { continue }
            guard let (unit, power) = Self.factor(factor) else { return nil }
            self = self * unit.raised(to: sign * power)
        }
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    }

    /// The unit of a symbol, with or without a prefix.
    package init?(symbol: Substring) {
        guard let unit = KnownUnit(symbol: symbol) else { return nil }
        if unit.powers != .zero { factors = [Factor(symbol: symbol, unit: unit, power: 1)] }
    }

    /// A factor such as `cm^2`, `cm²` or `ms^0.5`.
    private static func factor(_ text: Substring) -> (PhysicalUnit, power: Double)? {
        let symbol = text.prefix { $0.isLetter && superscripts[$0] == nil }
        var power = text.dropFirst(symbol.count)
        if power.first == "^" { power.removeFirst() }
        let digits = String(power.map { superscripts[$0] ?? $0 })
        guard let unit = PhysicalUnit(symbol: symbol), let power = digits.isEmpty ? 1 : Double(digits), abs(power) < 10
        else { return nil }
        return (unit, power)
    }

    private static let superscripts: [Character: Character] = [
        "⁻": "-", "¹": "1", "²": "2", "³": "3", "⁴": "4",
    ]
}

extension PhysicalUnit {
    /// Powers whose difference is less are the same.
    private static var smallestPower: Double { 1e-9 }

    /// The product of two units, without what cancels.
    package static func * (a: PhysicalUnit, b: PhysicalUnit) -> PhysicalUnit {
        var product = a
        for factor in b.factors {
            if let known = product.factors.firstIndex(where: { $0.symbol == factor.symbol }) {
                product.factors[known].power += factor.power
            } else {
                product.factors.append(factor)
            }
        }
        product.factors.removeAll { abs($0.power) < smallestPower }
        return product
    }

    /// A power of the unit.
    package func raised(to power: Double) -> PhysicalUnit {
        guard abs(power) > Self.smallestPower else { return .one }
        var result = self
        for index in factors.indices { result.factors[index].power *= power }
        return result
    }

    /// By what a number in this unit is multiplied, or divided, to be one in another unit; `nil` if they are of different kinds.
    ///
    /// Of two, the one is taken that is greater than 1, so that a power of ten up to 22 is exact.
    package func conversion(to other: PhysicalUnit) -> (factor: Double, divides: Bool)? {
        let quotient = self * other.raised(to: -1)
        let powers = quotient.factors.reduce(SIMD8.zero) { $0 + $1.unit.powers * $1.power }
        guard powers.indices.allSatisfy({ abs(powers[$0]) < Self.smallestPower }) else { return nil }
        let exact = quotient.factors.reduce(0) { $0 + $1.unit.exponent * $1.power }
        let exponent = abs(exact) < Self.smallestPower ? 0 : exact
        let ratio = quotient.factors.filter { $0.unit.factor != 1 }.reduce(1) {
            $0 * ExpressionOperation.power.result(of: [$1.unit.factor, $1.power])
        }
        let ten = Self.powerOfTen(abs(exponent))
        return exponent < 0 ? (ten / ratio, true) : (ten * ratio, false)
    }

    private static func powerOfTen(_ exponent: Double) -> Double {
        guard exponent == exponent.rounded(), exponent < 300 else {
            return ExpressionOperation.power.result(of: [10, exponent])
        }
        return (0..<Int(exponent)).reduce(1) { product, _ in product * 10 }
    }

    /// The unit as it can be read: `µA/cm^2`; 1 for a number without one.
    package var words: String {
        let above = factors.filter { $0.power > 0 }.map { Self.words($0.symbol, $0.power) }
        let below = factors.filter { $0.power < 0 }
        guard below.count == 1 else {
            let all = above + below.map { Self.words($0.symbol, $0.power) }
            return all.isEmpty ? "1" : all.joined(separator: " ")
        }
        return (above.isEmpty ? "1" : above.joined(separator: " ")) + "/" + Self.words(below[0].symbol, -below[0].power)
    }

    private static func words(_ symbol: Substring, _ power: Double) -> String {
        power == 1 ? String(symbol) : "\(symbol)^\(power.plain)"
    }
}

/// A unit with a symbol of its own: a product of powers of base units, with a factor.
private struct KnownUnit: Equatable {
    /// The dimension: the powers of metre, gram, second, ampere, kelvin, mole and candela.
    let powers: SIMD8<Double>

    /// Their product is multiplied by this power of ten, and by a factor.
    private(set) var exponent: Double
    let factor: Double
    let hasPrefixes: Bool

    private init(
        m: Double = 0, g: Double = 0, s: Double = 0, A: Double = 0, K: Double = 0, mol: Double = 0, cd: Double = 0,
        exponent: Double = 0, factor: Double = 1, hasPrefixes: Bool = true
    ) {
        powers = [m, g, s, A, K, mol, cd, 0]
        (self.exponent, self.factor, self.hasPrefixes) = (exponent, factor, hasPrefixes)
    }

    /// The unit of a symbol, with or without a prefix.
    init?(symbol: Substring) {
        if let known = Self.all[String(symbol)] {
            self = known
        } else if let exponent = symbol.first.flatMap({ Self.prefixes[$0] }),
            let known = Self.all[String(symbol.dropFirst())], known.hasPrefixes
        {
            self = known
            self.exponent += exponent
        } else {
            return nil
        }
    }

    private static func time(_ factor: Double) -> KnownUnit { KnownUnit(s: 1, factor: factor, hasPrefixes: false) }

    private static let ohm = KnownUnit(m: 2, g: 1, s: -3, A: -2, exponent: 3)
    private static let litre = KnownUnit(m: 3, exponent: -3)

    /// Units of the SI and some that it accepts, with their exact values (BIPM, The International System of Units, 9th edition, 2019),
    /// and the molar concentration M.
    private static let all: [String: KnownUnit] = [
        "m": KnownUnit(m: 1), "g": KnownUnit(g: 1), "s": KnownUnit(s: 1), "A": KnownUnit(A: 1), "K": KnownUnit(K: 1),
        "mol": KnownUnit(mol: 1), "cd": KnownUnit(cd: 1), "rad": KnownUnit(hasPrefixes: false),
        "Hz": KnownUnit(s: -1), "N": KnownUnit(m: 1, g: 1, s: -2, exponent: 3),
        "Pa": KnownUnit(m: -1, g: 1, s: -2, exponent: 3), "J": KnownUnit(m: 2, g: 1, s: -2, exponent: 3),
        "W": KnownUnit(m: 2, g: 1, s: -3, exponent: 3), "C": KnownUnit(s: 1, A: 1),
        "V": KnownUnit(m: 2, g: 1, s: -3, A: -1, exponent: 3), "Ω": ohm, "ohm": ohm, "Ohm": ohm,
        "S": KnownUnit(m: -2, g: -1, s: 3, A: 2, exponent: -3), "F": KnownUnit(m: -2, g: -1, s: 4, A: 2, exponent: -3),
        "Wb": KnownUnit(m: 2, g: 1, s: -2, A: -1, exponent: 3), "T": KnownUnit(g: 1, s: -2, A: -1, exponent: 3),
        "H": KnownUnit(m: 2, g: 1, s: -2, A: -2, exponent: 3),
        "eV": KnownUnit(m: 2, g: 1, s: -2, exponent: -16, factor: 1.602176634),
        "L": litre, "l": litre, "M": KnownUnit(m: -3, mol: 1, exponent: 3),
        "min": time(60), "h": time(3600), "d": time(86400),
    ]

    private static let prefixes: [Character: Double] = [
        "f": -15, "p": -12, "n": -9, "u": -6, "µ": -6, "μ": -6, "m": -3, "c": -2, "d": -1, "h": 2, "k": 3, "M": 6,
        "G": 9,
        "T": 12,
    ]
}
