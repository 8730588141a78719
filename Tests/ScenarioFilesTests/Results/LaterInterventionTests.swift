import Foundation
import ScenarioTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import ScenarioFiles

/// Runs in which something else is done later on, which go on from a checkpoint of the run that they were made of.
@Suite struct LaterInterventionTests {
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder() }

    private static let sir = """
        seed: 5
        graph: {barabasi-albert: {nodes: 60, edges-per-node: 2}}
        model: {sir: {infection: 0.5, recovery: 0.5, initial: {infected: 0.05}}}
        integrate: {method: event-driven, until: 8}
        observe:
          - {quantities: [susceptible, infected], every: 0.5}
          - {causes: all}
          - {tree: table}
          - {interventions: all}
          - {crossing: {of: infected, level: 9}}
        checkpoints: {every: 1, keep: all}

        """

    /// Models of all kinds, with what is done from time 4 on.
    private static let runs: [(text: String, change: String)] = [
        (sir, "{when: {at: 4}, set: {nodes: [5, 9, 20], compartment: recovered}}"),
        (
            sir.replacingOccurrences(of: "sir: {", with: "sirs: {waning: 1, "),
            "{when: {at: 4}, remove-nodes: [0, 1, 2]}"
        ),
        (
            sir.replacingOccurrences(of: "method: event-driven", with: "method: event-driven, aligned: true"),
            "{when: {at: [4, 6]}, parameter: {infection: 0.9}}"
        ),
        (
            sir.replacingOccurrences(of: "method: event-driven", with: "method: tau-leaping, leap: 0.1")
                .replacingOccurrences(of: "  - {causes: all}\n  - {tree: table}\n", with: ""),
            "{when: {at: 4}, remove-nodes: [7]}"
        ),
        (
            ScenarioFolder.network.replacingOccurrences(of: "until: 2", with: "until: 8") + """
                observe:
                  - {nodes: all}
                  - {statistics: {of: order-parameter}, every: 0.5}
                  - {interventions: all}
                checkpoints: {every: 1, keep: all}

                """,
            "{when: {at: 4.5}, drive: {node: a, field: phase, as: 0.1 * time}, release: {at: 7}}"
        ),
        (
            """
            seed: 2
            particles: {lattice: {fcc: {cells: [3, 3, 3], constant: 1.6}}, temperature: 1}
            box: periodic
            interactions: [{lennard-jones: {cutoff: 2}}]
            integrate: {method: langevin, temperature: 1, friction: 1, step: 0.01, until: 0.8}
            observe: [{nodes: all, every: 0.1}, {quantity: temperature, every: 0.1}]
            checkpoints: {every: 0.1, keep: all}

            """, "{when: {at: 0.45}, kick: {nodes: [3], vx: 5}}"
        ),
    ]

    /// What a run has recorded.
    private func tables(in path: String) throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: path)
            .filter { !$0.hasPrefix("checkpoint") && $0.hasSuffix(".csv") }
            .reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: "\(path)/\($1)") }
    }

    /// Carries out the changed run of one that was run before.
    ///
    /// - Returns: The results, and the first step that was taken.
    private func changed(_ origin: String, _ interventions: String) throws -> (path: String, firstStep: Int) {
        let path = folder.directory.path(of: "changed")
        var first = Int.max
        let monitor = RunMonitor(onProgress: { first = min(first, $0.moment.step) })
        try ReplayedRun(of: origin, changing: [Override("intervene=[\(interventions)]")])
            .carryOut(in: ResultDirectory(creating: path), monitor: monitor)
        return (path, first)
    }

    @Test("the tables are those of a run from the beginning", arguments: runs.indices)
    func sameTables(number: Int) throws {
        let (text, change) = Self.runs[number]
        let origin = folder.directory.path(of: "results")
        try folder.run(text)
        let (path, first) = try changed(origin, change)
        let whole = try folder.run(text, set: ["intervene=[\(change)]"], to: "whole")
        #expect(try tables(in: path) == tables(in: whole.path))
        #expect(try tables(in: path) != tables(in: origin))
        #expect(first > 1)
        // It is a run like any other, whose own checkpoints know of the change.
        let store = CheckpointStore(directory: ResultDirectory(of: path, opening: .resuming))
        let checkpoint = try #require(store.keptNames().first)
        let branch = folder.directory.path(of: "branch")
        try BranchedRun(of: path, from: checkpoint, until: nil, in: branch).goOn()
        #expect(try tables(in: branch) == tables(in: whole.path))
    }

    @Test("interventions that both have may stand before and behind; other changes are made from the beginning")
    func places() throws {
        let old = "{when: {at: 1}, kick: {nodes: [b], phase: 1}, name: old}"
        let late = "{when: {at: 6}, kick: {nodes: [c], phase: 1}, name: late}"
        let new = "{when: {at: 5}, kick: {nodes: [a], phase: 1}, name: new}"
        let cases: [(interventions: String, isFromCheckpoint: Bool)] = [
            ("\(old), \(new), \(late)", true), ("\(new), \(old), \(late)", true), ("\(old), \(late)", true),
            ("\(old), \(new)", false), ("\(new)", false),
            ("\(old), \(late), {when: start, kick: {nodes: [a], phase: 1}}", false),
            ("\(old), \(late), {when: {if: order-parameter > 0.99}, kick: {nodes: [a], phase: 1}}", false),
            ("\(old), \(late), {when: {at: 5}, pin: {nodes: [a]}, release: {if: order-parameter > 0.99}}", false),
        ]
        for (interventions, isFromCheckpoint) in cases {
            let folder = try LaterInterventionTests()
            let text = Self.runs[4].text
            try folder.folder.run(text + "intervene: [\(old), \(late)]\n")
            let (path, first) = try folder.changed(folder.folder.directory.path(of: "results"), interventions)
            let whole = try folder.folder.run(text + "intervene: [\(interventions)]\n", to: "whole")
            #expect(try tables(in: path) == tables(in: whole.path), "\(interventions)")
            #expect((first > 1) == isFromCheckpoint, "\(interventions)")
        }
    }

    @Test("where a checkpoint is not one of this program the run begins at the beginning")
    func otherVersion() throws {
        let (text, change) = Self.runs[4]
        let origin = folder.directory.path(of: "results")
        try folder.run(text)
        for step in 0...16 {
            let path = "\(origin)/checkpoint-\(step)"
            guard var bytes = FileManager.default.contents(atPath: path) else { continue }
            bytes[8] ^= 1
            try bytes.write(to: URL(fileURLWithPath: path))
        }
        let (path, first) = try changed(origin, change)
        let whole = try folder.run(text, set: ["intervene=[\(change)]"], to: "whole")
        #expect(try tables(in: path) == tables(in: whole.path))
        #expect(first <= 1)
    }
}
