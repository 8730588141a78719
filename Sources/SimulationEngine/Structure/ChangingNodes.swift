/// A model whose nodes can be added and removed during a run.
///
/// Its ``SimulationModel/population`` tells which are present. A node that has gone keeps its last state, takes no part
/// in anything, and counts in no quantity.
public protocol ChangingNodes: SimulationModel {
    /// Adds a node, and tells the population.
    ///
    /// - Parameters:
    ///   - state: The state in which it begins.
    ///   - parent: A node that is present, whose properties besides the state, such as its mass, it has, too. Those of a
    ///     node without a parent are what the model says.
    ///   - name: Its name, in a model whose nodes have names.
    /// - Returns: Its number.
    /// - Throws: The problem with it; nothing has changed then.
    func addNode(_ state: NodeState, like parent: Int?, name: String?) throws -> Int

    /// Removes a node that is present, and tells the population.
    ///
    /// - Throws: Why it cannot go; nothing has changed then.
    func removeNode(_ node: Int) throws
}

extension SimulationModel {
    /// Tests if a node is there: in range, and not removed.
    public func isPresent(_ node: Int) -> Bool {
        population?.contains(node) ?? (0..<nodeCount).contains(node)
    }

    /// The numbers of all nodes that are there, in order.
    ///
    /// - Complexity: O(n) for n nodes; O(1) where nodes come and go, unless they just have.
    public var presentNodes: [Int] {
        population?.members ?? Array(0..<nodeCount)
    }

    /// Those of given nodes that are there, in their order.
    public func present(_ nodes: [Int]) -> [Int] {
        guard let population, !population.isComplete else { return nodes }
        return nodes.filter(population.contains)
    }
}
