import CMath

/// All numbers from one to another, and operations on such ranges: the result has all results of numbers in the operands, as they are
/// computed, rounding included. Where one may be no number, it has all numbers.
///
/// R. E. Moore, R. B. Kearfott and M. J. Cloud, *Introduction to Interval Analysis*, SIAM 2009, DOI 10.1137/1.9780898717716.
struct NumberRange: Equatable {
    let low: Double
    let high: Double

    static let all = NumberRange(-.infinity, .infinity)

    /// The truth values.
    static let unknown = NumberRange(0, 1)

    init(_ low: Double, _ high: Double) {
        (self.low, self.high) = (low, high)
    }

    init(_ number: Double) {
        self = number.isNaN ? .all : NumberRange(number, number)
    }

    /// True if there is but one number.
    var isSingle: Bool { low == high }

    private var magnitude: Double { max(abs(low), abs(high)) }

    private func contains(_ number: Double) -> Bool { low <= number && number <= high }

    /// The range with what rounding may add, which is more than the error of any operation.
    private func rounded(to scale: Double = 0) -> NumberRange {
        guard !low.isNaN, !high.isNaN else { return .all }
        func error(_ number: Double) -> Double { max(max(abs(number), scale) * 0x1p-48, .leastNormalMagnitude) }
        return NumberRange(
            low.isFinite ? low - error(low) : low, high.isFinite ? high + error(high) : high)
    }

    /// The least range that has all numbers of this one and of another one.
    func union(_ other: NumberRange) -> NumberRange { NumberRange(min(low, other.low), max(high, other.high)) }

    private static func hull(_ numbers: Double...) -> NumberRange {
        guard let low = numbers.min(), let high = numbers.max(), !numbers.contains(where: \.isNaN) else { return .all }
        return NumberRange(low, high)
    }

    private static func truth(_ holds: Bool, _ fails: Bool) -> NumberRange {
        holds ? NumberRange(1) : fails ? NumberRange(0) : .unknown
    }
}

// MARK: - Operations

extension NumberRange {
    /// The range of the results of an operation on numbers in ranges.
    static func result(of operation: ExpressionOperation, _ a: Self, _ b: Self, _ c: Self) -> NumberRange {
        // What may be no number makes no number of all but conditions.
        switch operation {
        case .equal, .notEqual, .less, .lessOrEqual, .and, .or, .not, .select: break
        default:
            let isDoubtful =
                a == .all || operation.operandCount > 1 && b == .all || operation.operandCount > 2 && c == .all
            if isDoubtful { return .all }
        }
        return switch operation {
        case .copy: a
        case .add: sum(a, b)
        case .subtract: sum(a, negative(b))
        case .multiply: product(a, b)
        case .divide: quotient(a, b)
        case .negate: negative(a)
        case .square: power(a, 2)
        case .multiplyAdd: sum(product(a, b), c)
        case .multiplySubtract: sum(product(a, b), negative(c))
        case .subtractProduct: sum(c, negative(product(a, b)))
        case .equal: truth(a.isSingle && a == b, a.high < b.low || b.high < a.low)
        case .notEqual: truth(a.high < b.low || b.high < a.low, a.isSingle && a == b)
        case .less: truth(a.high < b.low, a.low >= b.high)
        case .lessOrEqual: truth(a.high <= b.low, a.low > b.high)
        case .and: NumberRange(min(a.low, b.low), min(a.high, b.high))
        case .or: NumberRange(max(a.low, b.low), max(a.high, b.high))
        case .not: NumberRange(1 - a.high, 1 - a.low)
        case .select: a.isSingle ? (a.low == 0 ? c : b) : hull(b.low, b.high, c.low, c.high)
        case .abs: a.contains(0) ? NumberRange(0, a.magnitude) : hull(abs(a.low), abs(a.high))
        case .floor: NumberRange(a.low.rounded(.down), a.high.rounded(.down))
        case .ceil: NumberRange(a.low.rounded(.up), a.high.rounded(.up))
        case .round: NumberRange(a.low.rounded(), a.high.rounded())
        case .sign: NumberRange(sign(a.low), sign(a.high))
        case .min: NumberRange(Swift.min(a.low, b.low), Swift.min(a.high, b.high))
        case .max: NumberRange(Swift.max(a.low, b.low), Swift.max(a.high, b.high))
        case .mod: remainder(a, b)
        case .power: b.isSingle ? power(a, b.low) : .all
        case .hypot: rising(sum(power(a, 2), power(b, 2)), by: sqrt, from: 0)
        case .sin: wave(a, by: sin, crest: 0.25)
        case .cos: wave(a, by: cos, crest: 0)
        case .tan: tangent(a)
        case .cosh: rising(result(of: .abs, a, a, a), by: cosh)
        case .sqrt: rising(a, by: sqrt, from: 0)
        case .exp: rising(a, by: exp)
        case .expm1: rising(a, by: expm1)
        case .log: rising(a, by: log, from: 0)
        case .log10: rising(a, by: log10, from: 0)
        case .log1p: rising(a, by: log1p, from: -1)
        case .asin: rising(a, by: asin, from: -1, to: 1)
        case .acos: rising(negative(a), by: { acos(-$0) }, from: -1, to: 1)
        case .atan: rising(a, by: atan)
        case .sinh: rising(a, by: sinh)
        case .tanh: rising(a, by: tanh)
        case .atan2: angle(a, b)
        case .spline: .all
        }
    }

    private static func sign(_ number: Double) -> Double { number > 0 ? 1 : number < 0 ? -1 : 0 }

    private static func negative(_ a: Self) -> NumberRange { NumberRange(-a.high, -a.low) }

    private static func sum(_ a: Self, _ b: Self) -> NumberRange {
        NumberRange(a.low + b.low, a.high + b.high).rounded(to: max(a.magnitude, b.magnitude))
    }

    private static func product(_ a: Self, _ b: Self) -> NumberRange {
        hull(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high).rounded()
    }

    private static func quotient(_ a: Self, _ b: Self) -> NumberRange {
        guard !b.contains(0) else { return .all }
        return hull(a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high).rounded()
    }

    /// The results of a function that rises, and is no number outside of its domain.
    private static func rising(
        _ a: Self, by function: (Double) -> Double, from least: Double = -.infinity, to greatest: Double = .infinity
    ) -> NumberRange {
        guard a.low >= least, a.high <= greatest else { return .all }
        return NumberRange(function(a.low), function(a.high)).rounded()
    }

    private static func power(_ a: Self, _ exponent: Double) -> NumberRange {
        let ends = hull(pow(a.low, exponent), pow(a.high, exponent)).rounded()
        if a.low > 0 { return ends }
        guard exponent.rounded() == exponent else { return a.low == 0 && exponent > 0 ? ends : .all }
        guard a.contains(0) else { return ends }
        guard exponent > 0 else { return .all }
        let isEven = exponent.remainder(dividingBy: 2) == 0
        return isEven ? NumberRange(0, ends.high) : ends
    }

    /// What is left of numbers, which has the sign of what they are divided by.
    private static func remainder(_ a: Self, _ b: Self) -> NumberRange {
        guard b.isSingle, b.low > 0, b.low.isFinite else { return .all }
        let quotient = quotient(a, b)
        let whole = quotient.low.rounded(.down)
        guard whole.isFinite, quotient.high.rounded(.down) == whole else { return NumberRange(0, b.low) }
        let rest = NumberRange(a.low - whole * b.low, a.high - whole * b.low).rounded(to: a.magnitude)
        return NumberRange(Swift.max(rest.low, 0), Swift.min(rest.high, b.low))
    }

    /// The results of a function of period 2π between −1, half a period behind its crest, and 1.
    private static func wave(_ a: Self, by function: (Double) -> Double, crest: Double) -> NumberRange {
        // Beyond, rounding of the number itself is more than a period is divided into.
        guard a.magnitude < 0x1p40 else { return a.magnitude < .infinity ? NumberRange(-1, 1) : .all }
        let turns = NumberRange(a.low / (2 * .pi), a.high / (2 * .pi)).rounded()
        func passes(_ place: Double) -> Bool { (turns.high - place).rounded(.down) >= (turns.low - place).rounded(.up) }
        let ends = hull(function(a.low), function(a.high)).rounded(to: 1)
        return NumberRange(
            passes(crest + 0.5) ? -1 : Swift.max(ends.low, -1), passes(crest) ? 1 : Swift.min(ends.high, 1))
    }

    /// The angles of points, which jump where y is 0 and x below it.
    private static func angle(_ y: Self, _ x: Self) -> NumberRange {
        guard !(y.contains(0) && x.low <= 0) else { return NumberRange(-.pi, .pi).rounded() }
        return hull(atan2(y.low, x.low), atan2(y.low, x.high), atan2(y.high, x.low), atan2(y.high, x.high)).rounded(
            to: 1)
    }

    private static func tangent(_ a: Self) -> NumberRange {
        let turns = NumberRange(a.low / .pi - 0.5, a.high / .pi - 0.5).rounded(to: 1)
        guard a.magnitude < 0x1p40, turns.low.rounded(.down) == turns.high.rounded(.down) else { return .all }
        return NumberRange(tan(a.low), tan(a.high)).rounded(to: 1)
    }
}
