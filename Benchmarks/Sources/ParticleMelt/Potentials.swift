import Particles
import SimulationEngine

/// The melt with other interactions than Lennard-Jones's, which kernels in C know: of one's own in Swift, and of the library.
struct Potentials {
    let cells: Int
    let threads: Int
    let runs: Int
    let steps: Int

    /// The Lennard-Jones interaction as somebody would write it who does not know of the library's.
    struct OwnLennardJones: PairPotential {
        let cutoff: Double

        func cutoff(_ a: Int, _ b: Int) -> Double { cutoff }
        func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
            let inverse = 1 / squaredDistance
            let inverse6 = inverse * inverse * inverse
            return PairInteraction(
                energy: 4 * inverse6 * (inverse6 - 1), forceOverDistance: 24 * inverse6 * (2 * inverse6 - 1) * inverse)
        }
    }

    func measure() throws {
        let pair = PairTable(typeCount: 1) { _, _ in Morse.Pair(depth: 1, steepness: 6, distance: 1.1224620483) }
        let strength = PairTable(typeCount: 1) { _, _ in 5.0 }
        let forces: [(String, any ParticleForce)] = [
            ("lennard-jones", try PairForce(LennardJones(cutoff: 2.5), threads: threads)),
            ("of one's own", try PairForce(OwnLennardJones(cutoff: 2.5), threads: threads)),
            ("soft-sphere", try PairForce(SoftSphere(relativeCutoff: 2.5), threads: threads)),
            ("yukawa", try PairForce(Yukawa(strength, screening: 1, cutoff: 2.5), threads: threads)),
            ("morse", try PairForce(Morse(pair, cutoff: 2.5), threads: threads)),
        ]
        let figures = try forces.map { name, force in
            let simulation = try simulation(of: force)
            let count = simulation.nodes.count
            return Figure(name: name) {
                try nanoseconds { try simulation.run(steps: steps) } / Double(steps * count)
            }
        }
        let times = try medians(of: figures, runs: runs)
        print("interaction,particles,threads,nanoseconds-per-particle-step,relative")
        for (figure, time) in zip(figures, times) {
            let count = 4 * cells * cells * cells
            let (rounded, ratio) = ((10 * time).rounded() / 10, (1000 * time / times[0]).rounded() / 1000)
            print("\(figure.name),\(count),\(threads),\(rounded),\(ratio)")
        }
    }

    private func simulation(of force: any ParticleForce) throws -> Simulation<ParticleSystem> {
        let lattice = try Lattice(.fcc, cells: [cells, cells, cells], density: 0.8442)
        var particles = lattice.positions.map { Particle(mass: 1, position: $0) }
        try particles.setVelocities(temperature: 1.44, from: try RandomStreams(seed: 87287))
        let system = try ParticleSystem(particles, in: try lattice.box(.periodic), forces: [force])
        return try Simulation(system, integrator: Leapfrog(threads: threads), step: 0.005)
    }
}
