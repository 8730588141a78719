import SimulationEngine

/// A model of particles in a box, whose structure and diffusion can be observed.
public protocol ParticleModel: SimulationModel {
    /// The room in which the particles move.
    var box: Box { get }

    /// The types, numbers from 0, in the order of the nodes that are there.
    var types: [Int] { get }

    /// The positions as they are, in the same order: what leaves a periodic box goes on outside.
    var positions: [SIMD3<Double>] { get }

    /// The velocities, in the same order.
    var velocities: [SIMD3<Double>] { get }
}

extension ParticleSystem: ParticleModel {
    /// The positions as they are: what leaves a periodic box goes on outside.
    public var positions: [SIMD3<Double>] { vectors(fromColumn: 0) }

    /// The velocities.
    public var velocities: [SIMD3<Double>] { vectors(fromColumn: 3) }

    private func vectors(fromColumn first: Int) -> [SIMD3<Double>] {
        let (x, y, z) = (state.column(first), state.column(first + 1), state.column(first + 2))
        return presentNodes.map { SIMD3(x[$0], y[$0], z[$0]) }
    }
}
