import Descriptions

/// An error in the parameters of a thermostat, or in what it is applied to.
public enum ThermostatError: ParameterFailure, Equatable, Sendable {
    /// A parameter is not what it may be.
    case parameter(ParameterError)

    /// A node without mass has no velocity at a temperature.
    case noMass(node: Int)

    /// There is nothing that could have a temperature.
    case noDegreesOfFreedom
}

extension ThermostatError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .parameter(let error): error.description
        case .noMass(let node):
            "node \(node) has no mass, so that it has no velocity at a temperature: its mass must be greater than 0"
        case .noDegreesOfFreedom:
            "there is nothing whose temperature could be held: a single particle whose momentum is conserved, or only "
                + "particles that are pinned; let more particles move, or use a thermostat that pushes particles, such as "
                + "Langevin's"
        }
    }
}

extension ThermostatError {
    static func check(_ masses: [Double]) throws(ThermostatError) {
        if let node = masses.firstIndex(where: { !($0 > 0) }) { throw .noMass(node: node) }
    }
}

/// The parameters of thermostats, and what several of them come from.
package enum Thermostats {
    package static let temperature = Parameter(
        "temperature", "the temperature of the thermostat", .nonNegative, dimension: .energy)

    /// Where a thermostat divides by it.
    package static let positiveTemperature = Parameter(
        "temperature", "the temperature of the thermostat", .positive, dimension: .energy)
    package static let friction = Parameter(
        "friction", "the friction, an inverse time", .positive, dimension: .inverseTime)
    package static let relaxationTime = Parameter(
        "relaxation-time", "the time in which the temperature follows the thermostat", .positive, dimension: .time
    ).example(0.5)
    package static let chainLength = Parameter("chain-length", "the number of thermostats", in: 1...100, default: 3)

    static let splittings = Reference(
        "B. Leimkuhler and C. Matthews", "Rational construction of stochastic numerical methods for molecular sampling",
        "Applied Mathematics Research eXpress", "2013", page: "34", year: 2013, doi: "10.1093/amrx/abs010")
}
