import ObserverCore
import Recording
import SimulationEngine
import TestSupport
import Testing

@Suite struct QuantityRecorderTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func aColumnForANumberAndThreeForAVector() throws {
        let simulation = try drifting(3)
        let quantities = simulation.quantities
        let recorder = try QuantityRecorder(
            simulation, quantities: [quantities.centre, quantities.width], at: simulation.every(time: 1),
            to: directory.path(of: "t.csv"))
        try simulation.run(until: 1.5)
        try recorder.flush()
        #expect(
            try directory.read("t.csv") == """
                time,centre-x,centre-y,centre-z,width
                0.0,1.0,10.0,0.0,2.0
                1.0,3.0,10.5,0.0,4.0

                """)
    }

    @Test func countsAreWholeNumbersWhereTheyAreKnown() throws {
        let simulation = try drifting(3)
        let far = try simulation.quantity(
            QuantityDefinition<GridModel, Double>("far", isCount: true) { Double($0.columns[0].count { $0 > 1 }) })
        let unknown = try simulation.quantity(
            QuantityDefinition<GridModel, Double>("unknown", isCount: true) { _ in .nan })
        let recorder = try QuantityRecorder(
            simulation, quantities: [far, simulation.quantities.width, unknown], at: simulation.every(time: 1),
            to: directory.path(of: "t.csv"))
        try simulation.run(until: 1)
        try recorder.flush()
        #expect(
            try directory.read("t.csv") == """
                time,far,width,unknown
                0.0,1,2.0,nan
                1.0,3,4.0,nan

                """)
    }

    @Test func noQuantitiesAreTimesAlone() throws {
        let simulation = try drifting(1)
        let recorder = try QuantityRecorder(
            simulation, quantities: [], at: simulation.every(steps: 1), to: directory.path(of: "t.csv"))
        try simulation.run(steps: 2)
        try recorder.flush()
        #expect(try directory.read("t.csv") == "time\n0.0\n0.5\n1.0\n")
    }

    @Test func aWriteThatFailsEndsTheRun() throws {
        let simulation = try drifting(1)
        let path = directory.path(of: "t.csv")
        let recorder = try QuantityRecorder(
            simulation, quantities: [simulation.quantities.width], at: simulation.every(steps: 1), to: path)
        try directory.fillDisk(of: "t.csv")
        #expect(throws: RecordingError.cannotWrite(path: path, reason: "No space left on device")) {
            try simulation.run(steps: 20_000)
        }
        #expect((1000...10_000).contains(simulation.moment.step))
        withExtendedLifetime(recorder) {}
    }

    @Test func aFileThatExistsIsRefused() throws {
        let simulation = try drifting(1)
        let trigger = try simulation.every(steps: 1)
        let path = directory.path(of: "t.csv")
        let first = try QuantityRecorder(simulation, quantities: [], at: trigger, to: path)
        #expect(throws: RecordingError.cannotCreate(path: path, reason: "File exists")) {
            try QuantityRecorder(simulation, quantities: [], at: trigger, to: path)
        }
        withExtendedLifetime(first) {}
    }
}
