import TestSupport
import Testing

@testable import Networks

/// When vertices rest no more.
@Suite struct DueTimesTests {
    @Test("Of all that is due the earliest comes first")
    func due() {
        let due = DueTimes(count: 50)
        var times = [Double](repeating: .infinity, count: 50)
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let vertex = Int.random(in: 0..<50, using: &generator)
            let time = Bool.random(using: &generator) ? .infinity : Double(Int.random(in: 0..<40, using: &generator))
            due.set(vertex, time)
            times[vertex] = time
            let least = times.min() ?? .infinity
            #expect(due.first?.time ?? .infinity == least)
            if least < .infinity { #expect(due.first?.vertex == times.firstIndex(of: least)) }
            #expect(due.time(of: vertex) == time)
        }
    }
}
