import ObserverCore
import Recording
import SimulationEngine
import Testing

@Suite struct RingTableTests {
    @Test("A ring writes the last moments, the oldest first, and each only once")
    func lastMoments() throws {
        let simulation = try drifting(2)
        let table = RecordedTable()
        var made: RingTable?
        let recorder = try NodeRecorder(
            simulation, nodes: .all, fields: ["x"], at: simulation.clock,
            to: .ring(last: 3, of: .memory(table)) { made = $0 })
        let ring = try #require(made)
        try simulation.run(steps: 7)
        #expect(table.rowCount == 0)
        try ring.writeOut()
        #expect(table.numbers(of: "time") == [2.5, 2.5, 3, 3, 3.5, 3.5])
        #expect(table.numbers(of: "x") == [5, 6, 6, 7, 7, 8])
        try ring.writeOut()
        #expect(table.rowCount == 6)
        try simulation.run(steps: 1)
        try ring.writeOut()
        #expect(table.numbers(of: "time")?.suffix(2) == [4, 4])
        try recorder.finish()
        #expect(table.rowCount == 8)
    }

    @Test("A ring that is not full writes what it has")
    func fewMoments() throws {
        let simulation = try drifting(1)
        let table = RecordedTable()
        var made: RingTable?
        let recorder = try QuantityRecorder(
            simulation, quantities: [simulation.quantities.width], at: simulation.clock,
            to: .ring(last: 100, of: .memory(table)) { made = $0 })
        try simulation.run(steps: 2)
        try made?.writeOut()
        #expect(table.numbers(of: "width") == [0, 1, 2])
        try recorder.finish()
    }
}
