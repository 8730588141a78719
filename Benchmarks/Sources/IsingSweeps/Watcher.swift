import Networks
import ObserverCore
import SimulationEngine

/// Watches every spin of a simulation.
final class Watcher: Observer {
    let receiver = Receiver()

    /// How many changes it was told of.
    private(set) var changeCount = 0

    /// Has an observation for each spin.
    func watchEach(of simulation: Simulation<IsingModel>) {
        for node in simulation.nodes {
            observe(node.state) { [unowned self] _ in changeCount &+= 1 }
        }
    }

    /// Has one observation of all spins.
    func watchAll(of simulation: Simulation<IsingModel>) {
        observe(simulation.allNodes) { [unowned self] _ in changeCount &+= 1 }
    }
}
