import SimulationEngine

extension Value {
    /// The value as a number in a unit, which may be written with another unit of its kind: `0.12 S/cm^2` for 120 mS/cm².
    package func number(_ range: NumberRange, in unit: String?) -> Double? {
        guard let unit, let (number, written) = numberAndUnit else { return self.number(range) }
        guard
            let (factor, divides) = PhysicalUnit(unit).flatMap({ PhysicalUnit(String(written))?.conversion(to: $0) })
        else {
            report("\(name) is in \(unit), which '\(written)' cannot be converted to")
            return nil
        }
        let converted = divides ? number / factor : number * factor
        guard range.contains(converted) else {
            report(.outOfRange(subject, range))
            return nil
        }
        diagnostics.whenNumberIsRead?(path, converted, unit)
        return converted
    }

    /// A number that is written with a unit, or what may be one, behind it.
    private var numberAndUnit: (number: Double, unit: Substring)? {
        guard let text, let blank = text.firstIndex(where: \.isWhitespace), let number = Double(text[..<blank]),
            number.isFinite
        else { return nil }
        return (number, text[blank...].drop(while: \.isWhitespace))
    }

    /// The unit that a number is written with, if it is known.
    package var unitOfNumber: String? {
        numberAndUnit.map { String($0.unit) }.flatMap { PhysicalUnit($0) == nil ? nil : $0 }
    }

    /// The value as the name of a unit.
    package func unit() -> String? {
        guard let text = string() else { return nil }
        guard PhysicalUnit(text) != nil else {
            report(
                "there is no unit '\(text)'",
                expected: "products of powers of units of the SI with prefixes, such as mV, 1/ms or uA/cm^2, or '1'")
            return nil
        }
        return text
    }
}
