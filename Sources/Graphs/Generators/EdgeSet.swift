/// A set of undirected edges, for generators that must not make one twice.
///
/// Open addressing with linear probing in a table that is at most half full; removing shifts back what was displaced, so
/// that there are no tombstones (D. E. Knuth, *The Art of Computer Programming* 3, algorithm 6.4 R).
///
/// Memory: 16 to 32 bytes an edge.
struct EdgeSet {
    private var table: ContiguousArray<UInt64>
    private let shift: UInt64
    private let mask: Int

    /// Creates an empty set with room for a number of edges.
    init(capacity: Int) {
        let bits = max(4, UInt64.bitWidth - (2 * UInt64(capacity)).leadingZeroBitCount)
        table = ContiguousArray(repeating: Self.free, count: 1 << bits)
        shift = UInt64(UInt64.bitWidth - bits)
        mask = table.count - 1
    }

    /// Stands where there is no edge: no edge leads from the last vertex that there could be to itself.
    private static let free = UInt64.max

    /// Adds an edge.
    ///
    /// - Returns: True if it was not there before.
    /// - Complexity: O(1) expected.
    mutating func insert(_ a: Int32, _ b: Int32) -> Bool {
        let key = Self.key(a, b)
        let slot = slot(of: key)
        guard table[slot] == Self.free else { return false }
        table[slot] = key
        return true
    }

    /// Tests if an edge is there.
    ///
    /// - Complexity: O(1) expected.
    func contains(_ a: Int32, _ b: Int32) -> Bool {
        table[slot(of: Self.key(a, b))] != Self.free
    }

    /// Removes an edge if it is there.
    ///
    /// - Complexity: O(1) expected.
    mutating func remove(_ a: Int32, _ b: Int32) {
        var gap = slot(of: Self.key(a, b))
        guard table[gap] != Self.free else { return }
        var slot = gap
        while true {
            slot = (slot + 1) & mask
            guard table[slot] != Self.free else { break }
            // An edge whose home is behind the gap, and not behind this slot, stays.
            let home = home(of: table[slot])
            guard (slot - home) & mask >= (slot - gap) & mask else { continue }
            table[gap] = table[slot]
            gap = slot
        }
        table[gap] = Self.free
    }

    private static func key(_ a: Int32, _ b: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: min(a, b))) << 32 | UInt64(UInt32(bitPattern: max(a, b)))
    }

    /// Fibonacci hashing: the upper bits of the product with 2⁶⁴ / φ.
    private func home(of key: UInt64) -> Int {
        Int(truncatingIfNeeded: ((key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// Where an edge is, or where it would have to be put.
    private func slot(of key: UInt64) -> Int {
        var slot = home(of: key)
        while table[slot] != Self.free, table[slot] != key { slot = (slot + 1) & mask }
        return slot
    }
}
