/// The units of the numbers of a scenario about particles. Numbers are not changed by it.
package struct UnitSystem: Equatable {
    package let length: String
    package let time: String
    package let mass: String

    /// The unit of energy if it has a name of its own.
    package var energy: String?

    /// The unit of charge if it has one.
    package var charge: String?

    /// The systems that can be named.
    package enum Known: String, CaseIterable {
        case reduced
        case lennardJones = "lennard-jones"
        case molecular
        case astronomical
        case si

        /// The system; `nil` for numbers without units.
        package var system: UnitSystem? {
            switch self {
            case .reduced: nil
            case .lennardJones: UnitSystem(length: "sigma", time: "tau", mass: "m", energy: "epsilon")
            case .molecular: UnitSystem(length: "nm", time: "ps", mass: "u", energy: "kJ/mol")
            case .astronomical: UnitSystem(length: "au", time: "yr", mass: "Msun")
            case .si: UnitSystem(length: "m", time: "s", mass: "kg", energy: "J")
            }
        }
    }

    /// The dimension of a number.
    package enum Dimension: String, CaseIterable {
        case length
        case time
        case mass
        case velocity
        case momentum
        case angularMomentum = "angular-momentum"
        case energy
        case temperature
        case pressure
        case waveNumber = "wave-number"
        case frequency
        case none
    }

    /// The unit of a number in a space of two or three dimensions.
    package func unit(of dimension: Dimension, dimensions: Int) -> String {
        let (length, time, mass) = (factor(length), factor(time), factor(mass))
        let energy = energy ?? "\(mass) \(length)^2/\(time)^2"
        return switch dimension {
        case .length: self.length
        case .time: self.time
        case .mass: self.mass
        case .velocity: "\(length)/\(time)"
        case .momentum: "\(mass) \(length)/\(time)"
        case .angularMomentum: "\(mass) \(length)^2/\(time)"
        case .energy: energy
        // Boltzmann's constant is 1.
        case .temperature: "\(factor(energy))/k_B"
        case .pressure: "\(factor(energy))/\(length)^\(dimensions)"
        case .waveNumber: "1/\(length)"
        case .frequency: "1/\(time)"
        case .none: "1"
        }
    }

    /// A unit as part of a product.
    private func factor(_ unit: String) -> String {
        unit.contains { " /*^".contains($0) } ? "(\(unit))" : unit
    }
}

extension UnitSystem.Dimension {
    /// The dimension of the numbers in a column of a table about particles, if the name of the column says so.
    package init?(ofColumn column: String) {
        switch column {
        case "time": self = .time
        case "x", "y", "z", "distance": self = .length
        case "vx", "vy", "vz": self = .velocity
        case "kinetic-energy", "potential-energy", "total-energy", "potential-energy-per-particle",
            "total-energy-per-particle", "conserved-energy", "virial":
            self = .energy
        case "temperature": self = .temperature
        case "pressure": self = .pressure
        case "momentum-x", "momentum-y", "momentum-z": self = .momentum
        case "angular-momentum-x", "angular-momentum-y", "angular-momentum-z": self = .angularMomentum
        case "centre-of-mass-x", "centre-of-mass-y", "centre-of-mass-z": self = .length
        case "wave-number": self = .waveNumber
        case "frequency": self = .frequency
        case "polarisation", "coordination": self = .none
        default: return nil
        }
    }
}
