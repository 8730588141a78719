/// Units of numbers, which are known while formulas are read and cost nothing when they are computed: of numbers of the
/// same kind in different units, such as mV and V, one is converted by an operation. Nothing is added where units are the same.
///
/// Where formulas have no units, that of each value is `nil`, and all fit.
extension ExpressionParser {
    /// The unit of a number without one.
    var pure: PhysicalUnit? { formulas.units == nil ? nil : .one }

    /// The whole text, in a unit if it is given, as what it is to be.
    mutating func parse(in unit: PhysicalUnit?, as shape: FormulaShape) throws(ExpressionError) -> Value {
        let value = try shaped(try parse(toBe: shape), as: shape)
        guard let unit, value.kind == .number else { return value }
        guard let converted = convert(value, to: unit) else {
            throw problem(.wrongUnit(words(value.unit), expected: unit.words), at: value)
        }
        return converted
    }

    /// The whole text. Where it must be a number, brackets around one are told as such.
    private mutating func parse(toBe shape: FormulaShape) throws(ExpressionError) -> Value {
        do throws(ExpressionError) { return try parse() } catch {
            guard shape == .number, error.problem == .shortVector, error.offset == 0 else { throw error }
            throw ExpressionError(problem: .isVector(count: 1), offset: error.offset, length: error.length)
        }
    }

    /// A number in the unit of the time.
    mutating func inTime(_ value: Value) throws(ExpressionError) -> Value {
        guard let unit = formulas.units?.time else { return value }
        guard let converted = convert(value, to: unit) else {
            throw problem(.wrongUnit(words(value.unit), expected: unit.words), at: value)
        }
        return converted
    }

    /// Two numbers in the unit of the first, or of the second where that of the first does not matter.
    mutating func alike(
        _ first: Value, _ second: Value, by consumer: ExpressionToken
    ) throws(ExpressionError) -> (first: Value, second: Value, unit: PhysicalUnit?) {
        guard let unit = first.unit ?? second.unit else { return (first, second, nil) }
        guard let converted = convert(second, to: unit) else {
            throw problem(.unlikeUnits(by: "'\(consumer.text)'", [unit.words, words(second.unit)]), at: consumer)
        }
        return (first, converted, unit)
    }

    func product(_ left: Value, _ right: Value) -> PhysicalUnit? {
        if let a = left.unit, let b = right.unit { a * b } else { nil }
    }

    func quotient(_ left: Value, _ right: Value) -> PhysicalUnit? {
        if let a = left.unit, let b = right.unit { a * b.raised(to: -1) } else { nil }
    }

    /// The base and the exponent of a power, with its unit.
    mutating func measuredPower(
        of base: Value, _ exponent: Value
    ) throws(ExpressionError) -> (base: Value, exponent: Value, unit: PhysicalUnit?) {
        let exponent = try withoutUnit(exponent, by: "an exponent")
        guard let unit = base.unit else { return (base, exponent, nil) }
        if let number = formulas.graph.constant(at: exponent.vertex) {
            return (base, exponent, unit.raised(to: number))
        }
        guard let number = convert(base, to: .one) else { throw problem(.powerOfUnit(unit: unit.words), at: base) }
        return (number, exponent, pure)
    }

    /// The arguments of a function in units that fit, with that of what it gives.
    mutating func measure(
        _ arguments: [Value], of function: ExpressionFunction, _ name: ExpressionToken
    ) throws(ExpressionError) -> (arguments: [Value], unit: PhysicalUnit?) {
        switch function.operation {
        case .abs: return (arguments, arguments[0].unit)
        case .sqrt: return (arguments, arguments[0].unit?.raised(to: 0.5))
        case .sign: return (arguments, pure)
        case .min, .max, .mod, .hypot, .atan2:
            var alike = arguments
            // The unit of the first that has one, so that zeros before it do not matter.
            let first = arguments.firstIndex { $0.unit != nil } ?? 0
            for index in alike.indices {
                alike[index] = try self.alike(arguments[first], arguments[index], by: name).second
            }
            return (alike, function.operation == .atan2 ? pure : arguments[first].unit)
        default:
            var numbers = arguments
            for index in numbers.indices { numbers[index] = try withoutUnit(arguments[index], by: "'\(name.text)'") }
            return (numbers, pure)
        }
    }

    mutating func withoutUnit(_ value: Value, by consumer: String) throws(ExpressionError) -> Value {
        guard pure != nil else { return value }
        guard let number = convert(value, to: .one) else {
            throw problem(.unitWithin(consumer, unit: words(value.unit)), at: value)
        }
        return number
    }

    /// The value in another unit; `nil` if that is of another kind.
    private mutating func convert(_ value: Value, to unit: PhysicalUnit) -> Value? {
        var converted = value
        if let own = value.unit {
            guard let (factor, divides) = own.conversion(to: unit) else { return nil }
            if factor != 1 {
                let factor = formulas.graph.constant(factor)
                converted = each(of: value) { $0.apply(divides ? .divide : .multiply, $1, factor) }
            }
        }
        converted.unit = unit
        return converted
    }

    private func words(_ unit: PhysicalUnit?) -> String { (unit ?? .one).words }
}
