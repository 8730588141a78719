import GSL

/// Normal deviates for many nodes at once: for each node and step some numbers from a stream of its own.
///
/// They are the same on any thread and any processor.
public struct NormalNoise: Sendable {
    private let key: Philox4x64.Key

    init(key: Philox4x64.Key) {
        self.key = key
    }

    /// Draws numbers of mean 0 and variance 1 for consecutive nodes.
    ///
    /// - Parameters:
    ///   - columns: Receives the numbers: the first one of each node, and from `stride` on the second ones, and so on. The
    ///     pointer is that of node 0.
    ///   - columnCount: How many numbers a node gets.
    ///   - stride: How far the columns lie apart.
    ///   - nodes: Which nodes.
    ///   - step: Of which step.
    /// - Complexity: O(1) for a number, some ten nanoseconds; no allocation.
    package func fill(
        _ columns: UnsafeMutablePointer<Double>, columnCount: Int, stride: Int, nodes: Range<Int>, step: Int
    ) {
        let ziggurat = Ziggurat.shared
        for node in nodes {
            var words = RandomWords(key: key, counter: RandomStreams.counter(node: node, step: step))
            for column in 0..<columnCount { columns[column * stride + node] = ziggurat.deviate(from: &words) }
        }
    }
}

extension RandomStreams {
    /// Normal deviates of nodes for a purpose.
    public func normalNoise(for purpose: RandomPurpose) -> NormalNoise {
        NormalNoise(key: key(for: purpose))
    }

    /// The number of a step that begins at a time. The time itself counts the steps: its quotient by their length is
    /// rounded, and the same for several steps of a long run.
    static func stepNumber(at time: Double) -> Int {
        Int(Int64(bitPattern: time.bitPattern))
    }
}
