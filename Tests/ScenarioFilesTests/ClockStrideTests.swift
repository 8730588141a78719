import Testing

@testable import ScenarioFiles

@Suite struct ClockStrideTests {
    /// The steps after which a clock is looked at, in a run whose steps take certain times.
    private func looks(_ steps: [Duration]) -> [Int] {
        var stride = ClockStride()
        var now = Duration.zero
        var looks: [Int] = []
        for (index, step) in steps.enumerated() {
            now += step
            guard stride.isDue() else { continue }
            looks.append(index)
            stride.noteLook(at: now)
        }
        return looks
    }

    @Test(arguments: [Duration.milliseconds(10), .seconds(60)]) func slowStepsAreAllLookedAt(step: Duration) {
        #expect(looks(Array(repeating: step, count: 20)) == Array(0..<20))
    }

    @Test func fastStepsAreLookedAtEveryTenMilliseconds() {
        let looks = looks(Array(repeating: .microseconds(10), count: 100_000))
        // The stride doubles until it is 1,000 steps of 10 µs.
        #expect(looks.prefix(4) == [0, 2, 6, 14])
        #expect(zip(looks, looks.dropFirst()).suffix(50).allSatisfy { $1 - $0 == 1000 })
    }

    @Test func stepsThatBecomeSlowAreSoonLookedAtOneByOne() {
        let fast = Array(repeating: Duration.microseconds(100), count: 1000)
        let looks = looks(fast + Array(repeating: .seconds(1), count: 300))
        #expect(looks.suffix(200).elementsEqual(1100..<1300))
    }

    @Test func aClockThatStandsStillDoesNoHarm() {
        #expect(looks(Array(repeating: .zero, count: 100)) == [0, 2, 6, 14, 30, 62])
    }
}
