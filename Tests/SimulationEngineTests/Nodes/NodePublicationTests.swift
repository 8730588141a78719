import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// Whichever nodes are observed, in whichever order, and whichever of them change: those observers hear of it whose nodes have
/// changed, in the order in which they began.
@Suite struct NodePublicationTests {
    enum Order: CaseIterable {
        case all, fromTheMiddle, backwards, everySecond, shuffled, twoRuns

        func nodes(of count: Int, _ random: inout SeededGenerator) -> [Int] {
            switch self {
            case .all: Array(0..<count)
            case .fromTheMiddle: Array(count / 2..<count)
            case .backwards: (0..<count).reversed()
            case .everySecond: Array(stride(from: 0, to: count, by: 2))
            case .shuffled: (0..<count).shuffled(using: &random)
            case .twoRuns: Array(count / 2..<count) + Array(0..<count / 2)
            }
        }
    }

    private struct Message: Equatable {
        let node: Int
        let update: Update<Int>
    }

    private final class Listener: Observer {
        let receiver = Receiver()
    }

    // As many as fit into a block, one more, and a remainder behind several blocks.
    @Test(arguments: Order.allCases, [1, 2, 17, 512, 513, 5003]) func changesAreTold(_ order: Order, count: Int)
        throws
    {
        var random = SeededGenerator(seed: UInt64(count))
        let integrator = Counting()
        let simulation = try counting(Array(0..<count), by: integrator)
        var observed = order.nodes(of: count, &random)
        let listener = Listener()
        var messages: [Message] = []
        for node in observed {
            listener.observe(simulation.nodes[node].state) { messages.append(Message(node: node, update: $0)) }
        }
        var published = Array(0..<count)
        for share in [0, 0.01, 0.5, 1] {
            integrator.resting = Set((0..<count).filter { _ in Double.random(in: 0..<1, using: &random) >= share })
            try simulation.run(steps: 1)
            let expected = observed.filter { !integrator.resting.contains($0) }.map {
                Message(node: $0, update: Update(published[$0], published[$0] + 1))
            }
            #expect(messages == expected)
            messages = []
            published = simulation.model.numbers
            // Places become empty and are given up, which leaves gaps.
            observed.removeAll { node in
                guard Int.random(in: 0..<4, using: &random) == 0 else { return false }
                listener.stopObserving(simulation.nodes[node].state)
                return true
            }
        }
    }

    @Test func whatAnObserverChangesIsToldToThoseBehindItOnce() throws {
        let simulation = try counting(Array(0..<100))
        let listener = Listener()
        var messages: [Message] = []
        for node in 0..<100 {
            listener.observe(simulation.nodes[node].state) { [unowned simulation] update in
                messages.append(Message(node: node, update: update))
                guard node == 3, update.new == 4 else { return }
                for other in [2, 3, 50] { simulation.nodes[other].state.value = 1000 }
            }
        }
        try simulation.run(steps: 1)
        let step = (0..<100).map { Message(node: $0, update: Update($0, $0 + 1)) }
        #expect(messages == step + [2, 3, 50].map { Message(node: $0, update: Update($0 + 1, 1000)) })
    }

    /// The closure that is just being called lives until it returns, and nobody behind it hears of anything.
    @Test(arguments: [1, 2, 50]) func whoEndsAllWhileItHearsIsCalledToTheEnd(count: Int) throws {
        final class Token {}
        let simulation = try counting(Array(0..<50))
        let listener = Listener()
        var messageCount = 0
        var isAlive: [Bool] = []
        weak var last: Token?
        for node in 0..<count {
            let token = Token()
            last = token
            listener.observe(simulation.nodes[node]) { [unowned listener, weak token, owner = token] _ in
                listener.stopObserving()
                messageCount += 1
                isAlive.append(token != nil)
                _ = owner
            }
        }
        try simulation.run(steps: 2)
        #expect(messageCount == 1)
        #expect(isAlive == [true])
        #expect(listener.receiver.observationCount == 0)
        #expect(last == nil)
    }
}
