import TestSupport
import Testing

@testable import Networks

/// Messages that are on their way arrive in the order of their times, and at the same time in that in which they were sent.
@Suite struct EventMessageTests {
    private struct Sent: Equatable {
        let time: Double
        let event: Int
        let order: Int32

        init(_ message: EventMessage) { (time, event, order) = (message.time, message.event, message.order) }
    }

    private static func messages(of event: Int, at times: [Double]) -> [EventMessage] {
        times.enumerated().map { order, time in
            EventMessage(
                time: time, amount: 1, event: event, order: Int32(order), source: 0, vertex: Int32(order), variable: 0)
        }
    }

    /// Few times, so that many are the same, and some events that send nothing.
    @Test("what is taken is what sorting all of them gives", arguments: 1...20)
    func order(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var messages = EventMessages()
        var known: [EventMessage] = []
        var (now, event) = (0.0, 0)
        for _ in 0..<200 {
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let isAlike = Bool.random(using: &random)
                let delay = Int.random(in: 1...8, using: &random)
                let times = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                    now + Double(isAlike ? delay : Int.random(in: 1...8, using: &random))
                }
                let sent = Self.messages(of: event, at: times)
                messages.send(sent)
                known += sent
                event += 1
            }
            now += Double(Int.random(in: 0..<3, using: &random))
            known.sort { $0.isBefore($1) }
            #expect(messages.nextTime == known.first?.time ?? .infinity)
            #expect(messages.inOrder.map(Sent.init) == known.map(Sent.init))
            var taken: [EventMessage] = []
            while let next = messages.take(until: now) { taken.append(next) }
            let due = known.prefix { $0.time <= now }
            #expect(taken.map(Sent.init) == due.map(Sent.init))
            known.removeFirst(due.count)
        }
        #expect(event > 200)
    }
}
