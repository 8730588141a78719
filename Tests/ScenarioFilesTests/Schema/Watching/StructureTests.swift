import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Radial distributions, structure factors and diffusion of particles.
@Suite struct StructureTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    static let crystal = """
        seed: 3
        box: periodic
        particles: {lattice: {fcc: {cells: 4, constant: 1.5}}, temperature: 0.1}
        interactions: [{lennard-jones: {cutoff: 2.5}}]
        integrate: {method: leapfrog, step: 0.005, until: 0.05}
        observe:
          - radial-distribution: {bins: 60}
            when: start
          - structure-factor: {maximum: 8.5}
            when: start
          - structure-factor: {maximum: 8.5, method: direct}
            when: start
            name: direct
          - diffusion: {lags: [0.01, 0.04]}
          - quantity: polarisation
          - quantity: virial

        """

    @Test("Tables of a crystal at the beginning, and of all moments")
    func tables() throws {
        let results = try folder.run(Self.crystal)
        #expect(try results.header("radial-distribution.csv") == "distance,value,coordination")
        let coordination = try results.column(2, of: "radial-distribution.csv").compactMap(Double.init)
        // 12 neighbours at 1.06, 6 at 1.5, 24 at 1.84, in bins of 3/60.
        #expect(coordination[20] == 0)
        #expect(coordination[21] == 12)
        #expect(coordination[31] == 18)
        #expect(coordination[36] == 42)
        #expect(coordination.count == 60)
        #expect(try results.header("structure-factor.csv") == "wave-number,value,vectors")
        let numbers = try results.column(0, of: "structure-factor.csv").compactMap(Double.init)
        let values = try results.column(1, of: "structure-factor.csv").compactMap(Double.init)
        let direct = try results.column(1, of: "direct.csv").compactMap(Double.init)
        #expect(zip(values, direct).allSatisfy { abs($0 - $1) < 1e-4 } && values.count == direct.count)
        // The least vectors of the reciprocal lattice: 8 of √3 · 2π/a, the only ones of their length with (±4, ±4, ±4) here.
        let peak = try #require(values.indices.max { values[$0] < values[$1] })
        #expect(
            abs(numbers[peak] - 3.0.squareRoot() * 2 * .pi / 1.5) < 1e-12 || abs(numbers[peak] - 4 * .pi / 1.5) < 1e-12)
        #expect(try results.header("diffusion.csv") == "method,value,error,note")
        #expect(try results.column(0, of: "diffusion.csv") == ["einstein", "green-kubo"])
        #expect(try results.column(1, of: "diffusion.csv").compactMap(Double.init).count == 2)
        #expect(try results.column(2, of: "diffusion.csv") == ["", ""])
        #expect(try results.column(3, of: "diffusion.csv") == ["too-short", "too-short"])
        let polarisation = try results.column(1, of: "polarisation.csv").compactMap(Double.init)
        #expect(polarisation.allSatisfy { (0...0.3).contains($0) } && polarisation.count == 11)
    }

    @Test("The stored scenario gives the same bytes")
    func reproduction() throws {
        let first = try folder.run(Self.crystal, to: "first")
        let again = try folder.run(try first.text("scenario.yml"), to: "again")
        for file in ["scenario.yml", "radial-distribution.csv", "structure-factor.csv", "diffusion.csv"] {
            #expect(try first.text(file) == again.text(file))
        }
    }

    @Test("A run that is stopped again and again within direct sums, also in the last one, gives the same bytes")
    func interruptions() throws {
        let overrides = [
            "observe=[{structure-factor: {maximum: 8.5, method: direct}, every: 0.005}, {quantity: virial}]",
            "integrate.until=0.02",
        ]
        let whole = try folder.run(Self.crystal, set: overrides, to: "whole")
        var stepsOfStops: [Int] = []
        /// Asked after each step but the last one, and four times within each sum.
        func stopAtThirdQuestion(_ run: (RunMonitor) throws -> Void) throws -> Bool {
            var questionCount = 0
            let monitor = RunMonitor(shouldStop: {
                questionCount += 1
                return questionCount >= 3
            })
            try run(monitor)
            if monitor.wasStopped { stepsOfStops.append(monitor.checkpointStep ?? -1) }
            return monitor.wasStopped
        }
        let path = folder.directory.path(of: "stopped")
        var isUnfinished = try stopAtThirdQuestion {
            try folder.run(Self.crystal, set: overrides, to: "stopped", monitor: $0)
        }
        while isUnfinished, stepsOfStops.count < 20 {
            isUnfinished = try stopAtThirdQuestion { try UnfinishedRun(in: path).goOn(monitor: $0) }
        }
        #expect(Set(stepsOfStops) == [0, 1, 2, 3, 4], "\(stepsOfStops)")
        #expect(try ScenarioFolder.Results(path: path).contents() == whole.contents())
    }

    @Test(
        "What is wrong is told",
        arguments: [
            (
                "observe.0.radial-distribution.maximum=4",
                "the distance 4.0 is greater than half of the box, which is 6.0"
            ),
            ("observe.0.radial-distribution.bins=0", "'bins' must be between 1 and 1000000"),
            ("observe.0.radial-distribution.between=[0]", "'between' must have 2 items, not 1"),
            ("observe.0.radial-distribution.to=4", "unknown key 'to' in 'radial-distribution'"),
            (
                "observe.1.structure-factor.maximum=1",
                "no wave of the box has a wave number up to 1.0: the least one is 1.04"
            ),
            ("observe.1.structure-factor.maximum=1000", "there are too many waves in the box"),
            ("observe.1.structure-factor.method=fft", "'method' cannot be 'fft'"),
            ("observe.1.structure-factor={}", "missing key 'maximum' in 'structure-factor'"),
            ("observe.3.diffusion={}", "missing key 'lags' in 'diffusion'"),
            ("observe.3.diffusion.lags=[2, 1]", "the second lag must be greater than the first one"),
            ("observe.3.diffusion.groups=1000", "'groups' must be between 1 and 256"),
            ("observe.3.diffusion.nodes=[999]", "'nodes[0]' must be between 0 and 255"),
            ("observe.3.when={at: [0.01]}", "'diffusion' needs samples at equal intervals"),
        ])
    func refusal(override: String, message: String) throws {
        let problems = try #require(try folder.problems(Self.crystal, set: [override]))
        #expect(problems.contains("error: \(message)"), "\(problems)")
        #expect(problems.hasSuffix("\n1 error"), "\(problems)")
    }

    @Test("There is no structure and no pressure in an open box, and none of graphs")
    func openBox() throws {
        let problems = try #require(
            try folder.problems(Self.crystal, set: ["box=open", "observe.5={quantities: [pressure]}"]))
        #expect(problems.contains("error: the box is not periodic in x, but the structure of particles is that of"))
        #expect(problems.contains("error: there is no pressure without a volume: the box is open in x"))
        let network = try #require(
            try folder.problems(ScenarioFolder.network + "observe: [{radial-distribution: {}}]\n"))
        #expect(network.contains("an observation must say what to observe"))
    }

    @Test("Displacements are followed beyond the box, whatever tables have: free flight") func wrappedPositions() throws
    {
        let text = """
            seed: 1
            box: {x: {periodic: [0, 10]}, y: {periodic: [0, 10]}, z: {periodic: [0, 10]}}
            particles: {random: {count: 20}, mass: 1, temperature: 1, positions: wrapped}
            interactions: [{uniform-field: {acceleration: [0, 0, 0]}}]
            integrate: {method: leapfrog, step: 0.5, until: 20}
            observe:
              - {displacement: {of: position, points: 8}, every: 1}
              - {nodes: all, every: 1}
            """
        let results = try folder.run(text)
        let times = try results.column(1, of: "displacement.csv").compactMap { Double($0) }
        let values = try results.column(2, of: "displacement.csv").compactMap { Double($0) }
        let speed = values[1] / (times[1] * times[1])
        #expect(times.count > 10 && speed > 1)
        for (time, value) in zip(times, values) { #expect(abs(value - speed * time * time) < 1e-9 * (1 + value)) }
        let positions = try results.column(2, of: "nodes.csv").compactMap { Double($0) }
        #expect(positions.allSatisfy { $0 >= 0 && $0 < 10 })
    }

    @Test("Lags are multiples of the time between samples as it is written, not of the double next to it") func lags()
        throws
    {
        let text =
            ScenarioFolder.network + """
                observe:
                  - {displacement: {of: phase}, every: 0.1}
                  - {correlation: {of: phase}, every: 0.1}
                  - {statistics: {of: order-parameter, autocorrelation: {}}, every: 0.1, name: order}
                """
        let results = try folder.run(text, set: ["integrate.step=0.1"])
        let times = (0..<10).map { $0 == 0 ? "0.0" : "0.\($0)" }
        for table in try results.files().filter({ try $0.hasSuffix(".csv") && results.header($0).hasPrefix("lag,time") }
        ) {
            #expect(try results.column(1, of: table).prefix(10) == times[...], "\(table)")
        }
        #expect(try results.files().count { try $0.hasSuffix(".csv") && results.header($0).hasPrefix("lag,time") } == 3)
    }

    @Test("Velocities that are drawn anew tell nothing of diffusion") func drawnVelocities() throws {
        let text = """
            seed: 1
            box: {x: {periodic: [0, 20]}, y: {periodic: [0, 20]}, z: {periodic: [0, 20]}}
            particles: {random: {count: 40}, mass: 2, temperature: 1.5}
            interactions: [{uniform-field: {acceleration: [0, 0, 0]}}]
            integrate: {method: brownian, temperature: 1.5, friction: 1, step: 0.05, until: 20}
            observe: [{diffusion: {lags: [0.5, 1]}, every: 0.1}]
            """
        let results = try folder.run(text)
        #expect(try results.column(3, of: "diffusion.csv")[1] == "drawn-velocities")
        #expect(try results.column(1, of: "diffusion.csv")[1].isEmpty)
        // T / (m γ), with an error of some 3 %.
        #expect(abs(try #require(Double(results.column(1, of: "diffusion.csv")[0])) - 0.75) < 0.15)
    }
}
