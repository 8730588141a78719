import Foundation
import ScenarioFiles
import TestSupport
import Testing

/// The transition of T. Vicsek et al., Physical Review Letters 75 (1995) 1226, DOI 10.1103/PhysRevLett.75.1226.
@Suite struct VicsekTransitionTests {
    /// Particles that all knew the mean direction exactly would have a polarisation of sin(η/2) / (η/2): it is near that
    /// for little noise, and falls below it as neighbours disagree. Without order it is some √(π/4n) = 0.044.
    @Test("The polarisation falls with the noise as in figure 2a")
    func transition() throws {
        let directory = try TemporaryDirectory()
        // Windows of 80 after 60 for each noise.
        let windows = (1...5).map { noise in
            let start = 140 * (noise - 1)
            return "{statistics: {of: polarisation}, when: {every: 1, from: \(start + 60), until: \(start + 140)}, "
                + "name: noise-\(noise)}"
        }
        let scenario = try Scenario(
            contentsOf: "\(packageFolder)/Scenarios/vicsek-transition.yml",
            overrides: [
                "integrate.until=700",
                "intervene=[{when: {every: 140, until: 560}, parameter: {noise: 1 + time / 140}}]",
                "observe=[\(windows.joined(separator: ", "))]",
            ].map { Override($0) })
        let results = try ResultDirectory(creating: directory.path(of: "results"))
        try scenario.run(in: results)
        let means = try (1...5).map { noise in
            try #require(try CSVColumns(contentsOf: "\(results.path)/noise-\(noise).csv").numbers("value").first)
        }
        for (noise, mean) in zip([1.0, 2, 3, 4, 5], means) { #expect(mean < sin(noise / 2) / (noise / 2)) }
        for (mean, next) in zip(means, means.dropFirst()) { #expect(next < mean - 0.05) }
        #expect((0.85...0.96).contains(means[0]), "\(means)")
        #expect((0.35...0.65).contains(means[2]), "\(means)")
        #expect((0.03...0.2).contains(means[4]), "\(means)")
    }
}
