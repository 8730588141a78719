import Particles

/// Reads external fields:
///
///     uniform-field: {acceleration: [0, 0, -9.81]}        without z in two dimensions
///     harmonic-trap: {stiffness: …, centre: […]}          the stiffness a number or one for each direction; the origin
///                                                         is the centre unless given
///     drag: {coefficient: …, flow: […]}                   the coefficient a number, or a list with one for each type; the
///                                                         medium is at rest unless a flow is given
///     magnetic-field: {field: [0, 0, 1]}                  or a number, that along z
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

    func drag(_ value: Value) -> (any ParticleForce)? {
        value.section { section in
            let coefficient = section.required("coefficient", for: "how strongly the medium drags: a mass over a time")
            let isOfTypes = coefficient?.form == .list
            let coefficients = coefficient.flatMap { value in
                isOfTypes
                    ? value.list(.atLeast(1), of: "coefficients, one for each type") { $0.number(.nonNegative) }
                    : value.number(.nonNegative).map { [$0] }
            }
            let flow: SIMD3<Double>? = section.optional("flow").map { vector($0) } ?? SIMD3<Double>.zero
            section.noteDefault("flow", "[0, 0, 0]")
            guard let coefficients, let flow else { return nil }
            return isOfTypes
                ? try? Drag(coefficients: coefficients, flow: flow)
                : try? Drag(coefficient: coefficients[0], flow: flow)
        }
    }

    func magneticField(_ value: Value) -> (any ParticleForce)? {
        value.section { section in
            section.required("field", for: "the magnetic field, a list, or a number along z").flatMap { value in
                value.form == .list ? vector(value, count: 3) : value.number().map { SIMD3(0, 0, $0) }
            }.flatMap { try? MagneticField(field: $0) }
        }
    }

    private func readStiffness(_ value: Value) -> SIMD3<Double>? {
        value.form == .list
            ? vector(value, .nonNegative) : value.number(.nonNegative).map { SIMD3(repeating: $0) }
    }

    private func vector(_ value: Value, count: Int) -> SIMD3<Double>? {
        value.list(.exactly(count), of: "numbers") { $0.number() }.map { SIMD3($0[0], $0[1], $0[2]) }
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
