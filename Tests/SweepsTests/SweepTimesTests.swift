import Testing

@testable import Sweeps

@Suite struct SweepTimesTests {
    @Test("What is left is told by the times of runs of the same points, and by the mean of all where none is known")
    func fraction() {
        // Two replicates of three points, of which one run was complete before.
        var times = SweepTimes(pointCount: 3, points: [0, 1, 2, 0, 1, 2], runCount: 6)
        #expect(times.fraction == 0)
        times.note(0, seconds: nil)
        times.note(1, seconds: 6)
        // Four are left, of which one takes 6 and the others as long as the mean of what is known.
        #expect(times.fraction == 6.0 / 30)
        times.note(2, seconds: 2)
        // One of 6, one of 2, one of their mean.
        #expect(times.fraction == 8.0 / 20)
        #expect([0, 1, 2].map { times.time(ofPoint: $0) } == [nil, 6, 2])
        times.note(1, seconds: 4)
        times.note(0, seconds: 4)
        times.note(2, seconds: 2)
        #expect(times.fraction == 1)
    }

    @Test("Of very many points no note is taken but of the mean")
    func manyPoints() {
        var times = SweepTimes(pointCount: 2_000_000, points: 0..<2_000_000, runCount: 2_000_000)
        times.note(0, seconds: 1)
        #expect(times.fraction == 1.0 / 2_000_000)
        #expect(times.time(ofPoint: 0) == nil)
    }
}
