import CKernels
import EngineTestSupport
import Foundation
import SimulationEngine
import Testing

@testable import Particles

@Suite struct NewtonianGravityTests {
    static func force(
        softening: Double = 0, threads: Int = 1, kernel: PairKernel = .compiled(k_best_instruction_set())
    ) throws -> NewtonianGravity {
        try NewtonianGravity(constant: 1, softening: softening, threads: threads, kernel: kernel)
    }

    /// The rounding of a sum is relative to its terms, which here are of the order of 1 each.
    @Test(
        "Accelerations, energy and virial are those of the sum over all pairs",
        arguments: [1, 2, 3, 7, 8, 9, 15, 16, 17, 64, 130, 600])
    func directSum(count: Int) throws {
        for softening in [0, 0.1] {
            let cluster = Cluster(count) { $0 % 5 == 3 }
            let expected = cluster.directSum(softening: softening)
            let force = try Self.force(softening: softening)
            let system = try cluster.system(force)
            for (value, expected) in zip(system.accelerationsOfNodes, expected.accelerations) {
                #expect(length(value - expected) <= 1e-14 * (length(expected) + Double(count)))
            }
            #expect(abs(system.energy(in: force) - expected.energy) <= 1e-14 * abs(expected.energy))
            #expect(abs(system.virial(in: force) - expected.virial) <= 1e-14 * abs(expected.virial))
        }
    }

    /// What the documentation says of one pair, at distances of many magnitudes.
    @Test("The acceleration of a pair is exact to eight units of rounding")
    func roundingOfAPair() throws {
        var cluster = Cluster(2)
        var greatest = 0.0
        for exponent in stride(from: -80.0, through: 80, by: 0.0371) {
            let distance = pow(10, exponent)
            cluster.particles[0] = Particle(mass: 1, position: .zero)
            cluster.particles[1] = Particle(mass: 1, position: [distance, 0, 0])
            let value = try cluster.system(try Self.force()).accelerationsOfNodes[0].x
            // One over the square, with what is lost in rounding the square.
            let square = distance * distance
            let rest = (-square).addingProduct(distance, distance)
            let quotient = 1 / square
            let error = value - quotient + quotient * (rest / square) - (1 - quotient * square) / square
            greatest = max(greatest, abs(error / quotient))
        }
        #expect(greatest < 8 * 0x1p-53)
        #expect(greatest > 0)
    }

    @Test("All kernels give the same bits as the reference in Swift, on any number of threads", arguments: [0, 0.05])
    func kernels(softening: Double) throws {
        // Several tiles and chunks, a last block that is not full, and particles without mass.
        let cluster = Cluster(720) { $0 % 8 == 2 }
        let results = try PairForceTests.kernels.flatMap { kernel in
            try (kernel == .reference ? [1] : [1, 2, 5]).map { threads in
                let force = try Self.force(softening: softening, threads: threads, kernel: kernel)
                let system = try cluster.system(force)
                return system.accelerationsOfNodes.flatMap { [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern] }
                    + [system.energy(in: force).bitPattern, system.virial(in: force).bitPattern]
            }
        }
        #expect(results.count >= 4)
        for result in results { #expect(result == results[0]) }
    }

    @Test("Forces of pairs cancel to rounding")
    func newtonsThirdLaw() throws {
        let cluster = Cluster(1000)
        let system = try cluster.system(try Self.force())
        var sum = SIMD3<Double>.zero
        var scale = 0.0
        for (particle, acceleration) in zip(cluster.particles, system.accelerationsOfNodes) {
            sum += particle.mass * acceleration
            scale += particle.mass * length(acceleration)
        }
        #expect(length(sum) < 1e-15 * scale)
    }

    @Test("Softened forces are minus the gradient of the softened energy, and none at no distance")
    func softening() throws {
        let (softening, distance, step) = (0.3, 0.4, 1e-5)
        func system(_ distance: Double) throws -> (ParticleSystem, NewtonianGravity) {
            let force = try NewtonianGravity(constant: 2, softening: softening)
            let particles = [Particle(mass: 3, position: .zero), Particle(mass: 5, position: [0, distance, 0])]
            return (try ParticleSystem(particles, forces: [force]), force)
        }
        let (there, force) = try system(distance)
        // √(0.3² + 0.4²) = 0.5.
        #expect(abs(there.energy(in: force) + 2 * 3 * 5 / 0.5) < 1e-13)
        #expect(abs(there.accelerationsOfNodes[0].y - 2 * 5 * 0.4 / 0.125) < 1e-13)
        #expect(abs(there.virial(in: force) + 2 * 3 * 5 * 0.16 / 0.125) < 1e-13)
        let (nearer, farther) = (try system(distance - step), try system(distance + step))
        let slope = (farther.0.energy(in: farther.1) - nearer.0.energy(in: nearer.1)) / (2 * step)
        #expect(abs(5 * there.accelerationsOfNodes[1].y + slope) < 1e-6)
        #expect(try system(0).0.accelerationsOfNodes == [.zero, .zero])
    }

    @Test("Without softening particles in one place are refused if one of them has mass")
    func coincidence() throws {
        let places: [SIMD3<Double>] = [[1, 0, 0], [2, 0, 0], [1, 1, 0], [2, 0, 0], [1, 0, 0]]
        func system(masses: [Double], softening: Double = 0) throws {
            _ = try ParticleSystem(
                zip(masses, places).map { Particle(mass: $0, position: $1) },
                forces: [try Self.force(softening: softening)])
        }
        #expect(throws: ParticleError.overlap(1, 3, distance: 0, least: 0)) { try system(masses: [0, 0, 1, 1, 0]) }
        #expect(throws: ParticleError.overlap(0, 4, distance: 0, least: 0)) { try system(masses: [0, 0, 1, 0, 1]) }
        #expect(throws: Never.self) { try system(masses: [0, 0, 1, 0, 0]) }
        #expect(throws: Never.self) { try system(masses: [1, 1, 1, 1, 1], softening: 1e-3) }
    }

    @Test("Softening must be a finite number that is not negative", arguments: [-1, .infinity, .nan] as [Double])
    func invalidSoftening(_ softening: Double) {
        expectRefusal(of: "softening") { try NewtonianGravity(constant: 1, softening: softening) }
    }
}
