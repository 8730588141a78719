import ObserverCore
import Particles
import SimulationEngine

/// The melt with somebody who watches particles, each of which moves in each step.
final class WatchedMelt {
    /// Who watches.
    enum Watching: String, CaseIterable {
        case nobody
        case oneParticle = "one-particle"
        case oneObserverOfAll = "one-observer-of-all"
        case anObserverForEach = "an-observer-for-each"
    }

    let watching: Watching
    let melt: Melt
    private var watchers: [Watcher] = []
    private var stepCount = 0

    init(_ watching: Watching, melt: Melt) {
        self.watching = watching
        self.melt = melt
        let simulation = melt.simulation
        switch watching {
        case .nobody: break
        case .oneParticle: watchers = [Watcher(of: simulation.nodes[simulation.nodes.count / 2])]
        case .oneObserverOfAll: watchers = [Watcher(of: simulation)]
        case .anObserverForEach: watchers = simulation.nodes.map { Watcher(of: $0) }
        }
    }

    /// Makes steps, and returns how many nanoseconds one took for each particle.
    func measure(steps: Int) throws -> Double {
        stepCount += steps
        let simulation = melt.simulation
        return try nanoseconds { try simulation.run(steps: steps) } / Double(steps * melt.particleCount)
    }

    /// Checks that everybody has heard of each step, and knows where the particles are now.
    func check() throws {
        for watcher in watchers { try watcher.check(steps: stepCount, melt.simulation) }
    }
}

/// Watches particles.
private final class Watcher: Observer {
    let receiver = Receiver()
    private let known: KnownPositions

    /// Watches one particle, by its own variable.
    init(of node: Node<ParticleSystem>) {
        known = KnownPositions(of: node.index..<node.index + 1)
        observe(node.state) { [known] update in known.note(update.new, of: 0) }
    }

    /// Watches all particles.
    init(of simulation: Simulation<ParticleSystem>) {
        known = KnownPositions(of: 0..<simulation.nodes.count)
        observe(simulation.allNodes) { [known] change in known.note(change.new, of: change.node) }
    }

    func check(steps: Int, _ simulation: Simulation<ParticleSystem>) throws {
        try known.check(steps: steps, simulation)
    }
}

/// The positions that an observer was told of last.
private final class KnownPositions {
    private let nodes: Range<Int>
    private let positions: UnsafeMutableBufferPointer<SIMD3<Double>>

    @exclusivity(unchecked)
    private var messageCount = 0

    init(of nodes: Range<Int>) {
        self.nodes = nodes
        positions = .allocate(capacity: nodes.count)
        positions.initialize(repeating: .zero)
    }

    deinit { positions.deallocate() }

    func note(_ state: ParticleState, of place: Int) {
        messageCount &+= 1
        positions[place] = state.position
    }

    func check(steps: Int, _ simulation: Simulation<ParticleSystem>) throws {
        guard messageCount == steps * nodes.count else {
            throw WrongResult(
                name: "number of messages", value: Double(messageCount), expected: Double(steps * nodes.count))
        }
        for node in nodes {
            let (known, present) = (positions[node - nodes.lowerBound], simulation.nodes[node].state.value.position)
            guard known == present else {
                throw WrongResult(name: "x of particle \(node)", value: known.x, expected: present.x)
            }
        }
    }
}
