import SimulationEngine
import Testing

@Suite struct TimeGridTests {
    /// The reader of decimals rounds correctly, so that it says which double is nearest to the product of decimals.
    @Test(arguments: [
        (0.1, 1, 1), (0.3, 3, 1), (0.7, 7, 1), (0.01, 1, 2), (0.025, 25, 3), (1.1, 11, 1), (0.001, 1, 3),
        (86_400.5, 864_005, 1), (1e-9, 1, 9), (5e-18, 5, 18), (1234.5678, 12_345_678, 4), (10, 10, 0), (1, 1, 0),
    ])
    func timesAreTheNearestDoubles(step: Double, significand: Int, decimals: Int) throws {
        let grid = try TimeGrid(step: step)
        for index in Array(0...3000) + [12_345, 99_999, 1_000_001, 123_456_789] {
            let expected = try #require(Double("\(significand * index)e-\(decimals)"))
            try #require(grid.time(ofStep: index) == expected, "step \(index)")
        }
    }

    @Test func productsOfDoublesWouldNotBeNearest() throws {
        #expect(3 * 0.1 != 0.3)
        #expect(try TimeGrid(step: 0.1).moment(ofStep: 3) == Moment(step: 3, time: 0.3))
    }

    @Test(arguments: [1.0 / 3, 0.1234567890123456, .pi, 1e-300, .leastNonzeroMagnitude, 0x1p60, 1e17, 1e300])
    func longDecimalsAreProductsOfDoubles(step: Double) throws {
        let grid = try TimeGrid(step: step)
        for index in 0...1000 {
            let product = Double(index) * step
            try #require(abs(grid.time(ofStep: index) - product) <= product.ulp)
        }
        #expect(grid.time(ofStep: 1) == step)
    }

    @Test(arguments: [0.1, 1.0 / 3, 0.7, 1e-20, 3e17, 1])
    func stepsAndTimesFitTogether(step: Double) throws {
        let grid = try TimeGrid(step: step)
        for index in [0, 1, 2, 3, 7, 10, 999, 1_000_000, 1 << 40, 1 << 52] {
            #expect(grid.steps(in: grid.time(ofStep: index)) == index)
        }
    }

    @Test func timesGrowWhereDecimalsBecomeTooLong() throws {
        let grid = try TimeGrid(step: 0.123456789)
        let lastExact = (1 << 53) / 123_456_789
        let times = (lastExact - 5...lastExact + 5).map(grid.time(ofStep:))
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(arguments: [-1, 0.05, 0.15, 0.1001, -0.1, .infinity, -.infinity, .nan, 1e300])
    func noWholeNumberOfSteps(duration: Double) throws {
        #expect(try TimeGrid(step: 0.1).steps(in: duration) == nil)
    }

    @Test func aFewUnitsInTheLastPlaceDoNotMatter() throws {
        let grid = try TimeGrid(step: 0.1)
        #expect(grid.steps(in: 0.1 + 0.2) == 3)
        #expect(grid.steps(in: 0.3 * (1 + 2e-12)) == nil)
        #expect(grid.steps(in: -0.0) == 0)
        #expect(try TimeGrid(step: 1e-300).steps(in: 1e300) == nil)
    }

    @Test(
        arguments: [
            ([100, 365_250], 50), ([0.1, 0.25], 0.05), ([0.3], 0.3), ([6, 10, 15], 1), ([1e17, 5e16], 5e16),
            ([1e-18, 0.001], 1e-18), ([7, 7, 7], 7), ([0.5, 0.125, 1e3], 0.125),
        ] as [([Double], Double)])
    func coarsestCommonGrid(times: [Double], step: Double) throws {
        let grid = try TimeGrid(through: times)
        #expect(grid == (try TimeGrid(step: step)))
        for time in times { #expect(grid.steps(in: time) != nil) }
    }

    @Test(arguments: [0, -1, .nan, .infinity, -0.0])
    func badSteps(step: Double) {
        let message = "the step is \(step), but must be a finite number greater than 0"
        let error = #expect(throws: SimulationError.self) { try TimeGrid(step: step) }
        #expect(error?.description == message)
        let errorInList = #expect(throws: SimulationError.self) { try TimeGrid(through: [1, step]) }
        #expect(errorInList?.description == message)
    }

    @Test(
        arguments: [
            ([1e-20], 1e-20), ([1, 1e-20], 1e-20), ([1e-18, 1e3], 1e3), ([1e300, 1], 1e300), ([1e-18, 2], 2),
            ([0.3, 1.0 / 3, 1e4], 1e4),
        ] as [([Double], Double)])
    func noCommonGrid(times: [Double], culprit: Double) {
        let error = #expect(throws: SimulationError.self) { try TimeGrid(through: times) }
        #expect(
            error?.description == "no step divides the time \(culprit) and the other times: they have too many digits")
    }

    @Test func noTimesHaveNoGrid() {
        #expect(throws: SimulationError.invalidStep(0)) { try TimeGrid(through: []) }
    }
}
