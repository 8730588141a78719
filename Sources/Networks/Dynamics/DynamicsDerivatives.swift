/// The derivatives of the rate of change of a vertex.
public struct RateDerivatives<State: VertexVector> {
    /// By each number of its state.
    public var byState: [State]

    /// By each number of the input.
    public var byInput: [State]

    /// By the time.
    public var byTime: State

    /// Creates derivatives.
    public init(byState: [State], byInput: [State], byTime: State = .zero) {
        self.byState = byState
        self.byInput = byInput
        self.byTime = byTime
    }
}

/// The derivatives of what an edge brings to a vertex.
public struct InfluenceDerivatives<State: VertexVector> {
    /// By each number of the state of the vertex from which the edge comes.
    public var byNeighbour: [State]

    /// By each number of the state of the vertex to which it leads.
    public var byState: [State]

    /// Creates derivatives.
    public init(byNeighbour: [State], byState: [State]) {
        self.byNeighbour = byNeighbour
        self.byState = byState
    }
}
