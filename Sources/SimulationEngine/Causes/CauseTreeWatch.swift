import ObserverCore

/// Follows who brings about whose jump in a simulation, with nodes that pass something on at the beginning or by an intervention as
/// roots.
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
    private var trace: JumpTrace?

    /// Begins to follow a simulation, which is not kept alive.
    ///
    /// - Complexity: O(n) for n nodes.
    public init(_ simulation: Simulation<Model>) {
        passesOn = simulation.model.passesOn
        let trace = JumpTrace { [weak self] jumps in self?.note(jumps) }
        self.trace = trace
        for node in simulation.nodes.indices {
            let state = Int(simulation.model.value(ofField: 0, at: node))
            if passesOn[state] { knownTree.addRoot(node, at: simulation.moment.time) }
        }
        simulation.model.addTrace(trace)
        observe(simulation.interventions) { [unowned self] (intervention: Intervention) in note(intervention) }
    }

    private func note(_ jumps: [TracedJump]) {
        for jump in jumps where jump.source >= 0 && passesOn[Int(jump.new)] {
            knownTree.add(Int(jump.node), by: Int(jump.source), at: jump.time)
        }
    }

    private func note(_ intervention: Intervention) {
        guard case .node(let node) = intervention.subject, let new = intervention.changes.first?.new else { return }
        trace?.handOver()
        if passesOn[Int(new)] { knownTree.addRoot(node, at: intervention.moment.time) } else { knownTree.forget(node) }
    }
}

extension CauseTreeWatch: Resumable {
    /// Archives the tree.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        trace?.handOver()
        try knownTree.archive(in: archive)
    }
}
