import SimulationEngine
import TestSupport
import Testing

@Suite struct QuantileTests {
    private func quantiles(_ fractions: [Double], of numbers: [Double]) throws -> [Double] {
        let definition = try QuantityDefinition<FieldTable, QuantityVector>(
            "q", .quantiles(fractions), of: FieldExpression("x", fields: FieldTable.names))
        return definition.evaluate(FieldTable(count: numbers.count, ["x": numbers]), at: 0).numbers
    }

    @Test("Quantiles interpolate between neighbours as type 7 does")
    func byHand() throws {
        // (n − 1)q = 0.75, 1.5, 2.25 for the quartiles of four numbers.
        #expect(try quantiles([0.25, 0.5, 0.75], of: [40, 10, 30, 20]) == [17.5, 25, 32.5])
        #expect(try quantiles([0, 1], of: [3, 1, 2]) == [1, 3])
        #expect(try quantiles([0.5], of: [3, 1, 2]) == [2])
        #expect(try quantiles([0, 0.3, 1], of: [7]) == [7, 7, 7])
        // In the order in which they are asked for, and the same twice.
        #expect(try quantiles([0.75, 0.25, 0.75], of: [10, 20, 30, 40]) == [32.5, 17.5, 32.5])
    }

    @Test("Infinite values are values")
    func infinite() throws {
        #expect(try quantiles([0, 0.25, 1], of: [.infinity, 1, .infinity, .infinity, 1]) == [1, 1, .infinity])
        #expect(try quantiles([0.9], of: [.infinity, .infinity, 1]) == [.infinity])
    }

    @Test(
        "Of many values they are those of the sorted values, whatever their order",
        arguments: ["random", "sorted", "reversed", "organ pipe", "few different", "all equal", "saw"])
    func againstSorting(order: String) throws {
        let count = 3000
        var generator = SeededGenerator(seed: 11)
        let numbers: [Double] = (0..<count).map { index in
            switch order {
            case "random": Double.random(in: -1...1, using: &generator)
            case "sorted": Double(index)
            case "reversed": Double(count - index)
            case "organ pipe": Double(min(index, count - index))
            case "few different": Double(generator.below(3))
            case "all equal": 4
            default: Double(index % 7)
            }
        }
        let fractions = [0.5, 0, 0.001, 0.01, 0.25, 1, 0.75, 0.999, 1.0 / 3, 0.5]
        let sorted = numbers.sorted()
        let expected = fractions.map { fraction in
            let place = Double(count - 1) * fraction
            let low = sorted[Int(place)]
            return low + (place - place.rounded(.down)) * (sorted[min(Int(place) + 1, count - 1)] - low)
        }
        #expect(try quantiles(fractions, of: numbers) == expected)
    }
}
