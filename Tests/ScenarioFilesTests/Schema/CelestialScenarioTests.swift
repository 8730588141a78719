import EngineTestSupport
import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Gravity, its methods of integration, and systems of stars and planets.
@Suite struct CelestialScenarioTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    static func scenario(
        particles: String, gravity: String = "{constant: 1}", method: String = "leapfrog"
    ) -> String {
        """
        particles: \(particles)
        model: {gravity: \(gravity)}
        integrate: {method: \(method), step: 0.01, until: 0.02}
        observe:
          - nodes: all
            every: 0.02
            name: states
          - quantity: total-energy
            every: 0.02

        """
    }

    private func energies(_ scenario: String, to results: String) throws -> [Double] {
        try folder.run(scenario, to: results).text("total-energy.csv").split(separator: "\n").dropFirst()
            .compactMap { Double($0.split(separator: ",")[1]) }
    }

    @Test("A Plummer sphere by pairs, by the tree and softened")
    func plummer() throws {
        let particles = "{plummer: {count: 400}}"
        let exact = try energies(Self.scenario(particles: particles), to: "exact")
        let tree = try energies(
            Self.scenario(particles: particles, gravity: "{constant: 1, opening-angle: 0.5}"), to: "tree")
        let softened = try energies(
            Self.scenario(particles: particles, gravity: "{constant: 1, softening: 0.2}"), to: "softened")
        // −1/4, but for chance.
        #expect(abs(exact[0] + 0.25) < 0.05)
        #expect(abs(tree[0] / exact[0] - 1) < 1e-4 && tree[0] != exact[0])
        #expect(softened[0] > exact[0] + 0.01)
    }

    @Test(
        "Planets by their elements, moved by the method of Wisdom and Holman and by Yoshida's",
        arguments: [
            "wisdom-holman", "yoshida-4",
        ])
    func orbits(method: String) throws {
        let planets = """
            {orbits: {constant: 1, about: inner-bodies, primary: {name: Star, mass: 1}, bodies: [
              {name: Inner, mass: 0, semi-major-axis: 1, eccentricity: 0.5, true-anomaly: 180},
              {name: Outer, mass: 0, semi-major-axis: 4, inclination: 90, ascending-node: 90}]}}
            """
        let text = try folder.run(Self.scenario(particles: planets, method: method)).text("states.csv")
        let rows = text.split(separator: "\n").map { $0.split(separator: ",") }
        let inner = try #require(rows.first { $0.contains("Inner") }).compactMap { Double($0) }.suffix(6)
        let outer = try #require(rows.first { $0.contains("Outer") }).compactMap { Double($0) }.suffix(6)
        // At the far end of the ellipse, with the speed √((1 − e) / (a (1 + e))).
        let expectedInner = [-1.5, 0, 0, 0, -(1.0 / 3).squareRoot(), 0]
        // From the node on the y axis upwards.
        let expectedOuter = [0, 4, 0, 0, 0, 0.5]
        for (value, expected) in zip(inner, expectedInner) { #expect(abs(value - expected) < 1e-14) }
        for (value, expected) in zip(outer, expectedOuter) { #expect(abs(value - expected) < 1e-14) }
    }

    @Test(
        "What cannot be is told with what would be right",
        arguments: [
            ("{plummer: {count: 0}}", "{constant: 1}", "leapfrog", "'count' must be between 1 and 2147483647"),
            (
                "{plummer: {count: 9, virial-ratio: 3}}", "{constant: 1}", "leapfrog",
                "'virial-ratio' must be between 0 and 1"
            ),
            (
                "{plummer: {count: 9}, disc: {count: 9}}", "{constant: 1}", "leapfrog",
                "particles come from 'plummer' already"
            ),
            (
                "{disc: {count: 9}}", "{constant: 1, opening-angle: 3}", "leapfrog",
                "'opening-angle' must be greater than 0 and at most 2"
            ),
            ("{disc: {count: 9}}", "{constant: 1, softening: -1}", "leapfrog", "'softening' must be 0 or greater"),
            ("{disc: {count: 9}}", "{constant: 1, softening: 1}", "wisdom-holman", "needs gravity without softening"),
            (
                "{orbits: {constant: 1, primary: {mass: 1}, bodies: [{mass: 1, semi-major-axis: -2}]}}",
                "{constant: 1}",
                "leapfrog", "the semi-major axis is -2.0, but must be positive"
            ),
            (
                "{orbits: {constant: 1, primary: {mass: 1}, bodies: [{mass: 1, semi-major-axis: 2, eccentricity: 1}]}}",
                "{constant: 1}", "leapfrog", "the eccentricity is 1.0, but must be"
            ),
            (
                "{orbits: {constant: 1, primary: {mass: 1}, bodies: [{mass: 3, semi-major-axis: 2}]}}", "{constant: 1}",
                "wisdom-holman", "heavier than particle 0"
            ),
        ])
    func problems(_ example: (String, String, String, String)) throws {
        let problems = try folder.problems(
            Self.scenario(particles: example.0, gravity: example.1, method: example.2))
        #expect(problems?.contains(example.3) == true, "\(problems ?? "none")")
    }
}
