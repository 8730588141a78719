import Foundation
import Networks
import SimulationEngine
import Testing

/// Models that the machine has no memory for are refused before it is tried.
@Suite struct MemoryShortageTests {
    private let bytes = Int(MemoryLimit.present.bytes)

    private func expectShortage(_ subject: String, _ make: () throws -> Void) {
        let error = #expect(throws: MonteCarloError.self) { try make() }
        guard case .notEnoughMemory(let shortage) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.hasPrefix("\(subject) needs at least ") == true)
        #expect(shortage.needed > shortage.limit.bytes)
    }

    @Test("spikes on their way for a million steps")
    func delay() throws {
        let count = bytes / 1_000_000 + 1
        let graph = try Graph(vertexCount: count, edges: [])
        var parameters = SpikingNeurons.Parameters()
        parameters.delaySteps = 1_000_000
        let numbers = [Double](repeating: 0, count: count)
        expectShortage("the delay of spikes") {
            _ = try SpikingNeurons(graph: graph, parameters: parameters, inputs: numbers, voltages: numbers)
        }
    }

    @Test("tables of a million entries")
    func tables() throws {
        var edges = EdgeColumns()
        let count = (bytes >> 21) + 1
        for input in 0..<20 { for vertex in 0..<count { edges.append(input, 20 + vertex) } }
        let graph = try Graph(vertexCount: 20 + count, edges: edges, isDirected: true)
        let streams = try RandomStreams(seed: 0)
        expectShortage("a Boolean network with tables for so many inputs") {
            _ = try BooleanNetwork.randomTables(of: graph, from: streams)
        }
    }

    @Test("walkers beyond all bounds")
    func walkers() throws {
        expectShortage("a random walk with so many walkers") {
            try RandomWalks.check(walkers: bytes)
        }
    }
}
