import Descriptions
import SimulationEngine

/// Asks a recorded run why a node is in its state at a time.
package struct CauseQuestion {
    private let directory: String
    private let node: String
    private let time: Double

    package init(directory: String, node: String, time: Double) {
        (self.directory, self.node, self.time) = (directory, node, time)
    }

    /// Carries the run out once more, up to its end, and follows the causes.
    ///
    /// - Throws: As `ReplayedRun`; ``ReplayError/noNode(_:)``.
    package func chain() throws -> CauseChain { try chain(changing: []) }

    /// Tests if a node would not be in the state that a chain explains if there were no edge between two others.
    ///
    /// - Parameters:
    ///   - source: The node from which the edge leads, by its name or number.
    ///   - target: The node to which it leads.
    ///   - chain: What is to be explained.
    /// - Returns: Whether the state of the node is another one then.
    /// - Throws: As `ReplayedRun`.
    package func isNecessary(from source: String, to target: String, for chain: CauseChain) throws -> Bool {
        let edge = "remove-edge: {from: \(source.inDoubleQuotesUnlessNumber), to: \(target.inDoubleQuotesUnlessNumber)}"
        let other = try self.chain(changing: ["{when: start, \(edge)}"])
        return other.events.first?.new != chain.events.first?.new
    }

    private func chain(changing interventions: [String]) throws -> CauseChain {
        let folder = try FileSystem.createTemporaryFolder()
        defer { try? FileSystem.remove(folder) }
        let name = "causes-of-a-question"
        let replay = try ReplayedRun(
            of: directory, adding: "observe: [{causes: all, name: \(name)}]", intervening: interventions)
        let known = label(in: replay.scenario.model)
        let path = "\(folder)/run"
        var results = try ResultDirectory(creating: path)
        results.isDurable = false
        try replay.carryOut(in: results)
        let chain = try CauseChain(of: known ?? node, at: time, in: "\(path)/\(name).csv")
        // One that has come during the run is only known by what has changed it.
        guard known != nil || !chain.events.isEmpty else { throw ReplayError.noNode(node) }
        return chain
    }

    /// The name of the node in tables or, where nodes have none, its number; `nil` if there is none at the beginning.
    private func label(in model: any SimulationModel) -> String? {
        let nodes = 0..<model.nodeCount
        if nodes.contains(where: { model.name(of: $0) == node }) { return node }
        guard let number = Int(node), nodes.contains(number), model.name(of: number) == nil else { return nil }
        return String(number)
    }
}

extension String {
    /// The text as YAML takes a node.
    fileprivate var inDoubleQuotesUnlessNumber: String { Int(self) == nil ? inDoubleQuotes : self }
}
