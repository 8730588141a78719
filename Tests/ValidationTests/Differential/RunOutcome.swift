import Foundation
import ScenarioFiles
import SimulationEngine
import TestSupport

/// What a run of a scenario has left behind.
struct RunOutcome {
    let path: String
    let endTime: Double
    let reason: String?

    /// Carries out a scenario; one that is interrupted goes on.
    init(_ yaml: String, interruptedAfter step: Int? = nil, in place: TemporaryDirectory, as name: String) throws {
        path = place.path(of: name)
        let file = try place.write(yaml, to: "\(name).yml")
        var reached = 0
        let monitor = RunMonitor(
            onProgress: { reached = $0.moment.step }, shouldStop: { step.map { reached >= $0 } ?? false })
        let scenario = try Scenario(contentsOf: file)
        try scenario.run(in: ResultDirectory(creating: path), monitor: monitor)
        if monitor.wasStopped { try UnfinishedRun(in: path).goOn() }
        let manifest = try Data(contentsOf: URL(fileURLWithPath: path + "/manifest.json"))
        let object = try JSONSerialization.jsonObject(with: manifest) as? [String: Any]
        let end = object?["end"] as? [String: Any]
        endTime = (end?["time"] as? NSNumber)?.doubleValue ?? .nan
        reason = end?["stopped"] as? String
    }

    /// Whether a scenario can be read and run.
    static func isAccepted(_ yaml: String, in place: TemporaryDirectory) throws -> Bool {
        do {
            _ = try Scenario(contentsOf: place.write(yaml, to: "accepted.yml"))
            return true
        } catch is ScenarioError {
            return false
        }
    }

    /// What a run finds, or why it fails: answers may bring about ever sooner what they answer.
    static func findings(
        of yaml: String, interruptedAfter step: Int? = nil, in place: TemporaryDirectory, as name: String
    ) throws -> [String: String] {
        do {
            return try RunOutcome(yaml, interruptedAfter: step, in: place, as: name).findings()
        } catch let error as SimulationError {
            guard case .tooManyCrossings = error else { throw error }
            return ["end": "\(error)"]
        }
    }

    func table(_ name: String) throws -> CSVColumns { try CSVColumns(contentsOf: "\(path)/\(name).csv") }

    /// All that must be the same, however one looks: tables by their names, and the end.
    private func findings() throws -> [String: String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: path)
        var findings = ["end": "\(endTime) \(reason ?? "")"]
        for file in files where file.hasPrefix("w-") {
            let text = try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
            findings[file] = file.hasPrefix("w-interventions") ? Self.withoutSteps(text) : text
        }
        return findings
    }

    /// A table without its second column, the number of the step, which follows from how long steps are.
    private static func withoutSteps(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            var cells = line.split(separator: ",", omittingEmptySubsequences: false)
            cells.remove(at: 1)
            return cells.joined(separator: ",")
        }.joined(separator: "\n")
    }
}

/// Everything at each moment of a fine grid.
struct FullRecord {
    private(set) var times: [Double] = []
    private var fields: [String: [[Double]]] = [:]
    private var quantities: [[Double]] = []

    init(_ outcome: RunOutcome, of system: RandomSystem) throws {
        let rows = try outcome.table("record")
        let nodes = rows.numbers("node")
        let nodeCount = Int(nodes.max() ?? -1) + 1
        let rowTimes = rows.numbers("time")
        times = stride(from: 0, to: rows.count, by: nodeCount).map { rowTimes[$0] }
        for field in system.fields {
            let values = rows.numbers(field)
            fields[field] = (0..<nodeCount).map { node in
                stride(from: node, to: values.count, by: nodeCount).map { values[$0] }
            }
        }
        quantities = try system.quantities.indices.map { number in
            let table = try outcome.table("record-q\(number)")
            return table.numbers(table.header[1])
        }
    }

    /// The values of what is watched at all times: of each node, or of the one quantity.
    func series(_ subject: Watch.Subject, in system: RandomSystem) -> [[Double]] {
        switch subject {
        case .field(let field): fields[field] ?? []
        case .quantity(let name): system.quantities.firstIndex(of: name).map { [quantities[$0]] } ?? []
        }
    }

    func quantity(_ number: Int) -> [Double] { quantities[number] }

    func range(ofField field: String) -> ClosedRange<Double> {
        Self.range((fields[field] ?? []).flatMap { $0 })
    }

    func range(ofQuantity number: Int) -> ClosedRange<Double> { Self.range(quantities[number]) }

    private static func range(_ values: [Double]) -> ClosedRange<Double> {
        (values.min() ?? 0)...(values.max() ?? 0)
    }
}
