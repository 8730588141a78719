import Foundation
import ScenarioFiles
import TestSupport
import Testing

/// The scenarios of waves, patterns and opinions against the numbers that they name.
@Suite struct WaveScenarioTests {
    /// The rows of a table of a scenario, without its header.
    private func rows(_ table: String, of scenario: String, set overrides: [String] = []) throws -> [[String]] {
        let folder = try TemporaryDirectory()
        let scenario = try Scenario(
            contentsOf: packageFolder + "/Scenarios/" + scenario, overrides: overrides.map { Override($0) })
        let results = try ResultDirectory(creating: folder.path(of: "results"))
        try scenario.run(in: results)
        let text = try String(contentsOfFile: "\(results.path)/\(table).csv", encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
    }

    /// Zachary's table 3: the club after the fission of those who followed the instructor.
    @Test("consensus predicts the side of all members of the karate club but one")
    func fission() throws {
        let followers: Set = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 17, 18, 20, 22]
        let rows = try rows("opinions", of: "karate-club-fission.yml", set: ["observe.0.every=50"])
        let last = rows.suffix(34)
        let wrong = last.compactMap { row -> Int? in
            guard let member = Int(row[1]), let opinion = Double(row[2]) else { return nil }
            return followers.contains(member) == (opinion > 0) ? nil : member
        }
        #expect(last.count == 34)
        #expect(wrong == [9])
    }

    /// An independent integration in NumPy by the same method gives 12.83 for ten cells and 128.2 for a round.
    @Test("a pulse runs round the ring with a constant speed")
    func pulse() throws {
        let rows = try rows("passages", of: "neuron-ring.yml", set: ["integrate.until=200", "integrate.step=0.1"])
        var times: [Int: [Double]] = [:]
        for row in rows {
            guard let node = Int(row[1]), let time = Double(row[0]) else { continue }
            times[node, default: []].append(time)
        }
        for node in stride(from: 20, to: 90, by: 10) {
            let (here, next) = try (#require(times[node]?.first), #require(times[node + 10]?.first))
            #expect(abs(next - here - 12.83) < 0.1, "\(node): \(next - here)")
        }
        let visits = try #require(times[10])
        #expect(visits.count == 2)
        #expect(abs(visits[1] - visits[0] - 128.2) < 0.2, "\(visits)")
    }

    /// The mean eigenvalue of the Laplacian, weighted with the power of modes, is the sum of squared differences over edges divided
    /// by that of squared deviations. A few modes near the fastest one, whose amplitudes are chance, are all that a small torus has.
    @Test("a Turing pattern has the wavelength and grows with the rate of linear stability")
    func turing() throws {
        let (rows, columns) = (24, 16)
        let table = try self.rows(
            "pattern", of: "turing-pattern.yml",
            set: [
                "graph.lattice.sides=[\(columns), \(rows)]", "integrate.step=0.006", "integrate.until=12",
                "observe.0.every=3", "observe.1.when={at: [9, 12]}",
            ])
        let values = table.compactMap { Double($0[2]) }
        #expect(values.count == 2 * rows * columns)
        let patterns = [Array(values.prefix(rows * columns)), Array(values.suffix(rows * columns))]
        let powers = patterns.map { pattern in
            let mean = pattern.reduce(0, +) / Double(pattern.count)
            return pattern.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        }
        var differences = 0.0
        for i in 0..<rows {
            for j in 0..<columns {
                let here = patterns[1][i * columns + j]
                let others = [patterns[1][(i + 1) % rows * columns + j], patterns[1][i * columns + (j + 1) % columns]]
                for other in others { differences += (other - here) * (other - here) }
            }
        }
        #expect(abs(differences / powers[1] / 0.592 - 1) < 0.25, "\(differences / powers[1])")
        #expect(abs(log(powers[1] / powers[0]) / 6 - 0.391) < 0.05, "\(log(powers[1] / powers[0]) / 6)")
    }

    /// Linear theory: both decay as exp((1 - K) t) with the coupling K = 1.5. SciPy's DOP853 gives 0.4646 at the end, where K is 0.5.
    @Test("oscillators that are written as equations silence each other, and wake up when they are coupled less")
    func amplitudeDeath() throws {
        let amplitudes = try rows("amplitude", of: "amplitude-death.yml").compactMap { Double($0[1]) }
        try #require(amplitudes.count == 401)
        let decay = log(amplitudes[200] / amplitudes[100]) / 10
        #expect(abs(decay + 0.5) < 0.05)
        #expect(abs(amplitudes[400] - 0.4646) < 1e-3)
    }

    /// The frequency is h + 2 J cos θ (1 - cos k), with h = 0.5, J = 1, cos θ = 0.8 and k = π/8, however large the wave is.
    @Test("a wave of spins that are written as vectors goes round with its frequency, and keeps their lengths")
    func spinWave() throws {
        let frequency = 0.5 + 1.6 * (1 - cos(Double.pi / 8))
        let rows = try rows("first", of: "spin-wave.yml").map { $0.compactMap(Double.init) }
        try #require(rows.count == 81)
        for row in rows {
            let expected = [0.6 * cos(frequency * row[0]), 0.6 * sin(frequency * row[0]), 0.8]
            #expect(zip(row.suffix(3), expected).allSatisfy { abs($0 - $1) < 1e-8 }, "\(row)")
        }
        let lengths = try self.rows("length", of: "spin-wave.yml").compactMap { Double($0[1]) }
        #expect(lengths.count == 5 && lengths.allSatisfy { abs($0 - 1) < 1e-8 })
    }
}
