import Foundation
import Recording
import Testing
import TestSupport

/// What is written has to be what Swift's `description` says, which is an implementation of its own.
@Suite struct NumberTextTests {
    private func text(_ write: (UnsafeMutableRawBufferPointer) -> Int) -> String {
        withUnsafeTemporaryAllocation(byteCount: NumberText.capacity, alignment: 1) { buffer in
            let count = write(buffer)
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    private func expectDescriptions(of numbers: some Sequence<Double>) {
        let numberText = NumberText()
        for number in numbers {
            let text = text { numberText.write(number, into: $0) }
            guard text != number.description else { continue }
            Issue.record("\(number) (\(number.bitPattern)) is written as \(text)")
        }
    }

    @Test("any double is written as its description")
    func randomBitPatterns() {
        var generator = SeededGenerator(seed: 1)
        expectDescriptions(of: (0..<100_000).lazy.map { _ in Double(bitPattern: generator.next()) })
    }

    @Test("coordinates, times and fractions are written as their descriptions")
    func randomDecimals() {
        var generator = SeededGenerator(seed: 2)
        expectDescriptions(of: (0..<20_000).lazy.map { _ in .random(in: -50..<50, using: &generator) })
        expectDescriptions(of: (0..<20_000).lazy.map { _ in .random(in: 0..<1, using: &generator) })
        for places in 0...20 {
            let unit = pow(10, Double(places))
            expectDescriptions(
                of: (0..<2000).lazy.map { _ in
                    let digits = UInt64.random(in: 0..<1 << 60, using: &generator)
                    return Double(digits >> UInt64(generator.below(60))) / unit
                })
        }
    }

    @Test("the neighbours of powers of two and ten are written as their descriptions")
    func powers() {
        let twos = (-1074...1023).map { scalbn(1.0, $0) }
        let tens = (-323...308).compactMap { Double("1e\($0)") }
        #expect(tens.count == 632)
        for powers in [twos, tens] {
            expectDescriptions(of: powers)
            expectDescriptions(of: powers.map(\.nextUp))
            expectDescriptions(of: powers.map(\.nextDown))
            expectDescriptions(of: powers.map { -$0 })
        }
    }

    private static let notations: [(Double, String)] = [
        (0.0001, "0.0001"), (0.0001.nextDown, "9.999999999999999e-05"), (0.00012345, "0.00012345"),
        (1e-5, "1e-05"), (-1.5e-7, "-1.5e-07"), (0x1p53 - 1, "9007199254740991.0"),
        (0x1p53, "9007199254740992.0"), (0x1p53 + 2, "9.007199254740994e+15"), (1e15, "1000000000000000.0"),
        (1e16, "1e+16"), (123_456_789.125, "123456789.125"), (0.1 + 0.2, "0.30000000000000004"),
    ]

    @Test("the notation changes below 0.0001 and above 2^53", arguments: notations)
    func notation(number: Double, expected: String) {
        #expect(text { NumberText().write(number, into: $0) } == expected)
    }

    @Test(
        "zeros, extremes and what is not finite",
        arguments: [
            (0, "0.0"), (-0.0, "-0.0"), (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"),
            (.leastNonzeroMagnitude, "5e-324"), (-.leastNormalMagnitude, "-2.2250738585072014e-308"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        ] as [(Double, String)])
    func extremes(number: Double, expected: String) {
        #expect(text { NumberText().write(number, into: $0) } == expected)
    }

    @Test("integers of any length are written as their descriptions")
    func integers() {
        var generator = SeededGenerator(seed: 3)
        let numberText = NumberText()
        let random = (0..<20_000).map { _ in Int(bitPattern: UInt(generator.next())) >> generator.below(64) }
        let powers = sequence(first: 1) { $0 < 1_000_000_000_000_000_000 ? $0 * 10 : nil }
        let neighbours = powers.map { $0 - 1 }
        let opposites = powers.map { -$0 }
        for number in random + powers + neighbours + opposites + [.min, .max] {
            let text = text { numberText.write(number, into: $0) }
            #expect(text == number.description)
        }
    }
}
