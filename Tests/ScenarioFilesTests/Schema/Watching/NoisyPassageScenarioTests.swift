import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What is watched of random motion. Each Kolmogorov–Smirnov test fails by chance with a probability of 0.1 %.
@Suite struct NoisyPassageScenarioTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    /// Whether times are those at which Brownian motion with drift 1 and σ = 1 reaches 2: the inverse Gaussian of mean 2.
    private func expectPassages(_ times: [Double], count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(times.count == count, sourceLocation: sourceLocation)
        let normal = { (deviate: Double) in 0.5 * erfc(-deviate / 2.squareRoot()) }
        let distances = times.sorted().enumerated().map { index, time in
            let root = 2 / time.squareRoot()
            let expected = normal(root * (time / 2 - 1)) + exp(4) * normal(-root * (time / 2 + 1))
            return max(abs(expected - Double(index) / Double(count)), abs(expected - Double(index + 1) / Double(count)))
        }
        #expect((distances.max() ?? 1) * Double(count).squareRoot() < 1.95, sourceLocation: sourceLocation)
    }

    @Test(
        "Phases under noise pass and cross a level as Brownian motion does, in long steps too",
        arguments: [
            "euler-maruyama", "heun", "milstein",
        ])
    func phases(method: String) throws {
        let results = try folder.run(
            """
            seed: 4
            graph: {isolated: {nodes: 400}}
            model: {kuramoto: {coupling: 0, frequency: 1, phase: 0, noise: 1}}
            integrate: {method: \(method), step: 0.5, until: 25}
            observe:
              - {first-passages: {of: phase, above: 2}, name: passages}
              - {crossing: {of: {field: phase}, above: 2}, name: crossings}

            """)
        let passages = try results.numbers(0, of: "passages.csv")
        expectPassages(passages, count: 400)
        var first: [String: Double] = [:]
        for (node, time) in zip(try results.column(1, of: "crossings.csv"), try results.numbers(0, of: "crossings.csv"))
        {
            first[node] = min(time, first[node] ?? .infinity)
        }
        for (node, time) in zip(try results.column(1, of: "passages.csv"), passages) { #expect(first[node] == time) }
    }

    /// The mean time in which a particle of `brownian` comes from the centre of a trap to 1.5 is 4.615 (the integral of the
    /// backward equation), and 4.14 ± 0.07 in steps of 0.1 of the relaxation.
    @Test("Levels of particles without inertia that feel forces are warned of")
    func trapped() throws {
        try folder.directory.write("mass,x,y,z\n1,0,0,0\n", to: "particle.csv")
        func warnings(_ method: String, _ forces: String, _ observation: String) throws -> [String] {
            try folder.scenario(
                """
                box: open
                particles: {file: particle.csv}
                interactions: \(forces)
                integrate: {method: \(method), temperature: 1, friction: 1, step: 0.1, until: 20}
                observe: [{\(observation)}]

                """
            ).warnings.map(\.message)
        }
        let trap = "[{harmonic-trap: {stiffness: 1}}]"
        let passages = "first-passages: {of: x, above: 1.5}"
        let crossing = "crossing: {of: {field: x}, above: 1.5}"
        for (key, observation) in [("first-passages", passages), ("crossing", crossing)] {
            let told = try warnings("brownian", trap, observation)
            #expect(told.count == 1 && told[0].hasPrefix("'\(key)' has an error of first order in the step"), "\(told)")
        }
        #expect(try warnings("brownian", "[]", passages) == [])
        #expect(try warnings("langevin", trap, passages) == [])
    }
}
