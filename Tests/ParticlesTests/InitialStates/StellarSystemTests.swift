import EngineTestSupport
import Foundation
import SimulationEngine
import Testing

@testable import Particles

@Suite struct StellarSystemTests {
    static func sphere(_ count: Int, virialRatio: Double = 0.5) throws -> [Particle] {
        try PlummerSphere(count: count, virialRatio: virialRatio).particles(from: RandomStreams(seed: 3))
    }

    private func moments(_ particles: [Particle]) -> (place: SIMD3<Double>, momentum: SIMD3<Double>) {
        particles.reduce(into: (.zero, .zero)) { sums, particle in
            sums.place += particle.mass * particle.state.position
            sums.momentum += particle.mass * particle.state.velocity
        }
    }

    @Test("The centre of mass is at rest at the origin, and each star depends on its number and the seed only")
    func centre() throws {
        let stars = try Self.sphere(500)
        #expect(length(moments(stars).place) < 1e-15)
        #expect(length(moments(stars).momentum) < 1e-15)
        #expect(try Self.sphere(500) == stars)
        let disc = try UniformDisc(count: 200, centralMass: 3).particles(from: RandomStreams(seed: 1))
        #expect(length(moments(disc).place) < 1e-14)
        #expect(length(moments(disc).momentum) < 1e-14)
    }

    /// Of 4,000 stars the part within a radius has the standard deviation √(p (1 − p) / 4000) ≤ 0.008: each bound is five
    /// of these, which is passed by chance once in a million cases.
    @Test("The mass within a radius is that of Plummer's sphere, M r³ / (r² + a²)^(3/2)")
    func density() throws {
        let stars = try Self.sphere(4000)
        for radius in [0.2, 0.5, 1, 2, 5] as [Double] {
            let ratio = radius * radius / (radius * radius + pow(PlummerSphere.standardRadius, 2))
            let part = Double(stars.count { length($0.state.position) < radius }) / 4000
            #expect(abs(part - ratio * ratio.squareRoot()) < 5 * 0.008)
        }
    }

    /// The energies of a sphere of so many stars deviate by some per cent by chance.
    @Test("In N-body units the energies of a sphere in equilibrium are 1/4 and −1/2")
    func energies() throws {
        let gravity = try NewtonianGravity(constant: 1)
        let system = try ParticleSystem(try Self.sphere(4000), forces: [gravity])
        #expect(abs(system.kineticEnergy - 0.25) < 0.01)
        #expect(abs(system.energy(in: gravity) + 0.5) < 0.02)
    }

    @Test("The virial ratio scales velocities, and without kinetic energy stars are at rest")
    func virialRatio() throws {
        let (hot, warm, cold) = (
            try Self.sphere(10), try Self.sphere(10, virialRatio: 0.125), try Self.sphere(10, virialRatio: 0)
        )
        for index in 0..<10 {
            #expect(length(0.5 * hot[index].state.velocity - warm[index].state.velocity) < 1e-15)
            #expect(cold[index].state.velocity == .zero)
        }
    }

    /// K(1/2) and E(1/2) as in Abramowitz and Stegun, table 17.1 with m = k² = 1/4.
    @Test("Elliptic integrals are those of the tables")
    func ellipticIntegrals() {
        let (first, second) = UniformDisc.ellipticIntegrals(0.5)
        #expect(abs(first - 1.685750354812596) < 1e-14)
        #expect(abs(second - 1.467462209339427) < 1e-14)
    }

    /// The field of rings of stars by a sum over them, averaged over directions.
    @Test("The field of a disc is that of its parts")
    func discField() throws {
        let disc = try UniformDisc(count: 1, mass: 2, radius: 3, constant: 0.5)
        for distance in [0.6, 1.5, 2.4] {
            var sum = 0.0
            let (rings, spokes) = (3000, 600)
            for ring in 0..<rings {
                let radius = 3 * (Double(ring) + 0.5) / Double(rings)
                for spoke in 0..<spokes {
                    let angle = 2 * Double.pi * (Double(spoke) + 0.5) / Double(spokes)
                    let (dx, dy) = (distance - radius * cos(angle), radius * sin(angle))
                    // Softened a little, so that what is near does not matter.
                    sum += radius * dx / pow(dx * dx + dy * dy + 1e-4, 1.5)
                }
            }
            let expected = 0.5 * 2 / (Double.pi * 9) * sum * 3 / Double(rings) * 2 * .pi / Double(spokes)
            #expect(abs(disc.field(at: distance) / expected - 1) < 0.01)
        }
    }

    @Test("Stars of a disc go round a mass in the middle, in the plane and within the radius")
    func discOrbits() throws {
        let disc = try UniformDisc(count: 300, mass: 1e-9, radius: 2, centralMass: 4, constant: 2)
        let particles = disc.particles(from: try RandomStreams(seed: 5))
        #expect(particles.count == 301)
        #expect(particles[0].mass == 4)
        for star in particles.dropFirst() {
            let (r, v) = (star.state.position, star.state.velocity)
            #expect(abs((r * v).sum()) < 1e-6)
            #expect(abs((v * v).sum() * length(r) / 8 - 1) < 1e-6)
            #expect(r.z == 0 && v.z == 0 && length(r) < 2 + 1e-6 && r.x * v.y > r.y * v.x)
        }
    }

    @Test("What cannot be is refused, with words that say what would be right")
    func refusals() throws {
        expectRefusal(of: "count", is: "0") { try PlummerSphere(count: 0) }
        expectRefusal(of: "radius", is: "-1") { try PlummerSphere(count: 1, radius: -1) }
        expectRefusal(of: "virial-ratio", is: "2") { try PlummerSphere(count: 1, virialRatio: 2) }
        expectRefusal(of: "mass", is: "inf") {
            try UniformDisc(count: 1, mass: .infinity)
        }
        expectRefusal(of: "central-mass", is: "-2") { try UniformDisc(count: 1, centralMass: -2) }
        expectRefusal(of: "constant", is: "0") { try PlummerSphere(count: 1, constant: 0) }
    }
}
