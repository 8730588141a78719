/// What a number is measured in.
public enum Unit: Equatable, Sendable {
    /// A product of powers of the units that a scenario about particles chooses.
    case of(Dimension)

    /// A unit that a model brings, such as mV.
    case named(String)

    /// Nothing: a count, a fraction, or a number in a model without units.
    public static let one = Unit.of(Dimension())
}

/// A product of powers of units of length, time, mass, energy and charge. Boltzmann's constant is 1, so that a temperature is an
/// energy.
public struct Dimension: Equatable, Sendable {
    /// The powers.
    public var length, time, mass, energy, charge: Int

    /// Creates a dimension.
    public init(length: Int = 0, time: Int = 0, mass: Int = 0, energy: Int = 0, charge: Int = 0) {
        (self.length, self.time, self.mass) = (length, time, mass)
        (self.energy, self.charge) = (energy, charge)
    }

    /// Powers of units that have names.
    ///
    /// - Parameter name: The name of the unit of a base dimension, such as `nm` for "length".
    /// - Returns: The product, such as `kJ/mol nm^-2`; 1 for a number without dimension.
    public func words(_ name: (String) -> String = { $0 }) -> String {
        let powers = [("energy", energy), ("mass", mass), ("length", length), ("time", time), ("charge", charge)]
        let factors = powers.filter { $0.1 != 0 }.map { base, power in
            power == 1 ? name(base) : "\(name(base))^\(power)"
        }
        return factors.isEmpty ? "1" : factors.joined(separator: " ")
    }
}

extension Unit {
    /// A length.
    public static let length = Unit.of(Dimension(length: 1))

    /// An inverse length.
    public static let inverseLength = Unit.of(Dimension(length: -1))

    /// A time.
    public static let time = Unit.of(Dimension(time: 1))

    /// An inverse time.
    public static let rate = Unit.of(Dimension(time: -1))

    /// An energy.
    public static let energy = Unit.of(Dimension(energy: 1))

    /// The unit as text, with the dimensions' own names.
    public var words: String {
        switch self {
        case .of(let dimension): dimension.words()
        case .named(let name): name
        }
    }
}
