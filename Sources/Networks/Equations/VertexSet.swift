/// Some of the vertices of a network, which are found in the order of their numbers: a bit for each, and one for each 64 of which
/// there is any.
struct VertexSet {
    private var words: [UInt64] = []
    private var filled: [UInt64] = []

    /// True if there is none.
    private(set) var isEmpty = true

    /// Makes room for vertices.
    mutating func grow(to count: Int) {
        let wordCount = (count + 63) / 64
        words += repeatElement(0, count: max(0, wordCount - words.count))
        filled += repeatElement(0, count: max(0, (wordCount + 63) / 64 - filled.count))
    }

    /// Puts a vertex in.
    ///
    /// - Precondition: There is room for it.
    mutating func insert(_ vertex: Int) {
        words[vertex / 64] |= 1 << UInt64(vertex % 64)
        filled[vertex / 4096] |= 1 << UInt64(vertex / 64 % 64)
        isEmpty = false
    }

    /// Takes all out, in their order.
    ///
    /// - Complexity: O(k) for k vertices, and a 4096th of the room.
    mutating func removeAll(_ body: (Int32) -> Void) {
        guard !isEmpty else { return }
        for (index, bits) in filled.enumerated() where bits != 0 {
            for word in SetBits(bits) {
                let vertices = 64 * index + word
                for bit in SetBits(words[vertices]) { body(Int32(64 * vertices + bit)) }
                words[vertices] = 0
            }
            filled[index] = 0
        }
        isEmpty = true
    }

    /// Takes all out, in their order.
    mutating func takeAll() -> [Int32] {
        var vertices: [Int32] = []
        removeAll { vertices.append($0) }
        return vertices
    }

    /// Puts in all that are in another set with the same room.
    mutating func formUnion(_ other: VertexSet) {
        guard !other.isEmpty else { return }
        for (index, bits) in other.filled.enumerated() where bits != 0 {
            for word in SetBits(bits) { words[64 * index + word] |= other.words[64 * index + word] }
            filled[index] |= bits
        }
        isEmpty = false
    }
}

/// The places of the bits of a word that are 1, in their order.
struct SetBits: Sequence, IteratorProtocol {
    private var rest: UInt64

    init(_ bits: UInt64) { rest = bits }

    mutating func next() -> Int? {
        guard rest != 0 else { return nil }
        defer { rest &= rest - 1 }
        return rest.trailingZeroBitCount
    }
}
