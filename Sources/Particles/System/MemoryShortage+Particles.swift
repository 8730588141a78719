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

    /// The shortage of the lists of neighbours of particles that fill a periodic box about evenly.
    ///
    /// - Parameters:
    ///   - radius: Within which distance particles are neighbours.
    ///   - particles: The particles.
    init?(neighboursWithin radius: Double, of particles: ParticleColumns) {
        let (box, count) = (particles.box, Double(particles.count))
        guard (0..<box.dimensions).allSatisfy({ box.axes[$0].isPeriodic }) else { return nil }
        let volume = (0..<box.dimensions).reduce(1) { $0 * box.periods[$1] }
        let ball = box.dimensions == 3 ? 4 / 3 * Double.pi * radius * radius * radius : Double.pi * radius * radius
        let neighbours = count / volume * ball
        // Of fewer there may be a fifth less in a crystal.
        guard neighbours > 50 else { return nil }
        self.init(
            of: "the list of some \(Int(min(neighbours, 1e15))) neighbours of each particle",
            bytes: 0.8 * count * neighbours * (count > 65_535 ? 4 : 2))
    }
}
