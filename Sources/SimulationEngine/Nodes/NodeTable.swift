/// The variables of nodes that are held or observed, by node: a table in pages, of which there are only those that are
/// needed, with a word for each node.
///
/// It knows nothing of the types of the variables, so that looking one up is a few loads, whatever the model.
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

    private static let pageBits = 9

    @exclusivity(unchecked)
    private var pages: UnsafeMutableBufferPointer<UnsafeMutablePointer<Word>?>

    /// The numbers of entries that are known, by page.
    @exclusivity(unchecked)
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

    /// Tests if a node can be asked for.
    func hasRoom(for node: Int) -> Bool { node >> Self.pageBits < pages.count }

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

    /// The entry of a node.
    ///
    /// - Complexity: O(1).
    subscript(node: Int) -> Entry {
        get {
            guard let page = pages[node >> Self.pageBits] else { return .unknown }
            return page[node & (1 << Self.pageBits - 1)].entry
        }
        @inline(__always)
        set {
            let index = node >> Self.pageBits
            let word = Word(newValue)
            guard let page = pages[index] ?? (word.bits == 0 ? nil : newPage(at: index)) else { return }
            let place = page + (node & (1 << Self.pageBits - 1))
            let wasUnknown = place.pointee.bits == 0
            place.pointee = word
            guard wasUnknown != (word.bits == 0) else { return }
            counts[index] += wasUnknown ? 1 : -1
            if counts[index] == 0 { removePage(at: index) }
        }
    }

    /// Notes that a node is observed, if it can be asked for, and nobody holds or observes its variable yet.
    ///
    /// - Returns: False if it is not so.
    func noteObservedIfUnknown(_ node: Int, at position: Int) -> Bool {
        guard hasRoom(for: node) else { return false }
        let index = node >> Self.pageBits
        let place = (pages[index] ?? newPage(at: index)) + (node & (1 << Self.pageBits - 1))
        guard place.pointee.bits == 0 else { return false }
        place.pointee = Word(.observed(at: position))
        counts[index] += 1
        return true
    }

    /// Tests if nobody holds or observes the variable of a node that can be asked for.
    func isUnknown(_ node: Int) -> Bool {
        pages[node >> Self.pageBits].map { $0[node & (1 << Self.pageBits - 1)].bits == 0 } ?? true
    }

    /// The position of a node in the list of observed nodes, if it is observed.
    func position(of node: Int) -> Int? {
        guard case .observed(let position) = self[node] else { return nil }
        return position
    }

    private func removePage(at index: Int) {
        pages[index]?.deallocate()
        pages[index] = nil
    }

    private func newPage(at index: Int) -> UnsafeMutablePointer<Word> {
        let page = UnsafeMutablePointer<Word>.allocate(capacity: 1 << Self.pageBits)
        page.initialize(repeating: Word(), count: 1 << Self.pageBits)
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
