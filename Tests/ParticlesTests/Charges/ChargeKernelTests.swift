import SimulationEngine
import TestSupport
import Testing

@testable import Particles

@Suite("Kernels of charges")
struct ChargeKernelTests {
    /// Charges at random, some of them 0, in a box that is no cube. Their number is no multiple of a block's.
    private static func ions(_ count: Int) throws -> (particles: [Particle], box: Box) {
        var generator = SeededGenerator(seed: 11)
        let box = try Box(x: .periodic(-1, 5), y: .periodic(2, 7), z: .periodic(0, 5.5))
        let particles = (0..<count).map { index in
            let place = (0..<3).map { _ in Double.random(in: -7...7, using: &generator) }
            return Particle(
                mass: index % 3 == 0 ? 2 : 1, charge: index % 5 == 0 ? 0 : index % 2 == 0 ? 1 : -1.25,
                position: SIMD3(place[0], place[1], place[2]))
        }
        return (particles, box)
    }

    /// A force with a kernel, on a number of threads.
    typealias Making = @Sendable (PairKernel, Int) throws -> any ParticleForce

    static let forces: [(String, Making)] = [
        ("Ewald", { try EwaldSum(.accuracy(1e-4), constant: 1.5, threads: $1, kernel: $0) }),
        (
            "Ewald, with a table that ends before the cutoff",
            {
                let parameters = EwaldParameters(damping: 4, cutoff: 2.4, waveCutoff: 20)
                return try EwaldSum(.parameters(parameters), threads: $1, kernel: $0)
            }
        ),
        (
            "damped and shifted",
            {
                let potential = try DampedShiftedCoulomb(constant: 1.5, damping: 0.7, cutoff: 2.4)
                return try PairForce(potential, threads: $1, kernel: $0)
            }
        ),
    ]

    @Test("all kernels give the same bits on any number of threads, whoever looks", arguments: forces.indices)
    func bits(force: Int) throws {
        let (particles, box) = try Self.ions(173)
        for isWatched in [false, true] {
            let results = try PairForceTests.kernels.flatMap { kernel in
                try (kernel == .reference ? [1] : [1, 2, 5]).map { threads in
                    let force = try Self.forces[force].1(kernel, threads)
                    let system = try ParticleSystem(particles, in: box, forces: [force])
                    if isWatched { _ = system.value(\.virial) }
                    let forces = system.forcesOnNodes.flatMap { [$0.x, $0.y, $0.z] }
                    return forces + [system.value(\.potentialEnergy), system.value(\.virial)]
                }
            }
            #expect(results[0].allSatisfy { $0.isFinite })
            for result in results { #expect(result.map(\.bitPattern) == results[0].map(\.bitPattern)) }
        }
    }

    @Test("what is neutral may be anywhere, also in one place with others", arguments: forces.indices)
    func neutral(force: Int) throws {
        let (particles, box) = try Self.ions(40)
        let neutral = Particle(mass: 1, position: particles[1].state.position)
        for kernel in PairForceTests.kernels {
            let values = try [[], [neutral, neutral]].map { more in
                let system = try ParticleSystem(
                    particles + more, in: box, forces: [try Self.forces[force].1(kernel, 1)])
                #expect(system.forcesOnNodes.dropFirst(40).allSatisfy { $0 == .zero })
                return [system.value(\.potentialEnergy), system.value(\.virial)] + system.forcesOnNodes[..<40].map(\.x)
            }
            for (with, without) in zip(values[1], values[0]) { #expect(abs(with - without) < 1e-10) }
        }
    }
}
