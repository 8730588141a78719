import SimulationEngine

extension Value {
    /// The value as a number in a unit, which may be written with another unit of its kind: `0.12 S/cm^2` for 120 mS/cm².
    package func number(_ range: NumberRange, in unit: String?) -> Double? {
        guard let unit, let (number, written) = numberAndUnit, constant == nil else { return self.number(range) }
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

    /// The unit that the first of its numbers is written with: of a number itself, or of those in it, all of which but 0 must have one.
    package var unitOfNumbers: String? {
        var unit: String?
        for number in node.scalars {
            let value = Value(number, subject: subject, path: path, at: nil, reportingTo: diagnostics)
            guard let own = value.unitOfNumber else {
                guard value.word.flatMap(Double.init) == 0 else { return nil }
                continue
            }
            unit = unit ?? own
        }
        return unit
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

extension DocumentNode {
    /// The scalars in it.
    fileprivate var scalars: [DocumentNode] {
        switch content {
        case .scalar: [self]
        case .list(let items): items.flatMap(\.scalars)
        case .mapping(let entries): entries.flatMap(\.value.scalars)
        }
    }
}
