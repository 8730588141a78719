import SimulationEngine
import TestSupport

@testable import Particles

/// Bodies of various masses in a cube, some of them without mass.
struct Cluster {
    var particles: [Particle]

    init(_ count: Int, massless: (Int) -> Bool = { _ in false }, seed: UInt64 = 11) {
        var generator = SeededGenerator(seed: seed)
        particles = (0..<count).map { index in
            let place = (0..<3).map { _ in Double.random(in: -1...1, using: &generator) }
            let mass = Double.random(in: 0.5...1.5, using: &generator)
            return Particle(mass: massless(index) ? 0 : mass, position: SIMD3(place[0], place[1], place[2]))
        }
    }

    func system(_ force: any ParticleForce) throws -> ParticleSystem {
        try ParticleSystem(particles, forces: [force])
    }

    /// Accelerations, energy and virial with G = 1 by sums over all pairs in twice the precision that rounding needs.
    func directSum(softening: Double = 0) -> (accelerations: [SIMD3<Double>], energy: Double, virial: Double) {
        var energy = ExactSum()
        var virial = ExactSum()
        var accelerations: [SIMD3<Double>] = []
        for i in particles.indices {
            var sums = [ExactSum(), ExactSum(), ExactSum()]
            for j in particles.indices where j != i && particles[j].mass > 0 {
                let vector = particles[j].state.position - particles[i].state.position
                let squaredDistance = (vector * vector).sum()
                let squares = squaredDistance + softening * softening
                let factor = particles[j].mass / (squares * squares.squareRoot())
                for axis in 0..<3 { sums[axis].add(factor * vector[axis]) }
                guard j > i else { continue }
                energy.add(-particles[i].mass * particles[j].mass / squares.squareRoot())
                virial.add(-particles[i].mass * factor * squaredDistance)
            }
            accelerations.append(SIMD3(sums[0].value, sums[1].value, sums[2].value))
        }
        return (accelerations, energy.value, virial.value)
    }
}

/// A sum that is rounded as if it were formed with twice as many digits (A. Neumaier 1974, DOI 10.1002/zamm.19740540106).
struct ExactSum {
    private var sum = 0.0
    private var rest = 0.0

    mutating func add(_ number: Double) {
        let new = sum + number
        rest += abs(sum) >= abs(number) ? (sum - new) + number : (number - new) + sum
        sum = new
    }

    var value: Double { sum + rest }
}

extension ParticleSystem {
    /// The accelerations of all particles where they are.
    var accelerationsOfNodes: [SIMD3<Double>] {
        var numbers = [Double](repeating: .nan, count: 3 * nodeCount)
        let positions = (0..<3).flatMap { axis in (0..<nodeCount).map { state[axis, $0] } }
        accelerations(at: positions, into: &numbers)
        return (0..<nodeCount).map { SIMD3(numbers[$0], numbers[nodeCount + $0], numbers[2 * nodeCount + $0]) }
    }

    func energy(in force: any ParticleForce) -> Double { withColumns { force.potentialEnergy(of: $0) } }

    func virial(in force: any ParticleForce) -> Double { withColumns { force.virial(of: $0) } }
}

func length(_ vector: SIMD3<Double>) -> Double {
    (vector * vector).sum().squareRoot()
}

/// The root of the mean square of the relative errors of accelerations.
func relativeError(_ values: [SIMD3<Double>], _ expected: [SIMD3<Double>]) -> Double {
    let squares = zip(values, expected).map { value, expected in
        let error = length(value - expected) / length(expected)
        return error * error
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
}
