import Foundation
import ScenarioFiles
import Synchronization
import TestSupport

@testable import Viewer

/// A run on a thread of its own that a server shows.
final class ViewedScenario {
    let folder: TemporaryDirectory
    let server: ViewerServer
    private let session: ViewerSession
    private let hasEnded = DispatchSemaphore(value: 0)

    static let pulse = """
        name: Pulse
        graph: {ring: {nodes: 12}}
        model: {fitzhugh-nagumo: {coupling: 1}}
        integrate: {method: runge-kutta-4, step: 0.05, until: 20}
        observe:
          - {nodes: all, every: 1, name: states}
          - {interventions: all}
        intervene:
          - set: {nodes: [0, 1], v: 1.5}

        """

    /// Runs the scenario without anybody who could look.
    static func files(of scenario: String, in folder: TemporaryDirectory, _ name: String) throws -> [String: Data] {
        let scenario = try Scenario(contentsOf: folder.write(scenario, to: "\(name).yml"))
        let directory = folder.path(of: name)
        try scenario.run(in: ResultDirectory(creating: directory))
        return try contents(of: directory)
    }

    /// The tables of a directory.
    static func contents(of directory: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".csv") }
        let files = try names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\($0)"))) }
        return Dictionary(uniqueKeysWithValues: files)
    }

    init(_ text: String = pulse, isPaused: Bool = true) throws {
        folder = try TemporaryDirectory()
        let path = try folder.write(text, to: "viewed.yml")
        let directory = folder.path(of: "viewed")
        let scenario = try Scenario(contentsOf: path)
        session = ViewerSession(record: ViewerRecord(in: directory), isPaused: isPaused, shouldStop: { false })
        server = try ViewerServer(of: session, greeting: ViewerGreeting(of: scenario, in: directory), port: 0)
        Thread.detachNewThread { [session, hasEnded] in
            let monitor = RunMonitor()
            monitor.viewer = session
            if let scenario = try? Scenario(contentsOf: path), let results = try? ResultDirectory(creating: directory) {
                try? scenario.run(in: results, monitor: monitor)
            }
            session.end()
            hasEnded.signal()
        }
    }

    deinit { server.close() }

    var port: Int { server.address.port }

    /// A page that looks at the run.
    func page(room: Int32? = nil) throws -> TestPage {
        let page = try TestPage(port: port, room: room)
        let answer = page.look(server.address.token)
        guard answer.hasPrefix("HTTP/1.1 200") else { throw POSIXError(.EACCES) }
        return page
    }

    /// Has a page let the run go on, and look at it to the end.
    func goOn() throws {
        let page = try page()
        page.say(#"{"do": "go"}"#)
        _ = page.frame { $0.contains("\"ended\"") }
    }

    /// Has a page set a node after 20 steps.
    ///
    /// - Returns: True if it is told that this is done.
    static func changeByHand(_ page: TestPage) -> Bool {
        page.say(#"{"do": "step", "number": 20}"#)
        _ = page.frame { $0.contains("\"paused\"") && $0.contains("\"step\": 20,") }
        page.say(#"{"do": "act", "text": "set: {node: 6, v: 1.7}"}"#)
        return page.text(with: "notice")?.contains("done before the next step") == true
    }

    /// The tables, once the run has ended.
    func files() throws -> [String: Data] {
        hasEnded.wait()
        return try Self.contents(of: folder.path(of: "viewed"))
    }
}
