import Networks
import ObserverCore
import SimulationEngine
import Testing

/// What is told of sweeps does not depend on how many of them are made from one moment to the next.
@Suite struct SweepWatchingTests {
    final class Listener: Observer { let receiver = Receiver() }

    private func told(step: Double) throws -> (told: [String], passages: [UInt64]) {
        let listener = Listener()
        let model = try IsingModel(
            graph: .lattice(sides: [12, 12], periodic: true), temperature: 2.5,
            spins: [Spin](repeating: .down, count: 144))
        let simulation = try Simulation(
            model, integrator: SpinSweeps(.metropolis, order: .sequential, streams: RandomStreams(seed: 4)), step: step)
        var told: [String] = []
        let magnetisation = try simulation.crossing(of: simulation.quantities.magnetisation, level: 0)
        listener.observe(magnetisation) { told.append("magnetisation \($0)") }
        listener.observe(try simulation.crossings(of: "spin", ofNodes: [3, 77], level: 0)) { told.append("spin \($0)") }
        let passages = try simulation.firstPassages(of: "spin", level: 0)
        listener.observe(try simulation.group(of: [5])) { [unowned simulation] in
            told.append("change \($0.node) \(simulation.moment.time)")
        }
        try simulation.run(until: 60)
        return (told, passages.times.map(\.bitPattern))
    }

    @Test("Crossings, passages and changes are those of sweeps")
    func anyStep() throws {
        let reference = try told(step: 1)
        #expect(reference.told.count > 20)
        for step in [2.0, 15, 60] {
            let other = try told(step: step)
            #expect(other == reference)
        }
        for bits in reference.passages {
            let time = Double(bitPattern: bits)
            #expect(time.isNaN || time == time.rounded())
        }
    }
}
