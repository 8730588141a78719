import EngineTestSupport
import SimulationEngine
import TestSupport
import Testing

@Suite("Checkpoints that cannot be gone on from")
struct DamagedCheckpointTests {
    private func simulation(
        _ nodes: Int = 3, integrator: any Integrator<Motion> = Leapfrog(), step: Double = 0.05
    ) throws -> Simulation<Motion> {
        let states = (0..<nodes).map { Motion.State(x: Double($0), v: 1) }
        return try Simulation(Motion(states) { x, _ in -x }, integrator: integrator, step: step)
    }

    private func stored() throws -> [UInt8] {
        let simulation = try simulation()
        try simulation.pin(nodes: [1])
        try simulation.run(steps: 4)
        return try simulation.checkpoint()
    }

    @Test("any byte that is another one is told, whatever it is")
    func flippedBytes() throws {
        let bytes = try stored()
        for index in bytes.indices {
            for mask in [UInt8(1) << (index % 8), 0xFF] {
                var damaged = bytes
                damaged[index] ^= mask
                #expect(throws: CheckpointError.self, "byte \(index)") { try simulation().resume(from: damaged) }
            }
        }
    }

    @Test("one that ends too early, or too late, is told")
    func truncation() throws {
        let bytes = try stored()
        for count in bytes.indices {
            #expect(throws: CheckpointError.self) { try simulation().resume(from: Array(bytes[..<count])) }
        }
        let right = bytes.count
        #expect(
            throws: CheckpointError.damaged(reason: "it has \(right + 1) bytes, but should have \(right)")
        ) { try simulation().resume(from: bytes + [0]) }
        #expect(throws: CheckpointError.damaged(reason: "it does not begin as checkpoints do")) {
            try simulation().resume(from: Array("name,value\n".utf8))
        }
    }

    @Test("contents that are wrong under a right checksum are told or gone on from, but never crash")
    func wrongContents() throws {
        let whole = StateArchive()
        let first = try simulation()
        try first.pin(nodes: [1])
        try first.run(steps: 4)
        try first.archiveState(in: whole)
        for index in whole.contents.indices {
            for mask in [1 as UInt8, 0x80, 0xFF] {
                var contents = whole.contents
                contents[index] ^= mask
                let second = try simulation()
                do {
                    try second.archiveState(in: StateArchive(reading: contents))
                    try second.run(steps: 1)
                } catch is CheckpointError {
                } catch is IntegrationError {}
            }
        }
        for count in whole.contents.indices {
            #expect(throws: CheckpointError.self) {
                try simulation().archiveState(in: StateArchive(reading: Array(whole.contents[..<count])))
            }
        }
    }

    @Test("one of another program is told with both versions")
    func version() throws {
        var bytes = try stored()
        bytes[8] = 99
        #expect(throws: CheckpointError.otherVersion(found: 99, expected: Checkpoint.version)) {
            try simulation().resume(from: bytes)
        }
    }

    @Test("one of another model, integrator, size or step is told with what differs")
    func mismatches() throws {
        let bytes = try stored()
        func expect(_ what: String, _ found: String, _ expected: String, _ other: any Interruptible) {
            #expect(throws: CheckpointError.doesNotMatch(what: what, found: found, expected: expected)) {
                try other.resume(from: bytes)
            }
        }
        expect("the number of nodes at the beginning", "3", "4", try simulation(4))
        expect("the step", "0.05", "0.1", try simulation(step: 0.1))
        expect("the integrator", "Leapfrog<Motion>", "Yoshida4<Motion>", try simulation(integrator: Yoshida4()))
        expect(
            "the model", "Motion", "Diffusion",
            try Simulation(
                Diffusion(count: 3, drift: 0, strength: 1), integrator: EulerMaruyama(streams: RandomStreams(seed: 1)),
                step: 0.05))
    }

    @Test("a simulation that has run goes on from none, and one that is busy stores none")
    func wrongTimes() throws {
        let bytes = try stored()
        let simulation = try simulation()
        var error: CheckpointError?
        let watcher = Watcher()
        watcher.observe(simulation.clock) { [unowned simulation] (_: Moment) in
            do throws(CheckpointError) { _ = try simulation.checkpoint() } catch let failure { error = failure }
        }
        try simulation.run(steps: 1)
        #expect(error == .notAtRest)
        #expect(throws: CheckpointError.alreadyBegun) { try simulation.resume(from: bytes) }
    }
}
