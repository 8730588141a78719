import Particles

/// Reads the charges of particles of a crystal or at random positions, which they have in turns if there are several.
struct ChargeReader {
    func read(_ section: Section) -> ParticleSource.Charges? {
        guard let value = section.given(ParticleKeys.charge) else { return ParticleSource.Charges([0]) }
        guard value.form == .list else { return value.number().map { ParticleSource.Charges([$0]) } }
        return value.list(.atLeast(1), of: "charges") { $0.number() }.map { ParticleSource.Charges($0) }
    }
}

extension ParticleSource {
    /// Charges that particles have in turns.
    struct Charges {
        private let turns: [Double]

        /// Creates charges, of which there must be one at least.
        init(_ turns: [Double]) {
            self.turns = turns
        }

        /// Makes particles at positions.
        func particles(at positions: [SIMD3<Double>], mass: Double) -> [Particle] {
            positions.enumerated().map { index, position in
                Particle(mass: mass, charge: turns[index % turns.count], position: position)
            }
        }
    }
}
