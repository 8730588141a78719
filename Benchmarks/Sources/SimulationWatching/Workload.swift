import DriftingNodes
import GSL
import Networks
import ObserverBenchmarks
import ObserverCore
import Particles
import SimulationEngine

/// A simulation that can be watched in a certain way.
struct Workload: Sendable {
    let name: String

    /// Prepares a simulation of so many nodes, which nobody watches.
    let prepare: @Sendable (_ nodes: Int) throws -> PreparedWorkload

    static var all: [Workload] {
        [
            each, hundredth, hundredthJumps, group, one, melt, eachParticle, passages, adaptivePassages,
            adaptiveCrossing, event, prevalence, infections,
        ]
    }
}

/// A simulation that is ready to run.
struct PreparedWorkload {
    /// Makes steps.
    let run: (_ steps: Int) throws -> Void

    /// Has it watched or not.
    let setWatched: (Bool) throws -> Void

    /// How many messages have arrived since it is watched.
    let messageCount: () -> Int
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

    func newTally() -> Tally { newTallies(1)[0] }

    var messageCount: Int { tallies.reduce(0) { $0 + $1.messages } }
}

extension Workload {
    /// The simulation is the same one, in the same memory, whether it is watched or not.
    static func prepared<Model: SimulationModel>(
        _ simulation: Simulation<Model>, _ watch: @escaping (Simulation<Model>, Watchers) throws -> Void
    ) -> PreparedWorkload {
        var watchers = Watchers()
        return PreparedWorkload(
            run: { try simulation.run(steps: $0) },
            setWatched: { isWatched in
                watchers = Watchers()
                if isWatched { try watch(simulation, watchers) }
            },
            messageCount: { watchers.messageCount })
    }
}

// MARK: - Nodes that all change in each step

extension Workload {
    /// Each node has an observer of its own.
    static let each = drifting("each", watchEachNode)

    /// Each node has an observer of its own, and one node of a hundred changes.
    static let hundredth = Workload(name: "hundredth") { nodes in
        let simulation = try Simulation(Drift(count: nodes), integrator: Drifting(stride: 100), step: 1)
        return prepared(simulation, watchEachNode)
    }

    /// Each node has an observer of its own, and one node of a hundred jumps.
    static let hundredthJumps = Workload(name: "hundredth-jumps") { nodes in
        let simulation = try Simulation(Drift(count: nodes), integrator: Jumping(stride: 100), step: 1)
        return prepared(simulation, watchEachNode)
    }

    @Sendable
    private static func watchEachNode(of simulation: Simulation<Drift>, by watchers: Watchers) {
        for (node, tally) in zip(simulation.nodes, watchers.newTallies(simulation.nodes.count)) {
            watchers.observe(node.state) { update in tally.add(update.new) }
        }
    }

    /// One observer of all nodes.
    static let group = drifting("all") { simulation, watchers in
        let tally = watchers.newTally()
        watchers.observe(simulation.allNodes) { change in tally.add(change.new) }
    }

    /// One node is watched.
    static let one = drifting("one") { simulation, watchers in
        let tally = watchers.newTally()
        watchers.observe(simulation.nodes[simulation.nodes.count / 2].state) { update in tally.add(update.new) }
    }

    private static func drifting(
        _ name: String, _ watch: @escaping @Sendable (Simulation<Drift>, Watchers) throws -> Void
    ) -> Workload {
        Workload(name: name) { nodes in
            prepared(try Simulation(Drift(count: nodes), integrator: Drifting(), step: 1), watch)
        }
    }
}

// MARK: - The Lennard-Jones melt

extension Workload {
    /// One particle is watched in that of LAMMPS's `bench/in.lj`, on one thread.
    static let melt = melting("melt") { simulation, watchers in
        let tally = watchers.newTally()
        watchers.observe(simulation.nodes[simulation.nodes.count / 2].state) { update in
            tally.add(update.new.position.x)
        }
    }

    /// Each particle has an observer of its own.
    static let eachParticle = melting("melt-each") { simulation, watchers in
        for (node, tally) in zip(simulation.nodes, watchers.newTallies(simulation.nodes.count)) {
            watchers.observe(node.state) { update in tally.add(update.new.position.x) }
        }
    }

    private static func melting(
        _ name: String, _ watch: @escaping @Sendable (Simulation<ParticleSystem>, Watchers) throws -> Void
    ) -> Workload {
        Workload(name: name) { nodes in
            var edge = 1
            while 4 * edge * edge * edge < nodes { edge += 1 }
            let lattice = try Lattice(.fcc, cells: [edge, edge, edge], density: 0.8442)
            var particles = lattice.positions.map { Particle(mass: 1, position: $0) }
            try particles.setVelocities(temperature: 1.44, from: try RandomStreams(seed: 87287))
            let system = try ParticleSystem(
                particles, in: try lattice.box(.periodic), forces: [try PairForce(LennardJones(cutoff: 2.5))])
            return prepared(try Simulation(system, integrator: Leapfrog(), step: 0.005), watch)
        }
    }
}

// MARK: - First passages

extension Workload {
    /// First passages of all oscillators of a ring, each with four neighbours. Their phases are spread over 12 below the
    /// level, so that each passes once within 1200 steps of a run, one of 800 in each of the first 600.
    static let passages = Workload(name: "passages") { nodes in
        let model = try ring(of: nodes, phases: 12)
        return passages(try Simulation(model, integrator: RungeKutta4(), step: 0.01))
    }

    /// The same by a method of adaptive step, whose steps are about as long as those of the simulation.
    static let adaptivePassages = Workload(name: "adaptive-passages") { nodes in passages(try adaptiveRing(of: nodes)) }

    /// One oscillator of that ring is watched for crossings of a level that it does not come to.
    static let adaptiveCrossing = Workload(name: "adaptive-crossing") { nodes in
        prepared(try adaptiveRing(of: nodes)) { simulation, watchers in
            let tally = watchers.newTally()
            tally.add(0)
            watchers.observe(try simulation.crossing(of: "phase", ofNode: nodes / 2, level: 1000)) { crossing in
                tally.add(crossing.time)
            }
        }
    }

    private static func ring(of nodes: Int, phases: Double) throws -> KuramotoModel {
        let edges = (0..<nodes).flatMap { node in (1...2).map { (node, (node + $0) % nodes) } }
        return try KuramotoModel(
            graph: Graph(vertexCount: nodes, edges: edges), coupling: 1,
            frequencies: (0..<nodes).map { 1 + Double($0 % 97) / 97 },
            phases: (0..<nodes).map { .pi - phases * Double($0 * 7919 % nodes) / Double(nodes) })
    }

    private static func adaptiveRing(of nodes: Int) throws -> Simulation<KuramotoModel> {
        let model = try ring(of: nodes, phases: 60)
        let method = try AdaptiveIntegrator(
            model, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 1e-9))
        return try Simulation(model, integrator: method, step: 0.05)
    }

    private static func passages(_ simulation: Simulation<KuramotoModel>) -> PreparedWorkload {
        var passages: FirstPassages?
        var before = 0
        return PreparedWorkload(
            run: { try simulation.run(steps: $0) },
            setWatched: { isWatched in
                passages = isWatched ? try simulation.firstPassages(of: "phase", level: .pi) : nil
                before = passages?.count ?? 0
            },
            messageCount: { (passages?.count ?? 0) - before })
    }
}
