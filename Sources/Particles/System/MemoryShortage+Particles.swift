import SimulationEngine

extension MemoryShortage {
    /// The shortage of a system of particles, or `nil` if there is as much memory, whether it is free or not.
    ///
    /// - Parameter particleCount: How many particles there are. Each takes what describes it, its state, and its mass, charge and
    ///   type; forces and methods take more.
    package init?(particleCount: Int) {
        self.init(
            of: "a system of \(particleCount) particles",
            bytes: Double(particleCount) * Double(MemoryLayout<Particle>.stride + 6 * 8 + 2 * 8 + 4))
    }

    /// The shortage of random positions: each takes that, the number of another one in its cell, and the state that begins there.
    ///
    /// - Parameter positionCount: How many there are.
    package init?(positionCount: Int) {
        self.init(of: "a number of \(positionCount) random positions", bytes: Double(positionCount) * (32 + 8 + 48))
    }

    /// The shortage of the lists of neighbours of particles: of those that fill a periodic box about evenly, and elsewhere of as
    /// many as a sample of them has.
    ///
    /// - Parameters:
    ///   - radius: Within which distance particles are neighbours.
    ///   - particles: The particles.
    /// - Complexity: O(1) in a periodic box; elsewhere O(*n*), or O(1) if there is memory for a list of all with all.
    init?(neighboursWithin radius: Double, of particles: ParticleColumns) {
        let box = particles.box
        let isPeriodic = (0..<box.dimensions).allSatisfy { box.axes[$0].isPeriodic }
        let bytesOfEach = Double(particles.count) * (particles.count > 65_535 ? 4 : 2)
        let bytesOfAll = bytesOfEach * Double(particles.count)
        guard isPeriodic || MemoryShortage(of: "all pairs", bytes: bytesOfAll) != nil else { return nil }
        let neighbours =
            isPeriodic
            ? particles.evenNeighbourCount(within: radius) : particles.sampledNeighbourCount(within: radius)
        // Of fewer there may be a fifth less in a crystal.
        guard neighbours > 50 else { return nil }
        self.init(
            of: "the list of some \(Int(min(neighbours, 1e15))) neighbours of each particle",
            // The number for particles that are denser in some places than in others is known to half from a sample.
            bytes: (isPeriodic ? 0.8 : 0.5) * bytesOfEach * neighbours)
    }
}

extension ParticleColumns {
    /// The mean number of neighbours of particles that fill a box evenly that is periodic in all directions.
    fileprivate func evenNeighbourCount(within radius: Double) -> Double {
        let volume = (0..<box.dimensions).reduce(1) { $0 * box.periods[$1] }
        let ball = box.dimensions == 3 ? 4 / 3 * Double.pi * radius * radius * radius : Double.pi * radius * radius
        return Double(count) / volume * ball
    }

    /// The mean number of neighbours of some 64 particles anywhere in the list.
    ///
    /// - Complexity: O(*n*).
    fileprivate func sampledNeighbourCount(within radius: Double) -> Double {
        var (sum, sampleCount) = (0, 0)
        for center in stride(from: 0, to: count, by: count / 64 + 1) {
            sampleCount += 1
            let place = position(center)
            for other in 0..<count where other != center {
                let difference = box.shortest(position(other) - place)
                if (difference * difference).sum() < radius * radius { sum += 1 }
            }
        }
        return Double(sum) / Double(sampleCount)
    }
}
