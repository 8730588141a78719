import ObserverCore
import SimulationEngine
import Testing

/// Everything that the observer modules offer works on what a simulation shows.
@Suite struct ObservationFormTests {
    let watcher = Watcher()

    @Test func combinedObservations() throws {
        let simulation = try counting()
        let changes = simulation.allNodes.cache()
        watcher.observe(simulation.nodes[0].state, simulation.quantities.total, changes) {
            [watcher] state, total, change in
            watcher.note("\(state.new) \(total.new) \(change.map { "\($0.node)" } ?? "-")")
        }
        try simulation.run(steps: 1)
        #expect(watcher.log.first == "1 33.0 -")
        #expect(watcher.log.last?.hasPrefix("1 33.0") == true)
    }

    @Test func transformsAndCaches() throws {
        let simulation = try counting()
        let latest = simulation.group { $0 > 10 }.map { $0.node }.cache()
        watcher.observe(simulation.clock).map { $0.step }.filter { $0 > 1 }.receive { [watcher] in watcher.note("\($0)")
        }
        watcher.observe(latest).unwrap().receive { [watcher] in watcher.note("node \($0)") }
        try simulation.run(steps: 2)
        #expect(watcher.log == ["node 1", "node 2", "node 1", "node 2", "2"])
        #expect(latest.latestMessage == 2)
    }

    @Test func asynchronousSequences() async throws {
        let simulation = try counting(step: 0.5)
        let moments = try simulation.every(time: 1).messages
        let changes = try simulation.group(of: [1]).messages
        try simulation.run(until: 2)
        var steps: [Int] = []
        for await moment in moments {
            steps.append(moment.step)
            if moment.step == 4 { break }
        }
        #expect(steps == [0, 2, 4])
        var numbers: [Int] = []
        for await change in changes {
            numbers.append(change.new)
            if change.new == 14 { break }
        }
        #expect(numbers == [11, 12, 13, 14])
    }

    @Test func promises() async throws {
        let simulation = try counting()
        let change = promise { observeOnceAsPromise(simulation) }
        try simulation.run(steps: 3)
        #expect(await change.value == 21)
    }

    private func observeOnceAsPromise(_ simulation: Simulation<CountingModel>) -> Promise<Int> {
        Promise { promise in
            observeOnce(simulation.nodes[2].state) { promise.fulfill($0.new) }
        }
    }
}
