import ObserverCore
import Recording
import SimulationEngine
import TestSupport
import Testing

@Suite struct NodeRecorderTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func table(
        of simulation: Simulation<GridModel>, nodes: [Int], fields: [String] = [], until end: Double = 1
    ) throws -> String {
        let recorder = try NodeRecorder(
            simulation, nodes: nodes, fields: fields, at: simulation.every(time: 1), to: directory.path(of: "t.csv"))
        try simulation.run(until: end)
        try recorder.flush()
        return try directory.read("t.csv")
    }

    @Test func aLongTable() throws {
        #expect(
            try table(of: drifting(3), nodes: [0, 1, 2]) == """
                time,node,x,y,vx,vy
                0.0,0,0.0,0.0,1.0,0.25
                0.0,1,1.0,10.0,1.0,0.25
                0.0,2,2.0,20.0,1.0,0.25
                1.0,0,2.0,0.5,1.0,0.25
                1.0,1,3.0,10.5,1.0,0.25
                1.0,2,4.0,20.5,1.0,0.25

                """)
    }

    @Test func nodesInAnyOrderByTheirNames() throws {
        let simulation = try drifting(3, names: ["Ada", "Bob, \"Jr\"", "Eve"])
        #expect(
            try table(of: simulation, nodes: [2, 1], fields: ["x"]) == """
                time,node,x
                0.0,Eve,2.0
                0.0,"Bob, ""Jr\""",1.0
                1.0,Eve,4.0
                1.0,"Bob, ""Jr\""",3.0

                """)
    }

    @Test(arguments: [
        (["position"], "x,y", "0.0,0.0"), (["vy", "position"], "vy,x,y", "0.25,0.0,0.0"),
        (["y"], "y", "0.0"), (["velocity", "position"], "vx,vy,x,y", "1.0,0.25,0.0,0.0"),
        ([], "x,y,vx,vy", "0.0,0.0,1.0,0.25"),
    ])
    func fieldsAndGroups(fields: [String], header: String, row: String) throws {
        let table = try table(of: drifting(1), nodes: [0], fields: fields, until: 0)
        #expect(table == "time,node,\(header)\n0.0,0,\(row)\n")
    }

    @Test func noNodesAreATableWithoutRows() throws {
        #expect(try table(of: drifting(2), nodes: [], fields: ["x"]) == "time,node,x\n")
    }

    @Test func whatIsWrongIsSaidBeforeAFileIsMade() throws {
        let simulation = try drifting(2)
        let trigger = try simulation.every(steps: 1)
        func message(nodes: [Int] = [0], fields: [String] = []) -> String? {
            #expect(throws: RecordingError.self) {
                try NodeRecorder(simulation, nodes: nodes, fields: fields, at: trigger, to: directory.path(of: "t.csv"))
            }?.description
        }
        #expect(
            message(fields: ["x", "speed"])
                == "there is no field 'speed': the fields are x, y, vx, vy, position, velocity")
        for fields in [["x", "x"], ["x", "position"], ["position", "x"]] {
            #expect(message(fields: fields) == "the field 'x' stands twice, by itself or in a group: name it once")
        }
        #expect(message(nodes: [0, 2]) == "there is no node 2: the 2 nodes are numbered from 0")
        #expect(message(nodes: [-1]) == "there is no node -1: the 2 nodes are numbered from 0")
        #expect(throws: (any Error).self) { try directory.read("t.csv") }
    }

    @Test func aWriteThatFailsEndsTheRun() throws {
        let simulation = try drifting(100)
        let path = directory.path(of: "t.csv")
        let recorder = try NodeRecorder(
            simulation, nodes: Array(0..<100), at: simulation.every(steps: 1), to: path)
        try directory.fillDisk(of: "t.csv")
        #expect(throws: RecordingError.cannotWrite(path: path, reason: "No space left on device")) {
            try simulation.run(steps: 1000)
        }
        // 64 KiB hold some 30 steps of a hundred rows.
        #expect((10...50).contains(simulation.moment.step))
        #expect(throws: RecordingError.self) { try recorder.flush() }
    }

    @Test func aRecorderNeitherKeepsTheSimulationNorIsKept() throws {
        var simulation: Simulation<GridModel>? = try drifting(1)
        weak let weakSimulation = simulation
        let trigger = try #require(try simulation?.every(steps: 1))
        var recorder = try simulation.map {
            try NodeRecorder($0, nodes: [0], at: trigger, to: directory.path(of: "t.csv"))
        }
        weak let weakRecorder = recorder
        try simulation?.run(steps: 1)
        simulation = nil
        #expect(weakSimulation == nil)
        #expect(recorder != nil)
        try directory.fillDisk(of: "t.csv")
        // There is nobody left to tell that this cannot be written.
        for step in 0..<5000 { trigger.send(Moment(step: step, time: 0)) }
        recorder = nil
        #expect(weakRecorder == nil)
    }

    @Test func recordingDoesNotEndWithTheRun() throws {
        let simulation = try drifting(1)
        let recorder = try NodeRecorder(
            simulation, nodes: [0], fields: ["x"], at: simulation.every(steps: 2), to: directory.path(of: "t.csv"))
        for _ in 0..<3 {
            try simulation.run(steps: 1)
            try recorder.flush()
        }
        simulation.nodes[0].state.value[0] = 70
        try simulation.run(steps: 1)
        try recorder.flush()
        #expect(try directory.read("t.csv") == "time,node,x\n0.0,0,0.0\n1.0,0,2.0\n2.0,0,71.0\n")
    }
}
