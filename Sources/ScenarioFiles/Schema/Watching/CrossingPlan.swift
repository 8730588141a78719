import ObserverCore
import Recording
import SimulationEngine

/// A level that is watched, as far as that is known before there is a simulation.
struct CrossingPlan<Model: SimulationModel> {
    /// What crosses it.
    enum Subject {
        case number(QuantityExpression<Model>)
        case field(String, nodes: [Int])
    }

    let subject: Subject
    let level: Double
    let directions: CrossingDirections
    let hysteresis: Double
    let tolerance: Double

    /// What crosses the level, for messages.
    var name: String {
        switch subject {
        case .number(let number): number.name
        case .field(let field, let nodes): nodes.count == 1 ? "\(field) of a node" : "\(field) of nodes"
        }
    }

    /// Has a closure called with each crossing. What it throws ends the run.
    func attach(to run: WatchedRun<Model>, _ act: @escaping (Crossing) throws -> Void) {
        let receive = { [unowned simulation = run.simulation] (crossing: Crossing) in
            do { try act(crossing) } catch { simulation.fail(with: error) }
        }
        do {
            switch try crossings(in: run.simulation) {
            case .one(let crossing): run.observe(crossing, receive: receive)
            case .many(let crossings): run.observe(crossings, receive: receive)
            }
        } catch {
            run.simulation.fail(with: error)
        }
    }

    /// Records the crossings.
    func recorder(in run: WatchedRun<Model>, to destination: TableDestination) throws -> CrossingRecorder {
        switch try crossings(in: run.simulation) {
        case .one(let crossing): try CrossingRecorder(run.simulation, of: crossing, to: destination)
        case .many(let crossings): try CrossingRecorder(run.simulation, of: crossings, to: destination)
        }
    }

    private enum Crossings {
        case one(LevelCrossing)
        case many(GroupCrossing)
    }

    private func crossings(in simulation: Simulation<Model>) throws -> Crossings {
        switch subject {
        case .number(let expression):
            let number = expression.number(in: simulation)
            return .one(
                try simulation.crossing(
                    of: expression.name, level: level, directions, hysteresis: hysteresis, tolerance: tolerance
                ) { _ in number() })
        case .field(let field, let nodes):
            if nodes.count == 1, hysteresis > 0 {
                return .one(
                    try simulation.crossing(
                        of: field, ofNode: nodes[0], level: level, directions, hysteresis: hysteresis,
                        tolerance: tolerance))
            }
            return .many(
                try simulation.crossings(of: field, ofNodes: nodes, level: level, directions, tolerance: tolerance))
        }
    }
}

extension CrossingPlan {
    /// Ends a run at the first crossing.
    func stop(_ run: WatchedRun<Model>) {
        attach(to: run) { [unowned run, name] crossing in
            run.stop(because: "\(name) crossed its level at time \(crossing.time)")
        }
    }
}
