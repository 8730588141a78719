#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension ExpressionOperation {
    /// Applies the operation to numbers one by one.
    ///
    /// Operations of fewer than three operands leave the later ones unread. The result may not overlap the operands.
    func apply(
        _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ c: UnsafePointer<Double>,
        into result: UnsafeMutablePointer<Double>, count: Int
    ) {
        switch self {
        case .add, .subtract, .multiply, .divide, .power, .negate, .square, .cube, .fourthPower:
            applyArithmetic(a, b, into: result, count: count)
        case .equal, .notEqual, .less, .lessOrEqual, .and, .or, .not, .select:
            applyLogic(a, b, c, into: result, count: count)
        case .abs, .sqrt, .floor, .ceil, .round, .sign, .min, .max, .mod:
            applyPiecewise(a, b, into: result, count: count)
        default:
            applyTranscendental(self, a, b, into: result, count: count)
        }
    }

    private func applyArithmetic(
        _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, into result: UnsafeMutablePointer<Double>, count: Int
    ) {
        switch self {
        case .add: map(a, b, into: result, count) { $0 + $1 }
        case .subtract: map(a, b, into: result, count) { $0 - $1 }
        case .multiply: map(a, b, into: result, count) { $0 * $1 }
        case .divide: map(a, b, into: result, count) { $0 / $1 }
        case .power: map(a, b, into: result, count) { pow($0, $1) }
        case .negate: map(a, into: result, count) { -$0 }
        case .square: map(a, into: result, count) { $0 * $0 }
        case .cube: map(a, into: result, count) { $0 * $0 * $0 }
        default: map(a, into: result, count) { ($0 * $0) * ($0 * $0) }
        }
    }

    private func applyLogic(
        _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ c: UnsafePointer<Double>,
        into result: UnsafeMutablePointer<Double>, count: Int
    ) {
        switch self {
        case .equal: map(a, b, into: result, count) { $0 == $1 ? 1 : areNumbers($0, $1) ? 0 : .nan }
        case .notEqual: map(a, b, into: result, count) { $0 == $1 ? 0 : areNumbers($0, $1) ? 1 : .nan }
        case .less: map(a, b, into: result, count) { $0 < $1 ? 1 : $0 >= $1 ? 0 : .nan }
        case .lessOrEqual: map(a, b, into: result, count) { $0 <= $1 ? 1 : $0 > $1 ? 0 : .nan }
        case .and: map(a, b, into: result, count) { $0 == 0 || $1 == 0 ? 0 : $0 * $1 }
        case .or: map(a, b, into: result, count) { $0 == 1 || $1 == 1 ? 1 : $0 + $1 }
        case .not: map(a, into: result, count) { 1 - $0 }
        default:
            for index in 0..<count {
                result[index] = a[index] == 1 ? b[index] : a[index] == 0 ? c[index] : .nan
            }
        }
    }

    private func applyPiecewise(
        _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, into result: UnsafeMutablePointer<Double>, count: Int
    ) {
        switch self {
        case .abs: map(a, into: result, count) { $0.magnitude }
        case .sqrt: map(a, into: result, count) { $0.squareRoot() }
        case .floor: map(a, into: result, count) { $0.rounded(.down) }
        case .ceil: map(a, into: result, count) { $0.rounded(.up) }
        case .round: map(a, into: result, count) { $0.rounded(.toNearestOrAwayFromZero) }
        case .sign: map(a, into: result, count) { $0 > 0 ? 1 : $0 < 0 ? -1 : $0 }
        case .min: map(a, b, into: result, count) { $0 < $1 || $0 != $0 ? $0 : $1 }
        case .max: map(a, b, into: result, count) { $0 > $1 || $0 != $0 ? $0 : $1 }
        default:
            map(a, b, into: result, count) {
                let rest = fmod($0, $1)
                return rest != 0 && (rest < 0) != ($1 < 0) ? rest + $1 : rest
            }
        }
    }
}

// Not a method: within the type, the names of its cases hide those of the functions.
private func applyTranscendental(
    _ operation: ExpressionOperation, _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>,
    into result: UnsafeMutablePointer<Double>, count: Int
) {
    switch operation {
    case .exp: map(a, into: result, count) { exp($0) }
    case .log: map(a, into: result, count) { log($0) }
    case .log10: map(a, into: result, count) { log10($0) }
    case .sin: map(a, into: result, count) { sin($0) }
    case .cos: map(a, into: result, count) { cos($0) }
    case .tan: map(a, into: result, count) { tan($0) }
    case .asin: map(a, into: result, count) { asin($0) }
    case .acos: map(a, into: result, count) { acos($0) }
    case .atan: map(a, into: result, count) { atan($0) }
    case .sinh: map(a, into: result, count) { sinh($0) }
    case .cosh: map(a, into: result, count) { cosh($0) }
    case .tanh: map(a, into: result, count) { tanh($0) }
    case .hypot: map(a, b, into: result, count) { hypot($0, $1) }
    default: map(a, b, into: result, count) { atan2($0, $1) }
    }
}

/// Whether neither is not a number.
@inline(__always)
private func areNumbers(_ a: Double, _ b: Double) -> Bool { a == a && b == b }

@inline(__always)
private func map(
    _ a: UnsafePointer<Double>, into result: UnsafeMutablePointer<Double>, _ count: Int, _ transform: (Double) -> Double
) {
    for index in 0..<count { result[index] = transform(a[index]) }
}

@inline(__always)
private func map(
    _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, into result: UnsafeMutablePointer<Double>, _ count: Int,
    _ transform: (Double, Double) -> Double
) {
    for index in 0..<count { result[index] = transform(a[index], b[index]) }
}
