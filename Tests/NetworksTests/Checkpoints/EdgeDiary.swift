import ObserverCore
import SimulationEngine

/// Notes who and what comes and goes in a simulation.
final class EdgeDiary: Observer {
    let receiver = Receiver()
    private(set) var lines: [String] = []

    init<Model: ChangingEdges>(_ simulation: Simulation<Model>) {
        observe(simulation.births) { [unowned self] in lines.append("birth \($0)") }
        observe(simulation.deaths) { [unowned self] in lines.append("death \($0)") }
        observe(simulation.edgeChanges) { [unowned self] in lines.append("\($0)") }
    }
}
