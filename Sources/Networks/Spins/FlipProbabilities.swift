import CKernels

/// The probabilities with which the spins of a model flip, in its present temperature, coupling and field.
final class FlipProbabilities {
    private let conditions: Conditions
    private let memory: ScratchMemory<Double>

    fileprivate struct Conditions: Equatable {
        let rule: SpinFlipRule
        let temperature: Double
        let coupling: Double
        let field: Double

        init(_ rule: SpinFlipRule, of model: IsingModel) {
            self.rule = rule
            temperature = model.temperature
            coupling = model.coupling
            field = model.field
        }

        func probability(sum: Double, spin: Int8, local: Double) -> Double {
            rule.probability(change: 2 * Double(spin) * (coupling * sum + field + local), temperature: temperature)
        }
    }

    init(_ rule: SpinFlipRule, of model: IsingModel) {
        conditions = Conditions(rule, of: model)
        memory = ScratchMemory(count: Table.count, repeating: 0)
        for sum in -Table.greatestSum...Table.greatestSum {
            for spin in [-1, 1] as [Int8] {
                memory.pointer[Table.index(sum, spin)] = conditions.probability(
                    sum: Double(sum), spin: spin, local: 0)
            }
        }
    }

    /// Tests if these are still the probabilities of a model.
    func hold(for model: IsingModel) -> Bool {
        conditions == Conditions(conditions.rule, of: model)
    }

    /// The probabilities for inner loops.
    struct Table {
        fileprivate let conditions: Conditions

        /// The probability for each sum of a few neighbours, for a spin that points down and then for one that points up.
        fileprivate let probabilities: UnsafePointer<Double>

        fileprivate static let greatestSum = 16
        fileprivate static let count = 2 * (2 * greatestSum + 1)

        @inline(__always)
        fileprivate static func index(_ sum: Int, _ spin: Int8) -> Int {
            sum &+ greatestSum &+ (spin > 0 ? 2 * greatestSum + 1 : 0)
        }

        /// The probability that a spin flips, given the sum of its neighbours times weights and the field of its vertex.
        @inline(__always)
        func probability(sum: Double, spin: Int8, local: Double) -> Double {
            let whole = Int(max(-100, min(sum, 100)))
            guard Double(whole) == sum, abs(whole) <= Self.greatestSum, local == 0 else {
                return conditions.probability(sum: sum, spin: spin, local: local)
            }
            return probabilities[Self.index(whole, spin)]
        }
    }

    /// Calls a closure with the probabilities for inner loops.
    func withTable<Result>(_ body: (Table) -> Result) -> Result {
        withExtendedLifetime(memory) {
            body(Table(conditions: conditions, probabilities: UnsafePointer(memory.pointer)))
        }
    }
}

// MARK: - For words

extension FlipProbabilities {
    /// The probabilities as the kernels for square tori need them.
    ///
    /// They are rounded down to a multiple of 2⁻⁶⁴, which changes a double by less than that, and those of 2⁻¹¹ and more
    /// not at all.
    var kernelRule: sk_rule {
        var kernel = sk_rule()
        kernel.has_direction = conditions.field == 0 ? 0 : 1
        withUnsafeMutableBytes(of: &kernel.classes) { classes in
            withUnsafeMutableBytes(of: &kernel.probabilities) { digits in
                for number in 0..<(conditions.field == 0 ? 5 : 10) {
                    // Of four neighbours so many point as the spin does.
                    let spin: Int8 = number >= 5 ? 1 : -1
                    let sum = Int(spin) * (2 * (number % 5) - 4)
                    let probability = conditions.probability(sum: Double(sum), spin: spin, local: 0)
                    if probability >= 1 {
                        kernel.certain |= 1 << UInt32(number)
                    } else if probability > 0 {
                        let index = Int(kernel.count)
                        classes.storeBytes(of: Int32(number), toByteOffset: 4 * index, as: Int32.self)
                        digits.storeBytes(
                            of: UInt64(probability * 0x1p64), toByteOffset: 8 * index, as: UInt64.self)
                        kernel.count += 1
                    }
                }
            }
        }
        return kernel
    }
}
