import GSL
import SimulationEngine

/// The random words of the edges of a graph.
struct EdgeWords {
    let keyedWords: KeyedWords
    private let network: ChangingGraph

    /// True if an edge may have other numbers than those of its two ends.
    private let hasSpecialEdges: Bool

    init(_ keyedWords: KeyedWords, _ network: ChangingGraph) {
        self.keyedWords = keyedWords
        self.network = network
        hasSpecialEdges = network.graph.allowedEdges.contains(.multipleEdges) || !network.editions.isEmpty
    }

    /// A word for an edge on an occasion.
    ///
    /// - Parameters:
    ///   - source: The vertex from which it leads.
    ///   - index: Its place.
    ///   - row: The places of all edges from there.
    ///   - vertices: The vertices to which edges lead.
    ///   - occasion: The occasion.
    /// - Returns: The word.
    @inline(__always)
    func word(
        from source: Int32, _ index: Int, in row: Range<Int>, _ vertices: UnsafeBufferPointer<Int32>,
        _ occasion: UInt64
    ) -> UInt64 {
        let word = keyedWords.words(from: source, to: vertices[index], occasion).0
        return hasSpecialEdges ? specialWord(word, from: source, index, in: row, vertices) : word
    }

    /// The number of an edge that is not the first between two vertices, or not as it was at the beginning; of others, the one that
    /// they have.
    @inline(never)
    private func specialWord(
        _ word: UInt64, from source: Int32, _ index: Int, in row: Range<Int>, _ vertices: UnsafeBufferPointer<Int32>
    ) -> UInt64 {
        let target = vertices[index]
        var first = index
        while first > row.lowerBound, vertices[first - 1] == target { first -= 1 }
        let edition = network.edition(ofEdgeFrom: source, to: target)
        if first == index, edition == 0 { return word }
        return keyedWords.words(after: word, UInt64(index - first) << 32 | UInt64(edition)).0
    }
}
