import GSL
import ObserverCore
import Recording
import SimulationEngine
import Testing

/// What cannot be recorded is told.
@Suite struct HostileTableTests {
    @Test("two columns of a name are refused before a table is made")
    func columns() throws {
        let simulation = try drifting(2)
        let width = simulation.quantities.width
        let table = RecordedTable()
        #expect(throws: RecordingError.duplicateColumn("width")) {
            try QuantityRecorder(simulation, quantities: [width, width], at: simulation.clock, to: .memory(table))
        }
        let time = try simulation.quantity(QuantityDefinition<GridModel, Double>("time") { _ in 0 })
        #expect(throws: RecordingError.duplicateColumn("time")) {
            try QuantityRecorder(simulation, quantities: [time], at: simulation.clock, to: .memory(table))
        }
        #expect(table.columns.isEmpty)
    }

    @Test("a ring keeps something", arguments: [0, -1, Int.min])
    func rings(moments: Int) throws {
        let simulation = try drifting(2)
        #expect(throws: RecordingError.invalidRing(moments: moments)) {
            try NodeRecorder(
                simulation, nodes: .all, at: simulation.clock,
                to: .ring(last: moments, of: .memory(RecordedTable())) { _ in })
        }
    }

    @Test("as many nodes as nobody has are refused", arguments: [0, -1, Int.max, Int.min])
    func diffusion(count: Int) {
        #expect(throws: StatisticsError.self) {
            try DiffusionCoefficient(nodeCount: count, dimension: 3, interval: 1, lags: 1...2)
        }
        #expect(throws: StatisticsError.self) {
            try DiffusionCoefficient(nodeCount: 20, dimension: 3, interval: 1, lags: 1...2, groups: count)
        }
    }
}
