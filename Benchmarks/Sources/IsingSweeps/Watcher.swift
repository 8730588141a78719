import Networks
import ObserverCore
import SimulationEngine

/// Watches every spin of a simulation.
final class Watcher: Observer {
    let receiver = Receiver()

    private let tally = Tally()

    /// How many changes it was told of.
    var changeCount: Int { tally.count }

    /// Has an observation for each spin.
    func watchEach(of simulation: Simulation<IsingModel>) {
        for node in simulation.nodes {
            observe(node.state) { [tally] _ in tally.count &+= 1 }
        }
    }

    /// Has one observation of all spins.
    func watchAll(of simulation: Simulation<IsingModel>) {
        observe(simulation.allNodes) { [tally] _ in tally.count &+= 1 }
    }
}

/// Counts what an observer is told. It is not the observer itself, which a closure would have to retain at each call.
private final class Tally {
    @exclusivity(unchecked)
    var count = 0
}
