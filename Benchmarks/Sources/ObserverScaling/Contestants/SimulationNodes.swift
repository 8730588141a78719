import DriftingNodes
import ObserverBenchmarks
import ObserverCore
import SimulationEngine

/// Nodes of a simulation in the place of variables. They change in a step of the simulation, which is timed as a whole.
struct SimulationNodes: Contestant {
    var name: String { "simulation nodes" }

    private final class Listener: Observer {
        let receiver = Receiver()

        @inline(__always)
        func observe(_ nodes: Slice<NodeList<Drift>>, _ tally: Tally) {
            for node in nodes {
                observe(node) { [tally] update in tally.add(update.new) }
            }
        }
    }

    /// The nodes of all groups belong to one simulation.
    func population(_ work: Work) -> Outcome? { try? measuredPopulation(work) }

    private func measuredPopulation(_ work: Work) throws -> Outcome {
        let listeners = (0..<work.groupCount).map { _ in Listener() }
        let count = listeners.count * work.count
        let simulation = try Simulation(Drift(count: count), integrator: Drifting(), step: 1)
        let tally = Tally()
        var bytes: Double?
        var (begin, change, end) = (Stopwatch(), Stopwatch(), Stopwatch())
        for round in 1...work.rounds {
            let growth = Heap.growth(per: count, if: round == 1) {
                begin.measure {
                    for (index, listener) in listeners.enumerated() {
                        listener.observe(simulation.nodes[index * work.count..<(index + 1) * work.count], tally)
                    }
                }
            }
            bytes = bytes ?? growth
            try change.measure { try simulation.run(steps: 1) }
            end.measure { for listener in listeners { listener.stopObserving() } }
        }
        try simulation.run(steps: 1)
        let operations = work.rounds * count
        return Outcome(
            [
                Phase(.populationBegin, nanoseconds: begin.nanoseconds, operations: operations, bytes: bytes),
                Phase(.populationChange, nanoseconds: change.nanoseconds, operations: operations),
                Phase(.populationEnd, nanoseconds: end.nanoseconds, operations: operations),
            ],
            received: Reception([tally]))
    }
}
