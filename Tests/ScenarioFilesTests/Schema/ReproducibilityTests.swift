import Foundation
import Testing

@testable import ScenarioFiles

/// The same scenario gives the same bytes, again, from its results, and as far as it got.
@Suite struct ReproducibilityTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let observedNetwork =
        ScenarioFolder.network + "observe: [{nodes: all}, {quantity: order-parameter, every: 1}]"
    private static let observedParticles =
        ScenarioFolder.particles + "observe: [{nodes: [Earth]}, {quantities: [total-energy, momentum], every: 1}]"

    private static let cases: [(text: String, overrides: [String])] = [
        (observedNetwork, []),
        (observedNetwork, ["seed=7", "model.kuramoto.phase={normal: {mean: 0, deviation: 2}}"]),
        (observedNetwork, ["integrate={method: rkf45, until: 2, tolerance: 1e-6}", "observe.0.every=0.5"]),
        (observedParticles, []),
        (observedParticles, ["integrate={method: rk8pd, until: 2, step: 0.25}", "name='Two: bodies'"]),
    ]

    @Test(arguments: cases)
    func again(text: String, overrides: [String]) throws {
        let first = try folder.run(text, set: overrides, to: "first")
        let second = try folder.run(text, set: overrides, to: "second")
        #expect(try first.files().count == 4)
        #expect(try first.contents() == second.contents())
    }

    @Test(arguments: cases)
    func fromItsOwnResults(text: String, overrides: [String]) throws {
        let first = try folder.run(text, set: overrides, to: "first")
        // What the run needs lies in its results; the original data may change or go.
        try FileManager.default.removeItem(atPath: folder.directory.path(of: "edges.csv"))
        try FileManager.default.removeItem(atPath: folder.directory.path(of: "bodies.csv"))
        let stored = try Scenario(contentsOf: first.path + "/scenario.yml")
        let directory = try ResultDirectory(creating: folder.directory.path(of: "second"))
        try stored.run(in: directory)
        #expect(try first.contents() == ScenarioFolder.Results(path: directory.path).contents())
    }

    @Test func anotherSeedGivesOtherBytes() throws {
        let first = try folder.run(Self.observedNetwork, set: ["seed=1"], to: "first")
        let second = try folder.run(Self.observedNetwork, set: ["seed=2"], to: "second")
        #expect(try first.text("nodes.csv") != second.text("nodes.csv"))
    }

    // MARK: Interruption

    @Test(arguments: [0, 1, 700, 2000])
    func interruptedRunIsAPrefix(lastStep: Int) throws {
        // Long enough that tables are written in several pieces.
        let overrides = ["integrate.until=1000"]
        let whole = try folder.run(Self.observedNetwork, set: overrides, to: "whole")
        var reached = 0
        let monitor = RunMonitor(onProgress: { reached = $0.moment.step }, shouldStop: { reached == lastStep })
        let part = try folder.run(Self.observedNetwork, set: overrides, to: "part", monitor: monitor)
        #expect(monitor.wasStopped == (lastStep < 2000))
        #expect(reached == lastStep)
        #expect(try part.files() == whole.files())
        for table in ["nodes.csv", "order-parameter.csv"] {
            let text = try part.text(table)
            #expect(try whole.text(table).hasPrefix(text))
            #expect(text.hasSuffix("\n"))
        }
        #expect(try part.column(0, of: "nodes.csv").count == 3 * (lastStep + 1))
        #expect(try part.column(0, of: "order-parameter.csv").count == lastStep / 2 + 1)
    }

    @Test func progressGoesFromTheBeginningToTheEnd() throws {
        var fractions: [Double] = []
        let monitor = RunMonitor(onProgress: { fractions.append($0.fraction) })
        try folder.run(ScenarioFolder.network, monitor: monitor)
        #expect(fractions == [0, 0.25, 0.5, 0.75, 1])
        #expect(!monitor.wasStopped)
    }

    @Test func failedRunKeepsWhatWasRecorded() throws {
        let text = Self.observedParticles
        // Bodies in the same place attract each other without bounds.
        try folder.directory.write("name,mass,x,y,z\nSun,1,0,0,0\nEarth,1,0,0,0\n", to: "bodies.csv")
        #expect(throws: (any Error).self) {
            try folder.run(text, set: ["integrate={method: rk8pd, until: 2, step: 0.5}"])
        }
        let results = ScenarioFolder.Results(path: folder.directory.path(of: "results"))
        #expect(try results.text("nodes.csv") == "time,node,x,y,z,vx,vy,vz\n0.0,Earth,0.0,0.0,0.0,0.0,0.0,0.0\n")
    }
}
