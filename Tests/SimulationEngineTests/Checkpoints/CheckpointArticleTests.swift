import EngineTestSupport
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// Balls of the article, which fall.
final class Balls: PlainModel {
    let state = StateVector([0, 1, 2])

    func derivative(at time: Double, of state: Span<Double>, into derivative: inout MutableSpan<Double>) {
        for node in 0..<nodeCount { derivative[node] = -state[node] }
    }
}

/// A method of the article.
final class Euler: Integrator {
    func advance(_ model: Balls, from start: Double, to end: Double) {
        for node in 0..<model.nodeCount { model.state[0, node] *= 1 - (end - start) }
    }

    func stateWasChanged() {}
}

extension Balls: Resumable {}
extension Euler: Stateless {}

/// What is kept beside a simulation, in the article.
final class MeanOfNumbers: Resumable {
    var count = 0
    var sum = 0.0

    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&count)
        try archive.value(&sum)
    }
}

@Suite("The article on checkpoints")
struct CheckpointArticleTests {
    @Test("its examples are those that are run here")
    func examples() throws {
        try expectSwiftExamples(of: "Sources/SimulationEngine/SimulationEngine.docc/Checkpoints.md")
    }

    // swift-format-ignore
    @Test("a run goes on from its last file", .tracksLifetimes)
    func files() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "checkpoint")
        let watcher = Watcher()
        let makeSimulation = {
            let simulation = try Simulation(Balls(), integrator: Euler(), step: 0.25)
            watcher.observe(try simulation.every(steps: 1000)) { _ in }
            return simulation
        }
        let simulation = try Simulation(Balls(), integrator: Euler(), step: 0.25)
        _ = track(simulation)

        let file = CheckpointFile(path: path)
        watcher.observe(try simulation.every(steps: 1000)) { [unowned simulation] moment in
            simulation.onceAtRest { try file.write(simulation.checkpoint()) }
        }

        try simulation.run(until: 650)
        let resumed = try makeSimulation()
        _ = track(resumed)
        try resumed.resume(from: file.read())
        #expect(resumed.moment.step == 2000)
        try resumed.run(until: 1000)
        try simulation.run(until: 1000)
        #expect(resumed.bits == simulation.bits)
    }

    @Test("what was described once is written and read", .tracksLifetimes)
    func oneDescription() throws {
        let (mean, other, archive) = (MeanOfNumbers(), MeanOfNumbers(), StateArchive())
        _ = track(mean)
        (mean.count, mean.sum) = (3, 4.5)
        try mean.archiveState(in: archive)
        try other.archiveState(in: Checkpoint.verifiedArchive(in: Checkpoint.bytes(of: archive)))
        #expect(other.count == 3 && other.sum == 4.5)
    }
}
