import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Runs of one huge step, which can be stopped and stored within it.
@Suite struct StepCheckpointTests {
    private let folder: ScenarioFolder
    private let path: String

    init() throws {
        folder = try ScenarioFolder()
        path = folder.directory.path(of: "results")
    }

    private static let methods = [
        "model: {sirs: {infection: 1.5, recovery: 1, waning: 5, initial: {infected: 0.2}}}\n"
            + "integrate: {method: event-driven, step: 250, until: 250}\n",
        "model: {sirs: {infection: 1.5, recovery: 1, waning: 5, initial: {infected: 0.2}}}\n"
            + "integrate: {method: tau-leaping, leap: 0.02, step: 30, until: 30}\n",
        "model: {voter: {noise: 0.01, shares: [0.5, 0.5]}}\nintegrate: {method: sweeps, step: 400, until: 400}\n",
        "model: {kuramoto: {coupling: 1, frequency: {normal: {mean: 0, deviation: 1}}}}\n"
            + "integrate: {method: rkf45, step: 40, until: 40}\n",
    ]

    private static func text(_ method: String, isWatched: Bool) -> String {
        let field = method.contains("sirs") ? "compartment" : method.contains("kuramoto") ? "phase" : "state"
        let watched = "{crossing: {of: {field: \(field), nodes: [3, 8]}, above: 0.5}}, "
        return "seed: 4\ngraph: {barabasi-albert: {nodes: 60, edges-per-node: 2}}\n" + method
            + "observe: [\(isWatched ? watched : ""){nodes: all, when: end}]\n"
    }

    /// What is written of results, without when they were.
    private func results(in path: String) throws -> [String: Data] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".csv") }
            .reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: "\(path)/\($1)") }
    }

    @Test("a run that is stopped within its only step, or killed, goes on", arguments: methods, [false, true])
    func stopped(method: String, isWatched: Bool) throws {
        let text = Self.text(method, isWatched: isWatched)
        let whole = try results(in: folder.run(text, to: "whole").path)
        #expect(whole.count == (isWatched ? 2 : 1))

        // Checkpoints that are due do not change a run. What lies there when the third is due is what a kill leaves behind.
        var asked = 0
        let killed = folder.directory.path(of: "killed")
        let stored = try folder.run(
            text, to: "stored",
            monitor: RunMonitor(shouldStore: {
                asked += 1
                if asked == 3 {
                    try? FileManager.default.copyItem(atPath: folder.directory.path(of: "stored"), toPath: killed)
                }
                return asked % 2 == 1
            }))
        #expect(asked > 4)
        #expect(try results(in: stored.path) == whole)
        #expect(FileManager.default.fileExists(atPath: "\(killed)/checkpoint"))
        try UnfinishedRun(in: killed).goOn()
        #expect(try results(in: killed) == whole)

        var questions = 0
        let monitor = RunMonitor(shouldStop: {
            questions += 1
            return questions == 4
        })
        try folder.run(text, to: "stopped", monitor: monitor)
        #expect(monitor.wasStopped && monitor.checkpointStep == 0)
        let stopped = folder.directory.path(of: "stopped")
        try UnfinishedRun(in: stopped).goOn()
        #expect(try results(in: stopped) == whole)
    }
}
