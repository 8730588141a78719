import ObserverCore
import Recording
import SimulationEngine
import TestSupport
import Testing

@Suite struct XYZRecorderTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func text(
        of simulation: Simulation<GridModel>, nodes: NodeSelection = .all, fields: [String] = [],
        cell: XYZCell? = nil
    ) throws -> String {
        let recorder = try XYZRecorder(
            simulation, nodes: nodes, fields: fields, at: simulation.every(time: 1), to: directory.path(of: "t.xyz")
        ) { cell }
        try simulation.run(until: 1)
        try recorder.finish()
        return try directory.read("t.xyz")
    }

    @Test("A frame is told for each moment, with zeros for the dimension that a model in a plane does not have")
    func frames() throws {
        #expect(
            try text(of: drifting(2)) == """
                2
                Properties=species:S:1:id:I:1:pos:R:3:velo:R:3 Time=0.0 Step=0 pbc="F F F"
                X 0 0.0 0.0 0.0 1.0 0.25 0.0
                X 1 1.0 10.0 0.0 1.0 0.25 0.0
                2
                Properties=species:S:1:id:I:1:pos:R:3:velo:R:3 Time=1.0 Step=2 pbc="F F F"
                X 0 2.0 0.5 0.0 1.0 0.25 0.0
                X 1 3.0 10.5 0.0 1.0 0.25 0.0

                """)
    }

    @Test("Names stand without white space, other fields by their names, and the cell as its vectors")
    func namesAndCell() throws {
        let cell = XYZCell(
            a: SIMD3(10, 0, 0), b: SIMD3(0, 20, 0), c: SIMD3(0, 0, 1),
            isPeriodic: SIMDMask([true, true, false]))
        let text = try text(
            of: drifting(2, names: ["Ada B", "Eve"]), nodes: .nodes([1, 0]), fields: ["vy", "position"], cell: cell)
        #expect(
            text.hasPrefix(
                """
                2
                Lattice="10.0 0.0 0.0 0.0 20.0 0.0 0.0 0.0 1.0" \
                Properties=species:S:1:id:I:1:name:S:1:pos:R:3:vy:R:1 Time=0.0 Step=0 pbc="T T F"
                X 1 Eve 1.0 10.0 0.0 0.25
                X 0 Ada_B 0.0 0.0 0.0 0.25

                """))
    }

    @Test("The number of nodes of a frame is that of those that are selected then")
    func selection() throws {
        let simulation = try drifting(3)
        let nodes = NodeSelection.nodes(where: try FieldExpression("x >= 2", for: simulation.model))
        let text = try text(of: simulation, nodes: nodes, fields: ["position"])
        let beginnings = text.split(separator: "\n").map { $0.prefix(3) }
        #expect(beginnings == ["1", "Pro", "X 2", "3", "Pro", "X 0", "X 1", "X 2"])
    }

    @Test("Without positions there is no trajectory")
    func noPositions() throws {
        let simulation = try drifting(1)
        let error = #expect(throws: RecordingError.self) {
            try XYZRecorder(
                simulation, nodes: .all, fields: ["x", "vx"], at: simulation.clock, to: directory.path(of: "t.xyz"))
        }
        #expect(
            error?.description
                == "extended XYZ needs positions, a group of fields called 'position': the fields are x, vx")
        #expect(throws: (any Error).self) { try directory.read("t.xyz") }
    }
}
