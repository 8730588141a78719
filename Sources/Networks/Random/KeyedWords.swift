import GSL
import SimulationEngine

/// Random words that belong to vertices, edges and occasions: who knows these computes the words, whatever else is drawn, and
/// in any order. So one change changes the luck of nothing that it does not concern.
struct KeyedWords: Sendable {
    private let key: UInt64

    /// The words of a purpose, of one seed and replicate.
    init(key: Philox4x64.Key) {
        // No stream has this counter: none is of node -1.
        self.key = Philox4x64.block(counter: (0, .max, 0, 0), key: key).0
    }

    /// Two words for something that happens along the edge from a vertex to another one.
    @inline(__always)
    func words(from source: Int32, to target: Int32, _ occasion: UInt64) -> Philox2x64.Block {
        let edge = UInt64(UInt32(bitPattern: source)) << 32 | UInt64(UInt32(bitPattern: target))
        return Philox2x64.block(counter: (edge, occasion), key: key, rounds: 6)
    }

    /// Two words for something that happens to a vertex by itself.
    @inline(__always)
    func words(of vertex: Int32, _ occasion: UInt64) -> Philox2x64.Block {
        words(from: vertex, to: -1, occasion)
    }

    /// Two words for one of many things that happen on an occasion for which there are words already.
    @inline(__always)
    func words(after word: UInt64, _ number: UInt64) -> Philox2x64.Block {
        Philox2x64.block(counter: (word, ~number), key: key, rounds: 6)
    }
}
