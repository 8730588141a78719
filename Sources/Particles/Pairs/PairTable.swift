/// A value for each pair of types, the same for *a* with *b* as for *b* with *a*.
public struct PairTable<Value> {
    /// The number of types.
    public let typeCount: Int

    /// Row by row.
    let values: [Value]

    /// Creates a table. The closure is called with *a* ≤ *b*.
    ///
    /// With a number of types that cannot be, the table is empty, and interactions and forces refuse it.
    public init<Failure: Error>(
        typeCount: Int, _ value: (_ a: Int, _ b: Int) throws(Failure) -> Value
    ) throws(Failure) {
        self.typeCount = typeCount
        var values: [Value] = []
        guard (1...PairPotentialError.greatestTypeCount).contains(typeCount) else {
            self.values = values
            return
        }
        for a in 0..<typeCount {
            for b in 0..<typeCount { values.append(try value(min(a, b), max(a, b))) }
        }
        self.values = values
    }

    /// The value of a pair of types, which are in range.
    public subscript(a: Int, b: Int) -> Value {
        values[a * typeCount + b]
    }
}

extension PairTable: Sendable where Value: Sendable {}
extension PairTable: Equatable where Value: Equatable {}

/// Energy and length of an interaction, and how those of unlike particles follow from those of like ones.
public struct EnergyAndLength: Equatable, Sendable {
    /// The energy ε.
    public var epsilon: Double

    /// The length σ.
    public var sigma: Double

    /// Creates the pair of parameters.
    public init(epsilon: Double, sigma: Double) {
        self.epsilon = epsilon
        self.sigma = sigma
    }

    /// The rules of H. A. Lorentz (Annalen der Physik 248 (1881) 127, DOI 10.1002/andp.18812480110) and D. Berthelot
    /// (Comptes rendus 126 (1898) 1703): σ is the arithmetic mean, ε the geometric one.
    public static func lorentzBerthelot(_ a: EnergyAndLength, _ b: EnergyAndLength) -> EnergyAndLength {
        guard a != b else { return a }
        return EnergyAndLength(
            epsilon: (a.epsilon * b.epsilon).squareRoot(), sigma: (a.sigma + b.sigma) / 2)
    }
}
