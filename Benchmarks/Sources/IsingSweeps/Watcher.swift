import Networks
import ObserverCore
import SimulationEngine

/// Watches every spin of a simulation.
final class Watcher: Observer {
    let receiver = Receiver()

    /// How many changes it was told of.
    private(set) var changeCount = 0

    private var variables: [Var<Spin>] = []

    func watch(_ simulation: Simulation<IsingModel>) {
        variables = (0..<simulation.model.nodeCount).map { simulation.nodes[$0].state }
        for variable in variables {
            observe(variable) { [unowned self] _ in changeCount &+= 1 }
        }
    }
}
