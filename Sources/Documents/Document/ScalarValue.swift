/// A scalar as YAML 1.2's core schema understands it (https://yaml.org/spec/1.2.2/#103-core-schema).
///
/// Scalars that YAML 1.1 read otherwise are text here: `yes`, `off`, `1_000`, `1:30`, `0b11`. A leading zero does not make an
/// octal number.
package enum ScalarValue: Sendable {
    case null
    case boolean(Bool)
    case integer(IntegerText)
    /// A number with a fraction or an exponent, or `.inf` or `.nan`.
    case number(Double)
    case text(String)

    /// Digits that were found to be an integer, of whatever size.
    package struct IntegerText: Sendable, Equatable {
        /// The digits, with a sign.
        package var digits: String
        package var radix: Int

        /// The integer in a type of the machine, if it fits.
        package func converted<I: FixedWidthInteger>(to type: I.Type = I.self) -> I? { I(digits, radix: radix) }

        /// The nearest floating-point number; infinite if there is none.
        package var double: Double {
            if radix == 10 { return Double(digits) ?? .infinity }
            return digits.reduce(0) { $0 * Double(radix) + Double($1.hexDigitValue ?? 0) }
        }
    }

    /// Interprets a scalar.
    package init(_ scalar: DocumentNode.Scalar) {
        guard scalar.isPlain else {
            self = .text(scalar.text)
            return
        }
        self.init(plain: scalar.text)
    }

    /// Interprets a scalar without quotes.
    package init(plain text: String) {
        self =
            Self.word(text) ?? Self.integer(text).map { .integer($0) } ?? Self.fraction(text).map { .number($0) }
            ?? .text(text)
    }

    private static func word(_ text: String) -> ScalarValue? {
        // Most texts are none of the words by their length or their first digit.
        guard text.utf8.count <= 5, text.utf8.first?.isDigit != true else { return nil }
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .boolean(true)
        case "false", "False", "FALSE": return .boolean(false)
        case ".nan", ".NaN", ".NAN": return .number(.nan)
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .number(.infinity)
        case "-.inf", "-.Inf", "-.INF": return .number(-.infinity)
        default: return nil
        }
    }

    private static func integer(_ text: String) -> IntegerText? {
        let bytes = text.utf8
        if bytes.first == UInt8(ascii: "0"), text.hasPrefix("0x") || text.hasPrefix("0o") {
            let isHexadecimal = text.hasPrefix("0x")
            let digits = bytes.dropFirst(2)
            let allowed = { (byte: UInt8) in isHexadecimal ? byte.isHexadecimalDigit : (0x30...0x37).contains(byte) }
            guard !digits.isEmpty, digits.allSatisfy(allowed) else { return nil }
            return IntegerText(digits: String(text.dropFirst(2)), radix: isHexadecimal ? 16 : 8)
        }
        let digits = bytes.first.map { $0.isSign } == true ? bytes.dropFirst() : bytes[...]
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return IntegerText(digits: text, radix: 10)
    }

    /// Matches `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
    private static func fraction(_ text: String) -> Double? {
        var rest = text.utf8[...]
        if let first = rest.first, first.isSign { rest.removeFirst() }
        let whole = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(whole.count)
        var decimals = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            decimals = rest.dropFirst().prefix(while: \.isDigit)
            rest = rest.dropFirst(1 + decimals.count)
        }
        guard !whole.isEmpty || !decimals.isEmpty else { return nil }
        if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
            rest.removeFirst()
            if let sign = rest.first, sign.isSign { rest.removeFirst() }
            guard !rest.isEmpty else { return nil }
            rest = rest.drop(while: \.isDigit)
        }
        return rest.isEmpty ? Double(text) : nil
    }
}

extension ScalarValue: Equatable {
    /// Tests if both hold the same value of the same kind; `.nan` equals itself.
    package static func == (left: ScalarValue, right: ScalarValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left.bitPattern == right.bitPattern
        case (.text(let left), .text(let right)): left.unicodeScalars.elementsEqual(right.unicodeScalars)
        default: false
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isSign: Bool { self == UInt8(ascii: "+") || self == UInt8(ascii: "-") }
    fileprivate var isHexadecimalDigit: Bool {
        isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
    }
}
