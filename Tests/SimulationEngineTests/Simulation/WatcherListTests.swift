import ObserverCore
import TestSupport
import Testing

@testable import SimulationEngine

/// All who watch a simulation stand in one list.
@Suite(.tracksLifetimes) struct WatcherListTests {
    let watcher = Watcher()

    private func simulation() throws -> Simulation<Motion> {
        track(try Simulation(Motion([.init(x: 0, v: 1)]), integrator: RungeKutta4(), step: 0.1))
    }

    @Test func theListIsInTheOrderOfTheRanksWhoeverComesFirst() throws {
        let simulation = try simulation()
        watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: 0.5)) { _ in }
        try simulation.require("x", within: -2...2)
        let passages = try simulation.firstPassages(of: "x", level: 0.3)
        let ranks = simulation.watch.watchers.map(\.rank)
        #expect(
            ranks == [
                .bounds, .crossings, .crossings, .structure, .nodes, .parameters, .groups, .quantities, .triggers,
            ])
        try simulation.run(until: 1)
        #expect(passages.count == 1)
    }

    @Test func firstPassagesThatNobodyHoldsOrObservesAreWatchedNoMore() throws {
        let simulation = try simulation()
        let count = simulation.watch.watchers.count
        var passages: FirstPassages? = try simulation.firstPassages(of: "x", level: 0.3)
        watcher.observe(try #require(passages)) { _ in }
        passages = nil
        #expect(simulation.watch.watchers.count == count + 1)
        watcher.stopObserving()
        #expect(simulation.watch.watchers.count == count)
        #expect(simulation.watch.watched.allSatisfy { $0.rank != .crossings })
    }
}
