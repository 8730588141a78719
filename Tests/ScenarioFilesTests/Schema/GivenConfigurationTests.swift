import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Energies of given configurations, as tables of references for Lennard-Jones fluids have them.
@Suite("The energy of a given configuration")
struct GivenConfigurationTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let scenario = """
        box: {x: {periodic: [-4, 4]}, y: {periodic: [-4, 4]}, z: {periodic: [-4, 4]}}
        particles: {file: configuration.csv, mass: 1}
        interactions: [{lennard-jones: {cutoff: 4}}]
        integrate: {method: leapfrog, step: 0.001, until: 0.001}
        observe:
          - quantities: [potential-energy, virial, tail-correction-energy, tail-correction-virial]
            when: start
            name: energies

        """

    /// 30 particles at random in a box that is as wide as two cutoffs, the first ones on its bounds.
    private func places() throws -> [SIMD3<Double>] {
        var generator = SeededGenerator(seed: 6)
        var places: [SIMD3<Double>] = [[-4, -4, -4], [4, 0, 0.5]]
        while places.count < 30 {
            let place = SIMD3((0..<3).map { _ in Double.random(in: -4...4, using: &generator) })
            if places.allSatisfy({ distance($0, place) > 0.85 }) { places.append(place) }
        }
        let rows = places.map { "\($0.x),\($0.y),\($0.z)" }
        try folder.directory.write("x,y,z\n" + rows.joined(separator: "\n") + "\n", to: "configuration.csv")
        return places
    }

    private func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
        var vector = a - b
        for axis in 0..<3 { vector[axis] -= 8 * (vector[axis] / 8).rounded() }
        return (vector * vector).sum().squareRoot()
    }

    private func energies(_ changes: [String]) throws -> [Double] {
        let results = try folder.run(Self.scenario, set: changes)
        return try (1...4).map { column in
            try #require(try results.column(column, of: "energies.csv").compactMap(Double.init).first)
        }
    }

    /// Σ 4 (r⁻¹² − r⁻⁶) and Σ 24 (2 r⁻¹² − r⁻⁶) over pairs, and the integrals 8/3 π n ρ (r⁻⁹ / 3 − r⁻³) and
    /// 16 π n ρ (2/3 r⁻⁹ − r⁻³) from the cutoff on: M. P. Allen and D. J. Tildesley, *Computer Simulation of Liquids*
    /// (2nd ed. 2017), section 2.8.
    @Test(
        "pairs, virial and tails are told apart, to twelve digits, also with a cutoff of half the box",
        arguments: [3.0, 4])
    func truncated(cutoff: Double) throws {
        let places = try places()
        var (energy, virial) = (0.0, 0.0)
        for i in places.indices {
            for j in 0..<i where distance(places[i], places[j]) < cutoff {
                let inverse6 = pow(distance(places[i], places[j]), -6)
                energy += 4 * (inverse6 * inverse6 - inverse6)
                virial += 24 * (2 * inverse6 * inverse6 - inverse6)
            }
        }
        let plain = try energies(["interactions.0.lennard-jones.cutoff=\(cutoff)"])
        #expect(abs(plain[0] / energy - 1) < 1e-12)
        #expect(abs(plain[1] / virial - 1) < 1e-12)
        #expect(plain[2] == 0 && plain[3] == 0)
    }

    @Test("tail corrections are quantities of their own", arguments: [3.0, 4])
    func tails(cutoff: Double) throws {
        _ = try places()
        let change = "interactions.0.lennard-jones={cutoff: \(cutoff), tail-corrections: "
        let plain = try energies([change + "false}"])
        let folder = try GivenConfigurationTests()
        _ = try folder.places()
        let tailed = try folder.energies([change + "true}"])
        let (count, density) = (30.0, 30.0 / 512)
        let tail = 8 / 3 * Double.pi * count * density * (pow(cutoff, -9) / 3 - pow(cutoff, -3))
        let virial = 16 * Double.pi * count * density * (2 / 3 * pow(cutoff, -9) - pow(cutoff, -3))
        #expect(abs(tailed[2] / tail - 1) < 1e-13)
        #expect(abs(tailed[3] / virial - 1) < 1e-13)
        #expect(abs(tailed[0] - tailed[2] - plain[0]) < 1e-13 * abs(plain[0]))
        #expect(abs(tailed[1] - tailed[3] - plain[1]) < 1e-13 * abs(plain[1]))
    }

    /// U(r) − U(r₍c₎) − (r − r₍c₎) U′(r₍c₎), the linear-force shift.
    @Test("energies of forces that do not jump are to twelve digits, too")
    func forceShifted() throws {
        let places = try places()
        func lennardJones(_ r: Double) -> Double { 4 * (pow(r, -12) - pow(r, -6)) }
        func slope(_ r: Double) -> Double { -24 * (2 * pow(r, -13) - pow(r, -7)) }
        var (energy, virial) = (0.0, 0.0)
        for i in places.indices {
            for j in 0..<i where distance(places[i], places[j]) < 3 {
                let r = distance(places[i], places[j])
                energy += lennardJones(r) - lennardJones(3) - (r - 3) * slope(3)
                virial -= r * (slope(r) - slope(3))
            }
        }
        let shifted = try energies(["interactions.0.lennard-jones={cutoff: 3, truncation: force-shifted}"])
        #expect(abs(shifted[0] / energy - 1) < 1e-12)
        #expect(abs(shifted[1] / virial - 1) < 1e-12)
    }
}
