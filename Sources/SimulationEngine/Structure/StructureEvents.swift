import ObserverCore

/// Tells of nodes that have come or gone, by their numbers; see ``Simulation/births`` and ``Simulation/deaths``.
public final class NodeEvents: ObservableObject {
    /// Carries the numbers of the nodes.
    public let messenger = Messenger<Int>()

    init() {}
}

/// Tells of changes of edges; see ``Simulation/edgeChanges``.
public final class EdgeEvents: ObservableObject {
    /// Carries the changes.
    public let messenger = Messenger<EdgeChange>()

    init() {}
}
