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

    private func mean(_ table: String) throws -> (value: Double, error: Double) {
        let statistics = try CSVColumns(contentsOf: table)
        return (
            try #require(statistics.numbers("value").first), try #require(statistics.numbers("error").first)
        )
    }

    /// Potential energies and pressures of NIST's benchmark for the Lennard-Jones fluid (NVT Monte Carlo, a cutoff of 3 with tail
    /// corrections, doi.org/10.18434/T4QC7H) at temperatures of 0.85 and 0.90, between which the temperature of this run, at
    /// constant energy, is interpolated. Errors are those of blocking, of temperature, too. Error probability: four numbers
    /// at 4.5 standard errors, 3 × 10⁻⁵, if these were exact; they come from some hundred correlation times.
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
              - {statistics: {of: temperature}, when: {every: 0.04, from: 4}, name: temperature}
              - {statistics: {of: potential-energy}, when: {every: 0.04, from: 4}, name: energy}
              - {statistics: {of: pressure}, when: {every: 0.04, from: 4}, name: pressure}

            """, to: "fluid.yml")
        let results = try run(path, to: "fluid")
        let temperature = try mean("\(results)/temperature.csv")
        #expect((0.83...0.92).contains(temperature.value), "\(temperature)")
        for (table, known) in [("energy", energies), ("pressure", pressures)] {
            let slope = (known.1 - known.0) / 0.05
            let expected = known.0 + slope * (temperature.value - 0.85)
            let found = try mean("\(results)/\(table).csv")
            let error = hypot(found.error, slope * temperature.error)
            #expect(abs(found.value - expected) < 4.5 * error, "\(table): \(found), not \(expected)")
            #expect(error < (table == "energy" ? 0.02 : 0.12), "\(error)")
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
                "particles.lattice.fcc.cells=4", "integrate.until=12",
                """
                observe=[{radial-distribution: {maximum: 3.4, bins: 68}, when: {every: 0.25, from: 4}}, \
                {diffusion: {lags: [0.5, 1.5]}, when: {every: 0.05, from: 4}}, \
                {statistics: {of: temperature}, when: {every: 0.05, from: 4}}]
                """,
            ], to: "argon")
        #expect(abs(try mean("\(results)/statistics.csv").value - 94.4 / 120) < 0.04)
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
        for (value, error) in zip(diffusion.numbers("value"), diffusion.numbers("error")) {
            #expect(abs(value - 0.0452) < 4.8 * error)
            #expect(error < 0.15 * value)
        }
        #expect(diffusion.count == 2)
    }
}
