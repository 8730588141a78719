import Foundation
import ScenarioFiles
import Synchronization
import TestSupport

@testable import Sweeps

/// A scenario that takes some milliseconds, and what it varies.
let walk = """
    name: Walk
    seed: 5
    graph: {barabasi-albert: {nodes: 40, edges-per-node: 2}}
    model: {sir: {infection: 0.5, recovery: 1, initial: {infected: 0.1}}}
    integrate: {method: event-driven, until: 3, step: 1}
    observe: [{quantity: infected, every: 1}]
    """

extension TemporaryDirectory {
    /// Stores a sweep of the scenario.
    func sweep(_ block: String, _ scenario: String = walk, in directory: String = "out") throws -> Sweep {
        try Sweep(contentsOf: write("\(scenario)\nsweep: \(block)", to: "s.yml"), in: path(of: directory))
    }
}

extension Sweep {
    /// Its tables put together.
    func collected(_ table: String? = nil, summarised: Bool = false) throws -> String {
        var bytes: [UInt8] = []
        let table = try SweepTable(of: self, named: table)
        try (summarised ? table.writeSummary : table.write) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The names of its runs.
    func names() throws -> [String] { try (0..<plan.runCount).map { try plan.run($0).name } }
}

/// Counts on several threads.
final class Count: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .relaxed) }
    func add() { number.add(1, ordering: .relaxed) }
}
