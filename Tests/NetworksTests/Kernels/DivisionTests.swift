import CKernels
import GSL
import SimulationEngine
import Testing

/// Division by the same number for all, which kernels may do without dividing, gives the bits of division.
@Suite struct DivisionTests {
    private static let sets = [k_baseline, k_avx2, k_avx512].filter {
        $0.rawValue <= k_best_instruction_set().rawValue
    }

    /// The quotients of numbers by one, as a kernel computes them; as many as there are lanes, or a multiple.
    private func quotients(_ set: k_instruction_set, of numbers: [Double], by divisor: Double) -> [Double] {
        let instruction = ek_instruction(operation: Int32(ek_divide.rawValue), result: 2, a: 0, b: 1, c: 0)
        var (dividends, found) = (numbers, [Double](repeating: .nan, count: numbers.count))
        var divisors = [Double](repeating: divisor, count: Int(ek_lanes))
        dividends.withUnsafeMutableBufferPointer { dividends in
            divisors.withUnsafeMutableBufferPointer { divisors in
                found.withUnsafeMutableBufferPointer { found in
                    var slots = [
                        ek_slot(numbers: dividends.baseAddress, step: Int32(ek_lanes), is_full: 0, base: nil),
                        ek_slot(numbers: divisors.baseAddress, step: 0, is_full: 0, base: nil),
                        ek_slot(numbers: found.baseAddress, step: 0, is_full: 1, base: nil),
                    ]
                    withUnsafePointer(to: instruction) { ek_run(set, $0, 1, &slots, Int64(dividends.count)) }
                }
            }
        }
        return found
    }

    private func check(_ numbers: [Double], by divisor: Double) {
        for set in Self.sets {
            let wrong = zip(numbers, quotients(set, of: numbers, by: divisor)).first { number, quotient in
                let exact = number / divisor
                return exact.isNaN ? !quotient.isNaN : quotient.bitPattern != exact.bitPattern
            }
            #expect(wrong == nil, "by \(divisor) in set \(set.rawValue)")
        }
    }

    /// The whole numbers below 2⁵³ whose quotients by an odd one, of 53 bits as they are, are nearest to the middle between two
    /// neighbouring doubles: for the least difference from it, times 2⁵⁴ or 2⁵³ they leave a rest of 1 or −1.
    private func hardDividends(of divisor: UInt64) -> [Double] {
        var dividends: [Double] = []
        for bits in [54, 53] {
            // The inverse of the power of two: that of 2 is (divisor + 1) / 2.
            var inverse: UInt128 = 1
            for _ in 0..<bits { inverse = inverse * UInt128((divisor + 1) / 2) % UInt128(divisor) }
            for rest in [UInt64(inverse), divisor - UInt64(inverse)] {
                for dividend in [rest, rest + divisor] where dividend >> 52 == 1 { dividends.append(Double(dividend)) }
            }
        }
        return dividends
    }

    @Test("The quotients that are hardest to round are rounded rightly, at all sizes")
    func hardQuotients() throws {
        var random = try RandomStreams(seed: 5).words(for: .initialState)
        var count = 0
        for _ in 0..<2000 {
            let divisor = 1 << 52 | random.next() >> 12 | 1
            let hard = hardDividends(of: divisor)
            count += hard.count
            let numbers = hard.flatMap { number in
                [0, -52, 80, -900, 840, -1000, -1110, 960].map {
                    Double(sign: .plus, exponent: $0, significand: number)
                }
            }
            let dividends = numbers + numbers.map { -$0 }
            let rest = (8 - dividends.count % 8) % 8
            for exponent in [-52, -50, 0, -112, 7, 8, -113] {
                let scaled = Double(sign: .plus, exponent: exponent, significand: Double(divisor))
                check(dividends + [Double](repeating: 3, count: rest), by: scaled)
            }
        }
        // About one of each two that are looked for has 53 bits.
        #expect(count > 4000)
    }

    @Test("Zeros of either sign, infinities, what is not a number and what is hardly one are divided as ever")
    func specialNumbers() throws {
        let numbers = [
            0, -0.0, 1, -1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, -.leastNonzeroMagnitude * 1000,
            .leastNormalMagnitude,
            .greatestFiniteMagnitude, -1e300, 1e-270, -1e-290, 3, 7,
        ]
        for divisor in [
            5, 10, 20, 3, 1, 8, -5, 0, -0.0, .infinity, .nan, .leastNormalMagnitude / 8, 1e300, 1e-300, 0.7, 1e18,
            1e-18,
        ] {
            check(numbers, by: divisor)
            for start in 0..<2 { check(Array(numbers[8 * start..<8 * start + 8]), by: divisor) }
            // Alone among numbers that are divided otherwise.
            for number in numbers { check([Double](repeating: 2.5, count: 15) + [number], by: divisor) }
        }
    }

    @Test("Any numbers by any are divided rightly")
    func anyNumbers() throws {
        var random = try RandomStreams(seed: 6).words(for: .initialState)
        for _ in 0..<4000 {
            let numbers = (0..<64).map { _ in (random.uniform() - 0.5) * 1e3 }
            check(numbers, by: 100 * random.uniform())
            check(numbers, by: Double(1 + random.below(1000)))
        }
    }
}
