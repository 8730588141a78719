import SimulationEngine
import Testing

@testable import Particles

/// Bodies of a planetary system that come near to each other.
@Suite("Close encounters") struct CloseEncounterTests {
    private func system(_ particles: [Particle]) throws -> ParticleSystem {
        try ParticleSystem(particles, forces: [try NewtonianGravity(constant: 1)])
    }

    /// Two planets of 0.0015 star masses each at 1 and 1 + d have R = (0.003 / 3)^(1/3) (2 + d) / 2 = 0.1 (1 + d / 2), and three of
    /// that are d for d = 0.3 + 0.15 d, that is, 0.3 / 0.85.
    @Test("are those within three mutual Hill radii", arguments: [-1e-6, 1e-6])
    func limit(excess: Double) throws {
        let distance = 0.3 / 0.85 + excess
        let system = try system([
            Particle(mass: 1, position: [5, 5, 0]), Particle(mass: 0.0015, position: [6, 5, 0]),
            Particle(mass: 0.0015, position: [6 + distance, 5, 0]),
        ])
        let encounters = CloseEncounters(of: system).next()
        #expect(encounters.count == (excess < 0 ? 1 : 0))
        guard let encounter = encounters.first else { return }
        #expect((encounter.first, encounter.second) == (1, 2))
        #expect(abs(encounter.distance - distance) < 1e-12)
        #expect(abs(encounter.hillRadius - 0.1 * (1 + distance / 2)) < 1e-12)
    }

    @Test("are told once, also after a checkpoint, and not of bodies without mass or of the star")
    func once() throws {
        let system = try system([
            Particle(mass: 1, position: .zero), Particle(mass: 0, position: [1, 0, 0]),
            Particle(mass: 1e-3, position: [1.05, 0, 0]), Particle(mass: 0, position: [1.02, 0, 0]),
            Particle(mass: 1e-3, position: [0, 3, 0]), Particle(mass: 1e-3, position: [1e-3, 0, 0]),
        ])
        let encounters = CloseEncounters(of: system)
        #expect(encounters.next().map { [$0.first, $0.second] } == [[1, 2], [2, 3]])
        #expect(encounters.next().isEmpty)
        #expect(encounters.count == 2)
        let archive = StateArchive()
        try encounters.archiveState(in: archive)
        let other = CloseEncounters(of: system)
        try other.archiveState(in: try Checkpoint.verifiedArchive(in: Checkpoint.bytes(of: archive)))
        #expect(other.next().isEmpty)
        system.setNodeState(ParticleState(position: [1.1, 0.1, 0], velocity: .zero), at: 4)
        #expect(other.next().map { [$0.first, $0.second] } == [[1, 4], [2, 4], [3, 4]])
    }
}
