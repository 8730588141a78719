/// The dimension of a number: a product of powers of the units of length, time, mass, energy and charge that a scenario chooses.
/// Boltzmann's constant is 1, so that a temperature is an energy.
package struct Dimension: Equatable, Sendable {
    /// The powers.
    package var length, time, mass, energy, charge: Int

    /// Creates a dimension.
    package init(length: Int = 0, time: Int = 0, mass: Int = 0, energy: Int = 0, charge: Int = 0) {
        (self.length, self.time, self.mass) = (length, time, mass)
        (self.energy, self.charge) = (energy, charge)
    }

    /// The product of powers of units that have names.
    ///
    /// - Parameter name: The name of the unit of a base dimension, such as `nm` for "length".
    /// - Returns: The product, such as `kJ/mol nm^-2`; 1 for a number without dimension.
    package func words(_ name: (String) -> String = { $0 }) -> String {
        let powers = [("energy", energy), ("mass", mass), ("length", length), ("time", time), ("charge", charge)]
        let factors = powers.filter { $0.1 != 0 }.map { base, power in
            power == 1 ? name(base) : "\(name(base))^\(power)"
        }
        return factors.isEmpty ? "1" : factors.joined(separator: " ")
    }
}

extension Dimension {
    /// A number without dimension: a count, a fraction, or a number in a model without units.
    package static let one = Dimension()

    /// A length.
    package static let length = Dimension(length: 1)

    /// An inverse length.
    package static let inverseLength = Dimension(length: -1)

    /// A time.
    package static let time = Dimension(time: 1)

    /// A rate, or a frequency.
    package static let inverseTime = Dimension(time: -1)

    /// A mass.
    package static let mass = Dimension(mass: 1)

    /// A charge.
    package static let charge = Dimension(charge: 1)

    /// A velocity.
    package static let velocity = Dimension(length: 1, time: -1)

    /// An energy, or a temperature.
    package static let energy = Dimension(energy: 1)

    /// The stiffness of a spring: an energy over a squared length.
    package static let stiffness = Dimension(length: -2, energy: 1)

    /// The constant of the law of gravity.
    package static let gravitationalConstant = Dimension(length: 3, time: -2, mass: -1)

    /// The constant of Coulomb's law.
    package static let coulombConstant = Dimension(length: 1, energy: 1, charge: -2)
}
