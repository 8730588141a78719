import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite("Boids in scenarios")
struct BoidsReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    static let flock = """
        seed: 3
        box: {x: {periodic: [0, 4]}, y: {periodic: [0, 4]}, z: {periodic: [0, 4]}}
        particles: {random: {count: 60}}
        model: {boids: {radius: 1.2}}
        integrate: {method: synchronous, step: 0.1, until: 2}
        observe:
          - quantity: polarisation
          - nodes: [0]

        """

    @Test("boids are observed with the same bytes on any number of threads, and their scenario can be run again")
    func run() throws {
        let first = try folder.run(Self.flock, to: "first")
        let second = try folder.run(Self.flock, set: ["threads=2"], to: "second")
        for file in ["polarisation.csv", "nodes.csv"] { #expect(try first.text(file) == second.text(file)) }
        #expect(try first.column(0, of: "polarisation.csv").count == 21)
        let again = try folder.run(try first.text("scenario.yml"), to: "again")
        #expect(try first.text("polarisation.csv") == again.text("polarisation.csv"))
        #expect(try first.text("scenario.yml") == again.text("scenario.yml"))
        #expect(try first.text("scenario.yml").contains("separation-radius: 0.48"))
    }

    /// With no rules boids fly straight on at their greatest speed.
    @Test("each rule can be turned off, and interventions change them")
    func rules() throws {
        let rules = "model={boids: {separation: 0, alignment: 0, cohesion: 0, speed: [1, 2]}}"
        let straight = try folder.run(Self.flock, set: [rules], to: "straight")
        let values = try straight.column(1, of: "polarisation.csv").compactMap(Double.init)
        #expect(values.allSatisfy { abs($0 - values[0]) < 1e-12 })
        let turning = try folder.run(
            Self.flock, set: [rules, "intervene=[{when: {at: 1}, parameter: {alignment: 3}}]"], to: "turning")
        let turned = try turning.column(1, of: "polarisation.csv").compactMap(Double.init)
        #expect(abs(turned[9] - values[0]) < 1e-12)
        #expect(turned[20] > values[0] + 0.1)
    }

    @Test(
        "what is wrong is told",
        arguments: [
            ("model.boids.radius=3", "the radius 3.0 is greater than half of the box, which is 4.0 long in x"),
            ("model.boids.alignment=-1", "'alignment' must be 0 or greater"),
            ("model.boids.speed=[2, 1]", "the greatest speed must be greater than 0 and not less than the least one"),
            ("model.boids.speed=1", "'speed' must be a list of numbers"),
            ("model.boids.noise=1", "unknown key 'noise'"),
            ("integrate.method=leapfrog", "'method' cannot be 'leapfrog'"),
            ("particles={file: bodies.csv}", "missing key 'random' in 'particles'"),
            ("box.x=open", "the box is not periodic in x"),
            ("particles.random.minimum-distance=3", "there was room for"),
        ])
    func refusal(override: String, message: String) throws {
        let problems = try #require(try folder.problems(Self.flock, set: [override]))
        #expect(problems.contains(message), "\(problems)")
    }
}
