import Foundation
import ScenarioFiles
import Sweeps
import TestSupport
import Testing

/// The sweeps that are shipped, beside the theories that they name.
@Suite struct SweepScenarioTests {
    /// A sweep that is shipped, carried out in a place with fewer values.
    private func carriedOut(_ name: String, in place: TemporaryDirectory, _ overrides: [String]) throws -> Sweep {
        let sweep = try Sweep(
            contentsOf: ShippedScenarios.path(of: name), in: place.path(of: "out"),
            overrides: overrides.map { Override($0) })
        var options = SweepOptions()
        options.jobs = 2
        #expect(try sweep.carryOut(options).isComplete)
        return sweep
    }

    /// The summary of a sweep, carried out with fewer values.
    private func summary(_ name: String, _ overrides: [String]) throws -> CSVColumns {
        let place = try TemporaryDirectory()
        let sweep = try carriedOut(name, in: place, overrides)
        var bytes: [UInt8] = []
        try SweepTable(of: sweep).writeSummary { bytes += $0 }
        return try CSVColumns(contentsOf: place.write(String(decoding: bytes, as: UTF8.self), to: "summary.csv"))
    }

    /// The part that is infected in the end, in Newman's theory of a random network of mean degree 4, of which a hundredth is
    /// infected at the beginning.
    private func finalSize(infection: Double) -> Double {
        let transmissibility = infection / (infection + 1)
        return (0..<10_000).reduce(0.5) { size, _ in 1 - 0.99 * exp(-4 * transmissibility * size) }
    }

    @Test("The final sizes of epidemics are Newman's, on both sides of the threshold")
    func epidemicThreshold() throws {
        let values = "sweep.vary={model.sir.infection: [0.2, 0.6, 1, 1.5]}"
        let found = try summary("epidemic-threshold", [values, "sweep.replicates=8"])
        let rows = found.numbers("time").indices.filter { found.numbers("time")[$0] > 0 }
        #expect(rows.count == 4)
        for row in rows {
            let expected = finalSize(infection: found.numbers("model.sir.infection")[row])
            let (mean, error) = (
                found.numbers("recovered-mean")[row] / 1e4, found.numbers("recovered-error")[row] / 1e4
            )
            // Of eight replicates Student's t exceeds 7.1 with a chance of 2·10⁻⁴; the theory is one of infinite networks, whose
            // corrections are of the order of 1/n.
            #expect(abs(mean - expected) < 7.1 * error + 1e-3)
            #expect(error < 0.01)
        }
    }

    /// At the threshold, T = 1/4, β is 1/3. Mean-field theory has it at 1/4.
    @Test("The threshold is found as the rate at which epidemics are as great as Newman's theory has them there")
    func findsThreshold() throws {
        let place = try TemporaryDirectory()
        let size = 1500 * finalSize(infection: 1.0 / 3)
        let sweep = try carriedOut(
            "epidemic-threshold", in: place,
            [
                "graph.erdos-renyi.nodes=1500", "graph.erdos-renyi.edges=3000", "sweep.replicates=16",
                "sweep.vary={model.sir.infection: {from: 0.2, to: 0.5}}", "sweep.tolerance=0.01",
                "sweep.find={quantity: recovered, equals: \(size)}", "sweep.store=packed",
            ])
        guard case .found(let optima)? = try Sweep(reading: sweep.path).outcome else {
            Issue.record("nothing was found")
            return
        }
        let (rate, error) = (try #require(Double(optima[0].values[0])), try #require(optima[0].errors[0]))
        // Of sixteen replicates Student's t exceeds 4.9 with a chance of 2·10⁻⁴; a hundredth of the range is the tolerance.
        #expect(abs(rate - 1.0 / 3) < 4.9 * error + 3e-3)
        #expect(rate - 4.9 * error > 0.25)
    }

    @Test(
        "Order parameters of populations of any size are those of the theory above the onset, and of the order of 1/√n below"
    )
    func kuramotoSizes() throws {
        let vary = "sweep.vary={graph.isolated.nodes: [100, 400], model.kuramoto.coupling.mean-field: [0.5, 1.5, 2, 3]}"
        let found = try summary("kuramoto-sizes", [vary, "sweep.replicates=2", "integrate.until=100"])
        let means = found.texts("statistic").indices.filter { found.texts("statistic")[$0] == "mean" }
        #expect(means.count == 8)
        for row in means {
            let nodes = try #require(Double(found.texts("graph.isolated.nodes")[row]))
            let coupling = try #require(Double(found.texts("model.kuramoto.coupling.mean-field")[row]))
            let order = try #require(Double(found.texts("value-mean")[row]))
            if coupling > 1 {
                #expect(abs(order - (1 - 1 / coupling).squareRoot()) < 0.5 / nodes.squareRoot())
            } else {
                #expect(order < 2 / nodes.squareRoot())
            }
        }
    }
}
