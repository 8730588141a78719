import Networks
import ObserverBenchmarks
import ObserverCore
import Particles
import SimulationEngine

/// A simulation that is watched, or not.
struct Workload: Sendable {
    let name: String

    /// Prepares a simulation of so many nodes. What is returned makes steps, and fails if what is told is wrong.
    let prepare: @Sendable (_ nodes: Int) throws -> (_ steps: Int) throws -> Void

    static var all: [Workload] { [drift, driftEach, driftAll, driftOne, melt, meltOne, kuramoto, passages] }
}

struct WrongResult: Error {
    let workload: String
}

/// Observers with their tallies.
final class Watchers: Observer {
    let receiver = Receiver()
    private var tallies: [Tally] = []

    /// Tallies one after the other, as those of the C loop are.
    func newTallies(_ count: Int) -> [Tally] {
        let new = Tally.row(of: count)
        tallies += new
        return new
    }

    var messageCount: Int { tallies.reduce(0) { $0 + $1.messages } }
    var tallyCount: Int { tallies.count }
}

extension Workload {
    /// Makes steps of a simulation, each of which brings a message to each tally, or to one for each node.
    private static func steps<Model: SimulationModel>(
        _ name: String, of simulation: Simulation<Model>, _ watchers: Watchers, messages: Int
    ) -> (Int) throws -> Void {
        { steps in
            let before = watchers.messageCount
            try simulation.run(steps: steps)
            guard watchers.messageCount - before == messages * steps else { throw WrongResult(workload: name) }
        }
    }
}

// MARK: - Nodes that all change in each step

extension Workload {
    /// Nobody looks.
    static let drift = drifting("drift") { _, _ in 0 }

    /// Each node has an observer of its own.
    static let driftEach = drifting("drift-each") { simulation, watchers in
        for (node, tally) in zip(simulation.nodes, watchers.newTallies(simulation.nodes.count)) {
            watchers.observe(node.state) { update in tally.add(update.new) }
        }
        return simulation.nodes.count
    }

    /// One observer of all nodes.
    static let driftAll = drifting("drift-all") { simulation, watchers in
        let tally = watchers.newTallies(1)[0]
        watchers.observe(simulation.allNodes) { change in tally.add(change.new) }
        return simulation.nodes.count
    }

    /// One node is watched.
    static let driftOne = drifting("drift-one") { simulation, watchers in
        let tally = watchers.newTallies(1)[0]
        watchers.observe(simulation.nodes[simulation.nodes.count / 2].state) { update in tally.add(update.new) }
        return 1
    }

    /// `watch` tells how many messages there are to be in a step.
    private static func drifting(
        _ name: String, _ watch: @escaping @Sendable (Simulation<Drift>, Watchers) -> Int
    ) -> Workload {
        Workload(name: name) { nodes in
            let simulation = try Simulation(Drift(count: nodes), integrator: Drifting(), step: 1)
            let watchers = Watchers()
            return steps(name, of: simulation, watchers, messages: watch(simulation, watchers))
        }
    }
}

// MARK: - The Lennard-Jones melt

extension Workload {
    /// Nobody looks.
    static let melt = melting("melt") { _, _ in 0 }

    /// One particle is watched.
    static let meltOne = melting("melt-one") { simulation, watchers in
        let tally = watchers.newTallies(1)[0]
        watchers.observe(simulation.nodes[simulation.nodes.count / 2].state) { update in
            tally.add(update.new.position.x)
        }
        return 1
    }

    /// That of LAMMPS's `bench/in.lj`, on one thread.
    private static func melting(
        _ name: String, _ watch: @escaping @Sendable (Simulation<ParticleSystem>, Watchers) -> Int
    ) -> Workload {
        Workload(name: name) { nodes in
            var edge = 1
            while 4 * edge * edge * edge < nodes { edge += 1 }
            let lattice = try Lattice(.faceCentredCubic, cells: [edge, edge, edge], density: 0.8442)
            var particles = lattice.positions.map { Particle(mass: 1, position: $0) }
            try particles.setVelocities(temperature: 1.44, from: try RandomStreams(seed: 87287))
            let system = try ParticleSystem(
                particles, in: try lattice.box(.periodic), forces: [try PairForce(LennardJones(cutoff: 2.5))])
            let simulation = try Simulation(system, integrator: Leapfrog(), step: 0.005)
            let watchers = Watchers()
            return steps(name, of: simulation, watchers, messages: watch(simulation, watchers))
        }
    }
}

// MARK: - First passages

extension Workload {
    /// Oscillators on a ring, each with four neighbours.
    static let kuramoto = oscillating("kuramoto") { _ in nil }

    /// The first passages of all. Of phases that are spread from 0 to π, about one of two hundred passes in each step.
    static let passages = oscillating("passages") { try $0.firstPassages(of: "phase", level: .pi) }

    private static func oscillating(
        _ name: String, _ watch: @escaping @Sendable (Simulation<KuramotoModel>) throws -> FirstPassages?
    ) -> Workload {
        Workload(name: name) { nodes in
            let edges = (0..<nodes).flatMap { node in (1...2).map { (node, (node + $0) % nodes) } }
            let model = try KuramotoModel(
                graph: Graph(vertexCount: nodes, edges: edges), coupling: 1,
                frequencies: (0..<nodes).map { 1 + Double($0 % 97) / 97 },
                phases: (0..<nodes).map { .pi * Double($0 * 7919 % nodes) / Double(nodes) }
            )
            let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.01)
            let passages = try watch(simulation)
            return { steps in
                let before = passages?.count ?? -1
                try simulation.run(steps: steps)
                guard (passages?.count ?? 0) > before else { throw WrongResult(workload: name) }
            }
        }
    }
}
