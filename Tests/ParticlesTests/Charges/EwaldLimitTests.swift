import SimulationEngine
import Testing

@testable import Particles

/// Splittings that would give other numbers than those of Ewald's sum, or none.
@Suite("Limits of Ewald's sum")
struct EwaldLimitTests {
    private static let ions = [([1, 1, 1], 1.0), ([3, 3, 3], -1), ([5, 2, 7], 1), ([8, 8, 1], -1)].map {
        Particle(mass: 1, charge: $0.1, position: $0.0)
    }

    private static func box(_ x: Double, _ y: Double, _ z: Double) throws -> Box {
        try Box(x: .periodic(0, x), y: .periodic(0, y), z: .periodic(0, z))
    }

    private static func error(_ splitting: EwaldSum.Splitting, in box: Box, _ particles: [Particle] = ions) throws
        -> EwaldError?
    {
        let error = #expect(throws: ParticleError.self) {
            try ParticleSystem(particles, in: box, forces: [try EwaldSum(splitting)])
        }
        guard case .ewald(let error) = error else {
            Issue.record("not an error of Ewald's sum: \(String(describing: error))")
            return nil
        }
        return error
    }

    @Test(
        "sums that end far from their limits are refused",
        arguments: [
            // Waves up to less than the first one; hardly damped charges; charges that are damped by what waves leave out.
            EwaldParameters(damping: 1, cutoff: 4, waveCutoff: 0.1),
            EwaldParameters(damping: 0.1, cutoff: 4, waveCutoff: 20),
            EwaldParameters(damping: 1e-300, cutoff: 4, waveCutoff: 20),
            EwaldParameters(damping: 1e300, cutoff: 4, waveCutoff: 20),
            EwaldParameters(damping: 1, cutoff: 1e-300, waveCutoff: 20),
        ])
    func inaccurate(parameters: EwaldParameters) throws {
        let error = try Self.error(.parameters(parameters), in: Self.box(10, 10, 10))
        guard case .inaccurate(pairs: _, waves: _, allowed: 0.1) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a cutoff with which an accuracy cannot be reached is refused")
    func cutoffs() throws {
        let box = try Self.box(10, 10, 10)
        #expect(throws: ParticleError.cutoffTooLong(1e300, axis: 0, period: 10)) {
            try ParticleSystem(Self.ions, in: box, forces: [try EwaldSum(.accuracy(1e-5, cutoff: 1e300))])
        }
        guard
            case .inaccurate(pairs: _, waves: _, allowed: 1e-5) = try Self.error(
                .accuracy(1e-5, cutoff: 1e-300), in: box)
        else {
            Issue.record("it was taken")
            return
        }
    }

    @Test("too many waves are refused, with what would do, which does")
    func memory() throws {
        let cube = try Self.box(10, 10, 10)
        func fits(_ splitting: EwaldSum.Splitting, in box: Box) throws {
            _ = try EwaldParameters(splitting, box: box, count: 4, particleCount: 4)
        }
        let parameters = EwaldParameters(damping: 2, cutoff: 4, waveCutoff: 5000)
        guard
            case .tooManyWaves(let count, advice: .waveCutoff(let cutoff)) =
                try Self.error(.parameters(parameters), in: cube)
        else {
            Issue.record("it was taken")
            return
        }
        // V k³ / 12 π²
        #expect(abs(count / 1.055_428_7e12 - 1) < 1e-6)
        #expect(cutoff < 1000 && cutoff > 100)
        guard
            case .tooManyWaves(_, advice: .cutoff(let longer)) =
                try Self.error(.accuracy(1e-14, cutoff: 0.05), in: cube)
        else {
            Issue.record("it was taken")
            return
        }
        try fits(.accuracy(1e-14, cutoff: longer), in: cube)
        let needle = try Self.box(10, 10, 1e5)
        guard case .tooManyWaves(_, advice: .accuracy(let accuracy)) = try Self.error(.accuracy(1e-14), in: needle)
        else {
            Issue.record("it was taken")
            return
        }
        #expect(accuracy > 1e-14)
        try fits(.accuracy(accuracy), in: needle)
        guard case .tooManyWaves(_, advice: nil) = try Self.error(.accuracy(1e-5), in: Self.box(10, 10, 1e12)) else {
            Issue.record("it was taken")
            return
        }
    }
}
