import Foundation
import GSL
import TestSupport
import Testing

@Suite struct ComplexFourierTransformTests {
    @Test("Transforms are the sum that defines them", arguments: [[1], [7], [4, 3], [3, 2, 5]])
    func definition(shape: [Int]) throws {
        let transform = try ComplexFourierTransform(shape: shape)
        var generator = SeededGenerator(seed: 4)
        let numbers = (0..<2 * transform.count).map { _ in Double.random(in: -1..<1, using: &generator) }
        var result = numbers
        result.withUnsafeMutableBufferPointer { transform.transform($0) }
        func digits(_ index: Int) -> [Int] {
            var rest = index
            return shape.map { length in
                defer { rest /= length }
                return rest % length
            }
        }
        for k in 0..<transform.count {
            var (real, imaginary) = (0.0, 0.0)
            for j in 0..<transform.count {
                let products = zip(digits(j), digits(k)).map { $0 * $1 }
                let turns = zip(products, shape).reduce(0.0) { $0 + Double($1.0) / Double($1.1) }
                let (c, s) = (cos(-2 * .pi * turns), sin(-2 * .pi * turns))
                real += numbers[2 * j] * c - numbers[2 * j + 1] * s
                imaginary += numbers[2 * j] * s + numbers[2 * j + 1] * c
            }
            #expect(abs(result[2 * k] - real) < 1e-12)
            #expect(abs(result[2 * k + 1] - imaginary) < 1e-12)
        }
    }

    @Test("There is no transform of nothing")
    func nothing() {
        #expect(throws: StatisticsError.self) { try ComplexFourierTransform(shape: [4, 0]) }
        #expect(throws: StatisticsError.self) { try ComplexFourierTransform(shape: [1 << 20, 1 << 20]) }
    }
}
