import Networks
import ObserverCore
import SimulationEngine

/// An epidemic that goes on for ever, SIS on a scale-free graph, half of whose nodes are infected.
///
/// A step of 0.05 has about one event for 20 nodes.
extension Workload {
    private typealias Epidemic = CompartmentModel<SICompartment>

    private static func makeEpidemic(_ nodes: Int) throws -> Simulation<Epidemic> {
        let streams = try RandomStreams(seed: 1)
        let model = try Epidemic(
            graph: .barabasiAlbert(nodes: nodes, edgesPerNode: 3, from: streams),
            transitions: .sis(infection: 0.5, recovery: 1),
            states: (0..<nodes).map { $0.isMultiple(of: 2) ? .infected : .susceptible })
        return try Simulation(model, integrator: EventDrivenIntegrator(streams: streams), step: 0.05)
    }

    /// One node is watched: that which has most neighbours, and changes most often.
    static let event = Workload(name: "event") { nodes in
        prepared(try makeEpidemic(nodes)) { simulation, watchers in
            let tally = watchers.newTally()
            let graph = simulation.model.graph
            let hub = (0..<nodes).max { graph.degree(of: $0) < graph.degree(of: $1) } ?? 0
            watchers.observe(try simulation.crossing(of: "compartment", ofNode: hub, level: 0.5)) { tally.add($0.time) }
        }
    }

    /// The number of infected nodes is watched, at each event.
    static let prevalence = Workload(name: "prevalence") { nodes in
        prepared(try makeEpidemic(nodes)) { simulation, watchers in
            let tally = watchers.newTally()
            let infected = try simulation.quantity(Epidemic.quantities.count(of: .infected))
            watchers.observe(try simulation.crossing(of: infected, level: infected.value.rounded())) {
                tally.add($0.time)
            }
        }
    }

    /// First passages of all nodes: when those that are susceptible now are infected.
    static let infections = Workload(name: "infections") { nodes in
        let simulation = try makeEpidemic(nodes)
        var passages: FirstPassages?
        var before = 0
        return PreparedWorkload(
            run: { try simulation.run(steps: $0) },
            setWatched: { isWatched in
                passages = isWatched ? try simulation.firstPassages(of: "compartment", level: 0.5) : nil
                before = passages?.count ?? 0
            },
            messageCount: { (passages?.count ?? 0) - before })
    }
}
