import ObserverCore
import Recording
import SimulationEngine
import Testing

@Suite struct MeasureRecorderTests {
    private struct Refusal: Error, Equatable {}

    /// Records a row for each whole number up to the time, and refuses to measure at one time.
    private func record(
        _ simulation: Simulation<GridModel>, to table: RecordedTable, refusingAt end: Double = .infinity
    ) throws -> MeasureRecorder {
        try MeasureRecorder(
            simulation, at: simulation.every(time: 1), columns: ["time", "number"], to: .memory(table),
            measure: { [unowned simulation] in
                guard simulation.moment.time < end else { throw Refusal() }
                return Array(0..<Int(simulation.moment.time))
            },
            append: { moment, number, table in
                table.append(moment.time)
                table.append(integer: number)
            })
    }

    @Test("The rows of a moment are written then, as many as there are results, and not at the end")
    func rowsOfMoments() throws {
        let simulation = try drifting(1)
        let table = RecordedTable()
        let recorder = try record(simulation, to: table)
        try simulation.run(until: 2.5)
        #expect(table.numbers(of: "time") == [1, 2, 2])
        #expect(table.numbers(of: "number") == [0, 0, 1])
        try simulation.run(until: 3)
        #expect(table.rowCount == 6)
        try recorder.finish()
        #expect(table.rowCount == 6)
    }

    @Test("What cannot be measured ends the run, with the rows of the moments before")
    func refusal() throws {
        let simulation = try drifting(1)
        let table = RecordedTable()
        let recorder = try record(simulation, to: table, refusingAt: 3)
        #expect(throws: Refusal()) { try simulation.run(until: 5) }
        #expect(simulation.moment.time == 3)
        try recorder.finish()
        #expect(table.numbers(of: "time") == [1, 2, 2])
    }
}
