import ObserverCore

/// Follows who brings about whose jump in a simulation. Roots are nodes that pass something on from the beginning, by an
/// intervention, or without a single neighbour that would have brought it about; of events, those that no message brought about.
public final class CauseTreeWatch<Model: TracedModel>: Observer {
    /// Keeps the observation of the interventions alive.
    public let receiver = Receiver()

    /// The tree up to the present moment.
    public var tree: CauseTree {
        trace?.handOver()
        return knownTree
    }

    private var knownTree = CauseTree()
    private let passesOn: [Bool]
    private let beginsAnew: Bool
    private let kind: JumpKind
    private var trace: JumpTrace?

    /// The number of the event that is the first vertex.
    private var firstNumber = 0

    /// Begins to follow a simulation, which is not kept alive.
    ///
    /// - Complexity: O(n) for n nodes.
    public init(_ simulation: Simulation<Model>) {
        passesOn = simulation.model.passesOn
        beginsAnew = simulation.model.beginsAnewByItself
        kind = simulation.model.jumps
        let trace = JumpTrace { [weak self] jumps in self?.note(jumps) }
        self.trace = trace
        if case .states = kind {
            for node in simulation.nodes.indices {
                let state = Int(simulation.model.value(ofField: 0, at: node))
                if passesOn[state] { knownTree.addRoot(node, at: simulation.moment.time) }
            }
        }
        simulation.model.addTrace(trace)
        observe(simulation.interventions) { [unowned self] (intervention: Intervention) in note(intervention) }
    }

    private func note(_ jumps: [TracedJump]) {
        for jump in jumps {
            switch kind {
            case .states: noteChange(jump)
            case .events: noteEvent(jump)
            }
        }
    }

    private func noteChange(_ jump: TracedJump) {
        guard passesOn[Int(jump.new)] else { return }
        if jump.source >= 0 {
            knownTree.add(Int(jump.node), by: Int(jump.source), at: jump.time)
        } else if jump.cause != .itself || !passesOn[Int(jump.old)] || beginsAnew {
            knownTree.addRoot(Int(jump.node), at: jump.time)
        }
    }

    /// All events are vertices, in the order of their numbers.
    private func noteEvent(_ jump: TracedJump) {
        if knownTree.vertices.isEmpty { firstNumber = jump.number }
        if jump.parent >= firstNumber {
            knownTree.add(Int(jump.node), under: jump.parent - firstNumber, at: jump.time)
        } else {
            knownTree.addRoot(Int(jump.node), at: jump.time)
        }
    }

    private func note(_ intervention: Intervention) {
        trace?.note(intervention, by: nil)
        guard case .states = kind, case .node(let node) = intervention.subject,
            let new = intervention.changes.first?.new
        else { return }
        if passesOn[Int(new)] { knownTree.addRoot(node, at: intervention.moment.time) } else { knownTree.forget(node) }
    }
}

extension CauseTreeWatch: Resumable {
    /// Archives the tree.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try trace?.archive(in: archive)
        try archive.count(&firstNumber)
        try knownTree.archive(in: archive)
    }
}
