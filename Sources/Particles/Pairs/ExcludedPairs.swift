import SimulationEngine

/// The interactions that are left between particles that are excluded from them, and so are not in the neighbour list.
///
/// Each particle sums up the forces of its own partners, so that results are the same bytes for any number of threads.
struct ExcludedPairs {
    let law: PairLaw
    let exclusions: Exclusions

    /// Creates them; `nil` if nothing is left for any pair.
    init?(_ law: PairLaw, _ exclusions: Exclusions) {
        // Others sum up the pairs of charges that are left out here.
        guard law.label == .charge || exclusions.weights.contains(where: { $0 > 0 && $0 < 1 }) else { return nil }
        self.law = law
        self.exclusions = exclusions
    }

    /// Refuses particles that are so near to each other that what is left has no bounds.
    func check(_ particles: ParticleColumns) throws(ParticleError) {
        let image = NearestImage(particles.box)
        let overlap: ParticleError? = exclusions.withRows { rows in
            for i in 0..<particles.count {
                for (j, weight) in zip(rows.partners(of: i), rows.remainders(of: i)) where i < j {
                    let vector = image.nearest(particles.position(i) - particles.position(Int(j)))
                    let pair = interaction(i, Int(j), weight: weight, (vector * vector).sum(), particles)
                    let distance = (vector * vector).sum().squareRoot()
                    let least = weight == 0 ? 0 : law.overlapDistance(label(i, particles), label(Int(j), particles))
                    let isNear = weight > 0 && distance <= least
                    guard pair.energy.isFinite, pair.forceOverDistance.isFinite, !isNear else {
                        return .overlap(i, Int(j), distance: distance, least: least)
                    }
                }
            }
            return nil
        }
        if let overlap { throw overlap }
    }

    func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns, _ team: ThreadTeam) {
        let image = NearestImage(particles.box)
        exclusions.withRows { rows in
            team.forEachRun(of: particles.count) { run in
                for i in run {
                    let (partners, weights) = (rows.partners(of: i), rows.remainders(of: i))
                    guard !partners.isEmpty else { continue }
                    let position = particles.position(i)
                    var force = SIMD3<Double>.zero
                    for entry in 0..<partners.count {
                        let j = Int(partners[entry])
                        let vector = image.nearest(position - particles.position(j))
                        let pair = interaction(i, j, weight: weights[entry], (vector * vector).sum(), particles)
                        force += pair.forceOverDistance * vector
                    }
                    // Particles on which nothing acts need not have mass.
                    if force != .zero { accelerations.add(force / particles.mass[i], at: i) }
                }
            }
        }
    }

    func sums(of particles: ParticleColumns) -> PairSums {
        let image = NearestImage(particles.box)
        return exclusions.withRows { rows in
            var sums = PairSums(energy: 0, virial: 0)
            for i in 0..<particles.count {
                for (j, weight) in zip(rows.partners(of: i), rows.remainders(of: i)) where i < j {
                    let vector = image.nearest(particles.position(i) - particles.position(Int(j)))
                    let squaredDistance = (vector * vector).sum()
                    let pair = interaction(i, Int(j), weight: weight, squaredDistance, particles)
                    sums.energy += pair.energy
                    sums.virial += pair.forceOverDistance * squaredDistance
                }
            }
            return sums
        }
    }

    @inline(__always)
    private func interaction(
        _ i: Int, _ j: Int, weight: Double, _ squaredDistance: Double, _ particles: ParticleColumns
    ) -> PairInteraction {
        law.excludedInteraction(squaredDistance, label(i, particles), label(j, particles), weight)
    }

    private func label(_ particle: Int, _ particles: ParticleColumns) -> Double {
        law.label(of: particle, in: particles)
    }
}
