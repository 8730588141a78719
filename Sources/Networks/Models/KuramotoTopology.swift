/// Which oscillators act on each other, and how their coupling strength *K* is meant.
public enum KuramotoTopology: Equatable, Sendable {
    /// Those that are joined by an edge: the sum over edges is multiplied by *K*, and not divided by anything.
    case edges

    /// All on all: the sum over all *n* oscillators is multiplied by *K*/*n*. Costs no more than O(*n*), whatever the graph,
    /// which has to be complete or to have no edges.
    case meanField
}
