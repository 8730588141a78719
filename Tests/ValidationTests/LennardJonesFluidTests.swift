import Foundation
import ScenarioFiles
import TestSupport
import Testing

/// Liquids of Lennard-Jones particles against published simulations.
@Suite struct LennardJonesFluidTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func run(_ path: String, set overrides: [String] = [], to name: String) throws -> String {
        let scenario = try Scenario(contentsOf: path, overrides: overrides.map { Override($0) })
        let results = try ResultDirectory(creating: directory.path(of: name))
        try scenario.run(in: results)
        return results.path
    }

    /// The mean of a recorded series with its error, from 16 blocks, which are some correlation times long each.
    private func mean(_ column: String, of table: String) throws -> (value: Double, error: Double) {
        let numbers = try CSVColumns(contentsOf: table).numbers(column)
        let length = numbers.count / 16
        let blocks = (0..<16).map { numbers[$0 * length..<($0 + 1) * length].reduce(0, +) / Double(length) }
        let value = blocks.reduce(0, +) / 16
        let squares = blocks.reduce(0) { $0 + ($1 - value) * ($1 - value) }
        return (value, (squares / (16 * 15)).squareRoot())
    }

    /// Potential energies and pressures of NIST's benchmark for the Lennard-Jones fluid (NVT Monte Carlo, a cutoff of 3 with tail
    /// corrections, doi.org/10.18434/T4QC7H) at temperatures of 0.85 and 0.90, between which the temperature of this run, at
    /// constant energy, is interpolated. Errors are those of 16 blocks, of temperature, too. Error probability: four numbers at six
    /// errors, 10⁻⁴ by Student's distribution with 15 degrees of freedom.
    @Test(
        "Energy and pressure at two state points of the fluid",
        arguments: [
            (0.776, 1.52, (-5.5121, -5.4689), (0.0067714, 0.24056)),
            (0.86, 1.79, (-6.0305, -5.9753), (1.2660, 1.5781)),
        ])
    func stateOfTheFluid(
        density: Double, initialTemperature: Double, energies: (Double, Double), pressures: (Double, Double)
    ) throws {
        let path = try directory.write(
            """
            seed: 1
            box: periodic
            particles:
              lattice: {fcc: {cells: 4, density: \(density)}}
              temperature: \(initialTemperature)
              energies: per-particle
            interactions: [{lennard-jones: {cutoff: 3, tail-corrections: true, skin: 0.3}}]
            integrate: {method: leapfrog, step: 0.004, until: 10.4}
            observe:
              - {quantities: [temperature, potential-energy, pressure], when: {every: 0.04, from: 4}, name: series}

            """, to: "fluid.yml")
        let results = try run(path, to: "fluid")
        let series = "\(results)/series.csv"
        let temperature = try mean("temperature", of: series)
        #expect((0.83...0.92).contains(temperature.value), "\(temperature)")
        for (quantity, known) in [("potential-energy", energies), ("pressure", pressures)] {
            let slope = (known.1 - known.0) / 0.05
            let expected = known.0 + slope * (temperature.value - 0.85)
            let found = try mean(quantity, of: series)
            let error = hypot(found.error, slope * temperature.error)
            #expect(abs(found.value - expected) < 6 * error, "\(quantity): \(found), not \(expected)")
            #expect(error < (quantity == "pressure" ? 0.12 : 0.02), "\(error)")
        }
    }

    /// A. Rahman, Physical Review 136 (1964) A405, DOI 10.1103/PhysRev.136.A405: the first peak of g(r) at 3.7 Å, a diffusion
    /// coefficient of 2.43 × 10⁻⁵ cm²/s, which is 0.0452 in units of the potential. Here with 256 atoms and shorter, so that the
    /// coefficient is known to some 4 %.
    @Test("The structure and diffusion of Rahman's argon")
    func argon() throws {
        let results = try run(
            "\(packageFolder)/Scenarios/argon.yml",
            set: [
                "particles.lattice.fcc.cells=4", "integrate.until=25",
                """
                observe=[{radial-distribution: {maximum: 3.4, bins: 68}, when: {every: 0.5, from: 4}}, \
                {diffusion: {lags: [0.5, 1]}, when: {every: 0.1, from: 4}}, \
                {statistics: {of: temperature}, when: {every: 0.05, from: 4}}]
                """,
            ], to: "argon")
        let temperature = try #require(try CSVColumns(contentsOf: "\(results)/statistics.csv").numbers("value").first)
        #expect(abs(temperature - 94.4 / 120) < 0.04)
        let distribution = try CSVColumns(contentsOf: "\(results)/radial-distribution.csv")
        let (distances, values) = (distribution.numbers("distance"), distribution.numbers("value"))
        let peak = try #require(values.indices.max { values[$0] < values[$1] })
        #expect(abs(3.4 * distances[peak] - 3.7) < 0.1)
        #expect((2.6...3.1).contains(values[peak]))
        #expect(zip(distances, values).allSatisfy { $0 > 0.85 || $1 == 0 })
        // The second shell, and the gap before it.
        let second = try #require(values.indices.filter { distances[$0] > 1.7 }.max { values[$0] < values[$1] })
        #expect(abs(3.4 * distances[second] - 7) < 0.4)
        let diffusion = try CSVColumns(contentsOf: "\(results)/diffusion.csv")
        #expect(diffusion.numbers("error").count == 2)
        for (value, error) in zip(diffusion.numbers("value"), diffusion.numbers("error")) {
            #expect(abs(value - 0.0452) < 4.8 * error)
            #expect(error < 0.15 * value)
        }
        #expect(diffusion.count == 2)
    }
}
