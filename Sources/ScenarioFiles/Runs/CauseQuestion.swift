import Descriptions
import SimulationEngine

/// Asks a recorded run why a node is in its state at a time, or why something came to be so.
package struct CauseQuestion {
    /// The subject.
    package enum Subject {
        /// The state at a time, or at the end, of a node, by its name, or its number where nodes have none.
        case state(of: String, time: Double?)

        /// The event by which a condition first came to hold: one over quantities, or over the fields of a node.
        case first(String, ofNode: String?)
    }

    private let directory: String
    private let subject: Subject

    package init(about subject: Subject, in directory: String) {
        (self.directory, self.subject) = (directory, subject)
    }

    /// Carries the run out once more, up to the time or the event that is asked about, and follows the causes.
    ///
    /// - Throws: As `ReplayedRun`; ``ReplayError/noNode(_:)``, ``ReplayError/neverComesToHold(_:)``,
    ///   ``ReplayError/noEvent(_:time:)``; `ScenarioError` if a condition cannot be read.
    package func chain() throws -> CauseChain {
        switch subject {
        case .state(let node, let time): try chain(of: node, at: time)
        case .first(let condition, let node): try chain(ofFirst: condition, node)
        }
    }

    /// Tests if a node would not be in the state, or not have the event at its time, that a chain explains if there were no edge between two
    /// others.
    ///
    /// - Parameters:
    ///   - source: The node from which the edge leads, by its name or number.
    ///   - target: The node to which it leads.
    ///   - chain: The chain in question.
    /// - Returns: True if the state of the node is another one then, or it has no such event at the time.
    /// - Throws: As `ReplayedRun`; ``ReplayError/fixedEdges``.
    package func isNecessary(from source: String, to target: String, for chain: CauseChain) throws -> Bool {
        guard try ReplayedRun(of: directory).scenario.model is any ChangingEdges else { throw ReplayError.fixedEdges }
        let edge = "remove-edge: {from: \(source.inDoubleQuotesUnlessNumber), to: \(target.inDoubleQuotesUnlessNumber)}"
        // Of events, there may be others later.
        let time = chain.isOfEvents ? chain.events.first?.time ?? chain.time : chain.time
        let other = try self.chain(of: chain.node, at: time, changing: ["{when: start, \(edge)}"])
        return !other.hasSameEnd(as: chain)
    }
}

// MARK: - The two questions

extension CauseQuestion {
    private static let causes = "causes-of-a-question"
    private static let crossing = "crossing-of-a-question"

    /// The chain of the last event up to a time, or to the end of the run, of a node if one is given.
    private func chain(of node: String?, at time: Double?, changing interventions: [String] = []) throws -> CauseChain {
        let replay = try ReplayedRun(of: directory, adding: Self.observing(), intervening: interventions)
        let time = time ?? replay.scenario.experiment.endTime
        return try carryOut(replay, until: time) { folder in
            let chain = try CauseChain(of: node, at: time, in: "\(folder)/\(Self.causes).csv")
            // One that has come during the run is only known by what has changed it.
            if let node, chain.events.isEmpty, replay.scenario.model.number(called: node) == nil {
                throw ReplayError.noNode(node)
            }
            return chain
        }
    }

    private func chain(ofFirst condition: String, _ node: String?) throws -> CauseChain {
        let span = try firstSpan(of: condition, node)
        let chain = try chain(of: node, at: span.upperBound)
        let isStep = span.lowerBound < span.upperBound
        let isFound = chain.events.first.map { event in
            // What happened at the beginning of a step was seen there.
            isStep
                ? event.time > span.lowerBound
                : event.time >= span.lowerBound - CauseChain.exactness(at: span.lowerBound)
        }
        guard isFound == true else { throw ReplayError.noEvent(condition, time: span.upperBound) }
        return chain
    }

    /// Between which times a condition first comes to hold, by the last change or event in them.
    private func firstSpan(of condition: String, _ node: String?) throws -> ClosedRange<Double> {
        let experiment = try ReplayedRun(of: directory).scenario.experiment
        let model = experiment.anyModel
        let number = try node.map { node in
            guard let number = model.number(called: node) else { throw ReplayError.noNode(node) }
            return number
        }
        try experiment.check(AwaitedCondition(text: condition, node: number))
        let ofNode = number.map { "node == \($0) and (\(condition))".inDoubleQuotes }
        if case .events = (model as? any TracedModel)?.jumps {
            return try ofNode.map { try firstJoining(of: $0, condition) } ?? firstStep(of: condition)
        }
        let truth =
            ofNode.map { "{count: \($0), name: number-of-a-question}" } ?? "if(\(condition), 1, 0)".inDoubleQuotes
        let time = try firstTime(in: "{crossing: {of: \(truth), above: 0.5}, then: stop, name: \(Self.crossing)}") {
            rows in
            rows.first?.first
        }
        guard let time else { throw ReplayError.neverComesToHold(condition) }
        return time...time
    }

    /// When a condition of a node first comes to hold where it may do so by an event, which no crossing tells.
    private func firstJoining(of condition: String, _ words: String) throws -> ClosedRange<Double> {
        let changes = "{changes: {nodes: {where: \(condition)}, memberships-only: true}, name: \(Self.crossing)}"
        let time = try firstTime(in: changes) { rows in rows.first { $0.contains("joined") }?.first }
        guard let time else { throw ReplayError.neverLasts(words) }
        return time...time
    }

    /// The step by which a condition over quantities first holds where it may do so by an event.
    private func firstStep(of condition: String) throws -> ClosedRange<Double> {
        let truth = "{quantity: \("if(\(condition), 1, 0)".inDoubleQuotes), name: \(Self.crossing)}"
        var start: Double?
        let end = try firstTime(in: truth) { rows in
            let first = rows.firstIndex { $0.last.flatMap { Double($0) } == 1 }
            start = first.flatMap { $0 > 0 ? Double(rows[$0 - 1].first ?? "") : nil }
            return first.flatMap { rows[$0].first }
        }
        guard let start, let end else { throw ReplayError.neverComesToHold(condition) }
        return start...end
    }

    /// A time in the rows of a table that is recorded beside the run.
    private func firstTime(in observation: String, _ find: ([[String]]) -> String?) throws -> Double? {
        let replay = try ReplayedRun(of: directory, adding: Self.observing(observation), mayEndEarlier: true)
        return try carryOut(replay) { folder in
            let rows = CSVRecords.records(of: try InputFile("\(folder)/\(Self.crossing).csv").bytes()[...])
            return find(Array(rows.dropFirst())).flatMap { Double($0) }
        }
    }

    /// The observations of a question, as the file of a replay has them.
    private static func observing(_ observation: String = "{causes: all, name: \(causes)}") -> String {
        "observe: [\(observation)]"
    }

    /// Carries a run out in a folder that is there only until its tables have been read.
    private func carryOut<Answer>(
        _ replay: ReplayedRun, until time: Double = .infinity, _ answer: (_ folder: String) throws -> Answer
    ) throws -> Answer {
        let folder = try FileSystem.createTemporaryFolder()
        defer { try? FileSystem.remove(folder) }
        var results = try ResultDirectory(creating: "\(folder)/run")
        results.isDurable = false
        var isReached = false
        let monitor = RunMonitor(
            onProgress: { isReached = $0.moment.time >= time }, shouldStop: { isReached })
        try replay.carryOut(in: results, monitor: monitor)
        return try answer(results.path)
    }
}

extension SimulationModel {
    /// The number of the node of a name or, where nodes have none, of a number; `nil` if there is none at the beginning.
    func number(called node: String) -> Int? {
        if let named = (0..<nodeCount).first(where: { name(of: $0) == node }) { return named }
        guard let number = Int(node), (0..<nodeCount).contains(number), name(of: number) == nil else { return nil }
        return number
    }
}

extension String {
    /// The text as YAML takes a node.
    fileprivate var inDoubleQuotesUnlessNumber: String { Int(self) == nil ? inDoubleQuotes : self }
}
