import Descriptions

/// The keys of what numbers are measured in.
package enum UnitKeys {
    package static let systems = ParameterKind.choice(UnitSystem.Known.allCases.map(\.rawValue))
    package static let length = Parameter<String>("length", "the unit of length", kind: .text).example("nm")
    package static let time = Parameter<String>("time", "the unit of time", kind: .text).example("ps")
    package static let mass = Parameter<String>("mass", "the unit of mass", kind: .text).example("u")
    package static let energy = Parameter<String>(
        "energy", "the unit of energy, if it has a name of its own", kind: .text
    )
    .optional
    package static let charge = Parameter<String>("charge", "the unit of charge, if it has one", kind: .text).optional
    package static let description = ComponentDescription(
        name: "units", summary: "what numbers are measured in, where that is none of the systems that have names",
        parameters: [ParameterDescription](length, time, mass, energy, charge))
}

/// Reads what numbers are measured in: the name of a system, or its units.
package struct UnitReader {
    private typealias Keys = UnitKeys

    package init() {}

    /// Reads the block; `nil` if something was refused, and in it `nil` for reduced units.
    package func read(_ value: Value) -> UnitSystem?? {
        guard value.form == .mapping else {
            let known: UnitSystem.Known? = value.choice()
            return known.map(\.system)
        }
        return value.section(of: Keys.description.parameters) { section in
            let length = section.read(Keys.length, unit)
            let time = section.read(Keys.time, unit)
            let mass = section.read(Keys.mass, unit)
            let energy = section.readIfGiven(Keys.energy, unit)
            let charge = section.readIfGiven(Keys.charge, unit)
            guard let length, let time, let mass, let energy, let charge else { return nil }
            return UnitSystem(length: length, time: time, mass: mass, energy: energy, charge: charge)
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
