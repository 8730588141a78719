import Foundation
import ScenarioFiles
import TestSupport
import Testing

/// What C. W. Reynolds, Computer Graphics 21 (1987) 25, DOI 10.1145/37402.37406, calls polarised, noncolliding, aggregate motion.
@Suite struct FlockTests {
    /// The rules written down once more in NumPy, with other random numbers, give polarisations of 0.974 to 0.996, nearest
    /// boids at 0.45 to 0.46, and 66 to 81 others that each sees, after 100 units of time.
    @Test("Boids that begin in all directions become one flock, and do not collide")
    func flock() throws {
        let directory = try TemporaryDirectory()
        let scenario = try Scenario(
            contentsOf: "\(packageFolder)/Scenarios/boids.yml",
            overrides: [
                "integrate.until=40", "particles.random.count=100",
                "box={x: {periodic: [0, 5.25]}, y: {periodic: [0, 5.25]}, "
                    + "z: {periodic: [0, 5.25]}}", "observe.2.when={every: 2, from: 30, until: 40}",
            ].map { Override($0) })
        let results = try ResultDirectory(creating: directory.path(of: "results"))
        try scenario.run(in: results)
        let polarisation = try CSVColumns(contentsOf: "\(results.path)/polarisation.csv").numbers("polarisation")
        // Twice the mean of random directions, √(8 / 3πn), has a probability of 2 · 10⁻².
        try #require(polarisation.count == 41)
        #expect(polarisation[0] < 0.18)
        #expect(polarisation[40] > 0.9, "\(polarisation)")
        let flock = try CSVColumns(contentsOf: "\(results.path)/flock.csv")
        let (distances, values) = (flock.numbers("distance"), flock.numbers("value"))
        for (distance, value) in zip(distances, values) where distance < 0.35 { #expect(value == 0) }
        let seen = flock.numbers("coordination")
        let before = try CSVColumns(contentsOf: "\(results.path)/beginning.csv").numbers("coordination")
        try #require(seen.count == 30 && before.count == 30)
        // A uniform gas has 100 · 4/3 π 1.5³ / 5.25³ = 9.8.
        #expect((7.5...12).contains(before[29]))
        #expect(seen[29] > 2.5 * before[29], "\(seen)")
    }
}
