import Foundation
import ScenarioTestSupport
import SimulationEngine
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
        (
            ScenarioFolder.network + "observe: [{nodes: a, name: only}, {quantity: order-parameter}]",
            ["integrate.method=rkf45"]
        ),
        (
            ScenarioFolder.particles + "observe: [{nodes: all}, {quantity: momentum, every: {steps: 2}}]",
            ["integrate.method=rk8pd"]
        ),
        (observedParticles, []),
        (observedParticles, ["integrate={method: rk8pd, until: 2, step: 0.25}", "name='Two: bodies'"]),
    ]

    @Test(arguments: cases)
    func again(text: String, overrides: [String]) throws {
        let first = try folder.run(text, set: overrides, to: "first")
        let second = try folder.run(text, set: overrides, to: "second")
        #expect(try first.files().count == 5)
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

    /// A result says what it was made with, whatever the defaults of a later version are.
    @Test func defaultsAreWrittenOut() throws {
        let text = """
            graph: {edge-list: {file: edges.csv, vertices: 4}}
            model: {kuramoto: {coupling: 1, frequency: 1}}
            integrate: {method: rk8pd, until: 2, step: 0.5}
            observe: [{nodes: all}, {nodes: 3, every: 0.5}, {quantity: order-parameter}]
            """
        try folder.directory.write("source,target\n0,1\n1,2\n", to: "edges.csv")
        let expected = """
            graph:
              edge-list:
                file: 'data/edges.csv'
                vertices: 4
                numbered-from: 0
                directed: false
                simplify: false
            model:
              kuramoto:
                coupling: 1
                frequency: 1
                phase:
                  uniform: [0, 6.283185307179586]
                phase-lag: 0
            integrate:
              method: rk8pd
              until: 2
              step: 0.5
              tolerance: 1e-9
            observe:
            - nodes: all
              fields: [phase]
              every: 0.5
              format: csv
              to: file
              name: 'nodes'
            - nodes: 3
              every: 0.5
              fields: [phase]
              format: csv
              to: file
              name: 'nodes-2'
            - quantity: order-parameter
              every: 0.5
              format: csv
              to: file
              name: 'order-parameter'
            name: 'test'
            seed: 0
            threads: 1

            """
        #expect(try folder.run(text).text("scenario.yml") == expected)
    }

    @Test func defaultsOfParticlesAreWrittenOut() throws {
        let expected = """
            particles:
              file: 'data/bodies.csv'
            model:
              gravity:
                constant: 1
                softening: 0
            integrate:
              method: leapfrog
              step: 0.5
              until: 2
            name: 'test'
            seed: 0
            observe: []

            """
        #expect(try folder.run(ScenarioFolder.particles).text("scenario.yml") == expected)
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
        #expect(try part.files() == whole.files().filter { lastStep == 2000 || $0 != "manifest.json" })
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

    @Test(arguments: [
        "{method: rk8pd, until: 2, step: 0.5}", "{method: leapfrog, until: 2, step: 0.5}",
        "{method: runge-kutta-4, until: 2, step: 0.5}",
    ])
    func failedRunKeepsWhatWasRecorded(integrate: String) throws {
        // The force is beyond all numbers, though the bodies are apart.
        try folder.directory.write("name,mass,x,y,z\nSun,1,0,0,0\nEarth,1,1e-200,0,0\n", to: "bodies.csv")
        let error = #expect(throws: IntegrationError.self) {
            try folder.run(Self.observedParticles, set: ["integrate=\(integrate)"])
        }
        #expect(error?.description.contains("of node 'Sun'") == true)
        let results = ScenarioFolder.Results(path: folder.directory.path(of: "results"))
        #expect(try results.text("nodes.csv") == "time,node,x,y,z,vx,vy,vz\n0.0,Earth,1e-200,0.0,0.0,0.0,0.0,0.0\n")
    }

    // MARK: Watching

    /// What is recorded, and how often, changes no number.
    @Test(arguments: ["rkf45", "rk8pd", "msadams"]) func watchingNeverChangesTheTrajectory(method: String) throws {
        func rows(_ name: String, every: [String], step: String? = nil) throws -> [Substring] {
            let observe = every.map { "{nodes: all, every: \($0)}" }.joined(separator: ", ")
            let step = step.map { ", step: \($0)" } ?? ""
            let results = try folder.run(
                ScenarioFolder.network + "observe: [\(observe)]",
                set: ["integrate={method: \(method), until: 2, tolerance: 1e-6\(step)}"], to: name)
            return try results.text("nodes.csv").split(separator: "\n")
        }
        let seldom = try rows("seldom", every: ["1"])
        #expect(seldom.count == 1 + 3 * 3)
        for (name, every, step) in [("often", "0.01", nil), ("oddly", "0.25", nil), ("step", "0.5", "0.125")] {
            let more = try rows(name, every: [every, "1"], step: step)
            #expect(more.count > seldom.count)
            #expect(Set(seldom).isSubset(of: more), "\(name)")
        }
        #expect(try rows("two", every: ["1", "0.001"]) == seldom)
    }
}
