/// The nodes of a model that come and go, of which the present ones are simulated.
///
/// A node keeps its number for ever, also after it has gone. Numbers are not used again.
///
/// A model that conforms to ``ChangingNodes`` owns one, and tells it of each change.
public final class Population {
    /// What has become of a node.
    enum Change: Equatable {
        case added(Int)
        case removed(Int)
    }

    /// The number of present nodes.
    public private(set) var presentCount: Int

    private var isPresent: ContiguousArray<Bool>
    private var knownMembers: [Int]?
    private var changes: [Change] = []

    /// Creates a population all of whose nodes are present.
    public init(nodeCount: Int) {
        isPresent = ContiguousArray(repeating: true, count: nodeCount)
        presentCount = nodeCount
    }

    /// The number of all nodes that there have ever been.
    public var nodeCount: Int { isPresent.count }

    /// Whether all nodes that there have ever been are present.
    public var isComplete: Bool { presentCount == isPresent.count }

    /// Whether a node is present.
    public func contains(_ node: Int) -> Bool {
        isPresent.indices.contains(node) && isPresent[node]
    }

    /// The numbers of the present nodes, in order.
    ///
    /// - Complexity: O(n) after a change, O(1) otherwise.
    public var members: [Int] {
        if let knownMembers { return knownMembers }
        let members = isPresent.indices.filter { isPresent[$0] }
        knownMembers = members
        return members
    }

    /// Takes note of a new node.
    ///
    /// - Returns: Its number, the next one.
    /// - Complexity: O(1) amortised.
    public func add() -> Int {
        isPresent.append(true)
        presentCount += 1
        note(.added(isPresent.count - 1))
        return isPresent.count - 1
    }

    /// Takes note that a node has gone.
    ///
    /// - Precondition: The node is present.
    public func remove(_ node: Int) {
        precondition(contains(node), "only a node that is present can go")
        isPresent[node] = false
        presentCount -= 1
        note(.removed(node))
    }

    /// Takes back that a node was added last, of which nobody has been told.
    package func takeBack() {
        isPresent.removeLast()
        presentCount -= 1
        changes.removeLast()
        knownMembers = nil
    }

    private func note(_ change: Change) {
        knownMembers = nil
        changes.append(change)
    }

    /// Whether there is something to tell.
    var hasChanged: Bool { !changes.isEmpty }

    /// Hands over what has become of nodes since this was asked for last.
    func takeChanges() -> [Change] {
        defer { changes = [] }
        return changes
    }
}

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
    /// - Throws: What is wrong with it; nothing has changed then.
    func addNode(_ state: NodeState, like parent: Int?, name: String?) throws -> Int

    /// Removes a node that is present, and tells the population.
    ///
    /// - Throws: Why it cannot go; nothing has changed then.
    func removeNode(_ node: Int) throws
}

extension SimulationModel {
    /// Whether a node is there: in range, and not removed.
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
