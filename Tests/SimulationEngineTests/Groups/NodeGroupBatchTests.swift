import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// A group tells the same changes one by one and together.
@Suite struct NodeGroupBatchTests {
    private final class Listener: Observer {
        let receiver = Receiver()
        var changes: [NodeChange<Int>] = []
        var batches: [NodeChanges<Int>] = []

        func listen(to group: NodeGroup<CountingModel>) {
            observe(group) { [unowned self] in changes.append($0) }
            observe(group.batches) { [unowned self] in batches.append($0) }
        }

        /// The changes of the batches, one by one.
        var together: [NodeChange<Int>] {
            batches.flatMap { batch in
                (0..<batch.count).map {
                    NodeChange(
                        node: batch.nodes[$0], old: batch.old[$0], new: batch.new[$0], membership: batch.memberships[$0]
                    )
                }
            }
        }
    }

    @Test func batchesHaveTheChangesOfTheGroup() throws {
        let integrator = Counting()
        let simulation = try counting(Array(0..<3000), by: integrator)
        let groups = [simulation.allNodes, try simulation.group(of: [7, 3, 2999]), simulation.group { $0 % 5 < 2 }]
        let listeners = groups.map { group in
            let listener = Listener()
            listener.listen(to: group)
            return listener
        }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<10 {
            integrator.resting = Set((0..<3000).filter { _ in random.below(3) > 0 })
            try simulation.run(steps: 1)
        }
        for listener in listeners {
            #expect(!listener.changes.isEmpty)
            #expect(listener.together == listener.changes)
            #expect(listener.batches.count <= 10)
        }
        #expect(listeners[0].batches.count == 10)
    }

    @Test func nothingIsToldWhereNothingHasChangedOrNobodyListens() throws {
        let integrator = Counting()
        let simulation = try counting([1, 2], by: integrator)
        let listener = Listener()
        listener.listen(to: simulation.allNodes)
        integrator.resting = [0, 1]
        try simulation.run(steps: 3)
        #expect(listener.batches.isEmpty)
        integrator.resting = [0]
        try simulation.run(steps: 1)
        #expect(listener.batches.map(\.nodes) == [[1]])
        listener.stopObserving()
        try simulation.run(steps: 1)
        #expect(listener.batches.count == 1)
    }

    @Test func whoListensMayStopAndBeginInBetween() throws {
        let simulation = try counting([0])
        let listener = Listener()
        let batches = simulation.allNodes.batches
        listener.observe(batches) { [unowned listener] in
            listener.batches.append($0)
            listener.stopObserving(batches)
        }
        try simulation.run(steps: 2)
        #expect(listener.batches.map(\.new) == [[1]])
        listener.observe(batches) { [unowned listener] in listener.batches.append($0) }
        try simulation.run(steps: 1)
        #expect(listener.batches.map(\.old) == [[0], [2]])
    }

    @Test func theyLiveAsLongAsTheyAreObservedAndTheSimulationLives() throws {
        let listener = Listener()
        weak var batches: NodeGroupBatches<CountingModel>?
        do {
            let simulation = try counting([0])
            do {
                let observed = simulation.allNodes.batches
                listener.observe(observed) { [unowned listener] in listener.batches.append($0) }
                batches = observed
            }
            #expect(batches != nil)
            try simulation.run(steps: 1)
            #expect(listener.batches.count == 1)
        }
        #expect(batches == nil)
        #expect(listener.receiver.observationCount == 0)
    }
}
