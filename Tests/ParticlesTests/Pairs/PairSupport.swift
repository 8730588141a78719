import SimulationEngine
import TestSupport

@testable import Particles

/// Particles in a disturbed lattice, and what their pairs amount to when all of them are summed up one by one.
struct Crystal {
    let box: Box
    var particles: [Particle]

    /// A disturbed simple cubic or square lattice with particles of several masses.
    init(
        cells: [Int], constant: Double = 1.2, boundary: Lattice.Boundary, disturbance: Double = 0.15, typeCount: Int = 1
    ) throws {
        let lattice = try Lattice(cells.count == 3 ? .sc : .square, cells: cells, constant: constant)
        box = try lattice.box(boundary)
        var generator = SeededGenerator(seed: 7)
        particles = lattice.positions.enumerated().map { index, position in
            var place = position
            for axis in cells.indices {
                place[axis] += (boundary == .reflecting ? 0.5 * constant : 0)
                place[axis] += Double.random(in: -disturbance...disturbance, using: &generator)
            }
            return Particle(mass: index % 3 == 0 ? 2 : 1, type: index % typeCount, position: place)
        }
    }

    var positions: [Double] {
        (0..<3).flatMap { axis in particles.map { $0.state.position[axis] } }
    }

    func system(_ forces: any ParticleForce...) throws -> ParticleSystem {
        try ParticleSystem(particles, in: box, forces: forces)
    }

    /// Energy, virial and forces by a sum over all pairs, of which some may have weights.
    func directSum(
        _ potential: some PairPotential, weight: (Int, Int) -> Double = { _, _ in 1 }
    ) -> (energy: Double, virial: Double, forces: [SIMD3<Double>]) {
        var (energy, virial) = (0.0, 0.0)
        var forces = [SIMD3<Double>](repeating: .zero, count: particles.count)
        for i in particles.indices {
            for j in (i + 1)..<particles.count {
                let (a, b) = (particles[i].type, particles[j].type)
                let vector = box.shortest(particles[i].state.position - particles[j].state.position)
                let squaredDistance = (vector * vector).sum()
                let cutoff = potential.cutoff(a, b)
                guard squaredDistance < cutoff * cutoff else { continue }
                var pair = potential.interaction(squaredDistance: squaredDistance, a, b)
                pair.energy *= weight(i, j)
                pair.forceOverDistance *= weight(i, j)
                energy += pair.energy
                virial += pair.forceOverDistance * squaredDistance
                forces[i] += pair.forceOverDistance * vector
                forces[j] -= pair.forceOverDistance * vector
            }
        }
        return (energy, virial, forces)
    }
}

extension ParticleSystem {
    /// The forces, that is, the accelerations times the masses.
    var forcesOnNodes: [SIMD3<Double>] {
        var a = [Double](repeating: .nan, count: 3 * nodeCount)
        accelerations(at: UnsafePointer(state.elements.baseAddress!), into: &a)
        return (0..<nodeCount).map { SIMD3(a[$0], a[nodeCount + $0], a[2 * nodeCount + $0]) * masses[$0] }
    }

    var bits: [UInt64] { state.elements.map(\.bitPattern) }

    func value(_ quantity: KeyPath<Quantities, QuantityDefinition<ParticleSystem, Double>>) -> Double {
        Self.quantities[keyPath: quantity].evaluate(self)
    }
}
