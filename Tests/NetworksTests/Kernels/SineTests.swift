import CKernels
import Foundation
import TestSupport
import Testing

@Suite struct SineTests {
    static let instructionSets = [k_baseline, k_avx2, k_avx512].filter {
        $0.rawValue <= k_best_instruction_set().rawValue
    }

    /// Phases of all sizes: spread evenly, near multiples of π/2, and at bounds between ways of reduction.
    static let phases: [Double] = {
        var random = SeededGenerator(seed: 1)
        var phases = [
            0, -0.0, Double.leastNonzeroMagnitude, 1e-300, 0x1p30, -0x1p30, (0x1p30).nextDown, 1e22,
            .greatestFiniteMagnitude,
        ]
        // The double that is nearest to a multiple of π/2: J.-M. Muller, Elementary Functions, 3rd ed. 2016, section 11.
        phases.append(6381956970095103 * 0x1p797)
        for exponent in stride(from: -8, through: 1020, by: 4) {
            for _ in 0..<20 {
                let size = Double(
                    sign: .plus, exponent: exponent, significand: Double.random(in: 1..<2, using: &random))
                phases.append(Bool.random(using: &random) ? size : -size)
                phases.append((size / (.pi / 2)).rounded() * (.pi / 2))
            }
        }
        return phases
    }()

    static func sines(_ set: k_instruction_set, _ phases: [Double]) -> [SIMD2<Double>] {
        var pairs = [Double](repeating: 7, count: 2 * phases.count)
        nk_sines(set, phases, &pairs, Int64(phases.count))
        return phases.indices.map { SIMD2(pairs[2 * $0], pairs[2 * $0 + 1]) }
    }

    @Test("all instruction sets give the bits of the reference", arguments: instructionSets.map(\.rawValue))
    func sameBits(_ set: UInt32) {
        let results = Self.sines(k_instruction_set(rawValue: set), Self.phases)
        for (phase, result) in zip(Self.phases, results) {
            let expected = SineReference.sines(of: phase)
            #expect(result.x.bitPattern == expected.x.bitPattern, "sin \(phase)")
            #expect(result.y.bitPattern == expected.y.bitPattern, "cos \(phase)")
        }
    }

    @Test("a phase has the same sine wherever it stands, and however many there are")
    func anyPlace() {
        for count in 0..<20 {
            let some = Array(Self.phases.suffix(count))
            let expected = some.map { SineReference.sines(of: $0) }
            #expect(Self.sines(k_best_instruction_set(), some) == expected)
        }
    }

    @Test("what is infinite or not a number has no sine", arguments: [Double.infinity, -.infinity, .nan])
    func notFinite(_ phase: Double) {
        for set in Self.instructionSets {
            let results = Self.sines(set, [1, phase, 2])
            #expect(results[1].x.isNaN && results[1].y.isNaN)
            #expect(results[0] == SineReference.sines(of: 1) && results[2] == SineReference.sines(of: 2))
        }
    }

    #if arch(x86_64)
        /// Against the C library in 64 bits of precision.
        @Test("the error is below 0.8 ulp for phases of any size")
        func accuracy() {
            func error(_ value: Double, _ exact: Float80) -> Float80 {
                guard exact != 0 else { return value == 0 ? 0 : .infinity }
                return abs(Float80(value) - exact) / Float80(Double(exact).ulp)
            }
            for (phase, result) in zip(Self.phases, Self.sines(k_best_instruction_set(), Self.phases)) {
                #expect(error(result.x, sin(Float80(phase))) < 0.8, "sin \(phase)")
                #expect(error(result.y, cos(Float80(phase))) < 0.8, "cos \(phase)")
            }
        }
    #endif
}
