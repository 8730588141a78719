import Foundation
import GSL
import Testing
import TestSupport

@Suite struct RealFourierTransformTests {
    @Test("powers are those of the sum that defines the transform", arguments: [1, 2, 3, 7, 8, 12, 15, 64])
    func definition(length: Int) throws {
        var generator = SeededGenerator(seed: UInt64(length))
        let numbers = (0..<length).map { _ in Double.random(in: -1..<1, using: &generator) }
        var overwritten = numbers
        var sums = [Double](repeating: 10, count: length / 2 + 1)
        let transform = try RealFourierTransform(length: length)
        overwritten.withUnsafeMutableBufferPointer { numbers in
            sums.withUnsafeMutableBufferPointer { transform.addPowers(of: numbers, to: $0) }
        }
        for k in sums.indices {
            let angles = numbers.indices.map { -2 * .pi * Double($0 * k % length) / Double(length) }
            let real = zip(numbers, angles).reduce(0) { $0 + $1.0 * cos($1.1) }
            let imaginary = zip(numbers, angles).reduce(0) { $0 + $1.0 * sin($1.1) }
            #expect(abs(sums[k] - 10 - (real * real + imaginary * imaginary)) < 1e-12)
        }
    }

    @Test("there is no transform of nothing")
    func nothing() {
        let error = #expect(throws: StatisticsError.self) { try RealFourierTransform(length: 0) }
        #expect(error?.description == "the length of a Fourier transform must be from 1 to 268435456, not 0")
    }
}
