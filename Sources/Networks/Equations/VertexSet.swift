/// Some of the vertices of a network, which are found in the order of their numbers: a bit for each, and one for each 64 of which
/// there is any.
final class VertexSet {
    private let words: ScratchMemory<UInt64>
    private let filled: ScratchMemory<UInt64>

    /// Creates a set without vertices.
    ///
    /// - Parameter capacity: The number of vertices of the network.
    init(capacity: Int) {
        let wordCount = (capacity + 63) / 64
        words = ScratchMemory(count: max(1, wordCount), repeating: 0)
        filled = ScratchMemory(count: max(1, (wordCount + 63) / 64), repeating: 0)
    }

    /// Puts a vertex in.
    ///
    /// - Precondition: There is such a vertex.
    @inline(__always)
    func insert(_ vertex: Int) {
        words.pointer[vertex / 64] |= 1 << UInt64(vertex % 64)
        filled.pointer[vertex / 4096] |= 1 << UInt64(vertex / 64 % 64)
    }

    /// Takes all out, in their order.
    ///
    /// - Complexity: O(k) for k vertices, and a 4096th of the number of vertices of the network.
    @inline(__always)
    func removeAll(_ body: (Int32) -> Void) {
        for index in 0..<filled.capacity where filled.pointer[index] != 0 {
            for bit in SetBits(filled.pointer[index]) {
                let word = 64 * index + bit
                for bit in SetBits(words.pointer[word]) { body(Int32(64 * word + bit)) }
                words.pointer[word] = 0
            }
            filled.pointer[index] = 0
        }
    }

    /// Takes all out, in their order.
    func takeAll() -> [Int32] {
        var vertices: [Int32] = []
        removeAll { vertices.append($0) }
        return vertices
    }

    /// Puts in all that are in another set of vertices of the same network.
    func formUnion(_ other: VertexSet) {
        for index in 0..<filled.capacity where other.filled.pointer[index] != 0 {
            for bit in SetBits(other.filled.pointer[index]) {
                words.pointer[64 * index + bit] |= other.words.pointer[64 * index + bit]
            }
            filled.pointer[index] |= other.filled.pointer[index]
        }
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
