#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The variables of nodes that are held or observed, by node: a word for each node.
///
/// There are no words before the first variable is asked for, and the system gives memory only for the pages whose words have been
/// written to: nodes of which nobody asks cost nothing. It knows nothing of the types of the variables, so that looking one up is
/// a few loads, whatever the model.
final class NodeTable {
    /// The use of the variable of a node, as far as it is known.
    enum Entry: Equatable {
        /// Nobody holds or observes its variable.
        case unknown

        /// Somebody holds its variable, which is not kept alive here.
        case held(UnsafeRawPointer)

        /// It is observed: its position in the list of observed nodes.
        case observed(at: Int)
    }

    /// An entry in one word, zero if unknown. A position is odd, and the address of a variable is not.
    private struct Word {
        var bits: UInt = 0

        var entry: Entry {
            if bits & 1 != 0 { return .observed(at: Int(bits >> 1)) }
            return UnsafeRawPointer(bitPattern: bits).map { .held($0) } ?? .unknown
        }

        init() {}

        init(_ entry: Entry) {
            switch entry {
            case .unknown: bits = 0
            case .held(let variable): bits = UInt(bitPattern: variable)
            case .observed(let position): bits = UInt(position) << 1 | 1
            }
        }
    }

    @exclusivity(unchecked)
    private var words: UnsafeMutablePointer<Word>?

    /// The number of words.
    @exclusivity(unchecked)
    private(set) var capacity = 0

    deinit { free(words) }

    /// Tests if a node can be asked for.
    func hasRoom(for node: Int) -> Bool { node < capacity }

    /// Makes room for nodes that have come.
    ///
    /// - Complexity: O(1) amortised for each.
    func grow(toNodeCount nodeCount: Int) {
        guard nodeCount > capacity else { return }
        let newCapacity = max(nodeCount, 2 * capacity)
        // Zero, and not in memory yet.
        guard let memory = calloc(newCapacity, MemoryLayout<Word>.stride) else {
            preconditionFailure("there is no memory for the variables of \(newCapacity) nodes")
        }
        let new = memory.bindMemory(to: Word.self, capacity: newCapacity)
        if let words { new.update(from: words, count: capacity) }
        free(words)
        words = new
        capacity = newCapacity
    }

    /// Asks the system for large pages, where most of the nodes are going to be known.
    func preferHugePages() { UnsafeMutableBufferPointer(start: words, count: capacity).preferHugePages() }

    /// The entry of a node, which is unknown if it cannot be asked for yet.
    ///
    /// - Complexity: O(1).
    subscript(node: Int) -> Entry {
        get {
            guard node < capacity, let words else { return .unknown }
            return words[node].entry
        }
        @inline(__always)
        set {
            guard node < capacity, let words else { return }
            words[node] = Word(newValue)
        }
    }

    /// Notes that a node is observed, if it can be asked for, and nobody holds or observes its variable yet.
    ///
    /// - Returns: False if it is not so.
    @inline(__always)
    func noteObservedIfUnknown(_ node: Int, at position: Int) -> Bool {
        guard isUnknown(node), let words else { return false }
        words[node] = Word(.observed(at: position))
        return true
    }

    /// Tests if a node can be asked for, and nobody holds or observes its variable.
    @inline(__always)
    func isUnknown(_ node: Int) -> Bool {
        guard node < capacity, let words else { return false }
        return words[node].bits == 0
    }

    /// The position of a node in the list of observed nodes, if it is observed.
    func position(of node: Int) -> Int? {
        guard case .observed(let position) = self[node] else { return nil }
        return position
    }
}
