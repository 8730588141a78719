import Particles

/// Reads external fields:
///
///     uniform-field: {acceleration: [0, 0, -9.81]}        without z in two dimensions
///     harmonic-trap: {stiffness: …, centre: […]}          the stiffness a number or one for each direction; the origin
///                                                         is the centre unless given
struct FieldReader {
    func uniformField(_ value: Value) -> (any ParticleForce)? {
        value.section { section in
            section.required("acceleration", for: "the acceleration in each direction").flatMap { vector($0) }
                .flatMap { try? UniformField(acceleration: $0) }
        }
    }

    func harmonicTrap(_ value: Value) -> (any ParticleForce)? {
        value.section { section in
            let stiffness = section.required("stiffness", for: "how strongly particles are pulled to the centre")
                .flatMap { readStiffness($0) }
            let centre: SIMD3<Double>? = section.optional("centre").map { vector($0) } ?? SIMD3<Double>.zero
            section.noteDefault("centre", "[0, 0, 0]")
            guard let stiffness, let centre else { return nil }
            return try? HarmonicTrap(stiffness: stiffness, centre: centre)
        }
    }

    private func readStiffness(_ value: Value) -> SIMD3<Double>? {
        value.form == .list
            ? vector(value, .nonNegative) : value.number(.nonNegative).map { SIMD3(repeating: $0) }
    }

    /// A vector of three numbers, or two in two dimensions.
    private func vector(_ value: Value, _ range: NumberRange = .any) -> SIMD3<Double>? {
        guard let numbers = value.list(of: "numbers", { $0.number(range) }) else { return nil }
        guard (2...3).contains(numbers.count) else {
            value.report("\(value.name) must have 3 numbers, or 2 in two dimensions, not \(numbers.count)")
            return nil
        }
        return SIMD3(numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0)
    }
}
