import CKernels
import GSL
import SimulationEngine
import Testing

/// Two operations at once, sums with results, and the numbers that comparisons hold of, as kernels of all instruction sets compute
/// them.
@Suite struct FusedOperationTests {
    private static let sets = [k_baseline, k_avx2, k_avx512].filter {
        $0.rawValue <= k_best_instruction_set().rawValue
    }

    private static let count = 64

    /// Operations and what they are of three numbers.
    private static let operations: [(ek_operation, @Sendable (Double, Double, Double) -> Double)] = [
        (ek_sum_add, { $0 + $1 + $2 }), (ek_sum_subtract, { $0 + $1 - $2 }), (ek_subtract_sum, { $2 - ($0 + $1) }),
        (ek_sum_multiply, { ($0 + $1) * $2 }), (ek_sum_divide, { ($0 + $1) / $2 }),
        (ek_difference_add, { $0 - $1 + $2 }), (ek_difference_subtract, { $0 - $1 - $2 }),
        (ek_subtract_difference, { $2 - ($0 - $1) }), (ek_difference_multiply, { ($0 - $1) * $2 }),
        (ek_difference_divide, { ($0 - $1) / $2 }), (ek_opposite_divide, { x, y, _ in -x / y }),
        (ek_divide, { x, y, _ in x / y }), (ek_multiply_add, { $0 * $1 + $2 }), (ek_negate, { x, _, _ in -x }),
        (ek_sqrt, { x, _, _ in x.squareRoot() }), (ek_copy, { x, _, _ in x }),
    ]

    /// Numbers of all sizes, or of those that most have.
    private func numbers(_ random: inout RandomWords, areWild: Bool) -> [Double] {
        let special = [0, -0.0, 1, -1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 1e300, -1e-300]
        return (0..<Self.count).map { _ in
            if areWild, random.below(8) == 0 { return special[random.below(special.count)] }
            let number = random.uniform() - 0.5
            return areWild ? number * Double(sign: .plus, exponent: random.below(2000) - 1000, significand: 1) : number
        }
    }

    /// What an operation gives, added to something if that is said.
    private func run(
        _ set: k_instruction_set, _ operation: ek_operation, _ operands: [[Double]], base: [Double]?, factor: Double
    ) -> (results: [Double], areFinite: Bool) {
        let instruction = ek_instruction(operation: Int32(operation.rawValue), result: 3, a: 0, b: 1, c: 2)
        let lanes = Int(ek_lanes)
        let memory = UnsafeMutablePointer<Double>.allocate(capacity: 5 * Self.count)
        defer { memory.deallocate() }
        memory.initialize(repeating: .nan, count: 5 * Self.count)
        var slots = (0..<4).map { slot in
            ek_slot(numbers: memory + slot * Self.count, step: Int32(lanes), is_full: slot == 3 ? 1 : 0, base: nil)
        }
        for (slot, numbers) in (operands + [[], base ?? []]).enumerated() {
            for index in 0..<(numbers.count == 1 ? lanes : numbers.count) {
                memory[slot * Self.count + index] = numbers[numbers.count == 1 ? 0 : index]
            }
            if numbers.count == 1 { slots[slot].step = 0 }
        }
        if base != nil { slots[3].base = UnsafePointer(memory + 4 * Self.count) }
        let areFinite = withUnsafePointer(to: instruction) {
            ek_run_and_add(set, $0, 1, &slots, Int64(Self.count), factor)
        }
        return ((0..<Self.count).map { memory[3 * Self.count + $0] }, areFinite)
    }

    private func areSame(_ a: Double, _ b: Double) -> Bool { a.isNaN ? b.isNaN : a.bitPattern == b.bitPattern }

    @Test("They are the bits of one operation after the other, of numbers of all sizes and divisors of either sign")
    func bits() throws {
        var random = try RandomStreams(seed: 7).words(for: .initialState)
        let divisors = [20, -5, 10, 0.7, -3, 0, 1e-300, .infinity, -0x1p-60, 0x1p61]
        for round in 0..<300 {
            for (operation, exact) in Self.operations {
                var operands = (0..<3).map { _ in numbers(&random, areWild: round % 3 == 0) }
                // The same number for all, by which is divided or multiplied.
                let shared = round % 2 == 0 ? divisors[round / 2 % divisors.count] : nil
                let last = [ek_divide, ek_opposite_divide].contains(operation) ? 1 : 2
                if let shared { operands[last] = [shared] }
                // Zeros are divided as others are.
                if round % 5 == 0 { operands[0][round % Self.count] = round % 10 == 0 ? 0 : -0.0 }
                var base = round % 4 < 2 ? numbers(&random, areWild: round % 7 == 0) : nil
                // What is 0 is +0 where something is added to -0.
                if round % 5 == 0 { base?[round % Self.count] = -0.0 }
                base?[(round + 7) % Self.count] = -0.0
                let factors = [random.uniform() - 0.3, 0x1p-100, -0x1.8p-101, .leastNonzeroMagnitude, 0, 1e300]
                let factor = factors[round % 11 < 6 ? 0 : round % 11 - 5]
                for set in Self.sets {
                    let (results, areFinite) = run(set, operation, operands, base: base, factor: factor)
                    for index in 0..<Self.count {
                        let of = operands.map { $0.count == 1 ? $0[0] : $0[index] }
                        var wanted = exact(of[0], of[1], of[2])
                        if let base { wanted = base[index] + factor * wanted + 0 }
                        #expect(
                            areSame(results[index], wanted),
                            "\(operation.rawValue) of \(of), by \(String(describing: base?[index])), in set \(set.rawValue)"
                        )
                    }
                    guard base != nil else { continue }
                    let wrong = results.contains { !$0.isFinite }
                    #expect(!(areFinite && wrong))
                    let areSmall = results.allSatisfy { abs($0) < 1e300 }
                    #expect(areFinite || !areSmall)
                }
            }
        }
    }

    @Test("Comparisons hold of the numbers of which they are known to hold, a bit for each")
    func comparisons() throws {
        var random = try RandomStreams(seed: 8).words(for: .initialState)
        let comparisons: [(ek_operation, (Double, Double) -> Bool)] = [
            (ek_equal, { $0 == $1 }), (ek_not_equal, { $0 < $1 || $0 > $1 }), (ek_less, { $0 < $1 }),
            (ek_less_or_equal, { $0 <= $1 }),
        ]
        var heldCount = 0
        for round in 0..<400 {
            let count = round % 2 == 0 ? 256 : 1 + random.below(256)
            let values = [Double.nan, 0, 1, 2]
            var left = (0..<256).map { _ in values[random.below(4)] }
            var right = (0..<256).map { _ in values[random.below(4)] }
            for (operation, holds) in comparisons {
                let isShared = round % 3 == 0
                for set in Self.sets {
                    var bits = [UInt64](repeating: .max, count: 5)
                    left.withUnsafeMutableBufferPointer { left in
                        right.withUnsafeMutableBufferPointer { right in
                            if isShared { for lane in 1..<8 { right[lane] = right[0] } }
                            ek_compare(
                                set, Int32(operation.rawValue),
                                ek_slot(numbers: left.baseAddress, step: Int32(ek_lanes), is_full: 0, base: nil),
                                ek_slot(
                                    numbers: right.baseAddress, step: isShared ? 0 : Int32(ek_lanes), is_full: 0,
                                    base: nil),
                                Int64(count), &bits)
                        }
                    }
                    let wordCount = (count + 63) / 64
                    for place in 0..<64 * wordCount {
                        let isHeld = place < count && holds(left[place], right[isShared ? 0 : place])
                        #expect((bits[place / 64] >> UInt64(place % 64) & 1 == 1) == isHeld)
                        if isHeld { heldCount += 1 }
                    }
                    #expect(bits[wordCount] == .max)
                }
            }
        }
        #expect(heldCount > 10_000)
    }
}
