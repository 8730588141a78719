import Recording
import SimulationEngine

/// The changes of nodes by the interventions of a scenario, as far as they matter to what else is read.
final class NodeChanges {
    private let nodeCount: Int

    /// True if they hold or remove nodes.
    private(set) var holdOrRemoveNodes = false

    /// True if they add nodes, and the names that these get where nodes have names.
    private(set) var addNodes = false
    private(set) var addedNames: Set<String> = []

    /// Those of these names that have been read.
    private var givenNames: Set<String> = []

    /// Those that add nodes and have been read, in the order of the file.
    private var additions: [(name: String?, first: FirstDue, isOnce: Bool)] = []

    /// - Parameter nodeCount: The number of nodes that there are at the beginning.
    init(besides nodeCount: Int) {
        self.nodeCount = nodeCount
    }

    /// Takes note of the nodes that interventions add, and whether they hold or remove any, before anything is read for which
    /// that matters.
    func look(at intervene: Value) {
        holdOrRemoveNodes = ["pin", "drive", "remove-nodes"].contains { !intervene.members($0).isEmpty }
        for (_, value) in intervene.members("add-node") {
            addNodes = true
            if let name = value.member("name", reportingTo: value.diagnostics)?.word { addedNames.insert(name) }
        }
    }

    /// Gives a name to a node that is added; false if another one has it.
    func give(_ name: String) -> Bool { givenNames.insert(name).inserted }

    func add(called name: String?, at first: FirstDue, isOnce: Bool) {
        additions.append((name, first, isOnce))
    }

    /// The nodes that are known to an intervention which stands behind some of them in the file.
    var earlier: Earlier { Earlier(all: self, count: additions.count) }

    struct Earlier {
        fileprivate let all: NodeChanges

        /// How many stand before it.
        fileprivate let count: Int

        /// Tests if a node may be there at a time: it was at the beginning, or may have been added before, or may be so at that
        /// time by what stands before in the file.
        ///
        /// - Parameters:
        ///   - node: The node.
        ///   - time: The time.
        ///   - isInTurn: True if additions at that very time count.
        /// - Returns: True if it may.
        func mayInclude(_ node: NodeReference, at time: Double, inTurn isInTurn: Bool) -> Bool {
            /// How often something may have been added.
            func occasions(of index: Int) -> Int {
                let addition = all.additions[index]
                if addition.first.possible < time { return addition.isOnce ? 1 : .max }
                return addition.first.possible == time && index < count && isInTurn ? 1 : 0
            }
            switch node {
            case .number(let number):
                var missing = number - all.nodeCount + 1
                for index in all.additions.indices { missing -= min(occasions(of: index), max(missing, 0)) }
                return missing <= 0
            case .name(let name):
                return all.additions.indices.contains { all.additions[$0].name == name && occasions(of: $0) > 0 }
            }
        }
    }
}

extension NodeReference {
    /// The number of a node without which something cannot be done.
    func requiredNumber(in model: some SimulationModel, for purpose: String) throws(MissingNode) -> Int {
        guard let number = number(in: model) else { throw MissingNode(reference: self, purpose: purpose) }
        return number
    }
}

/// Nodes without which something cannot be done.
struct NeededNodes {
    let nodes: [NodeReference]

    /// The purpose, for errors.
    let purpose: String

    /// True if it is done in its turn among all that is asked for at a moment, so that what is added before it counts.
    var areAwaited = true
}

/// A node that is to be added has not been added when it is needed.
struct MissingNode: Error, CustomStringConvertible {
    let reference: NodeReference
    let purpose: String

    var description: String {
        let node =
            switch reference {
            case .number(let number): String(number)
            case .name(let name): "'\(name)'"
            }
        return "there is no node \(node) yet when \(purpose): 'add-node' must come first"
    }
}
