import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// However many bytes a state has, less than a line of the processor's cache or more, or a part of one: observers of nodes and of all
/// nodes hear of those that have changed, and of no others.
@Suite struct StateSizeTests {
    @Test(arguments: 1...5) func changesAreTold(seed: UInt64) throws {
        try play(of: UInt8.self, seed: seed)
        try play(of: Wide<UInt8, UInt16>.self, seed: seed)
        try play(of: Wide<Double, Float>.self, seed: seed)
        try play(of: Wide<Double, Wide<Double, Double>>.self, seed: seed)
        try play(of: Wide<Nine, Nine>.self, seed: seed)
        try play(of: Wide<Nine, Wide<Nine, Wide<Nine, Double>>>.self, seed: seed)
        try play(of: [Double].self, seed: seed)
    }

    private func play<State: Numbered>(of type: State.Type, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...3000, using: &random)
        let integrator = Incrementing<State>()
        let simulation = try Simulation(Row<State>(count: count), integrator: integrator, step: 1)
        let watcher = Watcher()
        var (told, toldOfAll): ([Int], [Int]) = ([], [])
        for node in 0..<count {
            watcher.observe(simulation.nodes[node]) { update in
                told.append(update.new == update.old.next ? node : -1)
            }
        }
        watcher.observe(simulation.allNodes) { change in
            toldOfAll.append(change.new == change.old.next ? change.node : -1)
        }
        for share in [0, 0.002, 0.03, 0.3, 0.9, 1] {
            integrator.nodes = (0..<count).filter { _ in Double.random(in: 0..<1, using: &random) < share }
            try simulation.run(steps: 1)
            #expect(told == integrator.nodes)
            #expect(toldOfAll == integrator.nodes)
            (told, toldOfAll) = ([], [])
        }
    }
}

/// What follows another of its kind, in the last of its bytes.
private protocol Numbered: Equatable {
    static var first: Self { get }
    var next: Self { get }
}

extension UInt8: Numbered {
    static var first: UInt8 { 0 }
    var next: UInt8 { self &+ 1 }
}

extension UInt16: Numbered {
    static var first: UInt16 { 0 }
    var next: UInt16 { self &+ 1 }
}

extension Float: Numbered {
    static var first: Float { 0 }
    var next: Float { self + 1 }
}

extension Double: Numbered {
    static var first: Double { 0 }
    var next: Double { self + 1 }
}

extension [Double]: Numbered {
    static var first: [Double] { [0, 0] }
    var next: [Double] { [self[0], self[1] + 1] }
}

private struct Wide<Head: Numbered, Tail: Numbered>: Numbered {
    var head: Head
    var tail: Tail

    static var first: Self { Self(head: .first, tail: .first) }
    var next: Self { Self(head: head, tail: tail.next) }
}

private typealias Three = Wide<Double, Wide<Double, Double>>
private typealias Nine = Wide<Three, Wide<Three, Three>>

private final class Row<State: Numbered>: SimulationModel {
    let fields: [String] = []
    var states: [State]

    init(count: Int) { states = Array(repeating: .first, count: count) }

    var nodeCount: Int { states.count }
    func nodeState(at node: Int) -> State { states[node] }
    func setNodeState(_ state: State, at node: Int) { states[node] = state }

    func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<State>) {
        for position in nodes.indices { states[position] = self.states[nodes[position]] }
    }

    func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {}
    func copyField(_ field: Int, in states: Span<State>, into values: inout MutableSpan<Double>) {}
}

private final class Incrementing<State: Numbered>: Integrator {
    var nodes: [Int] = []

    func advance(_ model: Row<State>, from start: Double, to end: Double) {
        for node in nodes { model.states[node] = model.states[node].next }
    }

    func stateWasChanged() {}
}
