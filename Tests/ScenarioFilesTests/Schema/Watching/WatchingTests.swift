import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite struct WatchingTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let everything = """
          - {nodes: {where: phase > 1}, every: 0.5, name: some}
          - {nodes: all, ring: {last: 2, when: end}, name: ring, format: json-lines}
          - {quantity: {name: total, sum: phase}, when: {any: [{if: total > 1}, {changed: {of: total, by: 0.1}}, end]}}
          - {quantity: {name: spread, quantiles: {of: phase, fractions: [0.1, 0.9]}}, when: {logarithmic: {from: 0.5}}}
          - {statistics: {of: total, histogram: {range: [0, 9], bins: 3}, autocorrelation: {}, spectrum: {segment: 4}}}
          - {changes: {nodes: {where: phase > 1}}}
          - {crossing: {of: order-parameter, level: 0.9}}
          - {crossing: {of: {field: phase}, level: 1.1}}
          - {first-passages: {of: phase, above: 1.2}}
          - interventions: all

        """

    private static let interventions = """
        intervene: [{when: {at: 1}, kick: {node: a, phase: 0}}]
        stop: [{when: {if: total > 1e9}}]
        """

    @Test(
        "Watching changes nothing: the same bytes, whatever else is observed",
        arguments: [
            "{method: runge-kutta-4, step: 0.5, until: 4}", "{method: rkf45, step: 0.5, until: 4, tolerance: 1e-6}",
        ])
    func watchingChangesNothing(integrate: String) throws {
        let text = ScenarioFolder.network + "observe:\n  - nodes: all\n"
        let alone = try folder.run(text, set: ["integrate=\(integrate)"], to: "alone")
        let watched = try folder.run(
            text + Self.everything + Self.interventions, set: ["integrate=\(integrate)"], to: "watched")
        #expect(try alone.text("nodes.csv") == watched.text("nodes.csv"))
        #expect(try watched.files().count == 17)
    }

    @Test("What is stored of a scenario gives the same bytes again, also of itself")
    func again() throws {
        let text = ScenarioFolder.network + "observe:\n  - nodes: all\n" + Self.everything + Self.interventions
        let first = try folder.run(text, to: "first")
        let stored = try Scenario(contentsOf: first.path + "/scenario.yml")
        let directory = try ResultDirectory(creating: folder.directory.path(of: "second"))
        try stored.run(in: directory)
        #expect(try first.contents() == ScenarioFolder.Results(path: directory.path).contents())
    }

    @Test("All defaults are written out")
    func defaults() throws {
        let text =
            FreeOscillators.text + """
                observe:
                  - crossing: {of: {mean: phase}, above: 1}
                  - first-passages: {of: phase, above: 1}
                  - changes: {}
                intervene:
                  - kick: {phase: 1}
                stop:
                  - converged: {mean-of: order-parameter, relative-error: 0.1}
                """
        #expect(
            try folder.run(text).text("scenario.yml").hasSuffix(
                """
                observe:
                - crossing:
                    of:
                      mean: phase
                      over: all
                      name: 'mean'
                    above: 1
                    hysteresis: 0
                    tolerance: 1e-12
                  format: csv
                  to: file
                  name: 'crossings'
                - first-passages:
                    of: phase
                    above: 1
                    nodes: all
                  format: csv
                  to: file
                  name: 'first-passages'
                - changes:
                    nodes: all
                    fields: [phase]
                    old: false
                    memberships-only: false
                  format: csv
                  to: file
                  name: 'changes'
                intervene:
                - kick:
                    phase: 1
                    nodes: all
                  when: start
                  once: false
                  name: 'kick'
                stop:
                - converged:
                    mean-of: order-parameter
                    relative-error: 0.1
                    every: 0.5
                name: 'test'
                seed: 0
                threads: 1

                """))
    }

    @Test("All problems of all blocks are told at once")
    func allProblems() throws {
        let text =
            FreeOscillators.text + """
                observe:
                  - {nodes: {where: phas > 1}, every: 0.3}
                  - {crossing: {of: order, above: x}}
                intervene:
                  - {kick: {node: z, phase: 1 +}}
                stop:
                  - {when: {at: 7}}
                  - {crossing: {of: order-parameter}}
                """
        let problems = try #require(try folder.problems(text))
        let places = problems.split(separator: "\n").compactMap { line in
            line.hasPrefix("test.yml:") ? line.split(separator: " ")[0] : nil
        }
        #expect(
            places == [
                "test.yml:5:21:", "test.yml:5:39:", "test.yml:6:21:", "test.yml:6:35:", "test.yml:8:19:",
                "test.yml:8:32:", "test.yml:10:17:", "test.yml:11:16:",
            ], "\(problems)")
    }

    @Test("A scenario about nothing has the other problems told, too")
    func withoutSubject() throws {
        let problems = try folder.problems(
            "model: {kuramoto: {}}\nintegrate: {method: rkf45, until: 1}\nintervene: []\nstop: []\n")
        #expect(problems?.hasSuffix("\n1 error") == true, "\(problems ?? "")")
    }
}
