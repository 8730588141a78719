import ObserverCore
import Recording
import SimulationEngine
import Testing

@Suite struct RecordedTableTests {
    @Test("A table in memory holds the numbers and names that a file would")
    func columns() throws {
        let simulation = try drifting(2, names: ["Ada", "Bob"])
        let table = RecordedTable()
        let recorder = try NodeRecorder(
            simulation, nodes: .all, fields: ["x", "vy"], at: simulation.every(time: 1), to: .memory(table))
        try simulation.run(until: 1)
        try recorder.finish()
        #expect(table.columns == ["time", "node", "x", "vy"])
        #expect(table.rowCount == 4)
        #expect(table.numbers(of: "time") == [0, 0, 1, 1])
        #expect(table.texts(of: "node") == ["Ada", "Bob", "Ada", "Bob"])
        #expect(table.numbers(of: "node")?.allSatisfy(\.isNaN) == true)
        // A step adds 1 to x.
        #expect(table.numbers(of: "x") == [0, 1, 2, 3])
        #expect(table.texts(of: "vy") == ["0.25", "0.25", "0.25", "0.25"])
        #expect(table.numbers(of: "speed") == nil)
    }

    @Test("What was read from a table does not change when the run goes on, and neither does the table with the model")
    func values() throws {
        let simulation = try drifting(1)
        let table = RecordedTable()
        let recorder = try NodeRecorder(
            simulation, nodes: .all, fields: ["x"], at: simulation.clock, to: .memory(table))
        try simulation.run(steps: 2)
        let early = try #require(table.numbers(of: "x"))
        simulation.model.columns[0][0] = 100
        simulation.stateWasChanged()
        #expect(table.numbers(of: "x") == early)
        try simulation.run(steps: 1)
        #expect(early == [0, 1, 2])
        #expect(table.numbers(of: "x") == [0, 1, 2, 101])
        try recorder.finish()
    }

    @Test("Empty places are not numbers")
    func emptyPlaces() throws {
        let table = RecordedTable()
        let writer = try TableDestination.memory(table).table(columns: ["a", "b", "c"])
        writer.append(1)
        writer.appendNothing()
        writer.appendNothing()
        try writer.endRow()
        #expect(table.rowCount == 1)
        #expect(table.numbers(of: "a") == [1])
        #expect(table.numbers(of: "b")?[0].isNaN == true)
        #expect(table.texts(of: "c") == [""])
    }
}
