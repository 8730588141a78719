import Foundation
import Plots
import ScenarioFiles
import Synchronization
import TestSupport
import Testing

@testable import Viewer

/// What a page sees of a run that is shown again.
@Suite(.serialized) struct ShownRunTests {
    /// Its nodes are noisy, it is changed, stopped, and watched by recorders of all kinds, which go on from checkpoints.
    private static let scenario = """
        name: Pulse
        seed: 4
        graph: {ring: {nodes: 12}}
        model: {fitzhugh-nagumo: {coupling: 1, noise: 0.05}}
        integrate: {method: euler-maruyama, step: 0.05, until: 20}
        intervene:
          - set: {nodes: [0, 1], v: 1.5}
          - {set: {node: 6, v: 2}, when: {at: [7]}}
        stop: [{when: {at: [15]}}]
        observe:
          - {nodes: all, every: 1, name: states}
          - {nodes: all, every: 1, to: standard-output, name: streamed}
          - {statistics: {of: {mean: v}}, every: 0.5, name: statistics}
          - {quantity: {name: mean-v, mean: v}, every: 1, name: means}
          - {crossing: {of: {field: v}, above: 1}, name: crossings}
          - {graph-file: graphml, every: 5, name: graphs}

        """

    @Test(
        "each moment is that which was recorded, in any order, and nothing is written",
        arguments: ["", "checkpoints: {every: 4, keep: all}\n"])
    func moments(checkpoints: String) throws {
        let folder = try TemporaryDirectory()
        let scenario = try Scenario(contentsOf: folder.write(Self.scenario + checkpoints, to: "pulse.yml"))
        let directory = folder.path(of: "pulse")
        try scenario.run(in: ResultDirectory(creating: directory))
        let before = try Self.contents(of: directory)
        #expect(before.keys.contains { $0.hasPrefix("checkpoint-") } != checkpoints.isEmpty)
        let rows = String(decoding: try #require(before["states.csv"]), as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: ",") }

        let shown = try ShownScenario(in: directory)
        let page = try shown.page()
        let means = String(decoding: try #require(before["means.csv"]), as: UTF8.self).split(separator: "\n")
        let curve = try #require(page.text(with: "greeting"))
        #expect(
            curve.contains("\"recorded\": [{\"name\": \"mean-v\"") && curve.contains(means[1].split(separator: ",")[1]))
        page.say(#"{"do": "colour", "number": 0}"#)
        for step in [100, 40, 300, 0, 160, 80, 20, 280, 300, 60] {
            page.say(#"{"do": "seek", "number": \#(step)}"#)
            let frame = try #require(page.frame { !$0.contains("\"running\"") && $0.contains("\"step\": \(step),") })
            let moment = rows.filter { Double($0[0]) == Double(step) / 20 }
            #expect(moment.count == 12 && frame.numbers.count == 12)
            #expect(zip(moment, frame.numbers).allSatisfy { Float(Double($0[2]) ?? .nan) == $1 }, "step \(step)")
        }
        page.say(#"{"do": "act", "text": "set: {node: 6, v: 1.7}"}"#)
        #expect(page.text(with: "notice")?.contains("not done") == true)
        shown.end()
        #expect(try Self.contents(of: directory) == before)
    }

    @Test func `a moment is reached from the last checkpoint before`() throws {
        let folder = try TemporaryDirectory()
        let text = Self.scenario + "checkpoints: {every: 4, keep: all}\n"
        let directory = folder.path(of: "pulse")
        try Scenario(contentsOf: folder.write(text, to: "pulse.yml")).run(in: ResultDirectory(creating: directory))
        let shown = try ShownRun(of: directory, preferring: ViewerRecord.fileName)
        for (sought, first) in [(300, 241), (241, 241), (240, 161), (80, 1), (0, 0)] {
            var steps: [Int] = []
            let monitor = RunMonitor(onProgress: { steps.append($0.moment.step) }, shouldStop: { true })
            try shown.carryOut(before: sought, monitor: monitor)
            #expect(steps == [first])
        }
    }

    @Test func `at its end a run shows all that is asked, and goes on from wherever it is sought`() throws {
        let run = try ViewedScenario()
        try run.goOn()
        _ = try run.files()
        let shown = try ShownScenario(in: run.folder.path(of: "viewed"))
        let page = try shown.page()
        page.say(#"{"do": "colour", "number": 0}"#)
        page.say(#"{"do": "go"}"#)
        _ = try #require(page.frame { $0.contains("\"ended\"") && $0.contains("\"step\": 400,") })
        page.say(#"{"do": "colour", "number": 1}"#)
        page.say(#"{"do": "watch", "number": 3}"#)
        _ = try #require(
            page.frame { $0.contains("[\"w\"]") && $0.contains("\"node\": 3") && $0.contains("\"ended\"") })
        for _ in 0..<20 {
            page.say(#"{"do": "seek", "number": 100}"#)
            page.say(#"{"do": "seek", "number": 30}"#)
            page.say(#"{"do": "seek", "number": 120}"#)
            _ = try #require(page.frame { $0.contains("\"paused\"") && $0.contains("\"step\": 120,") })
        }
        page.say(#"{"do": "seek", "number": 30}"#)
        page.say(#"{"do": "step", "number": 2}"#)
        _ = try #require(page.frame { $0.contains("\"paused\"") && $0.contains("\"step\": 32,") })
        shown.end()
    }

    @Test func `what was done by hand is shown, too`() throws {
        let run = try ViewedScenario()
        let page = try run.page()
        #expect(ViewedScenario.changeByHand(page))
        page.say(#"{"do": "go"}"#)
        let states = String(decoding: try #require(run.files()["states.csv"]), as: UTF8.self)
        let last = states.split(separator: "\n").suffix(12).map { $0.split(separator: ",") }

        let shown = try ShownScenario(in: run.folder.path(of: "viewed"))
        let other = try shown.page()
        other.say(#"{"do": "colour", "number": 0}"#)
        other.say(#"{"do": "seek", "number": 400}"#)
        let frame = try #require(other.frame { $0.contains("\"step\": 400,") })
        #expect(zip(last, frame.numbers).allSatisfy { Float(Double($0[2]) ?? .nan) == $1 })
        shown.end()
    }

    @Test func `a moment that there is not, or a run that goes on, ends the connection`() throws {
        let run = try ViewedScenario()
        let page = try run.page()
        page.say(#"{"do": "seek", "number": 3}"#)
        #expect(page.isClosed())
        try run.goOn()
        _ = try run.files()
        let shown = try ShownScenario(in: run.folder.path(of: "viewed"))
        let other = try shown.page()
        other.say(#"{"do": "seek", "number": 401}"#)
        #expect(other.isClosed())
        shown.end()
    }

    @Test func `there has to be a run`() throws {
        let folder = try TemporaryDirectory()
        #expect(throws: ResumptionError.noResults(path: folder.path)) {
            try ShownRun(of: folder.path, preferring: ViewerRecord.fileName)
        }
    }

    private static func contents(of directory: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).filter { !$0.hasPrefix(".layout") }
        let files = try names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\($0)"))) }
        return Dictionary(uniqueKeysWithValues: files)
    }
}

/// A run that is shown again on a thread of its own.
private final class ShownScenario {
    private let server: ViewerServer
    private let mustEnd = Flag()
    private let hasEnded = DispatchSemaphore(value: 0)

    private final class Flag: Sendable {
        let isSet = Atomic<Bool>(false)
    }

    init(in directory: String) throws {
        let shown = try ShownRun(of: directory, preferring: ViewerRecord.fileName)
        let session = ViewerSession(record: nil, isPaused: true) { [mustEnd] in mustEnd.isSet.load(ordering: .relaxed) }
        let recorded = try RecordedCurves(of: directory, atMost: 10).curves.map {
            ViewerCurve(name: $0.name, points: $0.points)
        }
        let greeting = ViewerGreeting(of: try shown.scenario(), in: directory, canSeek: true, recorded: recorded)
        server = try ViewerServer(of: session, greeting: greeting, port: 0)
        Thread.detachNewThread { [hasEnded, mustEnd] in
            defer { hasEnded.signal() }
            guard let shown = try? ShownRun(of: directory, preferring: ViewerRecord.fileName) else { return }
            while !mustEnd.isSet.load(ordering: .relaxed) {
                let monitor = RunMonitor(
                    shouldStop: { session.isSoughtBack || mustEnd.isSet.load(ordering: .relaxed) },
                    onWarning: { Issue.record("\($0)") })
                monitor.viewer = session
                try? shown.carryOut(before: session.takeSoughtStep(), monitor: monitor)
            }
        }
    }

    func page() throws -> TestPage {
        let page = try TestPage(port: server.address.port)
        let answer = page.look(server.address.token)
        guard answer.hasPrefix("HTTP/1.1 200") else { throw POSIXError(.EACCES) }
        return page
    }

    func end() {
        mustEnd.isSet.store(true, ordering: .relaxed)
        hasEnded.wait()
        server.close()
    }
}
