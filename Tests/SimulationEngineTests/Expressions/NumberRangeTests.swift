import Essentials
import TestSupport
import Testing

@testable import SimulationEngine

/// Ranges of numbers contain all results of operations on numbers in them, as these are computed.
@Suite struct NumberRangeTests {
    private static let operations: [ExpressionOperation] = (0..<64).compactMap { ExpressionOperation(rawValue: $0) }
        .filter { ![.spline, .multiplyAdd, .multiplySubtract, .subtractProduct].contains($0) }

    @Test("whatever the operation and the ranges", arguments: operations) func contain(
        operation: ExpressionOperation
    ) throws {
        var words = try RandomStreams(seed: UInt64(operation.rawValue) + 1).words(for: RandomPurpose(number: 1000))
        func uniform() -> Double { Double(words.next() >> 11) * 0x1p-53 }
        for round in 0..<300 {
            let scale = [1, 10, 1e-3, 1e3, 1e12][round % 5]
            let ranges = (0..<3).map { position -> NumberRange in
                if position < operation.truthCount {
                    return [NumberRange(0), NumberRange(1), .unknown][Int(words.next() % 3)]
                }
                let low = (uniform() - 0.4) * scale
                return NumberRange(low, low + uniform() * [0, 1e-15, 1e-3, 1, 1][round % 5] * scale)
            }
            let result = NumberRange.result(of: operation, ranges[0], ranges[1], ranges[2])
            for place in 0..<6 {
                let operands = ranges.enumerated().map { position, range in
                    let isEnd = place < 2 || position < operation.truthCount
                    let end = (place + position) % 2 == 0 ? range.low : range.high
                    return isEnd ? end : min(range.low + uniform() * (range.high - range.low), range.high)
                }
                let number = operation.result(of: Array(operands.prefix(operation.operandCount)))
                let isContained = number.isNaN ? result == .all : result.low <= number && number <= result.high
                #expect(isContained, "\(number) of \(operands) in \(ranges) is not in \(result)")
            }
        }
    }

    @Test("as of splines and of their derivatives", arguments: 0..<4) func splines(order: Int) throws {
        var generator = SeededGenerator(seed: UInt64(order))
        let points = (0..<9).map { place in
            (x: Double(place * place) / 4, y: Double.random(in: -2..<2, using: &generator))
        }
        let spline = try #require(CubicSpline(points))
        for round in 0..<500 {
            let low = Double.random(in: 0..<16, using: &generator)
            let high = min(16, low + Double.random(in: 0..<[1e-3, 1, 20][round % 3], using: &generator))
            let range = spline.range(of: NumberRange(low, high), order: NumberRange(Double(order)))
            for place in 0...20 {
                let x = min(high, low + Double(place) / 20 * (high - low))
                let value = try value(of: spline, at: x, order: order)
                #expect(range.low <= value && value <= range.high, "\(value) at \(x) is not in \(range)")
            }
            // Short ranges are narrow: no slope is steeper than 200.
            if order < 3, high - low < 1e-3 { #expect(range.high - range.low < 0.2 + 1e-9) }
        }
        #expect(spline.range(of: NumberRange(-1, 2), order: NumberRange(0)) == .all)
    }

    /// As the kernel computes it.
    private func value(of spline: CubicSpline, at x: Double, order: Int) throws -> Double {
        var graph = ExpressionGraph()
        let (place, of, kind) = (graph.add(.time), graph.add(.spline(spline)), graph.constant(Double(order)))
        let value = graph.add(.operation(.spline, place, of, kind))
        return ExpressionWorkspace(graph.program(of: [value])).evaluate([], at: x)
    }

    @Test("and not much more where that is known") func areNarrow() {
        func width(_ operation: ExpressionOperation, _ low: Double, _ high: Double, _ b: Double = 0) -> Double {
            let result = NumberRange.result(of: operation, NumberRange(low, high), NumberRange(b), NumberRange(0))
            return result.high - result.low
        }
        #expect(abs(width(.sin, 0.5, 0.6) - 0.0852169344) < 1e-9)
        #expect(abs(width(.sin, 1, 2) - 0.1585290152) < 1e-9)
        #expect(abs(width(.cos, 3, 3.5) - 0.0635433128) < 1e-9)
        #expect(abs(width(.mod, 20.25, 20.5, 20) - 0.25) < 1e-9)
        #expect(width(.floor, 20.25, 20.5) == 0)
        #expect(abs(width(.power, -2, 1, 2) - 4) < 1e-9)
        #expect(abs(width(.power, -2, 1, 3) - 9) < 1e-9)
        #expect(abs(width(.tan, 0.25, 0.5) - 0.2909605686) < 1e-9)
    }
}

extension ExpressionOperation {
    /// How many of its operands are truth values.
    fileprivate var truthCount: Int {
        switch self {
        case .and, .or: 2
        case .not, .select: 1
        default: 0
        }
    }
}
