import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Collective motion.
@Suite struct SwarmReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    static let flock = """
        seed: 3
        box: {x: {periodic: [0, 5]}, y: {periodic: [0, 5]}}
        particles: {random: {count: 100}}
        model: {vicsek: {noise: 0.5}}
        integrate: {method: synchronous, step: 1, until: 20}
        observe:
          - quantity: polarisation
          - nodes: [0]
          - radial-distribution: {bins: 10}
          - diffusion: {lags: [5, 10]}

        """

    @Test("A flock is observed like other particles, with the same bytes on any number of threads")
    func run() throws {
        let first = try folder.run(Self.flock, to: "first")
        let second = try folder.run(Self.flock, set: ["threads=2"], to: "second")
        for file in ["polarisation.csv", "nodes.csv", "radial-distribution.csv", "diffusion.csv"] {
            #expect(try first.text(file) == second.text(file))
        }
        #expect(try first.header("nodes.csv") == "time,node,x,y,z,vx,vy,vz")
        #expect(try first.column(0, of: "polarisation.csv").count == 21)
        let again = try folder.run(try first.text("scenario.yml"), to: "again")
        #expect(try first.text("polarisation.csv") == again.text("polarisation.csv"))
        #expect(try first.text("scenario.yml") == again.text("scenario.yml"))
    }

    @Test("Interventions change the noise")
    func intervention() throws {
        let results = try folder.run(
            Self.flock, set: ["intervene=[{when: {at: 10}, parameter: {noise: 2 * pi}}]", "model.vicsek.noise=0.1"])
        let values = try results.column(1, of: "polarisation.csv").compactMap(Double.init)
        #expect(values[10] > 0.45)
        #expect(values[11] < 0.35)
    }

    @Test(
        "What is wrong is told",
        arguments: [
            ("model={vicsek: {}}", "missing key 'noise' in 'vicsek'"),
            ("model.vicsek.noise=7", "the noise is 7.0, but must be from 0 to 6.28"),
            ("model.vicsek.kind=vector", "'kind' cannot be 'vector'"),
            ("model.vicsek.radius=3", "the radius 3.0 is greater than half of the box, which is 5.0 long in x"),
            ("model.vicsek.speed=0", "'speed' must be greater than 0"),
            ("integrate.step=2", "a step of 'vicsek' is a unit of time"),
            ("integrate.method=leapfrog", "'method' cannot be 'leapfrog'"),
            ("particles={file: bodies.csv}", "missing key 'random' in 'particles'"),
            ("observe.0.quantity=pressure", "'quantity' cannot be 'pressure'"),
        ])
    func refusal(override: String, message: String) throws {
        let problems = try #require(try folder.problems(Self.flock, set: [override]))
        #expect(problems.contains("error: \(message)"), "\(problems)")
    }
}
