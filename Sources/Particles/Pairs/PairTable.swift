import Descriptions
import SimulationEngine

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

extension PairTable {
    /// The values that follow from these.
    func map<Other>(_ transform: (Value) -> Other) -> PairTable<Other> {
        PairTable<Other>(typeCount: typeCount) { a, b in transform(self[a, b]) }
    }
}

extension PairTable: Sendable where Value: Sendable {}
extension PairTable: Equatable where Value: Equatable {}

/// Energy and length of an interaction, and how those of unlike particles follow from those of like ones.
public struct EnergyAndLength: Equatable, Sendable {
    private static let defaults = EnergyAndLength(epsilon: 1, sigma: 1)

    static let epsilon = Parameter(
        "epsilon", "the energy ε", .nonNegative, dimension: .energy, default: defaults.epsilon)
    static let sigma = Parameter("sigma", "the length σ", .positive, dimension: .length, default: defaults.sigma)

    /// Of the only type.
    static let onlyEpsilon = epsilon.alternative(to: types.description.name, default: defaults.epsilon)
    static let onlySigma = sigma.alternative(to: types.description.name, default: defaults.sigma)

    /// Of several types of particles.
    static let types = Parameter<[EnergyAndLength]>(
        "types", "epsilon and sigma of each type of particles, where there are several",
        kind: .list(
            of: .record([epsilon.description, sigma.description]), count: 1...PairPotentialError.greatestTypeCount))

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

    /// Those of each pair of types: of several types, mixed by ``lorentzBerthelot(_:_:)``, or of the only one.
    static func table(
        of types: [EnergyAndLength]?, _ epsilon: Double?, _ sigma: Double?
    ) throws -> PairTable<EnergyAndLength> {
        guard let types else {
            let only = EnergyAndLength(epsilon: epsilon ?? defaults.epsilon, sigma: sigma ?? defaults.sigma)
            return PairTable(typeCount: 1) { _, _ in only }
        }
        guard epsilon == nil else {
            throw ParameterError.unfit("epsilon", because: "stands in each item of 'types', not beside it")
        }
        guard sigma == nil else {
            throw ParameterError.unfit("sigma", because: "stands in each item of 'types', not beside it")
        }
        // Two tables of at least two numbers.
        let bytes = 32 * Double(types.count) * Double(types.count)
        if let shortage = MemoryShortage(of: "a table of all pairs of \(types.count) types", bytes: bytes) {
            throw PairPotentialError.notEnoughMemory(shortage)
        }
        return PairTable(typeCount: types.count) { a, b in lorentzBerthelot(types[a], types[b]) }
    }
}

extension EnergyAndLength: ParameterValue {
    /// The two in a record.
    public init?(_ content: ParameterContent) {
        guard case .record(let members) = content, members.count == 2,
            let epsilon = try? Self.epsilon.value(of: members[0]), let sigma = try? Self.sigma.value(of: members[1])
        else { return nil }
        self.init(epsilon: epsilon, sigma: sigma)
    }

    /// The two as a record.
    public var content: ParameterContent { .record([epsilon.content, sigma.content]) }
}
