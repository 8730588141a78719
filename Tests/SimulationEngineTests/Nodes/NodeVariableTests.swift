import ObserverCore
import SimulationEngine
import Testing

@Suite struct NodeVariableTests {
    let watcher = Watcher()

    @Test func oneVariableForAsLongAsItIsHeld() throws {
        let simulation = try counting()
        let held = simulation.nodes[1].state
        #expect(simulation.nodes[1].state === held)
        #expect(simulation.nodes[0].state !== held)
        try simulation.run(steps: 1)
        #expect(simulation.nodes[1].state === held)
    }

    @Test func oneVariableForAsLongAsItIsObserved() throws {
        let simulation = try counting()
        weak var observed = simulation.nodes[1].state
        #expect(observed == nil)
        watcher.watch(simulation.nodes[1].state, as: "1")
        observed = simulation.nodes[1].state
        #expect(observed != nil)
        try simulation.run(steps: 1)
        #expect(watcher.log == ["1: 10 -> 11"])
        watcher.stopObserving(observed)
        #expect(observed == nil)
        try simulation.run(steps: 1)
        #expect(watcher.log == ["1: 10 -> 11"])
        watcher.watch(simulation.nodes[1].state, as: "again")
        try simulation.run(steps: 1)
        #expect(watcher.log.last == "again: 12 -> 13")
    }

    @Test func theDeathOfTheObserverFreesTheVariable() throws {
        let simulation = try counting()
        var other: Watcher? = Watcher()
        other?.watch(simulation.nodes[0].state, as: "0")
        weak let observed = simulation.nodes[0].state
        #expect(observed != nil)
        other = nil
        #expect(observed == nil)
    }

    @Test func readingGivesThePresentState() throws {
        let integrator = Counting()
        let simulation = try counting(by: integrator)
        let state = simulation.nodes[0].state
        try simulation.run(steps: 3)
        #expect(state.value == 3)
        #expect(state.latestMessage == Update(3, 3))
        watcher.observe(simulation.nodes[1].state) { [watcher] _ in watcher.note("\(state.value)") }
        watcher.watch(state, as: "0")
        try simulation.run(steps: 1)
        // Node 0 is published after node 1, but its state is there.
        #expect(watcher.log == ["4", "0: 3 -> 4"])
    }

    @Test func updatesGoFromWhatWasPublishedLast() throws {
        let integrator = Counting()
        let simulation = try counting(by: integrator)
        try simulation.run(steps: 2)
        watcher.watch(simulation.nodes[0].state, as: "0")
        try simulation.run(steps: 1)
        integrator.resting = [0]
        try simulation.run(steps: 5)
        integrator.resting = []
        try simulation.run(steps: 1)
        #expect(watcher.log == ["0: 2 -> 3", "0: 3 -> 4"])
    }

    @Test func whatNobodyObservesIsNotRead() throws {
        let simulation = try counting(Array(0..<1000))
        let held = simulation.nodes[3].state
        watcher.observe(try simulation.every(steps: 1)) { _ in }
        let reads = simulation.model.singleReads
        try simulation.run(steps: 10)
        #expect(simulation.model.singleReads == reads)
        #expect(simulation.model.copiedNodes == [])

        watcher.watch(simulation.nodes[700].state, as: "700")
        watcher.watch(held, as: "3")
        try simulation.run(steps: 1)
        #expect(simulation.model.copiedNodes == [[700, 3]])
        let readsBefore = simulation.model.singleReads
        try simulation.run(steps: 10)
        #expect(simulation.model.singleReads == readsBefore)
        #expect(simulation.model.copiedNodes.count == 11)

        watcher.stopObserving()
        try simulation.run(steps: 10)
        #expect(simulation.model.copiedNodes.count == 11)
    }

    @Test func nodesThatAreNoLongerObservedAreForgottenSoon() throws {
        let simulation = try counting(Array(0..<100))
        for node in simulation.nodes { watcher.watch(node.state, as: "\(node.index)") }
        for node in simulation.nodes where !node.index.isMultiple(of: 10) { watcher.stopObserving(node.state) }
        try simulation.run(steps: 1)
        #expect(watcher.takeLog() == stride(from: 0, to: 100, by: 10).map { "\($0): \($0) -> \($0 + 1)" })
        let copied = try #require(simulation.model.copiedNodes.last)
        #expect(copied.count < 20)
        #expect(copied == copied.sorted())
    }

    /// An observer that comes and goes between steps leaves nothing behind.
    @Test func comingAndGoingLeavesNoTrace() throws {
        let simulation = try counting()
        watcher.watch(simulation.nodes[2].state, as: "2")
        for _ in 0..<1000 {
            watcher.watch(simulation.nodes[0].state, as: "0")
            watcher.stopObserving(simulation.nodes[0].state)
        }
        try simulation.run(steps: 1)
        #expect((simulation.model.copiedNodes.last?.count ?? 0) <= 2)
        #expect(watcher.log == ["2: 20 -> 21"])
    }

    @Test func anObserverMayBeginAnewWhileItIsCalled() throws {
        let simulation = try counting()
        let state = simulation.nodes[0].state
        var count = 0
        func begin() {
            watcher.observe(state) { [watcher, unowned state] update in
                count += 1
                watcher.note("\(count): \(update.old) -> \(update.new)")
                watcher.stopObserving(state)
                begin()
            }
        }
        begin()
        try simulation.run(steps: 3)
        #expect(watcher.log == ["1: 0 -> 1", "2: 1 -> 2", "3: 2 -> 3"])
        #expect(simulation.model.copiedNodes == [[0], [0], [0]])
        weak let weakState = state
        #expect(weakState != nil)
        // The closure holds the variable that holds it.
        watcher.stopObserving()
    }

    @Test func beginningAnewDoesNotKeepTheVariableForever() throws {
        let simulation = try counting()
        weak var weakState: Var<Int>?
        do {
            let state = simulation.nodes[0].state
            weakState = state
            watcher.observe(state) { [watcher, unowned state] _ in
                watcher.stopObserving(state)
                watcher.watch(state, as: "0")
            }
        }
        try simulation.run(steps: 2)
        #expect(watcher.log == ["0: 1 -> 2"])
        watcher.stopObserving()
        #expect(weakState == nil)
    }

    @Test func whoBeginsInAStepHearsOfTheNext() throws {
        let simulation = try counting()
        watcher.observe(simulation.nodes[1].state) { [watcher, unowned simulation] update in
            if update.new == 11 { for node in 0..<3 { watcher.watch(simulation.nodes[node].state, as: "\(node)") } }
        }
        try simulation.run(steps: 2)
        #expect(watcher.log == ["1: 11 -> 12", "0: 1 -> 2", "2: 21 -> 22"])
    }

    @Test func whoEndsInAStepHearsNothingMore() throws {
        let simulation = try counting()
        let other = Watcher()
        watcher.observe(simulation.nodes[1].state) { [watcher] in
            watcher.note("\($0.new)")
            other.stopObserving()
        }
        other.watch(simulation.nodes[0].state, as: "0")
        other.watch(simulation.nodes[2].state, as: "2")
        try simulation.run(steps: 2)
        #expect(other.log == [])
        #expect(watcher.log == ["11", "12"])
    }

    @Test func namesAndNumbers() throws {
        let model = CountingModel([5, 6], names: ["Ada", "Bob"])
        let simulation = try Simulation(model, integrator: Counting(), step: 1)
        #expect(simulation.nodes["Bob"]?.index == 1)
        #expect(simulation.nodes["Bob"]?.state.value == 6)
        #expect(simulation.nodes["Eve"] == nil)
        #expect(simulation.nodes.map(\.name) == ["Ada", "Bob"])
        #expect(simulation.nodes.map(\.index) == [0, 1])
        #expect(try counting().nodes[0].name == nil)
    }
}
