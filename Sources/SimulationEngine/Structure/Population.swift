/// The nodes of a model that come and go, of which the present ones are simulated.
///
/// A node keeps its number for ever, also after it has gone. Numbers are not used again.
///
/// A model that conforms to ``ChangingNodes`` owns one, and tells it of each change.
public final class Population {
    /// A change of a node.
    enum Change: Equatable {
        case added(Int)
        case removed(Int)
    }

    /// The number of present nodes.
    @exclusivity(unchecked)
    public internal(set) var presentCount: Int

    @exclusivity(unchecked)
    var isPresent: ContiguousArray<Bool>
    var knownMembers: [Int]?

    @exclusivity(unchecked)
    private var changes: [Change] = []

    /// Creates a population all of whose nodes are present.
    ///
    /// - Precondition: Their number is not negative, and there is a byte of memory for each.
    public init(nodeCount: Int) {
        precondition(nodeCount >= 0, "there cannot be \(nodeCount) nodes")
        isPresent = ContiguousArray(repeating: true, count: nodeCount)
        presentCount = nodeCount
    }

    /// The number of all nodes that there have ever been.
    public var nodeCount: Int { isPresent.count }

    /// True if all nodes that there have ever been are present.
    public var isComplete: Bool { presentCount == isPresent.count }

    /// Tests if a node is present.
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

    /// True if there is something to tell.
    var hasChanged: Bool { !changes.isEmpty }

    /// Hands over what has become of nodes since this was asked for last.
    func takeChanges() -> [Change] {
        defer { changes = [] }
        return changes
    }
}

extension Population: Resumable {
    /// Archives which nodes are present.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        var bytes = isPresent.map { $0 ? 1 as UInt8 : 0 }
        try archive.values(&bytes)
        guard archive.isReading else { return }
        isPresent = ContiguousArray(bytes.map { $0 != 0 })
        presentCount = isPresent.count { $0 }
        knownMembers = nil
    }
}
