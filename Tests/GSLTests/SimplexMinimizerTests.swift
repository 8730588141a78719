import Testing

@testable import GSL

@Suite struct SimplexMinimizerTests {
    @Test("Rosenbrock's valley is followed to its end at (1, 1)")
    func rosenbrock() throws {
        let found = try findMinimum(from: [-1.2, 1], step: 0.5, size: 1e-8, maximumIterations: 1000) { place in
            let (rise, way) = (place[1] - place[0] * place[0], 1 - place[0])
            return 100 * rise * rise + way * way
        }
        #expect(abs(found.arguments[0] - 1) < 1e-6 && abs(found.arguments[1] - 1) < 1e-6)
        #expect(found.value < 1e-12)
    }

    @Test("Where a function is infinite nothing is looked for")
    func walls() throws {
        let found = try findMinimum(from: [0.5], step: 0.25, size: 1e-9, maximumIterations: 1000) { place in
            (0...1).contains(place[0]) ? -place[0] : .infinity
        }
        #expect(abs(found.arguments[0] - 1) < 1e-8)
    }

    private struct Refusal: Error {}

    @Test("What the function throws ends the search, and so do too few iterations and no arguments")
    func failures() {
        #expect(throws: Refusal.self) {
            try findMinimum(from: [1], step: 1, size: 0.1, maximumIterations: 10) { _ in throw Refusal() }
        }
        let error = #expect(throws: GSLError.self) {
            try findMinimum(from: [1], step: 1, size: 1e-9, maximumIterations: 3) { $0[0] * $0[0] }
        }
        #expect(error?.isIterationLimit == true)
        #expect(throws: GSLError.self) { try findMinimum(from: [], step: 1, size: 1, maximumIterations: 3) { _ in 0 } }
    }
}
