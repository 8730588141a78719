import CKernels
import EngineTestSupport
import Foundation
import SimulationEngine
import TestSupport
import Testing

@testable import Particles

@Suite struct TreeGravityTests {
    static func force(
        openingAngle: Double = 0.7, softening: Double = 0, threads: Int = 1,
        kernel: PairKernel = .compiled(k_best_instruction_set())
    ) throws -> TreeGravity {
        try TreeGravity(
            constant: 1, softening: softening, openingAngle: openingAngle, threads: threads, kernel: kernel)
    }

    /// A dense cluster in a thin one, so that cells are of many sizes.
    static func clusters(_ count: Int) -> Cluster {
        var cluster = Cluster(count) { $0 % 11 == 4 }
        for index in cluster.particles.indices where index % 3 > 0 {
            let position = cluster.particles[index].state.position
            cluster.particles[index].state.position = 0.05 * position + SIMD3(0.4, 0.3, -0.2)
        }
        return cluster
    }

    @Test(
        "Below the capacity of a group, and at small angles, sums are those over all pairs",
        arguments: [1, 64, 600])
    func exactSums(count: Int) throws {
        let (angle, error) = count <= 64 ? (2, 1e-14) : (1e-4, 1e-13)
        let cluster = Self.clusters(count)
        let expected = cluster.directSum(softening: 0.01)
        let force = try Self.force(openingAngle: angle, softening: 0.01)
        let system = try cluster.system(force)
        for (value, expected) in zip(system.accelerationsOfNodes, expected.accelerations) {
            #expect(length(value - expected) <= error * (length(expected) + Double(count)))
        }
        #expect(abs(system.energy(in: force) - expected.energy) <= error * abs(expected.energy))
        #expect(abs(system.virial(in: force) - expected.virial) <= error * abs(expected.virial) * Double(count))
    }

    /// The bounds are those that the documentation states, for two distributions.
    @Test(
        "The error of accelerations is that which the documentation states",
        arguments: [false, true])
    func errors(hasClusters: Bool) throws {
        let cluster = hasClusters ? Self.clusters(4000) : Cluster(4000)
        let exact = try cluster.system(try NewtonianGravity(constant: 1, softening: 1e-3)).accelerationsOfNodes
        for (angle, bound) in [(0.3, 1.5e-4), (0.5, 9e-4), (0.7, 3e-3), (1, 1.3e-2)] {
            let force = try Self.force(openingAngle: angle, softening: 1e-3)
            let error = relativeError(try cluster.system(force).accelerationsOfNodes, exact)
            #expect(error < bound, "\(angle)")
            // Not better than it can be either: a walk that opens everything would be.
            #expect(error > bound / 30, "\(angle)")
        }
    }

    @Test("Energy and virial are those of the pairs to the error of the tree, and with softening too")
    func energies() throws {
        let cluster = Self.clusters(4000)
        for softening in [0, 0.05] {
            let direct = try NewtonianGravity(constant: 2, softening: softening)
            let force = try TreeGravity(constant: 2, softening: softening, openingAngle: 0.5)
            let system = try cluster.system(force)
            #expect(abs(system.energy(in: force) / system.energy(in: direct) - 1) < 3e-5)
            #expect(abs(system.virial(in: force) / system.virial(in: direct) - 1) < 1e-4)
        }
    }

    /// A quadrupole leaves the next moment out, which is smaller by the cube of size over distance: a monopole's error in
    /// the force falls with (l/d)², that with a quadrupole with (l/d)³.
    @Test("The error of a distant cell falls with the third power of its size over the distance")
    func order() throws {
        let cluster = Cluster(100, seed: 3)
        var errors: [Double] = []
        for distance in [20.0, 40, 80] {
            var particles = cluster.particles
            particles.append(Particle(mass: 0, position: [distance, 0.3 * distance, -0.2 * distance]))
            let direct = try ParticleSystem(particles, forces: [try NewtonianGravity(constant: 1)])
            let tree = try ParticleSystem(particles, forces: [try Self.force(openingAngle: 1)])
            let expected = direct.accelerationsOfNodes[100]
            errors.append(length(tree.accelerationsOfNodes[100] - expected) / length(expected))
        }
        for (near, far) in zip(errors, errors.dropFirst()) {
            #expect(abs(log2(near / far) - 3) < 0.25)
        }
    }

    @Test("All kernels give the same bits as the reference in Swift, on any number of threads")
    func kernels() throws {
        let cluster = Self.clusters(1500)
        let results = try PairForceTests.kernels.flatMap { kernel in
            try (kernel == .reference ? [1] : [1, 2, 5]).map { threads in
                let force = try Self.force(openingAngle: 1, threads: threads, kernel: kernel)
                let system = try cluster.system(force)
                return system.accelerationsOfNodes.flatMap { [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern] }
                    + [system.energy(in: force).bitPattern, system.virial(in: force).bitPattern]
            }
        }
        #expect(results.count >= 4)
        for result in results { #expect(result == results[0]) }
    }

    @Test("Particles without mass may be in one place, and those that keys cannot tell apart in one leaf")
    func crowds() throws {
        var cluster = Cluster(300)
        for index in 100..<200 { cluster.particles[index] = Particle(mass: 0, position: [0.5, 0.5, 0.5]) }
        for index in 200..<300 {
            cluster.particles[index].state.position =
                SIMD3(0.25, 0.25, 0.25) + 1e-9 * cluster.particles[index].state.position
        }
        let expected = cluster.directSum()
        let system = try cluster.system(try Self.force(openingAngle: 0.3))
        #expect(relativeError(system.accelerationsOfNodes, expected.accelerations) < 1e-3)
        #expect(system.accelerationsOfNodes[100] == system.accelerationsOfNodes[199])
    }

    @Test("A position that is not finite gives accelerations that are not numbers")
    func notFinite() throws {
        let system = try Cluster(100).system(try Self.force())
        for value in [Double.nan, .infinity, 1e308] {
            system.setNodeState(ParticleState(position: [value, 0, 0]), at: 3)
            system.setNodeState(ParticleState(position: [-value, 0, 0]), at: 4)
            #expect(system.accelerationsOfNodes.allSatisfy { $0.x.isNaN })
            #expect(system.energy(in: try Self.force()).isNaN)
        }
    }

    @Test("The opening angle must be a useful one", arguments: [0, -1, 2.1, .nan] as [Double])
    func invalidAngle(_ angle: Double) {
        expectRefusal(of: "opening-angle") { try TreeGravity(constant: 1, openingAngle: angle) }
    }
}
