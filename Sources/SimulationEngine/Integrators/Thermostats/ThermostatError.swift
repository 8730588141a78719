/// What can be wrong with a thermostat.
public enum ThermostatError: Error, Equatable, Sendable {
    /// A temperature must be finite and not negative, for some thermostats greater than 0.
    case invalidTemperature(Double, mayBeZero: Bool)

    /// A friction or a time must be finite and greater than 0.
    case invalidParameter(String, Double)

    /// A chain of thermostats has at least one link.
    case invalidChainLength(Int)

    /// What has no mass has no velocity at a temperature.
    case noMass(node: Int)

    /// There is nothing that could have a temperature.
    case noDegreesOfFreedom
}

extension ThermostatError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidTemperature(let temperature, let mayBeZero):
            "the temperature is \(temperature), but must be a finite number \(mayBeZero ? "not less" : "greater") than 0"
        case .invalidParameter(let name, let value):
            "the \(name) is \(value), but must be a finite number greater than 0"
        case .invalidChainLength(let length):
            "the chain has \(length) links, but must have from 1 to 100"
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
    static func check(temperature: Double, mayBeZero: Bool) throws(ThermostatError) {
        guard temperature.isFinite, temperature > 0 || mayBeZero && temperature == 0 else {
            throw .invalidTemperature(temperature, mayBeZero: mayBeZero)
        }
    }

    static func check(_ name: String, _ value: Double) throws(ThermostatError) {
        guard value.isFinite, value > 0 else { throw .invalidParameter(name, value) }
    }

    static func check(_ masses: [Double]) throws(ThermostatError) {
        if let node = masses.firstIndex(where: { !($0 > 0) }) { throw .noMass(node: node) }
    }
}
