/// What is known of the variables of nodes, by node: a table in pages, of which there are only those that are needed.
///
/// It knows nothing of the types of the variables, so that looking one up is a few loads, whatever the model.
final class NodeTable {
    /// What is known of a node.
    struct Entry {
        /// The variable, which is not kept alive.
        var variable: UnsafeRawPointer?

        /// Its position in the list of observed nodes, −1 if it is not observed.
        var position = -1
    }

    private static let pageBits = 9
    private var pages: UnsafeMutableBufferPointer<UnsafeMutablePointer<Entry>?>

    /// The numbers of entries with a variable, by page.
    private var counts: UnsafeMutableBufferPointer<Int>

    init(nodeCount: Int) {
        let pageCount = Self.pageCount(of: nodeCount)
        pages = .allocate(capacity: pageCount)
        pages.initialize(repeating: nil)
        counts = .allocate(capacity: pageCount)
        counts.initialize(repeating: 0)
    }

    private static func pageCount(of nodeCount: Int) -> Int {
        (nodeCount + (1 << pageBits) - 1) >> pageBits
    }

    /// Makes room for nodes that have come.
    ///
    /// - Complexity: O(1) amortised for each.
    func grow(toNodeCount nodeCount: Int) {
        let pageCount = Self.pageCount(of: nodeCount)
        guard pageCount > pages.count else { return }
        let capacity = max(pageCount, 2 * pages.count)
        pages = pages.moved(toCapacity: capacity, filledWith: nil)
        counts = counts.moved(toCapacity: capacity, filledWith: 0)
    }

    deinit {
        for page in pages { page?.deallocate() }
        pages.deallocate()
        counts.deallocate()
    }

    /// What is known of a node.
    ///
    /// - Complexity: O(1).
    subscript(node: Int) -> Entry {
        guard let page = pages[node >> Self.pageBits] else { return Entry() }
        return page[node & (1 << Self.pageBits - 1)]
    }

    /// Enters a variable that is not observed.
    func enter(_ variable: UnsafeRawPointer, at node: Int) {
        let index = node >> Self.pageBits
        let page = pages[index] ?? newPage(at: index)
        page[node & (1 << Self.pageBits - 1)] = Entry(variable: variable)
        counts[index] += 1
    }

    /// Notes the position of a node whose variable is known.
    func setPosition(_ position: Int, of node: Int) {
        pages[node >> Self.pageBits]?[node & (1 << Self.pageBits - 1)].position = position
    }

    /// Forgets a node, and a page of which nothing is left.
    func remove(_ node: Int) {
        let index = node >> Self.pageBits
        guard let page = pages[index], page[node & (1 << Self.pageBits - 1)].variable != nil else { return }
        page[node & (1 << Self.pageBits - 1)] = Entry()
        counts[index] -= 1
        guard counts[index] == 0 else { return }
        page.deallocate()
        pages[index] = nil
    }

    /// Notes that no node is observed.
    func removeAllPositions() {
        for page in pages {
            guard let page else { continue }
            for offset in 0..<(1 << Self.pageBits) { page[offset].position = -1 }
        }
    }

    private func newPage(at index: Int) -> UnsafeMutablePointer<Entry> {
        let page = UnsafeMutablePointer<Entry>.allocate(capacity: 1 << Self.pageBits)
        page.initialize(repeating: Entry(), count: 1 << Self.pageBits)
        pages[index] = page
        return page
    }
}

extension UnsafeMutableBufferPointer {
    /// The elements in memory of a greater capacity, which takes the place of this one.
    fileprivate func moved(toCapacity capacity: Int, filledWith filler: Element) -> UnsafeMutableBufferPointer {
        let new = UnsafeMutableBufferPointer.allocate(capacity: capacity)
        let end = new.moveInitialize(fromContentsOf: self)
        new[end...].initialize(repeating: filler)
        deallocate()
        return new
    }
}
