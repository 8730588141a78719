import Foundation
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// What the page of the module shows is what is compiled and run here.
@Suite struct ModulePageTests {
    @Test func theExamplesAreThoseThatAreRunHere() throws {
        try expectSwiftExamples(of: "Sources/SimulationEngine/SimulationEngine.docc/SimulationEngine.md")
    }

    @Test func allPublicTypesAreListed() throws {
        try expectTopics(coverTypesOf: "SimulationEngine")
    }

    /// What grows logistically from x is 1 / (1 + (1/x − 1) e^−t) large after the time t, and half of all at ln(1/x − 1).
    // swift-format-ignore
    @Test(.tracksLifetimes) func aModelAndAnIntegratorOfOnesOwnGrowAsTheyShould() throws {
        let watcher = Watcher()
        func print(_ word: String, _ number: Double) { watcher.note("\(word) \(number)") }
        let sizes = [0.1, 0.2].map { 1 / (1 + (1 / $0 - 1) * exp(-5)) }

        let simulation = try Simulation(Growth([0.1, 0.2]), integrator: RungeKutta4(), step: 0.01)
        _ = track(simulation)
        watcher.observe(simulation.nodes[1].state) { update in print("1", update.new) }
        watcher.observe(simulation.quantities.total).new().filter { $0 > 1.9 }.receive { total in print("total", total) }
        let half = try simulation.crossing(of: "size", ofNode: 0, level: 0.5)
        watcher.observe(half) { crossing in print("half", crossing.time) }
        try simulation.run(until: 5)
        for node in 0..<2 { #expect(abs(simulation.nodes[node].state.value - sizes[node]) < 1e-10) }
        let noted = watcher.takeLog()
        #expect(noted.filter { $0.hasPrefix("1 ") }.count == 500)
        #expect(noted.contains { $0.hasPrefix("total 1.9") })
        let time = try #require(noted.first { $0.hasPrefix("half ") }.flatMap { Double($0.dropFirst(5)) })
        #expect(abs(time - log(9)) < 1e-9)

        let another = try Simulation(Growth([0.1, 0.2]), integrator: Heun(), step: 0.01)
        try another.run(until: 5)
        for node in 0..<2 { #expect(abs(another.nodes[node].state.value - sizes[node]) < 1e-5) }
    }
}

// swift-format-ignore
private
final class Growth: DifferentialEquations {
    struct Quantities: QuantitySet {
        let total = QuantityDefinition<Growth, Double>("total") { growth in growth.state.elements.reduce(0, +) }
        var all: [any AnyQuantityDefinition<Growth>] { [total] }
    }

    let fields = ["size"]
    static let quantities = Quantities()
    let state: StateVector

    init(_ sizes: [Double]) {
        state = StateVector(columnCount: 1, rowCount: sizes.count)
        for (node, size) in sizes.enumerated() { setNodeState(size, at: node) }
    }

    func derivative(at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>) {
        for node in 0..<nodeCount { derivative[node] = state[node] * (1 - state[node]) }
    }

    var nodeCount: Int { state.rowCount }
    func nodeState(at node: Int) -> Double { state[0, node] }
    func setNodeState(_ size: Double, at node: Int) { state[0, node] = size }

    func copyNodeStates(of nodes: UnsafeBufferPointer<Int>, into sizes: UnsafeMutableBufferPointer<Double>) {
        for (position, node) in nodes.enumerated() { sizes[position] = state[0, node] }
    }
}

// swift-format-ignore
private
final class Heun<Model: DifferentialEquations>: Integrator, Stateless {
    func advance(_ model: Model, from start: Double, to end: Double) {
        let state = model.state.elements
        let old = Array(state)
        var (first, second) = (old, old)
        model.rates(at: start, of: old, into: &first)
        let guess = zip(old, first).map { $0 + (end - start) * $1 }
        model.rates(at: end, of: guess, into: &second)
        for index in old.indices {
            state[index] = old[index] + (end - start) * (first[index] + second[index]) / 2
        }
    }
}
