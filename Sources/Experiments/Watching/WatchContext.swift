import SimulationEngine

/// The context that the readers of the blocks share: what is simulated, and what has been read so far.
package final class WatchContext<Model: SimulationModel> {
    package let system: WatchedSystem
    let quantities = QuantityCatalog<Model>()
    package let tables = TableReader()
    let nodeChanges: NodeChanges

    /// Before this time nothing stops the run.
    var earliestStop = Double.infinity

    init(_ system: WatchedSystem) {
        self.system = system
        nodeChanges = NodeChanges(besides: system.nodeCount ?? 0)
    }

    /// Reads which nodes are meant, and which of their fields.
    package var nodes: NodeReader { NodeReader(system: system, changes: nodeChanges) }
}
