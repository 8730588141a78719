import GSL
import TestSupport
import Testing

@testable import Sweeps

@Suite struct SweepPointsTests {
    private func points(_ block: String) throws -> [[String]] {
        try TemporaryDirectory().sweep(block).plan.points
    }

    private func numbers(_ block: String) throws -> [[Double]] {
        try points(block).map { try $0.map { try #require(Double($0)) } }
    }

    @Test("A grid has each value with each other one, ends are exact, and what lies between is what people write")
    func grid() throws {
        let points = try points(
            "{vary: {model.sir.infection: {from: 0.05, to: 0.5, count: 4}, graph.barabasi-albert.nodes: [40, 50]}}")
        #expect(points == ["0.05", "0.2", "0.35", "0.5"].flatMap { [[$0, "40"], [$0, "50"]] })
        let tenths = try self.points("{vary: {model.sir.infection: {from: 0, to: 1, count: 11}}}").map { $0[0] }
        #expect(tenths == ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"])
    }

    @Test func rangesMayBeLogarithmicOrWhole() throws {
        let decades = "{vary: {model.sir.infection: {from: 1e-5, to: 10, count: 7, scale: logarithmic}}}"
        #expect(try points(decades).map { $0[0] } == ["1e-05", "0.0001", "0.001", "0.01", "0.1", "1", "10"])
        let whole = "{vary: {graph.barabasi-albert.nodes: {from: 10, to: 20, count: 4, integers: true}}}"
        #expect(try points(whole).map { $0[0] } == ["10", "13", "17", "20"])
    }

    @Test func zipTakesValuesTogether() throws {
        let zipped = "{design: zip, vary: {model.sir.infection: [1, 2, 3], model.sir.recovery: [4, 5, 6]}}"
        #expect(try points(zipped) == [["1", "4"], ["2", "5"], ["3", "6"]])
    }

    @Test("A table has a row for each point, and a column of a table the values of a key")
    func tables() throws {
        let place = try TemporaryDirectory()
        try place.write("model.sir.infection,model.sir.recovery\n1,4\n2,5\n", to: "design.csv")
        #expect(try place.sweep("{design: {file: design.csv}}").plan.points == [["1", "4"], ["2", "5"]])
        let column = "{vary: {model.sir.infection: {column: model.sir.recovery, file: design.csv}}}"
        #expect(try place.sweep(column, in: "other").plan.points == [["4"], ["5"]])
    }

    /// The radical inverse of a number: its digits behind the point, in reverse.
    private func inverse(_ number: Int, base: Int) -> Double {
        var (number, part, result) = (number, 1.0, 0.0)
        while number > 0 {
            part /= Double(base)
            result += part * Double(number % base)
            number /= base
        }
        return result
    }

    @Test("Halton's points are radical inverses in prime bases, from the first one on that is not the corner")
    func halton() throws {
        let block =
            "{design: halton, points: 50, vary: {model.sir.infection: {from: 0, to: 1}, model.sir.recovery: {from: 0, to: 1}}}"
        for (index, point) in try numbers(block).enumerated() {
            #expect(abs(point[0] - inverse(index + 1, base: 2)) < 1e-11)
            #expect(abs(point[1] - inverse(index + 1, base: 3)) < 1e-11)
        }
    }

    @Test(
        "Sobol's first 2ⁿ − 1 points and the corner have one in each of 2ⁿ strata of each direction, and one in each quarter of four"
    )
    func sobol() throws {
        let block =
            "{design: sobol, points: 63, vary: {model.sir.infection: {from: 0, to: 1}, model.sir.recovery: {from: 0, to: 1}}}"
        let points = try [[0.0, 0.0]] + numbers(block)
        for direction in 0...1 {
            #expect(Set(points.map { Int($0[direction] * 64) }) == Set(0..<64))
        }
        // A net of base 2 in two dimensions: each rectangle of area 1/64 of any shape has one.
        for columns in [2, 4, 8, 16, 32] {
            let cells = points.map { [Int($0[0] * Double(columns)), Int($0[1] * Double(64 / columns))] }
            #expect(Set(cells).count == 64)
        }
    }

    @Test("Points are those of SciPy where both have the same sequence")
    func sciPy() throws {
        // scipy.stats.qmc.Halton(3, scramble=False) and Sobol(2, scramble=False), without the corner at the beginning. From the third
        // direction on Sobol's numbers differ: SciPy has those of Joe and Kuo (2008), GSL those of Bratley and Fox (1988).
        let halton = [[0.5, 1.0 / 3, 0.2], [0.25, 2.0 / 3, 0.4], [0.75, 1.0 / 9, 0.6], [0.125, 4.0 / 9, 0.8]]
        let sobol = [
            [0.5, 0.5], [0.75, 0.25], [0.25, 0.75], [0.375, 0.375], [0.875, 0.875], [0.625, 0.125], [0.125, 0.625],
        ]
        let keys = ["model.sir.infection", "model.sir.recovery", "model.sir.initial.infected"]
        for (design, expected) in [("halton", halton), ("sobol", sobol)] {
            let vary = keys.prefix(expected[0].count).map { "\($0): {from: 0, to: 1}" }.joined(separator: ", ")
            let found = try numbers("{design: \(design), points: \(expected.count), vary: {\(vary)}}")
            for (point, other) in zip(found, expected) {
                #expect(zip(point, other).allSatisfy { abs($0 - $1) < 1e-11 })
            }
        }
    }

    @Test("A Latin hypercube has one point in each stratum of each direction, in another order in each")
    func latinHypercube() throws {
        let block = """
            {design: latin-hypercube, points: 100, \
            vary: {model.sir.infection: {from: 0, to: 1}, model.sir.recovery: {from: 10, to: 20}}}
            """
        let points = try numbers(block)
        #expect(Set(points.map { Int($0[0] * 100) }) == Set(0..<100))
        #expect(Set(points.map { Int(($0[1] - 10) * 10) }) == Set(0..<100))
        // Of two random orders of a hundred, a hundredth agrees on the average; eight or more by chance of 10⁻⁵.
        #expect(points.count { Int($0[0] * 100) == Int(($0[1] - 10) * 10) } < 8)
    }

    @Test("Random points follow their distributions, and more of them leave the others as they are")
    func random() throws {
        let block = { (count: Int) in
            "{design: random, points: \(count), vary: {model.sir.infection: {normal: {mean: 5, deviation: 0.5}}, "
                + "graph.barabasi-albert.nodes: {from: 10, to: 13, integers: true}, integrate.until: [2, 3]}}"
        }
        let many = try numbers(block(4000))
        #expect(try numbers(block(10)) == Array(many.prefix(10)))
        let normal = many.map { $0[0] }
        let mean = normal.reduce(0, +) / 4000
        let deviation = (normal.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 3999).squareRoot()
        // Four standard errors: each false alarm has a chance of 6·10⁻⁵.
        #expect(abs(mean - 5) < 4 * 0.5 / 4000.0.squareRoot())
        #expect(abs(deviation - 0.5) < 4 * 0.5 / 8000.0.squareRoot())
        // χ² of four equal classes with three degrees of freedom exceeds 22 with a chance of 6·10⁻⁵.
        let counts = (10...13).map { value in Double(many.count { $0[1] == Double(value) }) }
        let (sum, chiSquared) = (counts.reduce(0, +), counts.reduce(0) { $0 + ($1 - 1000) * ($1 - 1000) / 1000 })
        #expect(sum == 4000)
        #expect(chiSquared < 22)
        #expect(abs(many.count { $0[2] == 2 } - 2000) < 127)
    }

    @Test(
        "What cannot be is refused with what would be right",
        arguments: [
            ("{vary: {seed: [1, 2]}}", "'seed' is varied by 'replicates'"),
            ("{vary: {model.sir.infection: {from: 0, to: 1}}}", "'model.sir.infection' has no 'count'"),
            (
                "{vary: {model.sir.infection: {normal: {mean: 0, deviation: 1}}}}",
                "has a distribution, of which a grid takes no values"
            ),
            ("{design: sobol, vary: {model.sir.infection: {from: 0, to: 1}}}", "'points' is missing"),
            ("{points: 3, vary: {model.sir.infection: [1]}}", "'points' has no meaning for 'grid'"),
            (
                "{design: zip, vary: {model.sir.infection: [1, 2], model.sir.recovery: [1]}}",
                "'zip' takes the first value"
            ),
            ("{vary: {model.sir.infection: {from: 0, to: 1, count: 3, scale: logarithmic}}}", "must be greater than 0"),
            ("{vary: {model.sir.infecton: [1]}}", "did you mean 'infection'?"),
            ("{vary: {model.sir.infection: []}}", "at least 1"),
            ("{vary: {model.sir.infection: [1, 0.5, 0.50]}}", "the value 0.5 of 'model.sir.infection' stands twice"),
            ("{vary: {model.sir.infection: [1], model.sir: [{infection: 2}]}}", "one lies in the other"),
            ("{vary: {observe.0.every: [1], 'observe[00].every': [2]}}", "are the same key"),
            ("{vary: {sweep.replicates: [1]}}", "a sweep cannot vary itself"),
            ("{vary: {model.sir.infection: 3}}", "a list of values, a range"),
        ])
    func refused(block: String, words: String) throws {
        let place = try TemporaryDirectory()
        let error = try #require(throws: (any Error).self) { try place.sweep(block) }
        #expect("\(error)".contains(words), "\(error)")
    }

    @Test func tooManyPointsAreToldBeforeTheyAreMade() throws {
        let range = "{from: 1, to: 2, count: 100000}"
        #expect(throws: SweepError.tooManyPoints(10_000_000_000, greatest: 10_000_000)) {
            try TemporaryDirectory().sweep("{vary: {model.sir.infection: \(range), model.sir.recovery: \(range)}}")
        }
    }
}
