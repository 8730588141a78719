import SimulationEngine

/// How far a number moves the time at which a condition first comes to hold.
package struct CrossingSensitivity: Equatable {
    /// A number that can be another one.
    package enum Number: Equatable {
        /// A number of the scenario, by its path.
        case parameter(String)

        /// A field of a node at the beginning.
        case initialValue(field: String, node: String)
    }

    /// The change of the time.
    package enum Effect: Equatable {
        /// It is moved by this much for each unit of the number.
        case moves(by: Double, error: Double)

        /// It has the same bits whatever the number is.
        case none

        /// With this value of the number the condition does not come to hold until 1.25 times the time.
        case vanishes(with: Double)

        /// It jumps between these values of the number, or turns sharply, from a least to a greatest time: another crossing has become
        /// the first one, or there is a kink in what is compared.
        case jumps(ClosedRange<Double>, times: ClosedRange<Double>)

        /// The number cannot be moved both ways, or the run fails then, for this reason.
        case unknown(String)
    }

    package let number: Number

    /// The number, as it is in the run.
    package let value: Double

    /// That of which one per cent is asked about: the magnitude of the number, or of its field at the beginning.
    package let scale: Double
    package let effect: Effect

    /// How far the time is moved by one per cent; `nil` unless it is moved smoothly.
    package var forOnePerCent: Double? {
        if case .moves(let slope, _) = effect { slope * scale / 100 } else { nil }
    }
}

extension [CrossingSensitivity] {
    /// Those that move the time by jumps first, then the others, most first; numbers that are equal in this in their order.
    var mostFirst: [CrossingSensitivity] {
        func size(_ row: CrossingSensitivity) -> Double {
            switch row.effect {
            case .vanishes, .jumps: .infinity
            case .moves: row.forOnePerCent.map(abs) ?? 0
            case .none: 0
            case .unknown: -1
            }
        }
        return enumerated().sorted { left, right in
            let (first, second) = (size(left.element), size(right.element))
            return first == second ? left.offset < right.offset : first > second
        }.map(\.element)
    }
}
