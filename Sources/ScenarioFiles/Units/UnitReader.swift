/// Reads what numbers are measured in:
///
///     units: lennard-jones        reduced, lennard-jones, molecular, astronomical or si; reduced unless given
///     units: {length: nm, time: ps, mass: u, energy: kJ/mol, charge: e}      energy and charge if they have units of
///                                                                            their own
struct UnitReader {
    /// Reads the block; `nil` if something was refused, and in it `nil` for reduced units.
    func read(_ value: Value) -> UnitSystem?? {
        guard value.form == .mapping else {
            let known: UnitSystem.Known? = value.choice()
            return known.map(\.system)
        }
        return value.section { section in
            let length = section.required("length", for: "the unit of length").flatMap(unit)
            let time = section.required("time", for: "the unit of time").flatMap(unit)
            let mass = section.required("mass", for: "the unit of mass").flatMap(unit)
            let energy = section.optional("energy").map(unit)
            let charge = section.optional("charge").map(unit)
            guard let length, let time, let mass else { return nil }
            for own in [energy, charge] {
                if case .some(.none) = own { return nil }
            }
            return UnitSystem(length: length, time: time, mass: mass, energy: energy ?? nil, charge: charge ?? nil)
        }.map { .some($0) }
    }

    private func unit(_ value: Value) -> String? {
        guard let text = value.string() else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
            value.report("a unit must have a name", expected: "a text such as nm or kJ/mol")
            return nil
        }
        return text
    }
}
