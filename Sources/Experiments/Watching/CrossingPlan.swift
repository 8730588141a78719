import ObserverCore
import Recording
import SimulationEngine

/// A level that is watched, as far as that is known before there is a simulation.
struct CrossingPlan<Model: SimulationModel> {
    /// The number or the fields that cross it.
    enum Subject {
        case number(QuantityExpression<Model>)
        case field(String, nodes: [Int])
    }

    let subject: Subject
    let level: Double
    let directions: CrossingDirections
    let hysteresis: Double
    let tolerance: Double

    /// Warns of what may not be meant when a run is rehearsed.
    let warn: (ObservedRun<Model>) -> Void

    /// The name of what crosses the level, for messages.
    var name: String {
        switch subject {
        case .number(let number): number.name
        case .field(let field, let nodes): nodes.count == 1 ? "\(field) of a node" : "\(field) of nodes"
        }
    }

    /// Has a closure called with each crossing. What it throws ends the run.
    func attach(to run: ObservedRun<Model>, _ act: @escaping (Crossing) throws -> Void) throws {
        attach(to: run, try crossings(in: run), act)
    }

    /// Ends a run at the first crossing.
    func stop(_ run: ObservedRun<Model>) throws {
        stop(run, at: try crossings(in: run))
    }

    /// Records the crossings, and ends the run at the first one if asked to.
    func record(in run: ObservedRun<Model>, to destination: TableDestination, thenStop: Bool) throws {
        let crossings = try crossings(in: run)
        switch crossings {
        case .one(let crossing): run.keep(try CrossingRecorder(run.simulation, of: crossing, to: destination))
        case .many(let crossing): run.keep(try CrossingRecorder(run.simulation, of: crossing, to: destination))
        }
        if thenStop { stop(run, at: crossings) }
    }

    private func stop(_ run: ObservedRun<Model>, at crossings: Crossings) {
        attach(to: run, crossings) { [unowned run, name] crossing in
            run.stop(because: "\(name) crossed its level at time \(crossing.time)")
        }
    }

    private func attach(
        to run: ObservedRun<Model>, _ crossings: Crossings, _ act: @escaping (Crossing) throws -> Void
    ) {
        let receive = { [unowned simulation = run.simulation] (crossing: Crossing) in
            do { try act(crossing) } catch { simulation.fail(with: error) }
        }
        switch crossings {
        case .one(let crossing): run.observe(crossing, receive: receive)
        case .many(let crossings): run.observe(crossings, receive: receive)
        }
    }

    private enum Crossings {
        case one(LevelCrossing)
        case many(GroupCrossing)
    }

    private func crossings(in run: ObservedRun<Model>) throws -> Crossings {
        warn(run)
        let simulation = run.simulation
        switch subject {
        case .number(let expression):
            let number = expression.number(in: simulation)
            return .one(
                try simulation.crossing(
                    of: expression.name, level: level, directions, hysteresis: hysteresis, tolerance: tolerance,
                    dependsOnTime: expression.dependsOnTime(in: simulation),
                    comparing: expression.comparisons(with: level, in: simulation), number: number))
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
