import GSL

/// What numbers are written.
enum NumberKind: String, CaseIterable {
    /// Uniform in [0, 1).
    case fractions

    /// Coordinates in a box around the origin, uniform in [−50, 50).
    case coordinates

    /// Multiples of a time step, *k*/100.
    case times

    /// Whole numbers.
    case integers

    func numbers(count: Int) throws -> [Double] {
        let generator = try RandomGenerator(key: (1, 0))
        return (0..<count).map { index in
            switch self {
            case .fractions: generator.uniform(in: 0..<1)
            case .coordinates: generator.uniform(in: -50..<50)
            case .times: Double(index) / 100
            case .integers: Double(index)
            }
        }
    }
}
