import Particles
import SimulationEngine

/// Reads
///
///     random:
///       count: 1000             how many particles
///       minimum-distance: 0.9   optional: how near two of them, or their images, may be; 0 unless given
///     mass: 1                   optional: the mass of each, 1 unless given
///     charge: 0                 optional: see ``ChargeReader``
struct RandomParticleReader {
    func read(_ particles: Section) -> ParticleSource.Origin? {
        let mass = particles.optional("mass").map { $0.number(.positive) } ?? 1
        particles.noteDefault("mass", "1")
        let charges = ChargeReader().read(particles)
        let placement = particles.optional("random").flatMap { value in value.section { read(placement: $0) } }
        guard let mass, let charges, let placement else { return nil }
        return .random(placement, mass: mass, charges: charges)
    }

    private func read(placement section: Section) -> RandomPlacement? {
        let count = section.required("count", for: "the number of particles").flatMap { value in
            value.integer(.closed(1...Int(Int32.max) / 32)).flatMap {
                value.hasMemory(MemoryShortage(positionCount: $0)) ? $0 : nil
            }
        }
        let distance = section.optional("minimum-distance").map { $0.number(.nonNegative) } ?? 0
        section.noteDefault("minimum-distance", "0")
        guard let count, let distance else { return nil }
        return RandomPlacement(count: count, minimumDistance: distance)
    }
}
